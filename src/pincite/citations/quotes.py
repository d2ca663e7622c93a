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

# A citation stands close to what it is for.
_REACH = 300
_LEAD = 120
_ENDS = (".", "?", "!")
_sentence = re.compile(r"[.?!][”\"’')\]]? +[“\"(\[]?[A-Z]")
_signals = re.compile(
    r"[.,;:)\]’'\s]{0,4}\d{0,3} ?(?:\(|\[)?(?:(?:see|accord|cf|but|e\.g|also|generally|quoting"
    r"|citing|in|at|from)\b[.,]{0,2} ?){0,4}",
    re.IGNORECASE,
)
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
    """Each quotation whose source the text names, by these rules, the first that fits:

    1. the citation right behind it, with nothing but signals between;
    2. a citation behind it in the same sentence;
    3. the citation before it in the same sentence: "Section 14 provides that “…”".

    Names alone and places in the same text are no source of a quotation.
    """
    cites = [
        at
        for at, one in enumerate(mentions)
        if one.form not in (Form.NAME, Form.INTERNAL, Form.INFRA)
    ]
    starts = [mentions[at].start for at in cites]
    for match in _quoted.finditer(reading.text):
        start, end = match.span(1 if match[1] is not None else 2)
        after = bisect_left(starts, match.end())
        if after < len(starts) and _is_for(reading.text, match.end(), starts[after]):
            yield Quotation(start, end, cites[after])
        elif after and _introduces(reading.text, mentions[cites[after - 1]].end, match.start()):
            yield Quotation(start, end, cites[after - 1])


def _is_for(text: str, quote_end: int, cite_start: int) -> bool:
    """Whether the citation behind a quotation says where it is from."""
    if cite_start - quote_end > _REACH:
        return False
    between = text[quote_end:cite_start]
    if _signals.fullmatch(between):
        return True
    ended = text[quote_end - 2 : quote_end - 1] in _ENDS
    return not ended and not _sentence.search(between) and "\n" not in between


def _introduces(text: str, cite_end: int, quote_start: int) -> bool:
    between = text[cite_end:quote_start]
    if len(between) > _LEAD or "\n" in between or between.rstrip(" ”\"’')]").endswith(_ENDS):
        return False
    return not _sentence.search(between)


class Comparison(NamedTuple):
    """Whether a source says the words, and where in it they begin, -1 where they do not stand."""

    outcome: QuoteOutcome
    at: int


def compared(quote: str, source: MatchingForm) -> Comparison:
    """Whether a source's text says the words; what stands between marked changes, in order."""
    quote = canonicalize(quote).rstrip(",;. ")
    whole = next(iter(source.find(MatchingForm.of(quote))), None)
    if whole is not None:
        return Comparison(QuoteOutcome.VERBATIM, whole[0])
    absent = Comparison(QuoteOutcome.ABSENT, -1)
    if not _altered.search(quote):
        return absent
    stripped = [piece.strip(" ,;.") for piece in _altered.split(quote)]
    first, at = -1, 0
    for piece in filter(None, stripped):
        places = source.find(MatchingForm.of(piece))
        place = next((span for span in places if span[0] >= at), None)
        if place is None:
            return absent
        first = place[0] if first < 0 else first
        at = place[1]
    return Comparison(QuoteOutcome.ALTERED, first) if first >= 0 else absent
