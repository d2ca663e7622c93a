"""Made-up questions and systems, small enough to work every figure out by hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.evaluation.sets import GradedSet, Question
from pincite.evaluation.systems import Answered, Ranked


def passage(unit: str, text: str = "", *, work: str = "") -> Ranked:
    return Ranked(unit, f"{unit}#0", work or unit, 0, len(text), text, 1.0)


def answered(*units: str, **fields: object) -> Answered:
    return Answered(tuple(passage(unit) for unit in units), **fields)


@dataclass
class Fixed:
    """Answers what it was told to, by the question's id."""

    name: str
    answers: dict[str, Answered] = field(default_factory=dict)

    def __call__(self, question: Question) -> Answered:
        return self.answers.get(question.id, Answered(()))


def lamps() -> GradedSet:
    """Three questions with answers, one without, one that is not clear."""
    return GradedSet(
        "lamps",
        (
            Question("q1", "question", "Who lights the lamps?", {"urn:lex:xm:lamps:1": 1}),
            Question("q2", "question", "Who buys the oil?", {"urn:lex:xm:lamps:2": 1}),
            Question("q3", "reference", "s 3 Lamps Act", {"urn:lex:xm:lamps:3": 1}),
            Question("q4", "unanswerable", "Who paints the boats?", expects="refuse"),
            Question("q5", "ambiguous", "May they?", expects="clarify"),
        ),
        "provision",
    )
