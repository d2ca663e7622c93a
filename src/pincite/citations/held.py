"""Whether a corpus holds what is cited, and which of its works is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property

from pincite.citations.cases import cases
from pincite.citations.reading import raw_reading
from pincite.corpus import CorpusStore, Stored
from pincite.model import Node, Urn
from pincite.model.mention import Form, Resolved
from pincite.text import canonicalize

_joint = re.compile(r"[.~-]")


class Holding(StrEnum):
    HELD = "in the corpus"
    NO_SUCH_PLACE = "the work is in the corpus, and has no such place"
    ABSENT = "not in the corpus"


class Held:
    def __init__(self, store: CorpusStore) -> None:
        self._store = store
        self._known: dict[str, Holding] = {}

    def holding(self, urn: str) -> Holding:
        if urn not in self._known:
            self._known[urn] = self._holding(urn)
        return self._known[urn]

    def targets(self, one: Resolved) -> tuple[str, ...]:
        """The URNs of what a mention cites: those its words determine, or, for a case, those of the
        decisions that a corpus keeps under that citation."""
        return self.decisions.get(one.key) or one.targets

    def found(self, urn: str) -> list[tuple[Stored, Node]]:
        return self._store.find(urn, at=None, tag=None)

    @cached_property
    def decisions(self) -> dict[str, tuple[str, ...]]:
        """The works that are decisions, by every citation they are known under."""
        found: dict[str, list[str]] = {}
        for urn, cites in self._cited_as():
            # A report that no list has is known by the very words that the source gives.
            keys = [canonicalize(cite) for cite in cites]
            keys += [
                mention.key
                for mention in cases(raw_reading(" ; ".join(cites)))
                if mention.form is Form.FULL and mention.key
            ]
            for key in keys:
                found.setdefault(key, []).append(urn)
        return {key: tuple(dict.fromkeys(urns)) for key, urns in found.items()}

    def _cited_as(self) -> Iterator[tuple[str, list[str]]]:
        for expression in self._store.headers():
            if expression.style == "case":
                more = expression.meta.get("citations")
                cites = [str(cite) for cite in more] if isinstance(more, list) else []  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
                yield expression.urn, [cite for cite in (expression.number, *cites) if cite]

    def _holding(self, urn: str) -> Holding:
        if self.found(urn):
            return Holding.HELD
        named = Urn.parse(urn)
        above = [Urn(named.jurisdiction, named.corpus, named.path[:depth]) for depth in
                 range(len(named.path))]  # fmt: skip
        if named.path:
            # A title or a part is a work of its own, and its number begins those of its sections.
            number = named.path[0]
            above += [
                Urn(named.jurisdiction, named.corpus, (number[: joint.start()],))
                for joint in _joint.finditer(number)
            ]
        if any(self.found(str(one)) for one in above):
            return Holding.NO_SUCH_PLACE
        return Holding.ABSENT
