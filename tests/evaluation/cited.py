"""Replies made by hand, to be judged."""

from __future__ import annotations

from pincite.answer.records import QuoteSpan, SourceRole
from pincite.answer.reply import Answer, AnswerCitation, AnswerPoint, Reply

ACT = "urn:lex:xm:act-1"


def quoted(
    number: int, quote: str, urn: str = f"{ACT}:4", *, start: int = 0, document: str = ACT
) -> AnswerCitation:
    spans = (QuoteSpan(start, start + len(quote)),)
    return AnswerCitation(
        number, quote, "s 4", urn, urn, "Act", SourceRole.RULE, document, f"{document}-0", spans,
        document, "v", None, None, None,
    )  # fmt: skip


def of_text(number: int, words: str, text: str) -> AnswerCitation:
    """A quote from where it first stands in a text."""
    return quoted(number, words, start=text.index(words))


def answered(*points: list[AnswerCitation]) -> Answer:
    every = tuple(quote for point in points for quote in point)
    return Answer(
        tuple(AnswerPoint("", tuple(quote.number for quote in point)) for point in points), every
    )


def reply(*points: list[AnswerCitation]) -> Reply:
    return Reply("r", "q", "en", None, "web", answered(*points) if points else None, None)
