"""Dates as documents write them, put in ISO form where that takes no guessing."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pincite.graph.passage import near, stretches
from pincite.graph.records import DateFinding
from pincite.graph.rules import either, folded, table, words

IMPOSSIBLE = "there is no such day"
EXCHANGEABLE = "day and month could be exchanged, and no other date shows the order"
TWO_DIGITS = "the year has two digits"
_FIRST_YEAR, _LAST_YEAR = 1500, 2199

# A date in words ends with its year, and is no longer than this.
_year = re.compile(r"(?<!\d)\d{4}(?!\d)")
_REACH = 48
_iso = re.compile(r"(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?![\w-])")
_numeric = re.compile(r"(?<![\w/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\w/-]|\.\d)")


class _Patterns(NamedTuple):
    months: dict[str, int]
    ordinals: dict[str, int]
    month_first: re.Pattern[str]
    day_first: re.Pattern[str]
    day_in_words: re.Pattern[str]
    hyphened: re.Pattern[str]
    month: re.Pattern[str]
    year: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    months: dict[str, int] = {}
    written: set[str] = set()
    for language in ("english", "icelandic"):
        for number, forms in enumerate(table("dates")[language], 1):
            for form in forms:
                months[form.casefold()] = number
                written.add(form)
                written.add(form.upper())
                if language == "icelandic":
                    written.add(form.capitalize())
    month = f"(?:{either(written)})"
    ordinals = {word: day for day, word in enumerate(words("dates", "ordinals"), 1)}
    year = r"(\d{4})(?![\d/-]|,\d)"
    day = r"0?[1-9]|[12]\d|3[01]"
    return _Patterns(
        months,
        ordinals,
        re.compile(rf"(?<!\w)({month})\.? ({day})(?:st|nd|rd|th|ST|ND|RD|TH)?,? {year}"),
        re.compile(
            rf"(?<![\w.:/-])({day})(?:st|nd|rd|th|ST|ND|RD|TH|\.)?"
            rf"(?: day)?(?: of)? ({month})\.?,? {year}"
        ),
        re.compile(rf"(?<!\w)({either(ordinals)}) (?:day )?of ({month}),? {year}", re.IGNORECASE),
        re.compile(rf"(?<![\w.:/-])({day})-({month})-(\d{{4}}|\d{{2}})(?![\w/-])"),
        re.compile(rf"(?<!\w)({month})\.?,?(?: of)? {year}"),
        re.compile(rf"(?<!\w)(?:{either(words('dates', 'before_a_year'))}) {year}", re.IGNORECASE),
    )


def dates(text: str, language: str) -> list[DateFinding]:
    """In order, none overlapping; of two readings of the same words, the longer."""
    found = sorted(_all(text, language), key=lambda date: (date.start, -date.end))
    kept: list[DateFinding] = []
    for date in found:
        if not kept or date.start >= kept[-1].end:
            kept.append(date)
    return kept


def _all(text: str, language: str) -> Iterator[DateFinding]:
    patterns = _patterns()
    years = stretches(_year, text, _REACH, 3)
    for match in near(patterns.month_first, text, years):
        yield _day(match, match[3], patterns.months[match[1].casefold()], int(match[2]))
    for match in near(patterns.day_first, text, years):
        yield _day(match, match[3], patterns.months[match[2].casefold()], int(match[1]))
    for match in near(patterns.day_in_words, text, years):
        day = patterns.ordinals[match[1].casefold()]
        yield _day(match, match[3], patterns.months[match[2].casefold()], day)
    for match in patterns.hyphened.finditer(text):
        if len(match[3]) == 2:
            yield DateFinding(*match.span(), "", "day", TWO_DIGITS)
        else:
            yield _day(match, match[3], patterns.months[match[2].casefold()], int(match[1]))
    for match in near(patterns.month, text, years):
        if _plausible(match[2]):
            iso = f"{match[2]}-{patterns.months[match[1].casefold()]:02}"
            yield DateFinding(match.start(), match.end(), iso, "month")
    for match in near(patterns.year, text, years):
        if _plausible(match[1]):
            yield DateFinding(match.start(1), match.end(1), match[1], "year")
    for match in _iso.finditer(text):
        yield _day(match, match[1], int(match[2]), int(match[3]))
    yield from _numeric_dates(text, language)


def _numeric_dates(text: str, language: str) -> Iterator[DateFinding]:
    found = [
        match
        for match in _numeric.finditer(text)
        if match[2] == "/" or (len(match[4]) == 4 and _plausible(match[4]))
    ]
    day_first = language in folded("dates", "day_first_languages")
    month_first = False
    for match in found:
        first, second = int(match[1]), int(match[3])
        day_first |= 12 < first <= 31 and second <= 12
        month_first |= 12 < second <= 31 and first <= 12
    for match in found:
        date = _numeric_date(
            match,
            day_first=day_first and not month_first,
            month_first=month_first and not day_first,
        )
        if date is not None:
            yield date


def _numeric_date(
    match: re.Match[str], *, day_first: bool, month_first: bool
) -> DateFinding | None:
    """One date; `day_first` and `month_first` say how others of the text are written."""
    first, second, year = int(match[1]), int(match[3]), match[4]
    plausible = len(year) == 4 and _plausible(year)
    if max(first, second) > 31 or min(first, second) > 12 or not min(first, second):
        # A fraction, a section or a ratio, unless the year makes it a date that cannot be.
        return DateFinding(*match.span(), "", "day", IMPOSSIBLE) if plausible else None
    if len(year) == 2:
        return DateFinding(*match.span(), "", "day", TWO_DIGITS)
    if not plausible:
        return None
    if first > 12 or (first != second and second <= 12 and day_first):
        return _day(match, year, second, first)
    if second > 12 or first == second or month_first:
        return _day(match, year, first, second)
    return DateFinding(*match.span(), "", "day", EXCHANGEABLE)


def _plausible(year: str) -> bool:
    return _FIRST_YEAR <= int(year) <= _LAST_YEAR


def _day(match: re.Match[str], year: str, month: int, day: int) -> DateFinding:
    try:
        iso = datetime.date(int(year), month, day).isoformat()
    except ValueError:
        return DateFinding(*match.span(), "", "day", IMPOSSIBLE)
    return DateFinding(*match.span(), iso, "day")
