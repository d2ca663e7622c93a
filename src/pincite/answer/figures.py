"""Checks that the numbers, sums, shares and dates in a sentence also stand in its sources.

A number counts with what it is of: "30 days" does not support "$30", and "May 5, 1999 and June 6,
2001" does not support "May 5, 2001".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pincite.text.numbers import Number, in_figures, in_words, numbers

_ONE = "1"
_CURRENCIES = (
    re.compile(r"\$|\bUSD\b|\bdollars?\b", re.IGNORECASE),
    re.compile(r"€|\bEUR\b|\beuros?\b|\bevr(?:a|ur|um|u)\b", re.IGNORECASE),
    re.compile(r"£|\bGBP\b|\bpounds?\b|\bsterling\b|\bpunda?\b", re.IGNORECASE),
    re.compile(r"\bISK\b|\bkr\.|\bkrón(?:a|ur|um|u)\b", re.IGNORECASE),
)
# "thirty (30) per cent" states one number twice.
_other_figure = re.compile(r"(?<!\()\d")
_share = re.compile(r"%|\bper ?cent(?:um)?\b|\bprósent|\bhundraðshlut", re.IGNORECASE)
_TIMES = (
    re.compile(r"\bhours?\b|\bklst\b|\bklukku(?:stund|tím)", re.IGNORECASE),
    re.compile(r"\bdays?\b|\bda(?:g|ga|gar|gs|gi|gur|ginn)\b|\bd(?:egi|ögum)\b", re.IGNORECASE),
    re.compile(r"\bweeks?\b|\bvik(?:a|u|ur|na|um)\b", re.IGNORECASE),
    re.compile(r"\bmonths?\b|\bmánu[ðd]|\bmánað", re.IGNORECASE),
    re.compile(r"\byears?\b|\bár(?:s|i|a|um|ið|in)?\b", re.IGNORECASE),
)
# "30 days", "thirty (30) business days", "24-hour".
_of_time = re.compile(r"(?: ?\(\d+\))?[ -](?:(?:business|working|calendar|clear|full|whole) )?$")
# "ten (10) to thirty days": a unit is of both.
_range = re.compile(r"^\)?,? ?(?:to|and|or|og|eða|til|[-–]) ?\d+ ?$")
# "$50" is no sum of what stands before it.
_AHEAD, _of_next = "$€£", re.compile(r" ?\d")
# How far a sign may stand from its number: "$ 5,000", "five thousand (5,000) U.S. dollars".
_BEFORE, _AFTER = 16, 30
_MONTHS = (
    "january|janúar", "february|febrúar", "march|mars", "april|apríl", "may|maí", "june|júní",
    "july|júlí", "august|ágúst", "september", "october|október", "november|nóvember",
    "december|desember",
)  # fmt: skip
_month = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\b", re.IGNORECASE)
_day_before = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[.,]? (?:day of |of |dag )?$")
_after_month = re.compile(r",? (\d{1,2})(?!\d)(?:st|nd|rd|th)?(?:,? (\d{4}))?|,? (\d{4})")
_AROUND = 24
_iso = re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])-([0-3]\d)\b")
# "One" is a number before a measure of time, and hardly elsewhere.
_one_of_time = re.compile(
    r"\b(?:an?|one|1|\(1\)|einn|ein|eitt|eins|einu|einum|einnar)\)? "
    r"(?:hundredth|year|month|week|day|hour|ár|mánuð|mánaðar|vik|dag|klukkustund)",
    re.IGNORECASE,
)


@lru_cache(1024)
def _in_figures(source: str) -> tuple[Number, ...]:
    """Kept, since one source is held against several claims."""
    return tuple(in_figures(source))


@lru_cache(1024)
def _in_words(source: str) -> tuple[Number, ...]:
    return tuple(in_words(source))


def unsupported(claim: str, sources: Sequence[str]) -> list[str]:
    """What of the kind the claim states and no source does."""
    claim = _iso.sub(_written_out, claim)
    stated = [number for number in numbers(claim) if _counts(claim, number)]
    signs = [sign for sign in (*_CURRENCIES, _share) if sign.search(claim)]
    if not stated and not signs:
        return []
    texts = [_iso.sub(_written_out, source) for source in sources]
    lost = [
        claim[number.start : number.end]
        for number in stated
        # Most numbers are figures in both, and words take longer to read.
        if not any(_supported(claim, number, signs, text, _in_figures(text)) for text in texts)
        and not any(_supported(claim, number, signs, text, _in_words(text)) for text in texts)
    ]
    lost += [sign.pattern for sign in signs if not any(map(sign.search, texts))]
    dates = _month.finditer(claim) if stated else ()
    return lost + [
        date[0] for date in dates if not any(_dated_alike(claim, date, text) for text in texts)
    ]


def _counts(claim: str, number: Number) -> bool:
    return not _is_one(number) or _one_of_time.match(claim, number.start) is not None


def _is_one(number: Number) -> bool:
    return number.in_words and number.readings == frozenset({_ONE})


def _supported(
    claim: str,
    number: Number,
    signs: Sequence[re.Pattern[str]],
    source: str,
    held: Sequence[Number],
) -> bool:
    same = [alike for alike in held if alike.readings & number.readings]
    if _is_one(number):
        return _one_of_time.search(source) is not None
    beside = [sign for sign in signs if _is_beside(sign, claim, number)]
    units = [unit for unit in _TIMES if _counted(unit, claim, number)]
    return any(
        all(_is_beside(sign, source, alike) for sign in beside)
        and all(_is_before(unit, source, alike) for unit in units)
        for alike in same
    )


def _counted(unit: re.Pattern[str], text: str, number: Number) -> bool:
    """Whether a number counts a unit of time that follows at once."""
    match = unit.search(text, number.end, number.end + _AFTER)
    return match is not None and _of_time.fullmatch(text, number.end, match.start()) is not None


def _is_before(unit: re.Pattern[str], text: str, number: Number) -> bool:
    """Whether a unit follows a number, with no other figure between but the end of a range."""
    match = unit.search(text, number.end, number.end + _AFTER)
    between = text[number.end : match.start()] if match else ""
    return match is not None and (
        not _other_figure.search(between) or _range.search(between) is not None
    )


def _is_beside(sign: re.Pattern[str], text: str, number: Number) -> bool:
    """Whether a sign stands close to a number, with no other figure between."""
    start = max(number.start - _BEFORE, 0)
    for match in sign.finditer(text, start, number.end + _AFTER):
        if match[0] in _AHEAD and match.start() >= number.end and _of_next.match(text, match.end()):
            continue
        between = text[match.end() : number.start] or text[number.end : match.start()]
        if not _other_figure.search(between):
            return True
    return False


def _written_out(match: re.Match[str]) -> str:
    name = _MONTHS[int(match[2]) - 1].partition("|")[0]
    return f"{int(match[3])} {name} {match[1]}"


def _dated_alike(claim: str, month: re.Match[str], source: str) -> bool:
    """Whether a source has the month beside the same day and year."""
    wanted = _day_and_year(claim, month)
    if not wanted:
        return True
    names = next(
        spellings for spellings in _MONTHS if re.fullmatch(spellings, month[0], re.IGNORECASE)
    )
    every = re.finditer(rf"\b(?:{names})\b", source, re.IGNORECASE)
    return any(wanted <= _day_and_year(source, match) for match in every)


def _day_and_year(text: str, month: re.Match[str]) -> set[str]:
    before = text[max(month.start() - _AROUND, 0) : month.start()]
    ahead = _day_before.search(before)
    behind = _after_month.match(text[month.end() : month.end() + _AROUND])
    found = {ahead[1]} if ahead else set[str]()
    found |= {group for group in behind.groups() if group} if behind else set[str]()
    return {number.lstrip("0") for number in found}
