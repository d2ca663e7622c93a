"""Completes what is quoted of a text: what begins within a sentence with what leads into it, and
what opens a list with the list, and what is limited with what limits it."""

from __future__ import annotations

import re
from collections.abc import Callable

from pincite.answer.records import QuoteSpan
from pincite.answer.stretches import sentence_end
from pincite.answer.units import limits

_label = re.compile(r"(?:^|(?<=\s))(?:\(\w{1,4}\)|\d{1,3}[a-z]?[.)]|[a-z][.)])\s*$", re.IGNORECASE)
_own_label = re.compile(
    r"(?:\(\w{1,4}\)|\d{1,3}[a-z]?[.)](?:\d{1,2}\.?)*|[a-z][.)])\s+", re.IGNORECASE
)
_stop = re.compile(r"[.!?][\"”’)\]]*\s*$")
_opens = re.compile(r"[:—–]\s*$|(?<=\s)-$")
_leads = re.compile(r"[:—–](?=\s)")
_gap = re.compile(r"\s*")
_LOOK = 60


def begins_within(text: str, start: int) -> bool:
    """Whether a sentence is open where these words begin."""
    own = _own_label.match(text, start)
    opening = text[own.end() if own else start :][:1]
    ahead = _label.sub("", text[max(start - _LOOK, 0) : start])
    return opening.islower() and bool(ahead.strip()) and _stop.search(ahead) is None


def opens_a_list(words: str) -> bool:
    return _opens.search(words) is not None


def led_into(
    text: str, span: QuoteSpan, longest: int, may: Callable[[QuoteSpan], bool]
) -> tuple[QuoteSpan, ...]:
    """The span, from where its sentence begins if that is not too long and `may` be quoted; else
    behind the words that lead into its list, where there are any."""
    if not begins_within(text, span.start):
        return (span,)
    first = 0
    for match in sentence_end.finditer(text, 0, span.start):
        first = match.end()
    wider = QuoteSpan(first, span.end)
    if wider.end - wider.start <= longest and may(wider):
        return (wider,)
    lead = _leads.search(text, first, span.start)
    if lead is None or lead.end() - first > longest:
        return (span,)
    return QuoteSpan(first, lead.end()), span


def with_its_limits(text: str, span: QuoteSpan, longest: int) -> QuoteSpan:
    """The span with the sentences behind it that limit what it says; as it is where that is too
    long."""
    start, end = span
    while (gap := _gap.match(text, end)) and limits.match(text, gap.end()):
        following = sentence_end.search(text, gap.end())
        end = following.start() if following else len(text.rstrip())
    return QuoteSpan(start, end) if end - start <= longest else span


def with_its_list(text: str, span: QuoteSpan, longest: int) -> QuoteSpan:
    """The span with what follows it, until no list is open; as it is where that is too long."""
    start, end = span
    for match in sentence_end.finditer(text, end):
        if not _opens.search(text[start:end]):
            break
        end = match.start()
    else:
        if _opens.search(text[start:end]):
            end = len(text.rstrip())
    return QuoteSpan(start, end) if end - start <= longest else span
