"""Looks a name up: a URN, a FRBR URI, a locator or a citation becomes a place in the law."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import date

from pincite.citations.library_index import LibraryCitations
from pincite.corpus import CorpusStore, Stored
from pincite.corpus.absent import absent
from pincite.errors import BadLocator, InputError, NotFound
from pincite.model import Node, Urn
from pincite.model.akn import parse_frbr
from pincite.model.dates import as_date
from pincite.model.locator import Reference, read_locator


class LookedUpLaw(ABC):
    """The part of a library that is asked by name."""

    store: CorpusStore

    @property
    @abstractmethod
    def citations(self) -> LibraryCitations: ...

    def resolve(self, what: str) -> Urn:
        """The URN that a URN, FRBR URI or locator names. Raises BadUrn, BadLocator, NotFound."""
        what = what.strip()
        if what.startswith("urn:"):
            return Urn.parse(what)
        if what.startswith("/"):
            return parse_frbr(what).urn
        try:
            reference = read_locator(what)
        except BadLocator as problem:
            return self.citations.place(what, otherwise=problem)
        if reference.urn is not None:
            return reference.urn
        works = self._cited(reference)
        if not works:
            unknown = NotFound(f"no law with the title or chapter in {what!r}")
            return self.citations.place(what, otherwise=unknown)
        if len(works) > 1:
            raise NotFound(
                f"{what!r} names {len(works)} works: {', '.join(works[:5])}",
                hint="Ask for one of them by its URN.",
            )
        return Urn.parse(works[0]).child(*reference.path)

    def _cited(self, reference: Reference) -> list[str]:
        """Works by title; by chapter only where there is none, since an act shares its chapter
        with what is made under it."""
        if reference.title:
            return self.store.works_titled(reference.title, "")
        return self.store.works_titled("", reference.chapter)

    def place(
        self, what: str, *, at: date | str | None = None, version: str | None = None
    ) -> tuple[Stored, Node]:
        """The expression and the provision that words name. Raises BadUrn, BadLocator, NotFound."""
        day = as_date(at)
        if day is not None and version is not None:
            raise InputError("a date and a version were both given", hint="Ask by one of them.")
        if what.strip().startswith("/") and day is None and version is None:
            day = parse_frbr(what.strip()).date
        urn = self.resolve(what)
        found = self.store.find(str(urn), at=day, tag=version)
        if len(found) == 1:
            return found[0]
        if found:
            works = ", ".join(stored.expression.urn for stored, _ in found)
            raise NotFound(f"{urn} stands in more than one work: {works}")
        raise absent(self.store, urn, day, version)
