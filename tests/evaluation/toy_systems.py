"""Made-up questions and systems, small enough to work every figure out by hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.evaluation.sets import GradedQuestion, GradedSet
from pincite.evaluation.systems import Answered, RankedPassage


def passage(unit: str, text: str = "", *, work: str = "") -> RankedPassage:
    return RankedPassage(unit, f"{unit}#0", work or unit, 0, len(text), text, 1.0)


def answered(*units: str, **fields: object) -> Answered:
    return Answered(tuple(passage(unit) for unit in units), **fields)


@dataclass
class Fixed:
    """Answers what it was told to, by the question's id."""

    name: str
    answers: dict[str, Answered] = field(default_factory=dict)

    def __call__(self, question: GradedQuestion) -> Answered:
        return self.answers.get(question.id, Answered(()))


def lamps() -> GradedSet:
    """Three questions with answers, one without, one that is not clear."""
    return GradedSet(
        "lamps",
        (
            GradedQuestion("q1", "question", "Who lights the lamps?", {"urn:lex:xm:lamps:1": 1}),
            GradedQuestion("q2", "question", "Who buys the oil?", {"urn:lex:xm:lamps:2": 1}),
            GradedQuestion("q3", "reference", "s 3 Lamps Act", {"urn:lex:xm:lamps:3": 1}),
            GradedQuestion("q4", "unanswerable", "Who paints the boats?", expects="refuse"),
            GradedQuestion("q5", "ambiguous", "May they?", expects="clarify"),
        ),
        "provision",
    )
