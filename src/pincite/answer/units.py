"""Cuts a source into units of answer: the smallest pieces that can be read alone.

A unit is a paragraph or item with every lead-in above it that is an open sentence, a sentence of
flat text with the one it refers back to, or a row of a table with the first. It ends where its
meaning ends: never before an exception or a condition that follows it, and never inside a list that
its lead-in opened. Units are spans of the source's text, so their offsets slice back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from pincite.answer.records import QuotableSource, QuoteSpan, SourcePin
from pincite.answer.stretches import provisions_below, sentence_end, trimmed_span

# A sentence is cut into its clauses or its items only where it is longer than this.
_LONG = 420
# How many words can be read alone, and behind others that lead to them.
FEWEST_ALONE, _FEWEST_LED = 4, 3
# As many words in capitals are a heading; more are, where no sentence ends with them.
_SHORT = 6
_TITLE, _HEADING, _LED = 60, 90, 240
# How long a provision may be that is quoted whole.
_GLANCE = 1100
# What follows a sentence and limits it is part of what it says.
limits = re.compile(
    r"[\"“„(]?(?:\(\w{1,4}\) ?)?(?:provided|except|unless|however|but|notwithstanding|save |"
    r"subject to |"
    r"nothing (?:in|contained)|this (?:(?:sub-?)?section|paragraph|clause|prohibition|requirement) "
    r"(?:does|do|shall) not|the (?:foregoing|above)|þó|nema|en |ákvæði þetta (?:á|gildir) ekki)",
    re.IGNORECASE,
)
# What refers back is read with what it refers to.
_back = re.compile(
    r"[\"“„(]?(?:\(\w{1,4}\) ?)?(?:such|said|this|these|that|those|the (?:said|aforesaid|same)|it|"
    r"they|he|she|in (?:such|that|this|either|any such) (?:case|event|event,)|if (?:so|not)|"
    r"otherwise|slík\w*|þess\w*|þett\w+|þá|það|þeir|þær|þau|hann|hún|sá|sú|ella|annars) ",
    re.IGNORECASE,
)
_header = re.compile(r"(?:From|To|Cc|Bcc|Sent|Date|Subject): ")
_open = re.compile(r"[:—–]$")
_closed = re.compile(r"[.;!?][\"”’)\]]*$")
_item = re.compile(
    r"(?:(?<=[;:,—–-])|(?<= or)|(?<= and)|(?<=;and)|(?<=;or)) "
    r"(?=\((?:[a-z]{1,2}|[ivx]{1,5}|\d{1,2}|[A-H])\) ?\S)"
)
_an_item = re.compile(
    r"\((?:[a-z]{1,2}|[ivx]{1,5}|\d{1,2}|[A-H])\) .*;(?: (?:and|or))?$", re.DOTALL
)
_clause = re.compile(r"(?<=;) (?!(?:provided|except|unless|but|however|save)\b)", re.IGNORECASE)
_colon = re.compile(r"(?<=:) ")


class AnswerUnit(NamedTuple):
    """text[span] of a source; `leads` are what is read before it, in the order of the text."""

    span: QuoteSpan
    leads: tuple[QuoteSpan, ...] = ()
    heading: str = ""

    def spans(self) -> tuple[QuoteSpan, ...]:
        return (*self.leads, self.span)


def units(
    source: QuotableSource, near: Sequence[tuple[int, int]] | None = None
) -> list[AnswerUnit]:
    """In the order of the text; none twice, none of a note, none that opens a list which does not
    stand in the source. If stretches are given that units must be `near`, provisions that none of
    them reaches are not cut: a section may be as long as a book."""
    found = (
        _of_tree(source, near)
        if source.pins
        else _of_flat(source.text, QuoteSpan(0, len(source.text)))
    )
    kept = [
        unit
        for unit in found
        if len(words := source.text[slice(*unit.span)].split())
        >= (_FEWEST_LED if unit.leads else FEWEST_ALONE)
        and not _is_heading(words)
        and not (_open.search(words[-1]) and not source.text[unit.span.end :].strip())
    ]
    headers = [unit for unit in kept if _header.match(source.text, unit.span.start)]
    if not headers or len(headers) == len(kept):
        return kept
    # Who wrote an e-mail, and when, is read with each sentence of it.
    told = " ".join(source.text[slice(*unit.span)] for unit in headers)
    return [
        unit._replace(heading=f"{told} {unit.heading}".strip())
        for unit in kept
        if unit not in headers
    ]


def short_provision(
    source: QuotableSource, unit: AnswerUnit, without: Collection[str] = ()
) -> SourcePin | None:
    """The longest provision or paragraph around a unit that is read at a glance, `without` others
    that may not be quoted, by their URNs, and up to the notes at its end."""
    left_out = [
        pin
        for pin in source.pins
        if (pin.note or pin.urn in without)
        and not (pin.start <= unit.span.start and unit.span.end <= pin.end)
    ]
    around = [
        pin
        for pin in (_before_notes(source, pin) for pin in source.pins)
        if not pin.note and pin.body <= unit.spans()[0].start and unit.span.end <= pin.end
        and pin.end - pin.body <= _GLANCE
        and not any(pin.body < out.end and out.start < pin.end for out in left_out)
    ]  # fmt: skip
    return max(around, key=lambda pin: pin.end - pin.body, default=None)


def _is_heading(words: Sequence[str]) -> bool:
    closed = _closed.search(words[-1]) is not None
    return " ".join(words).isupper() and (len(words) <= _SHORT or not closed)


def _before_notes(source: QuotableSource, pin: SourcePin) -> SourcePin:
    """A provision without the notes that it ends with."""
    end = pin.end
    for note in reversed(source.pins):
        if note.note and pin.body < note.start and source.text[note.end : end].strip() == "":
            end = min(end, note.start)
    return pin._replace(end=end)


def words_of(source: QuotableSource, unit: AnswerUnit) -> str:
    """What is read: the leads and the unit."""
    return " ".join(source.text[slice(*span)] for span in unit.spans())


def read_as(source: QuotableSource, unit: AnswerUnit) -> str:
    """What a reader is given: what it stands in, its heading, and its words. Of long leads the end
    is kept, which the unit goes on from."""
    heading = unit.heading[:_HEADING]
    leads = [source.text[slice(*span)] for span in unit.leads]
    led = " ".join(leads)
    if len(led) > _LED:
        led = led[-_LED:].partition(" ")[2]
    words = source.text[slice(*unit.span)]
    title = source.title[:_TITLE]
    return " | ".join(part for part in (title, heading, f"{led} {words}".strip()) if part)


class _Level(NamedTuple):
    """What is open at a depth of the tree: words that lead on, or None, and the heading there."""

    lead: QuoteSpan | None
    heading: str


def _of_tree(
    source: QuotableSource, near: Sequence[tuple[int, int]] | None
) -> Iterator[AnswerUnit]:
    text = source.text
    levels: dict[int, _Level] = {}
    for at, pin in enumerate(source.pins):
        for depth in [depth for depth in levels if depth >= pin.depth]:
            del levels[depth]
        if pin.note or not _reached(pin, near):
            continue
        below = provisions_below(source.pins, at)
        items = [inner for inner in below if not inner.note]
        rows = _rows(source, pin)
        own = trimmed_span(text, pin.body, min((inner.start for inner in below), default=pin.end))
        headings = [level.heading for level in levels.values() if level.heading]
        label = " ".join(text[pin.start : pin.body].split())
        heading = " ".join((*headings, label)).strip()
        leads = tuple(level.lead for level in levels.values() if level.lead is not None)
        lead = None
        if rows:
            # The first row says what stands in each column.
            yield from (AnswerUnit(row, (*leads, rows[0]), heading) for row in rows[1:])
        elif own is not None:
            said = list(sentences(text, own))
            if items and not _closed.search(text[slice(*said[-1])]):
                lead = said.pop()
            yield from _units(text, said, leads, heading)
        if items:
            levels[pin.depth] = _Level(lead, label)
            rest = trimmed_span(text, max(inner.end for inner in below), pin.end)
            if rest is not None:
                closing = (*leads, *((lead,) if lead else ()))
                yield from _units(text, list(sentences(text, rest)), closing, heading)


def _reached(pin: SourcePin, near: Sequence[tuple[int, int]] | None) -> bool:
    return near is None or any(start < pin.end and pin.start < end for start, end in near)


def _rows(source: QuotableSource, pin: SourcePin) -> tuple[QuoteSpan, ...]:
    """Of a provision that is a table."""
    own = (table for table in source.tables if table.rows[0] == pin.body and table.end == pin.end)
    return next((table.spans() for table in own), ())


def _of_flat(text: str, span: QuoteSpan) -> Iterator[AnswerUnit]:
    yield from _units(text, list(sentences(text, span)), (), "")


def _units(
    text: str, said: Sequence[QuoteSpan], leads: tuple[QuoteSpan, ...], heading: str
) -> Iterator[AnswerUnit]:
    joined: list[QuoteSpan] = []
    for sentence in said:
        last = joined[-1] if joined else None
        # What is too short to be read alone, as a heading is that runs into its sentence.
        short = last and (_is_short(text, last) or _is_short(text, sentence))
        if last and (short or limits.match(text, sentence.start)):
            joined[-1] = QuoteSpan(last.start, sentence.end)
        else:
            joined.append(sentence)
    for at, sentence in enumerate(joined):
        back = at > 0 and _back.match(text, sentence.start)
        before = (*leads, joined[at - 1]) if back else leads
        yield from _pieces(text, AnswerUnit(sentence, before, heading))


def _is_short(text: str, span: QuoteSpan) -> bool:
    return len(text[slice(*span)].split()) < FEWEST_ALONE


def _pieces(text: str, unit: AnswerUnit) -> Iterator[AnswerUnit]:
    """As it is or, where it is long, by the items it lists or by its clauses."""
    start, end = unit.span
    if end - start <= _LONG:
        yield unit
        return
    cuts = [match.end() for match in _item.finditer(text, start, end)]
    if len(cuts) >= 2:
        head = trimmed_span(text, start, cuts[0])
        # What has a label itself is the first that is left of a list that begins further up.
        if head and _an_item.match(text, *head):
            yield AnswerUnit(head, unit.leads, unit.heading)
            head = None
        leads = (*unit.leads, head) if head else unit.leads
        for first, last in zip(cuts, [*cuts[1:], end], strict=True):
            piece = trimmed_span(text, first, last)
            if piece is not None:
                yield AnswerUnit(piece, leads, unit.heading)
        return
    clauses = [match.end() for match in _clause.finditer(text, start, end)]
    colon = _colon.search(text, start, clauses[0] if clauses else start)
    leads = unit.leads
    if colon and clauses and (head := trimmed_span(text, start, colon.start())):
        leads, start = (*leads, head), colon.end()
    for first, last in zip([start, *clauses], [*clauses, end], strict=True):
        piece = trimmed_span(text, first, last)
        if piece is not None:
            yield AnswerUnit(piece, leads, unit.heading)


def sentences(text: str, span: QuoteSpan) -> Iterator[QuoteSpan]:
    start = span.start
    for match in sentence_end.finditer(text, span.start, span.end):
        if (sentence := trimmed_span(text, start, match.start())) is not None:
            yield sentence
        start = match.end()
    if (sentence := trimmed_span(text, start, span.end)) is not None:
        yield sentence
