"""The cores of citations in reports of other countries, without names and pinpoints.

A core begins with a year, in brackets or before one, or with the letters of a court that numbers
its judgments: [1932] AC 562 (HL), (1854) 9 Exch 341, 2008 (2) SA 24 (CC), [2007] ZACC 22, HH 77-18.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from pincite.citations.cases.series import letters, series

_year = r"(?:1[5-9]|20)\d\d"
# A year, before what can go on as a core.
_anchor = re.compile(
    r"[12][05-9]\d\d(?=\),? [\dL]|(?:[-–/]\d{2,4})?\] | (?:\(\d{1,2}\) )?[A-Z][A-Za-z.])"
)
LETTERS = (
    r"[A-Z][A-Za-z.’']{0,11}(?: (?:& )?[A-Z][A-Za-z.]{0,9}){0,3}"
    r"(?: \((?:[23]d|[4-9]th|NS|N\.S\.|HL|PC|S|D|EC|Comm|Const|Crim|Cri|Pt\.? ?\d{1,4})\))?"
)
"""A series as it may be written."""
# "LR 3 HL 330": the volume stands within the series.
_series = rf"(?:(?P<lr>L\. ?R\.|LR),? )?(?:(?P<volume>\d{{1,3}}) )?(?P<series>{LETTERS})"
_page = r",? (?:(?P<page>\d{1,5}[a-z]?)(?![\w/]|[.,]\d)|(?P<at>at )(?=\d))"
_square = re.compile(
    rf"\[(?P<year>{_year})(?:[-–/]\d{{2,4}})?\] (?:\((?P<part>\d{{1,2}})\) )?{_series}{_page}"
)
_round = re.compile(rf"\((?P<year>{_year})\),? {_series}{_page}")
_parted = re.compile(
    rf"(?P<year>{_year}) (?:\((?P<part>\d{{1,2}})\) )?(?P<series>{LETTERS}){_page}"
)
_india = re.compile(rf"AIR (?P<year>{_year}) (?P<series>[A-Z][A-Za-z]{{1,8}}){_page}")
_judgment = re.compile(r"[CHLS](?:H|B|MA|MT|CC|C|CZ|C/H|C/B)?[ -](?=\d{1,4}[-/]\d)")
_numbered = re.compile(
    r"(?P<series>[A-Z]{1,3}(?:/[HB])?)[ -](?P<page>\d{1,4}[-/](?:(?:19|20)\d\d|\d\d))(?![\d/-])"
)
COURT = re.compile(r" \((?P<court>[A-Z][A-Za-z.]{0,8}(?: [A-Z][a-z]{1,8})?)\)")
"""The court in brackets behind a page."""
_no_year_behind = frozenset(".,$/–-")
_goes_on = re.compile(r" (?!at |par|¶|and|is|was|in |on |to |the|wh|as |but|or )[a-z]")
_of_courts_or_reports = re.compile(r"[A-Z]{1,6}(?:SC|HC|CA|CC|LR|LC)")
# Courts whose numbers name the division too.
_divided = frozenset({"EWHC", "UKUT", "UKFTT", "NZHC"})
_longest = 80


class Core(NamedTuple):
    """`page` is empty in a short form, whose end is behind "at ". `sure`: nothing else need speak
    for it. `written` is the series as it is written, "" where it is in no list."""

    start: int
    end: int
    year: str
    volume: str
    reporter: str
    page: str
    key: str
    court: str
    sure: bool
    written: str


def report_cores(text: str, jurisdictions: Collection[str]) -> Iterator[Core]:
    """In order, none over another. Judgments that a court numbers are looked for where the text may
    be of a country whose courts do, and need nothing else where it is."""
    done = 0
    found = [*_with_years(text)]
    if "us" not in jurisdictions:
        found += _judgments(text, home="zw" in jurisdictions)
    for core in sorted(found, key=lambda core: core.start):
        if core.start >= done:
            done = core.end
            yield core


def abbreviated(written: str) -> bool:
    """Whether it looks like the letters of a series, not like a word."""
    first = written.split(" ")[0]
    return "." in first or (len(first) > 1 and first.isupper())


def _with_years(text: str) -> Iterator[Core]:
    for anchor in _anchor.finditer(text):
        at = anchor.start()
        before = text[at - 1 : at]
        if before in _no_year_behind or before.isalnum():
            continue
        if before == "[":
            core = _in_square_brackets(text, at - 1)
        elif before == "(" and text[anchor.end()] == ")":
            core = _in_round_brackets(text, at - 1)
        elif text[at - 4 : at] == "AIR ":
            core = _all_india(text, at - 4)
        else:  # in "(1997 (11) BCLR 1489)" the bracket is that of a parallel
            core = _in_no_brackets(text, at)
        if core is not None:
            yield core


def _in_square_brackets(text: str, at: int) -> Core | None:
    match = _square.match(text, at, at + _longest)
    if match is None:
        return None
    part = match["part"] and f"({match['part']})"
    volume = " ".join(filter(None, (f"[{match['year']}]", part, match["volume"])))
    listed = series().of(match["series"])
    if match["lr"]:
        listed, volume = _within_the_reports(match, listed), f"[{match['year']}]"
    telling = _of_courts_or_reports.fullmatch(letters(match["series"]))
    return _core(match, volume, listed, sure=bool(listed or telling))


def _in_round_brackets(text: str, at: int) -> Core | None:
    """The year is no part of what identifies it."""
    match = _round.match(text, at, at + _longest)
    if match is None or not (match["volume"] and (match["lr"] or _listed_or_short(match))):
        return None
    listed = series().of(match["series"])
    if match["lr"]:
        return _core(match, "", _within_the_reports(match, listed), sure=True)
    letter = letters(match["series"])
    several = sum(char.isupper() for char in letter) > 1
    telling = "&" in letter or (several and len(letter) > 2)
    return _core(match, match["volume"], listed, sure=bool(listed and telling))


def _in_no_brackets(text: str, at: int) -> Core | None:
    match = _parted.match(text, at, at + _longest)
    if match is None or not _listed_or_short(match):
        return None
    year, part = match.group("year", "part")
    listed = series().of(match["series"])
    if part:
        counted = _goes_on.match(text, match.end(), match.end() + 4) is not None
        return _core(match, f"{year} ({part})", listed, sure=bool(listed) and not counted)
    if letters(match["series"]) not in series().yearly and (
        listed or not match["series"].isupper()
    ):
        return None
    return _core(match, year, listed, sure=False)


def _all_india(text: str, at: int) -> Core | None:
    match = _india.match(text, at, at + _longest)
    if match is None or not match["page"]:
        return None
    return _core(match, f"AIR {match['year']}", match["series"], sure=True)


def _listed_or_short(match: re.Match[str]) -> bool:
    return bool(series().of(match["series"])) or abbreviated(match["series"])


def _within_the_reports(match: re.Match[str], listed: str) -> str:
    return " ".join(filter(None, ("LR", match["volume"], listed or match["series"])))


def _core(match: re.Match[str], volume: str, listed: str, *, sure: bool) -> Core:
    reporter, page = listed or match["series"], match["page"] or ""
    key = " ".join(filter(None, (volume, reporter, page)))
    end, court = match.end(), ""
    bracket = COURT.match(match.string, end, end + 30) if page else None
    if bracket is not None:
        end, court = bracket.end(), bracket["court"]
        if reporter in _divided:
            key = f"{key} ({court})"
    written = match["series"] if listed else ""
    return Core(
        match.start(), end, match["year"], volume, reporter, page, key, court, sure, written
    )


def _judgments(text: str, *, home: bool) -> Iterator[Core]:
    numbered = series().numbered
    for anchor in _judgment.finditer(text):
        at = anchor.start()
        match = _numbered.match(text, at, at + 24)
        if match is None or match["series"] not in numbered or text[at - 1 : at].isalnum():
            continue
        letter, page = match.group("series", "page")
        yield Core(at, match.end(), "", "", letter, page, f"{letter} {page}", "", home, letter)
