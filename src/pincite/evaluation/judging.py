"""Whether an answer answers: what it shows, against the words that were marked in the sources."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from pincite.answer.reply import Answer, AnswerCitation, Reply
from pincite.evaluation.marked import MarkedPlace, MarkedQuestion
from pincite.text.matching import DOUBLE, SHAPES

_shapes = str.maketrans({**SHAPES, **DOUBLE, "\u00ad": None})


class Outcome(StrEnum):
    """The first five are of a question that can be answered, `REFUSED` and `ANSWERED` of one that
    cannot."""

    IN_FULL = "in full"
    """The first point holds a marked span, and every marked condition is shown."""
    PARTLY = "partly"
    """A span is shown elsewhere, or a condition is missing."""
    OFF = "off"
    """No span is shown."""
    WRONG = "wrong"
    """The first point would mislead."""
    REFUSED = "refused"
    ANSWERED = "answered"

    @property
    def is_right(self) -> bool:
        """What a stated probability is the probability of."""
        return self is Outcome.IN_FULL


def judged(reply: Reply, line: MarkedQuestion) -> Outcome:
    if reply.answer is None:
        return Outcome.REFUSED
    if line.unanswerable:
        return Outcome.ANSWERED
    points = quotes_by_point(reply.answer)
    shown = [quote for point in points for quote in point]
    first = points[0] if points else []
    if any(_holds(first, span) for span in line.spans):
        whole = all(_holds(shown, condition) for condition in line.conditions)
        return Outcome.IN_FULL if whole else Outcome.PARTLY
    if any(_is_from(first, place) for place in line.misleading):
        return Outcome.WRONG
    elsewhere = any(_holds(shown, span) for span in line.spans)
    return Outcome.PARTLY if elsewhere else Outcome.OFF


def quotes_by_point(answer: Answer) -> list[list[AnswerCitation]]:
    """The quotes of each point, in the order in which they are shown."""
    by_number = {citation.number: citation for citation in answer.citations}
    return [[by_number[number] for number in point.citations] for point in answer.points]


def flat(words: str) -> str:
    """One case, one space between words, one shape of quotation marks and dashes."""
    return " ".join(words.translate(_shapes).lower().split())


def _holds(quotes: Sequence[AnswerCitation], mark: MarkedPlace) -> bool:
    """Whether the quotes that are of the marked place show its words; they may run on from one
    quote into the next."""
    shown = " ".join(quote.quote for quote in quotes if _of(quote, mark))
    return flat(mark.words) in flat(shown)


def _is_from(quotes: Sequence[AnswerCitation], mark: MarkedPlace) -> bool:
    """Whether a quote is of a misleading place: it holds its words, or is part of them."""
    words = flat(mark.words)
    return any(
        words in (own := flat(quote.quote)) or own in words for quote in quotes if _of(quote, mark)
    )


def _of(quote: AnswerCitation, mark: MarkedPlace) -> bool:
    """Whether a quote stands in the marked place, or holds it. A provision may be cited by one
    above it."""
    if mark.within in (quote.document, quote.urn, quote.unit_urn):
        return True
    return f"{quote.urn}:".startswith(f"{mark.within}:") or (
        mark.within.startswith("urn:") and f"{mark.within}:".startswith(f"{quote.urn}:")
    )
