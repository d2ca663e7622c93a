"""Cuts a passage into what can be quoted by itself: sentences, and the items of a list with the
words that lead into them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.answer.locate import negates
from pincite.answer.records import QuotableSource, QuoteSpan, SourcePin

LONGEST = 600
# A full stop behind a short word is an abbreviation's ("No. 5", "skv. lögum").
sentence_end = re.compile(
    r"(?:(?<=[^\W\d_]{3}[.!?])|(?<=[\d)\]”\"][.!?])|(?<=[.!?][”\")\]]))[\"”’)\]]*\s+"
    r"(?=[\"“‘„]?[A-ZÀ-ÖØ-Þ]|\((?:\d{1,3}|[a-z]{1,4})[a-z]?\) )"
)
_clause = re.compile(r"(?<=[;:—]) |(?<=,) ")
_LEADS = ("—", ":", "–", "-")


class QuotableStretch(NamedTuple):
    """text[span] of a source. Where it is an item of a list, `lead` are the words that lead into
    the list, and `whole` is the list from those words to its end."""

    span: QuoteSpan
    lead: QuoteSpan | None = None
    whole: QuoteSpan | None = None


def stretches(source: QuotableSource) -> Iterator[QuotableStretch]:
    """In the order in which they stand. Notes are left out, and words that lead into a list come
    with its items. None is longer than LONGEST, none begins or ends within a word or beside a
    negation that it leaves out."""
    text = source.text
    if not source.pins:
        yield from (
            QuotableStretch(sentence) for sentence in _sentences(text, QuoteSpan(0, len(text)))
        )
        return
    open_leads: dict[int, tuple[QuoteSpan, QuoteSpan]] = {}
    for at, pin in enumerate(source.pins):
        for depth in [open_lead for open_lead in open_leads if open_lead >= pin.depth]:
            del open_leads[depth]
        if pin.note:
            continue
        below = provisions_below(source.pins, at)
        end = min((inner.start for inner in below), default=pin.end)
        own = trimmed_span(text, pin.body, end)
        if own is None:
            continue
        items = [inner for inner in below if not inner.note]
        if items and text[own.start : own.end].endswith(_LEADS):
            sentences = list(_sentences(text, own))
            yield from (QuotableStretch(sentence) for sentence in sentences[:-1])
            last = max(item.end for item in items)
            open_leads[pin.depth] = sentences[-1], QuoteSpan(sentences[-1].start, last)
            continue
        lead, whole = open_leads.get(pin.depth - 1, (None, None))
        yield from (QuotableStretch(sentence, lead, whole) for sentence in _sentences(text, own))


def provisions_below(pins: tuple[SourcePin, ...], at: int) -> list[SourcePin]:
    """The provisions that one holds, without those that they hold."""
    holder = pins[at]
    found: list[SourcePin] = []
    for pin in pins[at + 1 :]:
        if pin.depth <= holder.depth:
            break
        if pin.depth == holder.depth + 1:
            found.append(pin)
    return found


def _sentences(text: str, span: QuoteSpan) -> Iterator[QuoteSpan]:
    start = span.start
    for match in sentence_end.finditer(text, span.start, span.end):
        yield from _short(text, QuoteSpan(start, match.start()))
        start = match.end()
    yield from _short(text, QuoteSpan(start, span.end))


def _short(text: str, span: QuoteSpan) -> Iterator[QuoteSpan]:
    """As it is, or cut between clauses where it is long."""
    trimmed = trimmed_span(text, *span)
    while trimmed is not None and trimmed.end - trimmed.start > LONGEST:
        cut = cut_before(text, trimmed.start, trimmed.start + LONGEST)
        head = trimmed_span(text, trimmed.start, cut)
        if head is not None:
            yield head
        trimmed = trimmed_span(text, cut, trimmed.end)
    if trimmed is not None:
        yield trimmed


def cut_before(text: str, start: int, limit: int) -> int:
    """The last place up to `limit` where a quote that began at `start` may end."""
    floor = start + (limit - start) // 3
    clauses = [match.start() for match in _clause.finditer(text, floor, limit)]
    spaces = [at for at in range(limit, floor, -1) if text[at : at + 1] == " "]
    for at in (*reversed(clauses), *spaces):
        if not negates(text, at):
            return at
    return limit


def trimmed_span(text: str, start: int, end: int) -> QuoteSpan | None:
    """Without the space around it; None where nothing is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return QuoteSpan(start, end) if end > start else None
