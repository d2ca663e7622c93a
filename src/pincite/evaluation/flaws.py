"""Flaws of form in what an answer shows: quotes that end before their exception, that say again
what another says, and that cannot be read alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pincite.answer.reply import Answer, AnswerCitation
from pincite.evaluation.judging import flat, quotes_by_point

_FEWEST = 4
# Looked at on either side of a quote.
_NEAR = 60
# "Except as …, no owner may …" limits its own sentence, not the one before.
_exception = re.compile(
    r"[\s,;:—–\"”’)\]-]*(?:\((?=[^\W\d_]{4}))?(?:except|unless|save|subject to|nema)\b"
    r"|[\s,;.:—–\"”’)\]-]*(?:\((?=[^\W\d_]{4}))?(?:provided|but not|however|þó|enda|en ekki)\b",
    re.IGNORECASE,
)
_label = re.compile(r"(?:^|(?<=\s))(?:\(\w{1,4}\)|\d{1,3}[a-z]?[.)]|[a-z][.)])\s*$", re.IGNORECASE)
_first_label = re.compile(r"(?:\(\w{1,4}\)|\d{1,3}[a-z]?[.)]|[a-z][.)])\s+", re.IGNORECASE)
_stop = re.compile(r"[.!?][\"”’)\]]*\s*$")
_closed = re.compile(r"[.;!?][\"”’)\]]*$")
_open = re.compile(r"[:—–]\s*$|(?<=\s)-$")

Around = Callable[[AnswerCitation, int, int], str]
"""The canonical text of a quote's document between two offsets; cut where the text ends."""


class Flaws(NamedTuple):
    """How many quotes of an answer have each flaw, of how many."""

    quotes: int = 0
    before_exception: int = 0
    duplicates: int = 0
    fragments: int = 0


NO_FLAWS = Flaws()


def flaws(answer: Answer, text: Around) -> Flaws:
    quotes = answer.citations
    return Flaws(
        len(quotes),
        sum(ends_before_exception(quote, quotes, text) for quote in quotes),
        sum(
            any(duplicates(quote, other) for other in quotes[:at])
            for at, quote in enumerate(quotes)
        ),
        sum(
            is_fragment(quote, point[:at], point[at + 1 :], text)
            for point in quotes_by_point(answer)
            for at, quote in enumerate(point)
        ),
    )


def ends_before_exception(
    quote: AnswerCitation, shown: Sequence[AnswerCitation], text: Around
) -> bool:
    """Whether the source goes on, in the same sentence or with the next one, with words that limit
    what is quoted, and no quote of the answer shows them. What has a number of its own is another
    provision."""
    return any(
        (found := _exception_behind(quote, end, text)) is not None
        and not any(
            span.start <= found < span.end
            for other in shown
            if other.content_hash == quote.content_hash
            for span in other.spans
        )
        for _, end in quote.spans
    )


def _exception_behind(quote: AnswerCitation, end: int, text: Around) -> int | None:
    """Where the words end that limit what is quoted up to here."""
    closed = _stop.search(text(quote, max(end - _NEAR, 0), end)) is not None
    behind = text(quote, end, end + _NEAR)
    found = _exception.match(f".{behind}" if closed else behind)
    return found and end + found.end() - closed - 1


def duplicates(quote: AnswerCitation, other: AnswerCitation) -> bool:
    """Whether one of two quotes contains the other, or they share more than half of the shorter."""
    words, others = flat(quote.quote), flat(other.quote)
    if _within(words, others) or _within(others, words):
        return True
    if quote.content_hash != other.content_hash:
        return False
    shared = sum(
        max(min(one.end, two.end) - max(one.start, two.start), 0)
        for one in quote.spans
        for two in other.spans
    )
    return 2 * shared > min(_length(quote), _length(other))


def is_fragment(
    quote: AnswerCitation,
    before: Sequence[AnswerCitation],
    after: Sequence[AnswerCitation],
    text: Around,
) -> bool:
    """Whether a quote cannot be read alone: it has fewer than four words, begins within a sentence
    that no quote before it in its point leads into, or opens a list that no quote behind it goes on
    with."""
    leads_on = _open.search(quote.quote) is not None
    if leads_on and not after:
        return True
    if len(quote.quote.split()) < _FEWEST and not leads_on:
        return True
    opening = (
        quote.quote[found.end() :] if (found := _first_label.match(quote.quote)) else quote.quote
    )
    if not opening[:1].islower() or any(_leads(other, quote) for other in before):
        return False
    start = quote.spans[0].start
    ahead = text(quote, max(start - _NEAR, 0), start)
    said = _label.sub("", ahead)
    return bool(said.strip()) and _stop.search(said) is None


def _leads(other: AnswerCitation, quote: AnswerCitation) -> bool:
    """Whether a quote leaves a sentence open that this one, further on, goes on with."""
    is_ahead = other.content_hash == quote.content_hash and other.spans[0] < quote.spans[0]
    return is_ahead and _closed.search(other.quote) is None


def _within(words: str, others: str) -> bool:
    return f" {words} " in f" {others} "


def _length(quote: AnswerCitation) -> int:
    return sum(span.end - span.start for span in quote.spans)
