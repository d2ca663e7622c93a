"""What is measured: anything that answers a question with a ranking.

A system is called once a question and must not remember one question when it answers another.
`ranked` is best first; the order counts, and `score` is only shown. `unit` is what the set grades
by: the URN of the article or section, of the opinion, or `chunk_name()` of the passage. A URN below
the unit, such as a paragraph's, counts as the unit. A unit named twice counts at its first place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from pincite.errors import InputError
from pincite.evaluation.sets import GradedQuestion

TOTAL = "total"


class RankedPassage(NamedTuple):
    """A passage: start:end are offsets into the text of its work, `text` the words between."""

    unit: str
    chunk: str
    work: str
    start: int
    end: int
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Answered:
    """`confidence` is the stated chance, from 0 to 1, that the first of `ranked` is right; None
    where the system states none. `stages` are milliseconds by stage, with "total" among them."""

    ranked: tuple[RankedPassage, ...]
    confidence: float | None = None
    clarifies: bool = False
    refuses: bool = False
    stages: Mapping[str, float] = field(default_factory=dict[str, float])

    def __post_init__(self) -> None:
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise InputError(
                f"a confidence of {self.confidence}", hint="It is a chance, from 0 to 1, or None."
            )

    @property
    def answers(self) -> bool:
        return bool(self.ranked) and not self.clarifies and not self.refuses


class System(Protocol):
    """What is measured: called with a question, it gives its answer."""

    @property
    def name(self) -> str: ...
    def __call__(self, question: GradedQuestion) -> Answered: ...


def chunk_name(work: str, ordinal: int) -> str:
    """A passage's name: several may share the URN of the node that holds them."""
    return f"{work}#{ordinal}"
