"""Cases and statutes that a document cites, found with eyecite, each under one key."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from functools import cache
from typing import cast

from eyecite import get_citations  # pyright: ignore[reportUnknownVariableType]
from eyecite.models import (
    CitationBase,
    FullCaseCitation,
    FullLawCitation,
    ShortCaseCitation,
)
from reporters_db import (  # pyright: ignore[reportMissingTypeStubs]
    EDITIONS,  # pyright: ignore[reportUnknownVariableType]
    VARIATIONS_ONLY,  # pyright: ignore[reportUnknownVariableType]
)

from pincite.graph.records import Finding
from pincite.graph.rules import either, folded, words

# eyecite warns about every pair of citations that overlap; that is for its authors to read.
logging.getLogger("eyecite").addHandler(logging.NullHandler())

# eyecite reads only what lies around a place where a citation may stand: the case's name before
# it, the page and the year after it. No search of its own runs over more than a window.
_BEFORE = 300
_AFTER = 200
_WINDOW = 4000
_MOST_DIGITS = 6
_neutral = re.compile(
    r"\[((?:19|20)\d\d)\] ([A-Z]{2,6}(?: \([A-Za-z]+\))?(?: (?:Civ|Crim))?) (\d{1,5})(?!\d)"
)
_icelandic = re.compile(
    r"(?<!\w)(?:lög|laga|lögum|lögin|laganna)(?: um [^\n.;]{3,80}?,?)? nr\. "
    r"(\d{1,3}/(?:1[89]|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
_spaces = re.compile(r"\s+")

Span = tuple[int, int]


@cache
def _maybe() -> re.Pattern[str]:
    """A number, an abbreviation or a reporter's name, and a number ("509 U.S. 579", "1 Cranch 137",
    "2023 WL 128600"), or the sign of a section."""
    small = "of|the|and|for|&"
    reporters = cast("set[str]", {*EDITIONS, *VARIATIONS_ONLY})
    plain = {name for name in reporters if name.isalpha() and name.istitle()}
    return re.compile(
        rf"\d (?:[A-Z][^\s]{{0,20}} |(?:{small}) ){{0,5}}"
        rf"(?:[A-Z]\S{{0,20}}\.|[A-Z]{{2,8}}|\d[a-z]{{1,2}}|{either(plain)})"
        r"(?: \([A-Z][\w.]*\))?,? ?(?:No\. |at |Sections? )?[\d_]"
        r"|§|(?:L|Stat)\. (?:No\. )?\d"
    )


@cache
def _rules() -> re.Pattern[str]:
    return re.compile(rf"(?:{either(words('authorities', 'court_rules'))}) (\d+(?:\.\d+)?)")


def authorities(text: str) -> tuple[list[Finding], list[Span]]:
    """What is cited, in order, and the spans of whole citations, case names and years included."""
    found: list[Finding] = []
    wholes: list[Span] = []
    short: list[tuple[Finding, str]] = []
    for offset, citation in _citations(text):
        start, end = (at + offset for at in citation.span())
        end = start + len(text[start:end].rstrip(" ,;:"))
        first, last = (at + offset for at in citation.full_span())
        if isinstance(citation, FullCaseCitation):
            if finding := _case(citation, start, end):
                found.append(finding)
                wholes.append((first, last))
        elif isinstance(citation, FullLawCitation):
            if _is_law(citation):
                key = _law_key(citation)
                found.append(Finding("statute", start, end, key.casefold(), key, "eyecite law"))
                wholes.append((first, last))
        elif isinstance(citation, ShortCaseCitation):
            volume = _volume(citation)
            short.append((Finding("case", start, end, "", "", "eyecite short form"), volume))
            wholes.append((first, last))
    found.extend(_resolved(short, found))
    for match in _neutral.finditer(text):
        key = f"[{match[1]}] {match[2]} {match[3]}"
        found.append(Finding("case", *match.span(), key.casefold(), key, "neutral citation"))
        wholes.append(match.span())
    for match in _icelandic.finditer(text):
        key = f"lög nr. {match[1]}"
        found.append(Finding("statute", *match.span(), key, key, "Icelandic law number"))
        wholes.append(match.span())
    for match in _rules().finditer(text):
        found.append(Finding("statute", *match.span(), match[0].casefold(), match[0], "court rule"))
        wholes.append(match.span())
    return sorted(found, key=lambda one: (one.start, one.end)), sorted(wholes)


def _citations(text: str) -> Iterator[tuple[int, CitationBase]]:
    """Each citation once, with the offset of the window that it was found in: where two windows
    overlap, the later has more of what follows it."""
    found: dict[int, tuple[int, CitationBase]] = {}
    for start, end in _windows(text):
        for citation in get_citations(text[start:end]):
            found[start + citation.span()[0]] = (start, citation)
    yield from (found[at] for at in sorted(found))


def _windows(text: str) -> Iterator[Span]:
    """Stretches of the text, from word to word, that hold every place where a citation may stand
    and what belongs to it."""
    start, end = 0, -1
    for match in _maybe().finditer(text):
        first = max(match.start() - _BEFORE, 0)
        if first > end or match.end() - start > _WINDOW:
            if end > 0:
                yield start, end
            start = text.find(" ", first, match.start()) + 1 or first if first else 0
        space = text.find(" ", match.end() + _AFTER)
        end = space if 0 <= space < match.end() + 2 * _AFTER else match.end() + _AFTER
        end = min(end, len(text))
    if end > 0:
        yield start, end


def _group(citation: CitationBase, *names: str) -> str:
    """The first of these parts of a citation that it has."""
    groups = cast("dict[str, str | None]", citation.groups)  # pyright: ignore[reportUnknownMemberType]
    return next((found for name in names if (found := groups.get(name))), "")


def _reporter(citation: FullCaseCitation | FullLawCitation | ShortCaseCitation) -> str:
    return str(citation.corrected_reporter())  # pyright: ignore[reportUnknownArgumentType]


def _case(citation: FullCaseCitation, start: int, end: int) -> Finding | None:
    page = _group(citation, "page")
    reporter = _reporter(citation)
    said = _group(citation, "reporter").casefold()
    if not page.isdigit() or said in folded("authorities", "not_reporters"):
        return None
    if "." not in said and not citation.metadata.year and not _is_named(citation):
        return None
    key = f"{_group(citation, 'volume')} {reporter} {page}".strip()
    about = citation.metadata
    name = key
    if _is_named(citation):
        name = f"{_without_signal(str(about.plaintiff))} v. {about.defendant}, {key}"
    return Finding("case", start, end, key.casefold(), _spaces.sub(" ", name), "eyecite case")


def _without_signal(name: str) -> str:
    while " " in name and name.split(" ", 1)[0].casefold() in folded("authorities", "signals"):
        name = name.split(" ", 1)[1]
    return name


def _is_named(citation: FullCaseCitation) -> bool:
    sides = (citation.metadata.plaintiff, citation.metadata.defendant)
    return all(side and side[:1].isupper() and len(side) < 120 for side in sides)


def _is_law(citation: FullLawCitation) -> bool:
    """No page or section has eight digits; the number of a French patent, "FR 10770074", has."""
    section = _group(citation, "section", "page")
    return sum(char.isdigit() for char in section.split("-")[0]) <= _MOST_DIGITS


def _law_key(citation: FullLawCitation) -> str:
    number = _group(citation, "title", "volume", "chapter")
    reporter = _reporter(citation)
    section = _group(citation, "section", "page")
    section = section.rstrip(".,;:").replace("–", "-")
    mark = "§ " if _group(citation, "section") else ""
    before, after = (reporter, number) if reporter.startswith("Pub. L") else (number, reporter)
    return _spaces.sub(" ", f"{before} {after} {mark}{section}").strip()


def _volume(citation: ShortCaseCitation) -> str:
    return f"{_group(citation, 'volume')} {_reporter(citation)} ".casefold()


def _resolved(short: list[tuple[Finding, str]], full: list[Finding]) -> Iterator[Finding]:
    """A short form speaks of the one case of that volume which the document cites in full."""
    volumes: dict[str, set[Finding]] = {}
    for one in full:
        if one.kind == "case":
            volumes.setdefault(one.key.rpartition(" ")[0] + " ", set()).add(one)
    for one, volume in short:
        keys = {case.key for case in volumes.get(volume, ())}
        if len(keys) == 1:
            case = min(volumes[volume])
            yield one._replace(key=case.key)
