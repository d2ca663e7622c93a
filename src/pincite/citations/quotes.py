"""Quotations in a text, each with the citation that follows it, and whether its source says so."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from pincite.citations.reading import Reading
from pincite.model.mention import Form, Mention
from pincite.text import MatchingForm, canonicalize

# A citation stands close behind what it is for.
_REACH = 300
_SHORTEST = 12
_LONGEST = 4000
_quoted = re.compile(
    rf"“([^“”\n]{{{_SHORTEST},{_LONGEST}}})”|\"([^\"\n]{{{_SHORTEST},{_LONGEST}}})\""
)
# What a writer put in or left out: "[T]he", "[sic]", "* * *", ". . .", "…".
_altered = re.compile(r"\[[^\[\]]{0,80}\]|(?:\* ?){3}|\.(?: ?\.){2,3}|…")


class QuoteOutcome(StrEnum):
    VERBATIM = "verbatim"
    ALTERED = "verbatim but for marked changes"
    ABSENT = "not in the source"


class Quotation(NamedTuple):
    """The words between the marks, text[start:end], and the index of the mention they are for."""

    start: int
    end: int
    mention: int


def quotations(reading: Reading, mentions: Sequence[Mention]) -> Iterator[Quotation]:
    """Each quotation whose source the text names: the next citation behind it in its paragraph.
    Names alone and places in the same text are none."""
    cites = [
        at
        for at, one in enumerate(mentions)
        if one.form not in (Form.NAME, Form.INTERNAL, Form.INFRA)
    ]
    starts = [mentions[at].start for at in cites]
    for match in _quoted.finditer(reading.text):
        group = 1 if match[1] is not None else 2
        start, end = match.span(group)
        after = bisect_left(starts, match.end())
        if after == len(starts) or starts[after] - match.end() > _REACH:
            continue
        between = reading.text[match.end() : starts[after]]
        if "\n" in between or _ends_thought(between):
            continue
        yield Quotation(start, end, cites[after])


def _ends_thought(between: str) -> bool:
    """More than one sentence between a quotation and a citation parts them."""
    return len(re.findall(r"[.;?!][”\"')\]]? +[A-Z]", between)) > 1


def compared(quote: str, source: MatchingForm) -> QuoteOutcome:
    """Whether a source's text says the words; what stands between marked changes, in order."""
    quote = canonicalize(quote).rstrip(",;. ")
    if next(iter(source.find(MatchingForm.of(quote))), None) is not None:
        return QuoteOutcome.VERBATIM
    pieces = [piece.strip(" ,;.") for piece in _altered.split(quote)]
    pieces = [piece for piece in pieces if piece]
    if len(pieces) < 2 and not _altered.search(quote):
        return QuoteOutcome.ABSENT
    at = 0
    for piece in pieces:
        places = source.find(MatchingForm.of(piece))
        place = next((end for start, end in places if start >= at), None)
        if place is None:
            return QuoteOutcome.ABSENT
        at = place
    return QuoteOutcome.ALTERED if pieces else QuoteOutcome.ABSENT
