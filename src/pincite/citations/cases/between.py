"""What may stand between the name of a case and its citation: docket, year, page, short name."""

from __future__ import annotations

import re

_before_star_page = re.compile(r",? \[\*\d{1,5}\],? $")
_year = re.compile(r",? [(\[](?P<inside>[^()\[\]]{0,60}?(?P<year>1[6-9]\d\d|20\d\d))[)\]],? $")
_alias = re.compile(r",? \((?:the )?[“\"']?(?P<alias>[A-Z][\w.'’ -]{1,40}?)[”\"']?\),? $")
# "(No 2)", "(A Child)": of the name itself.
_of_the_name = re.compile(
    r"[(\[](?:[Nn]o\.? ?\d{1,2}|Pty|Pvt|(?:[Aa] )?(?:[Cc]hild|[Mm]inor)|[Cc]hildren)[)\]],? $"
)
_ordinal = re.compile(r",? \(\d{1,2}\),? $")
_file = re.compile(r",? \((?P<docket>(?:[A-Z]{1,6} ?)?\d{1,6}/\d{2,4})\),? $")
_joined = re.compile(
    r",? \([^()]{1,90}?(?:[Ii]nterven\w{2,5}|[Aa]mic(?:us|i) [Cc]uriae)[^()]{0,20}\),? $"
)
_supra = re.compile(r",? supra,? $")
_page = re.compile(r",? at (?P<pin>\d{1,5}(?:[-–]\d{1,5})?),? $")
_blank = re.compile(r",? [_—–-]{2,8} [A-Z][\w. ]{0,14} [_—–-]{2,8}(?:, [_—–-]{2,8})?,? $")
_docket = re.compile(
    r"(?:,| \()? ?(?P<docket>(?:(?:Case|Civil|Crim(?:inal)?\.?|Civ\.?|C\. ?A\.|Docket|Dkt\.|Index"
    r"|Adv\.|Bankr\.) (?:(?:Action|A\.|Case|Proc\.) )?)?(?:Nos?\.|#) ?"
    r"[\w:.()/–-]{1,40}(?:(?:,| &| and) [\w:.()/–-]{1,30}){0,3})"
    r"(?:,? (?:O\. ?T\.|Oct(?:ober|\.) Term),? \d{4})?,? $"
)

_number_sign = re.compile(r",? Nos?\. $")
# Louisiana cites the docket, the page and the day before the reporter.
_louisiana = re.compile(
    r",? (?P<docket>(?:Nos?\. )?\d{2,4}-[\dA-Z-]{2,10})(?:,? pp?\. ?[\d–-]{1,9})?"
    r" \(La\.[^()\n]{0,24} \d{1,2}/\d{1,2}/\d{2,4}\),? $"
)


_MOST = 4

_Read = tuple[re.Match[str], dict[str, str]]


def between(text: str, floor: int, core: int) -> tuple[int, dict[str, str]]:
    """The end of what can be a name, and what stands between it and the citation."""
    extra: dict[str, str] = {}
    end = core
    for _ in range(_MOST):
        read = _last(text, floor, end)
        if read is None:
            break
        end = read[0].start()
        extra |= read[1]
    while end > floor and text[end - 1] in " ,":
        end -= 1
    return end, extra


def _last(text: str, floor: int, end: int) -> _Read | None:
    """What stands last before `end` and is not of the name, and what it says."""
    sign = text[max(floor, end - 3) : end].rstrip(" ,")[-1:]
    if sign in {")", "]"}:
        return _in_brackets(text, floor, end)
    if sign in "_—–-":
        blank = _blank.search(text, max(floor, end - 110), end)
        return (blank, {}) if blank else None
    if sign == "a" and (supra := _supra.search(text, max(floor, end - 9), end)):
        return supra, {"supra": "yes"}
    if sign.isalnum() and (page := _page.search(text, max(floor, end - 22), end)):
        return page, {"pin": page["pin"]}
    return _with_number_sign(text, floor, end)


def _in_brackets(text: str, floor: int, end: int) -> _Read | None:
    """A page, a year, a docket or a short name in brackets; None for what is of the name."""
    if _of_the_name.search(text, max(floor, end - 16), end):
        return None
    near = max(floor, end - 110)
    for pattern in _IN_BRACKETS:
        found = pattern.search(text, near, end)
        if found is not None:
            return found, _groups(found)
    return None


_IN_BRACKETS = (_before_star_page, _year, _docket, _louisiana, _file, _ordinal, _joined, _alias)


def _groups(found: re.Match[str]) -> dict[str, str]:
    groups = found.groupdict()
    if "year" in groups:
        before_year = groups["inside"][: -len(groups["year"])].strip(" ,")
        return {"year": groups["year"], "before_year": before_year}
    return {"hereinafter" if name == "alias" else name: value for name, value in groups.items()}


def _with_number_sign(text: str, floor: int, end: int) -> _Read | None:
    """A docket, or the sign alone where the citation begins with the number."""
    near = max(floor, end - 110)
    if text.find("No", near, end) < 0 and text.find("#", near, end) < 0:
        return None
    docket = _docket.search(text, near, end)
    if docket is not None:
        return docket, {"docket": docket["docket"]}
    sign = _number_sign.search(text, max(floor, end - 8), end)
    return (sign, {}) if sign else None
