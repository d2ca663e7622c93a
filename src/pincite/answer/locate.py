"""Finds where a quote stands in a source, word for word.

The canonical form is tried first, then the matching form, which forgives what extraction does to a
text but never a changed word. Both ends of a quote must be ends of words and of numbers, and a
quote may not begin or end where that leaves out a "not".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.answer.records import DraftFault, QuoteSpan
from pincite.text import MatchingForm, canonicalize
from pincite.text.edges import LOOK, as_read, cuts_a_word, lettered
from pincite.text.limiting import NEGATIONS

_PAGE = r"\[\*?\d+\] "
_after_negation = re.compile(
    rf"(?:(?:^|[^\w])(?:{NEGATIONS})|n['’]t)(?:[ ,:‒—–\"“”„‘’'(\[-]|{_PAGE})+$", re.IGNORECASE
)
_before_negation = re.compile(
    rf"^(?:\.?,|[ \"”’)\]])*(?<= )(?:[\"“„‘(\[]|{_PAGE})*"
    rf"(?:{NEGATIONS}|[^\W_]+n['’]t)(?:$|[^\w'’-])",
    re.IGNORECASE,
)
# "No person may enter": without its subject, the verb says the reverse.
_modal = re.compile(
    r"(?:may|shall|must|can|will|might|should|could|would|má|mega|skal|skulu|getur|geta|mun|munu)\b",
    re.IGNORECASE,
)
_no_subject = re.compile(
    r"\b(?:no|neither|enginn|engin|ekkert|engum|engan)\b [^.;:]*$", re.IGNORECASE
)
_negation = re.compile(rf"\b(?:{NEGATIONS})\b|n['’]t\b", re.IGNORECASE)
_DOTS = r"…|(?<!\.)\.{3,4}(?!\.)|\. \. \.(?: \.)?"
_ellipsis = re.compile(rf" ?(?:\[ ?(?:{_DOTS}) ?\]|{_DOTS}) ?")
_stop = re.compile(r"([^\W\d_]{3,})[.!?][\"”’)\]]* (?=[\"“„‘(\[]*([^\W\d_]))")
_SHORT = frozenset(("mgr", "tölul", "inc", "corp", "ltd", "art", "sec", "stat", "supp", "nos"))
_A_LETTER = re.compile(r"[^\W_]")
FEWEST_WORDS = 3
_MOST_MARKS = 8


class Around(NamedTuple):
    """The text just before a source and just after it."""

    before: str = ""
    after: str = ""


def locate(
    quote: str,
    source: str,
    *,
    ellipses: bool,
    around: Around = Around(),  # noqa: B008 (frozen)
    floor: int = 0,
) -> tuple[DraftFault | None, tuple[QuoteSpan, ...]]:
    """The places of a quote's parts in a source, or what is wrong with it; of several places the
    first from `floor` on, and before it only where there is none."""
    wanted = canonicalize(quote)
    if len([word for word in wanted.split() if _A_LETTER.search(word)]) < FEWEST_WORDS:
        # Of a source that is as short, the whole may be quoted.
        if wanted and wanted == source.strip():
            return None, (QuoteSpan(source.find(wanted), source.find(wanted) + len(wanted)),)
        return DraftFault.TOO_SHORT, ()
    if floor:
        whole = _place(wanted, source, floor, around)[1]
        if whole is not None:
            return None, (whole,)
    fault, whole = _place(wanted, source, 0, around)
    if whole is not None:
        return None, (whole,)
    if not _ellipsis.search(wanted):
        return fault, ()
    if not ellipses:
        return DraftFault.ELLIPSIS, ()
    return _in_order(wanted, source, around)


def negates(source: str, at: int) -> bool:
    """Whether a quote that begins or ends here leaves out a negation beside it."""
    before = as_read(source[max(at - LOOK, 0) : at]).rstrip(" ")
    after = as_read(source[at : at + LOOK]).lstrip(" ")
    return bool(_after_negation.search(f"{before} ") or _before_negation.search(f" {after}"))


def _in_order(
    wanted: str, source: str, around: Around
) -> tuple[DraftFault | None, tuple[QuoteSpan, ...]]:
    """Every part, each behind the one before, with no negation lost between two of one sentence.

    Dots may be the source's own, so each part is taken as long as it stands there.
    """
    marks = list(_ellipsis.finditer(wanted))[:_MOST_MARKS]
    starts = [0, *(mark.end() for mark in marks)]
    ends = [*(mark.start() for mark in marks), len(wanted)]
    spans: list[QuoteSpan] = []
    first = 0
    while first < len(starts):
        fault, found, last = DraftFault.NOT_VERBATIM, None, first
        for last in range(len(ends) - 1, first - 1, -1):
            part = wanted[starts[first] : ends[last]]
            fault, found = _place(part, source, spans[-1].end if spans else 0, around)
            if found is not None:
                break
        part = wanted[starts[first] : ends[last]]
        if found is None and part:
            earlier = _place(part, source, 0, around)[1]
            return (DraftFault.OUT_OF_ORDER if earlier is not None else fault), ()
        if found is not None:
            if len(part.split()) < FEWEST_WORDS:
                return DraftFault.TOO_SHORT, ()
            if spans and _loses_negation(source, spans[-1], found):
                return DraftFault.CUTS_A_NEGATION, ()
            spans.append(found)
        first = last + 1
    return None, tuple(spans)


def _loses_negation(source: str, first: QuoteSpan, second: QuoteSpan) -> bool:
    """What is left out of the sentence of the second part; and, where that does not begin with the
    part, of the first part's sentence too. Sentences between them may negate."""
    ends = [
        match.end()
        for match in _stop.finditer(source, first.start, min(second.start + 4, len(source)))
        if match[2].isupper() and match[1].lower() not in _SHORT
    ]
    inner = [at for at in ends if first.end <= at <= second.start]
    head = as_read(source[max(inner, default=first.end) : second.start])
    tail = as_read(source[first.end : min(inner, default=first.end)])
    return bool(_negation.search(head) or (head.strip() and _negation.search(tail)))


def _place(
    wanted: str, source: str, floor: int, around: Around
) -> tuple[DraftFault, QuoteSpan | None]:
    """The first place at or behind `floor` where the words stand whole."""
    fault = DraftFault.NOT_VERBATIM
    for span in _everywhere(wanted, source):
        if span.start < floor:
            continue
        wrong = _severed(source, span, around)
        if wrong is None:
            return fault, span
        fault = wrong
    return fault, None


def _everywhere(wanted: str, source: str) -> Iterator[QuoteSpan]:
    at = source.find(wanted)
    seen: set[QuoteSpan] = set()
    while at >= 0:
        seen.add(QuoteSpan(at, at + len(wanted)))
        yield QuoteSpan(at, at + len(wanted))
        at = source.find(wanted, at + 1)
    for start, end in MatchingForm.of(source).find(MatchingForm.of(wanted)):
        if QuoteSpan(start, end) not in seen:
            yield QuoteSpan(start, end)


def _severed(source: str, span: QuoteSpan, around: Around) -> DraftFault | None:
    first, last = lettered(source, span.start, span.end)
    before, after = source[max(first - LOOK, 0) : first], source[last : last + LOOK]
    before = as_read(around.before[-LOOK:] + before if first < LOOK else before)
    after = as_read(after + around.after[:LOOK] if last + LOOK > len(source) else after)
    if cuts_a_word(before, source[first:last], after):
        return DraftFault.CUTS_A_WORD
    if _after_negation.search(before) or _before_negation.search(after):
        return DraftFault.CUTS_A_NEGATION
    if _modal.match(source, first) and _no_subject.search(before):
        return DraftFault.CUTS_A_NEGATION
    return None
