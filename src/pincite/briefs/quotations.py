"""Quotations in a text, each with the citation that says where it is from."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.citations.reading import CitableText
from pincite.model.mention import Form, Mention

# A citation stands close to what it is for.
_REACH = 300
_LEAD = 120
# So many citations may stand alone below a block quotation.
_IN_A_ROW = 20
_ENDS = (".", "?", "!")
_sentence = re.compile(r"[.?!][”\"’')\]]? +[“\"(\[]?[A-Z]")
_signals = re.compile(
    r"[.,;:)\]’'\s]{0,4}\d{0,3} ?(?:\(|\[)?(?:(?:see|accord|cf|but|e\.g|also|generally|quoting"
    r"|citing|in|at|from)\b[.,]{0,2} ?){0,4}",
    re.IGNORECASE,
)
# "(emphasis added)" behind a citation.
_aside = re.compile(r"\([^()]{0,120}\)")
_letter = re.compile(r"[^\W\d_]")
_SHORTEST = 12
_LONGEST = 4000
_quoted = re.compile(
    rf"“([^“”\n]{{{_SHORTEST},{_LONGEST}}})”|\"([^\"\n]{{{_SHORTEST},{_LONGEST}}})\""
)


class Quotation(NamedTuple):
    """The words between the marks, text[start:end], and the index of the mention they are for."""

    start: int
    end: int
    mention: int


def quotations(reading: CitableText, mentions: Sequence[Mention]) -> Iterator[Quotation]:
    """Each quotation whose source the text names, by these rules, the first that fits:

    1. the citation right behind it, with nothing but signals between;
    2. a citation behind it in the same sentence;
    3. the citation before it in the same sentence: "Section 14 provides that “…”".

    Names alone and places in the same text are no source of a quotation. A citation of another
    paragraph is one only below a block: a quotation that is a paragraph by itself, with a paragraph
    below it that cites and says nothing else.
    """
    cites = [
        at
        for at, mention in enumerate(mentions)
        if mention.form not in (Form.NAME, Form.INTERNAL, Form.INFRA)
    ]
    starts = [mentions[at].start for at in cites]
    for match in _quoted.finditer(reading.text):
        start, end = match.span(1 if match[1] is not None else 2)
        after = bisect_left(starts, match.end())
        behind = [mentions[at] for at in cites[after : after + _IN_A_ROW]]
        if behind and _is_for(reading.text, match, behind):
            yield Quotation(start, end, cites[after])
        elif after and _introduces(reading.text, mentions[cites[after - 1]].end, match.start()):
            yield Quotation(start, end, cites[after - 1])


def _is_for(text: str, quote: re.Match[str], behind: Sequence[Mention]) -> bool:
    """Whether the first citation behind a quotation says where it is from."""
    end, cited = quote.end(), behind[0].start
    if cited - end > _REACH:
        return False
    between = text[end:cited]
    if "\n" in between:
        return bool(_signals.fullmatch(between)) and _is_block(text, quote, behind)
    if _signals.fullmatch(between):
        return True
    ended = text[end - 2 : end - 1] in _ENDS
    return not ended and not _sentence.search(between)


def _is_block(text: str, quote: re.Match[str], behind: Sequence[Mention]) -> bool:
    """Whether a quotation is a whole paragraph, and the next one is nothing but citations."""
    line = text.find("\n", quote.end())
    above = text[text.rfind("\n", 0, quote.start()) + 1 : quote.start()]
    if above.strip() or _letter.search(text, quote.end(), line):
        return False
    until = text.find("\n", behind[0].start)
    until = len(text) if until < 0 else until
    at, rest = behind[0].start, ""
    for mention in behind:
        if mention.start >= until:
            break
        rest += text[at : mention.start]
        at = max(at, mention.end)
    left = _aside.sub("", rest + text[at:until])
    return not _letter.search(_signals.sub("", left))


def _introduces(text: str, cite_end: int, quote_start: int) -> bool:
    between = text[cite_end:quote_start]
    if len(between) > _LEAD or "\n" in between or between.rstrip(" ”\"’')]").endswith(_ENDS):
        return False
    return not _sentence.search(between)
