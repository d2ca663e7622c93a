"""The day that a question asks about: "as at 2024", "as of 1 March 2023", "current"."""

from __future__ import annotations

import calendar
import re
from datetime import date
from typing import NamedTuple

_MONTHS = (
    ("january", "jan", "janúar", "janúars"), ("february", "feb", "febrúar"),
    ("march", "mar", "mars"), ("april", "apr", "apríl"), ("may", "maí"), ("june", "jun", "júní"),
    ("july", "jul", "júlí"), ("august", "aug", "ágúst", "ág"),
    ("september", "sept", "sep"), ("october", "oct", "október", "okt"),
    ("november", "nov", "nóvember", "nóv"), ("december", "dec", "desember", "des"),
)  # fmt: skip
_NUMBER = {name: index + 1 for index, names in enumerate(_MONTHS) for name in names}
_month = "|".join(sorted(_NUMBER, key=len, reverse=True))
_year = r"(?:1[89]|20)\d\d"
_day = (
    rf"(?:(?P<iso>{_year}-\d\d-\d\d)"
    rf"|(?P<d1>\d{{1,2}})(?:st|nd|rd|th|\.)? (?P<m1>{_month})\.?,? (?P<y1>{_year})"
    rf"|(?P<m2>{_month})\.? (?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y2>{_year})"
    rf"|(?P<m3>{_month})\.? (?P<y3>{_year})"
    rf"|(?:the year |árið |árinu |the end of |árslok )?(?P<y4>{_year}))(?![\d/-])"
)
_as_at = re.compile(
    r"[(\[]?(?<!\w)(?:as (?:at|of|on)|as it (?:stood|was|read) (?:in|on|at)|version of"
    r"|in force (?:in|on|at|as at)|in effect (?:in|on)|valid (?:in|on)"
    r"|miðað við|eins og (?:þau|hún|það) (?:voru|var)|í gildi|gildandi|í árslok)"
    rf"(?: [^\W\d]{{1,8}})? {_day}[)\]]?",
    re.IGNORECASE,
)
_current = re.compile(
    r"[(\[]?(?<!\w)(?:current(?:ly)?(?: in force)?|in force(?: (?:now|today))?|at present|today"
    r"|as amended to date|núgildandi|gildandi|í gildi(?: (?:nú|í dag))?"
    r"|eins og (?:þau|hún|það) (?:eru|er) nú)(?!\w)[)\]]?",
    re.IGNORECASE,
)


class When(NamedTuple):
    """`spans` are the words that say it. Of a year or month alone, the last day counts."""

    as_at: date | None
    current: bool
    spans: tuple[tuple[int, int], ...]


def when(query: str) -> When:
    for match in _as_at.finditer(query):
        if (day := _date(match)) is not None:
            return When(day, False, (match.span(),))
    if match := _current.search(query):
        return When(None, True, (match.span(),))
    return When(None, False, ())


def _date(match: re.Match[str]) -> date | None:
    try:
        if match["iso"]:
            return date.fromisoformat(match["iso"])
        if match["y1"]:
            return date(int(match["y1"]), _NUMBER[match["m1"].lower()], int(match["d1"]))
        if match["y2"]:
            return date(int(match["y2"]), _NUMBER[match["m2"].lower()], int(match["d2"]))
        if match["y3"]:
            year, month = int(match["y3"]), _NUMBER[match["m3"].lower()]
            return date(year, month, calendar.monthrange(year, month)[1])
        return date(int(match["y4"]), 12, 31)
    except ValueError:
        return None
