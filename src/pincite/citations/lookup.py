"""Looks a name up: a URN, a FRBR URI, a locator or a citation becomes a place in the law."""

from __future__ import annotations

from datetime import date

from pincite.citations.in_questions.places import as_range
from pincite.citations.library_index import LibraryCitations
from pincite.corpus import CorpusStore, Stored
from pincite.corpus.absent import absent
from pincite.errors import BadLocator, InputError, NotFound
from pincite.model import Node, Urn
from pincite.model.akn import parse_frbr
from pincite.model.locator import Reference, read_locator

# How many provisions of a range an error names.
_NAMED = 12


def lookup(what: str, store: CorpusStore, citations: LibraryCitations) -> Urn:
    """The URN that words name. Raises BadUrn, BadLocator, NotFound."""
    what = what.strip()
    if what.startswith("urn:"):
        return Urn.parse(what)
    if what.startswith("/"):
        return parse_frbr(what).urn
    try:
        reference = read_locator(what)
    except BadLocator as problem:
        return citations.place(what, otherwise=problem)
    if reference.urn is not None:
        return reference.urn
    works = _works(store, reference)
    if not works:
        unknown = NotFound(f"no law with the title or chapter in {what!r}")
        return citations.place(what, otherwise=unknown)
    if len(works) > 1:
        raise NotFound(
            f"{what!r} names {len(works)} works: {', '.join(works[:5])}",
            hint="Ask for one of them by its URN.",
        )
    return Urn.parse(works[0]).child(*reference.path)


def _works(store: CorpusStore, reference: Reference) -> list[str]:
    """By title; by chapter only where there is none, since an act shares its chapter with what is
    made under it."""
    if reference.title:
        return store.works_titled(reference.title, "")
    return store.works_titled("", reference.chapter)


def places(
    what: str,
    store: CorpusStore,
    citations: LibraryCitations,
    *,
    at: date | None,
    version: str | None,
) -> list[tuple[Stored, Node]]:
    """Every provision that words name, in their order: one, those of a list, or those of a range.
    Raises as `place` does."""
    try:
        return [_one(what, store, citations, at, version)]
    except (BadLocator, NotFound):
        found = _several(what, store, citations, at, version)
        if not found:
            raise
        return found


def _several(
    what: str,
    store: CorpusStore,
    citations: LibraryCitations,
    at: date | None,
    version: str | None,
) -> list[tuple[Stored, Node]]:
    found: list[tuple[Stored, Node]] = []
    for urns in citations.cited_alone(what):
        ends = [store.find(urn, at=at, tag=version) for urn in urns]
        if not any(ends) and (spread := as_range(urns[0])):
            ends = [store.find(urn, at=at, tag=version) for urn in spread]
        if any(len(end) != 1 for end in ends):
            return []
        (stored, first), (last_stored, last) = ends[0][0], ends[-1][0]
        if stored.key != last_stored.key:
            return []
        found += ((stored, node) for node in _between(store, stored, first, last))
    return found


def _between(store: CorpusStore, stored: Stored, first: Node, last: Node) -> list[Node]:
    """From the first to the last, those of the same kind under the same name: the sections of a
    code have one across its chapters."""
    holder = first.urn.rpartition(":")[0]
    return [
        node
        for node in store.nodes(stored.key)
        if first.ordinal <= node.ordinal <= last.ordinal
        and node.kind == first.kind
        and node.urn.rpartition(":")[0] == holder
    ]


def place(
    what: str,
    store: CorpusStore,
    citations: LibraryCitations,
    *,
    at: date | None,
    version: str | None,
) -> tuple[Stored, Node]:
    """The expression and the provision in it that words name, at a date or in a version. Raises
    BadUrn, BadLocator, NotFound, InputError."""
    found = places(what, store, citations, at=at, version=version)
    if len(found) == 1:
        return found[0]
    named = ", ".join(node.urn for _, node in found[:_NAMED])
    raise NotFound(
        f"{what!r} names {len(found)} provisions: {named}{' …' if len(found) > _NAMED else ''}",
        hint="Ask for one of them; `pincite show` shows all.",
    )


def _one(
    what: str,
    store: CorpusStore,
    citations: LibraryCitations,
    at: date | None,
    version: str | None,
) -> tuple[Stored, Node]:
    if at is not None and version is not None:
        raise InputError("a date and a version were both given", hint="Ask by one of them.")
    if what.strip().startswith("/") and at is None and version is None:
        at = parse_frbr(what.strip()).date
    urn = lookup(what, store, citations)
    found = store.find(str(urn), at=at, tag=version)
    if len(found) == 1:
        return found[0]
    if found:
        works = ", ".join(stored.expression.urn for stored, _ in found)
        raise NotFound(f"{urn} stands in more than one work: {works}")
    raise absent(store, urn, at, version)
