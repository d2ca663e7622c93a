"""Whether a system keeps silent where it should, and only there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pincite.evaluation.measures import ScoredQuestion
from pincite.evaluation.systems import Answered

THRESHOLD = 0.5


class Share(NamedTuple):
    """How many held, of how many."""

    held: int
    of: int

    @property
    def value(self) -> float | None:
        return self.held / self.of if self.of else None


class Abstention(NamedTuple):
    """`answered_unanswerable` counts answers at or above the threshold; a system that states no
    confidence is above any."""

    threshold: float
    answered_unanswerable: Share
    clarified_ambiguous: Share
    clarified_answerable: Share
    refused_answerable: Share


def abstention(scored: Sequence[ScoredQuestion], threshold: float = THRESHOLD) -> Abstention:
    return Abstention(
        threshold,
        _share(scored, "refuse", lambda answered: _answers(answered, threshold)),
        _share(scored, "clarify", lambda answered: answered.clarifies),
        _share(scored, "answer", lambda answered: answered.clarifies),
        _share(scored, "answer", lambda answered: answered.refuses),
    )


def _answers(answered: Answered, threshold: float) -> bool:
    stated = answered.confidence
    return answered.answers and (stated is None or stated >= threshold)


def _share(
    scored: Sequence[ScoredQuestion], expects: str, holds: Callable[[Answered], bool]
) -> Share:
    asked = [result.answered for result in scored if result.question.expects == expects]
    return Share(sum(map(holds, asked)), len(asked))
