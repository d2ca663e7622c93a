"""Finds, in flattened text, what is not the act's own running words: the publisher's notes, new
wording quoted for another law, and the entries of defined terms."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pincite.ingest.law.enumerations import Offsets, TermEntry

_bracketed = re.compile(r"\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]")
_editorial = re.compile(
    r"\b(?:amende?d?|mended|inserted|insertion|reinserted|substituted|repealed|added|deleted|"
    r"(?:re-?)?number(?:ed|ing)|reinstated|suspended|not incorporated|Law Reviser|formerly)\b"
    r"|^\[\s*(?:please )?[nm]ote\b|^\[References to|^\[subparagraph by",
    re.I,
)

_name = re.compile(r"[\"“] ?([^\"“”;—]{1,120}?) ?[\"”]")
_term = re.compile(rf"{_name.pattern}(?:(?:,? (?:or|and) |, ){_name.pattern}){{0,5}}")
_defining = re.compile(
    r"[\s,]*(?:(?:in|with|for|when|where|unless)\b[^;—\"“]{0,200}?)??"
    r"(?:\bmeans?\b|\bincludes?\b|\bha(?:s|ve) the (?:same )?meaning|\bshall have the\b|"
    r"\bshall be construed|\bdoes not include|\bbears? the\b|\[ ?definition)"
)
_interpretation = re.compile(r"\b(?:interpretation|definitions?)\b", re.I)

# New wording enumerates the provisions of the law that it goes into.
_opens = re.compile(
    r"[—:–] ?[“\"] ?(?=\(\w{1,4}\)|\d+[A-Z]{0,2}\.? [A-Z(]|P(?:ART|art) |CHAPTER |Provided that)"
)
_closes = re.compile(r"(?:[.;:,]|[;,] (?:or|and)) ?[”\"](?=[.;,:]| and\b| or\b|$)")


def notes_in(text: str, start: int) -> list[Offsets]:
    """Bracketed remarks about the text: "[subsection amended by Act 5 of 2015 ]"."""
    if text.find("[", start) < 0:
        return []
    return [m.span() for m in _bracketed.finditer(text, start) if _editorial.search(m[0])]


def quoted_in(text: str, start: int) -> list[Offsets]:
    opened = [match.end() for match in _opens.finditer(text, start)]
    if not opened:
        return []
    closed = [match.end() for match in _closes.finditer(text, start)]
    spans: list[Offsets] = []
    for begin in opened:
        if spans and begin < spans[-1][1]:
            continue
        after = bisect_right(closed, begin)
        spans.append((begin, closed[after] if after < len(closed) else len(text)))
    return spans


def terms_in(
    text: str, start: int, title: str, apart: Sequence[Sequence[Offsets]]
) -> list[TermEntry]:
    """Quoted terms that the text goes on to define; in an interpretation section, all of them."""
    any_verb = _interpretation.search(title) is not None
    terms: list[TermEntry] = []
    for match in _term.finditer(text, start):
        if not any_verb and _defining.match(text, match.end()) is None:
            continue
        if any(_within(match.start(), spans) for spans in apart):
            continue
        names = "; ".join(name.strip(" ,") for name in _name.findall(match[0]))
        terms.append(TermEntry(match.start(), match.end(), names))
    return terms


def _within(at: int, spans: Sequence[Offsets]) -> bool:
    before = bisect_right(spans, (at, 1 << 62)) - 1
    return before >= 0 and at < spans[before][1]
