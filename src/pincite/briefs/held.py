"""Finds out whether a corpus holds what is cited, and under which URNs."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cached_property

from pincite.citations.works.decisions import HeldDecisions
from pincite.corpus import CorpusStore, Stored
from pincite.model import Node, Urn
from pincite.model.mention import Resolved

_joint = re.compile(r"[.~-]")


class Holding(StrEnum):
    """Whether the corpus holds a provision."""

    HELD = "in the corpus"
    NO_SUCH_PLACE = "the work is in the corpus, and has no such place"
    ABSENT = "not in the corpus"


class Held:
    """Looks up cited works and provisions in a corpus."""

    def __init__(self, store: CorpusStore) -> None:
        self._store = store
        self._known: dict[str, Holding] = {}

    def holding(self, urn: str) -> Holding:
        if urn not in self._known:
            self._known[urn] = self._holding(urn)
        return self._known[urn]

    def targets(self, resolved: Resolved) -> tuple[str, ...]:
        """The URNs of what a mention cites: those its words determine, or, for a case, those of the
        decisions that a corpus keeps under that citation."""
        return self.decisions.get(resolved.key) or resolved.targets

    def found(self, urn: str) -> list[tuple[Stored, Node]]:
        return self._store.find(urn, at=None, tag=None)

    @cached_property
    def decisions(self) -> dict[str, tuple[str, ...]]:
        return HeldDecisions.of(self._store).by_citation

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
        if any(self.found(str(provision)) for provision in above):
            return Holding.NO_SUCH_PLACE
        return Holding.ABSENT
