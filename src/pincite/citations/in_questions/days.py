"""Days, months and years as people write them, in English and in Icelandic."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta
from typing import NamedTuple

_MONTHS = (
    ("january", "jan", "janúar", "januar", "janúars"), ("february", "feb", "febrúar", "februar"),
    ("march", "mar", "mars"), ("april", "apr", "apríl"), ("may", "maí", "mai"),
    ("june", "jun", "júní", "juni"), ("july", "jul", "júlí", "juli"),
    ("august", "aug", "ágúst", "agust", "ág"), ("september", "sept", "sep"),
    ("october", "oct", "október", "oktober", "okt"),
    ("november", "nov", "nóvember", "nóv"), ("december", "dec", "desember", "des"),
)  # fmt: skip
_NUMBER = {name: index + 1 for index, names in enumerate(_MONTHS) for name in names}
_month = "|".join(sorted(_NUMBER, key=len, reverse=True))
_year = r"(?:1[89]|20)\d\d"
_begins = r"(?:the )?(?:start|beginning) of |(?:upphafi?|byrjun) [áa]rs(?:ins)? |[áa]rsbyrjun "
_whole = (
    r"the year |(?:the )?end of |[áa]ri[ðd] |[áa]rinu |[áa]rsins |[áa]rslok(?:um)? "
    r"|lok(?:um)? [áa]rs(?:ins)? "
)
# What follows is no part of a date: "2019/20", "2019-2020".
_ended = r"(?![\w/–-])(?!\.\d)"
_day = (
    rf"(?P<iso>{_year}-\d\d-\d\d)"
    rf"|(?P<d1>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? (?P<m1>{_month})\.?,? (?P<y1>{_year})"
    rf"|(?P<m2>{_month})\.? (?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y2>{_year})"
    rf"|(?P<d5>\d{{1,2}})\.(?P<m5>\d{{1,2}})\.(?P<y5>{_year})"
)
NOT_WITHIN = r"(?<![\w/.–-])"
DAY = rf"(?:{_day}){_ended}"
"""A day of a month of a year; a regular expression may have it once."""
PERIOD = (
    rf"(?:{_day}|(?P<m3>{_month})\.?,? (?:of )?(?P<y3>{_year})"
    rf"|(?:(?P<begins>{_begins})|{_whole})?(?P<y4>{_year})){_ended}"
)
"""A day, a month or a year; a regular expression may have it once."""
_ONE_DAY = timedelta(days=1)


class Days(NamedTuple):
    """From the first day to the last, which are one where a day is named; without a first, all
    days up to the last."""

    first: date | None
    last: date

    def asked(self, today: date) -> date:
        """The day that is meant where the law of the whole time is asked for: its last, but today
        where it has not ended yet."""
        return today if self.covers(today) else self.last

    def before(self) -> Days:
        return Days(None, (self.first or self.last) - _ONE_DAY)

    def covers(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and day <= self.last


def days_of(match: re.Match[str]) -> Days | None:
    """What a match of DAY or PERIOD names; None where there is no such day."""
    said = {name: value for name, value in match.groupdict().items() if value}
    try:
        if "iso" in said:
            day = date.fromisoformat(said["iso"])
            return Days(day, day)
        for style in "125":
            if f"y{style}" in said:
                year, month = int(said[f"y{style}"]), _month_number(said[f"m{style}"])
                day = date(year, month, int(said[f"d{style}"]))
                return Days(day, day)
        if "y3" in said:
            year, month = int(said["y3"]), _month_number(said["m3"])
            last = calendar.monthrange(year, month)[1]
            return Days(date(year, month, 1), date(year, month, last))
        first = date(int(said["y4"]), 1, 1)
        return Days(first, first if "begins" in said else date(first.year, 12, 31))
    except ValueError:
        return None


def _month_number(written: str) -> int:
    return int(written) if written.isdigit() else _NUMBER[written.lower()]
