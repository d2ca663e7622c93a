"""What a question cites, as it is told: certain, or one of several that may be meant."""

from __future__ import annotations

from typing import NamedTuple

from pincite.citations.works.near import clear
from pincite.model.mention import CitedKind


class Possible(NamedTuple):
    """A work that may be meant, and what is then asked for. A score of 1.0 is its very name."""

    targets: tuple[str, ...]
    title: str
    name: str
    score: float


class QueryReference(NamedTuple):
    """query[start:end] cites something. `targets` where it is certain, of a range the first and the
    last; else `candidates`, the best first. Neither, where a place is named and nothing tells of
    what. `whole`: a work is named, and no place in it; `loose`, by letters or words that mean it
    only where nothing else is asked."""

    start: int
    end: int
    text: str
    kind: CitedKind
    targets: tuple[str, ...] = ()
    candidates: tuple[Possible, ...] = ()
    key: str = ""
    whole: bool = False
    loose: bool = False

    @property
    def answer(self) -> tuple[str, ...]:
        """The targets, or those of a candidate that is told apart from every other."""
        if self.targets or not clear([candidate.score for candidate in self.candidates]):
            return self.targets
        return self.candidates[0].targets


def reference_to(start: int, end: int, kind: CitedKind, targets: tuple[str, ...]) -> QueryReference:
    return QueryReference(start, end, "", kind, targets, key=targets[0] if targets else "")
