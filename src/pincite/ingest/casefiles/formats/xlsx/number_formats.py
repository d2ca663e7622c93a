"""A number as the sheet shows it: dates in ISO form, digits grouped and rounded as formatted."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

_D = {True: datetime.datetime(1904, 1, 1), False: datetime.datetime(1899, 12, 30)}  # noqa: DTZ001
# ECMA-376 part 1, 18.8.30: formats that files name by number only.
_BUILTIN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 37: "#,##0;(#,##0)",
    38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 41: "#,##0;(#,##0)",
    42: "$#,##0;($#,##0)", 43: "#,##0.00;(#,##0.00)", 44: "$#,##0.00;($#,##0.00)", 45: "mm:ss",
    46: "[h]:mm:ss", 47: "mm:ss.0", 49: "@",
}  # fmt: skip
_aside = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]')
_elapsed = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_token = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|(?P<pad>_.)|(?P<fill>\*.)|\[\$(?P<sign>[^\]-]*)[^\]]*\]'
    r"|\[(?P<bracket>[^\]]*)\]|(?P<number>[#0?][#0?,]*(?:\.[#0?]*,*)?|\.[#0?]+,*)|(?P<percent>%)"
    r"|(?P<plain>[-+$€£¥(): /])|(?P<other>.)",
    re.DOTALL,
)
# A condition chooses sections by a rule of its own.
_condition = re.compile(r"\[[<>=]")
_LONGEST_FORMAT = 255
_LARGEST = 1e20
_MOST_DECIMALS = 30
_EXACT = Context(prec=80)
_LAST_DAY = 2_958_466


@dataclass(frozen=True, slots=True)
class _Section:
    """One sign's form: what stands before and after the digits, and how these are written."""

    before: str
    after: str
    digits: str
    percent: bool


def builtin(number: int) -> str:
    return _BUILTIN.get(number, "General")


def show(value: float, code: str, *, from_1904: bool = False) -> str:
    """The value as formatted; a format that is not simple shows it plain."""
    # False of what is no number, too.
    if len(code) > _LONGEST_FORMAT or not abs(value) < _LARGEST:
        return plain(value)
    kind = _temporal(code)
    if kind:
        return _moment(value, kind, from_1904) or plain(value)
    sections = _sections(code)
    if sections is None:
        return plain(value)
    section, number = sections[0], value
    if value < 0 and len(sections) > 1:
        section, number = sections[1], -value
    elif value == 0 and len(sections) > 2:
        section = sections[2]
    if section is None:
        return plain(value)
    return _written(number, section)


def plain(value: float) -> str:
    """Fifteen significant digits, as Excel keeps; no trailing ".0"."""
    text = f"{value:.15g}"
    if "e" not in text:
        return "0" if text == "-0" else text
    if abs(value) < 1e-9 or abs(value) >= _LARGEST:
        return text.upper()
    return f"{Decimal(text):f}"


@lru_cache(maxsize=512)
def _temporal(code: str) -> str:
    """ "date", "time", "both", "elapsed", or "" for a format of numbers."""
    first = code.split(";")[0]
    if _elapsed.search(first):
        return "elapsed"
    bare = _aside.sub("", first)
    if bare.strip().lower() == "general" or "E+" in bare.upper() or "E-" in bare.upper():
        return ""
    letters = bare.lower().replace("am/pm", "h").replace("a/p", "h")
    time = "h" in letters or "s" in letters
    date = "y" in letters or "d" in letters or ("m" in letters and not time)
    return "both" if time and date else "time" if time else "date" if date else ""


def _moment(value: float, kind: str, from_1904: bool) -> str:
    if not 0 <= value < _LAST_DAY:
        return ""
    if kind == "elapsed":
        seconds = round(value * 86_400)
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if not from_1904 and value < 60:
        # Excel counts a 29 February 1900 that never was.
        value += 1
        if kind != "time" and value < 2:
            return ""
    try:
        moment = _D[from_1904] + datetime.timedelta(seconds=round(value * 86_400))
    except OverflowError:
        return ""
    clock = f"{moment:%H:%M}" if moment.second == 0 else f"{moment:%H:%M:%S}"
    if kind == "time":
        return clock
    day = moment.date().isoformat()
    return day if kind == "date" else f"{day} {clock}"


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[_Section | None, ...] | None:
    """For positive, negative and zero; None for a format that is not one of digits."""
    if _condition.search(code):
        return None
    return tuple(_section(part) for part in _split(code)[:3])


def _split(code: str) -> list[str]:
    parts: list[str] = []
    start = 0
    for match in _token.finditer(code):
        if match[0] == ";":
            parts.append(code[start : match.start()])
            start = match.end()
    return [*parts, code[start:]]


def _section(part: str) -> _Section | None:
    before, after, digits, percent = "", "", None, False
    for match in _token.finditer(part):
        group = match.lastgroup
        if group == "number":
            if digits is not None:
                return None
            digits = match[0]
        elif group == "percent":
            percent = True
            after += "%"
        elif group in ("pad", "fill", "bracket"):
            continue
        elif group == "other":
            return None
        else:
            literal = match[0] if group == "plain" else match[group or 0] or ""
            if digits is None:
                before += literal
            else:
                after += literal
    if digits is None or (digits.count("?") > 1 and "/" in after):
        # A section of words alone ("-" for zero) shows just these.
        return _Section(before, "", "", False) if digits is None and before.strip() else None
    return _Section(before, after, digits, percent)


def _written(value: float, section: _Section) -> str:
    if not section.digits:
        return section.before
    digits = section.digits.rstrip(",")
    thousands = len(section.digits) - len(digits)
    whole, _, fraction = digits.partition(".")
    number = Decimal(f"{value:.15g}").scaleb(2 * section.percent - 3 * thousands)
    most, least = min(len(fraction), _MOST_DECIMALS), fraction.count("0")
    unit = Decimal(1).scaleb(-most)
    rounded = number.copy_abs().quantize(unit, ROUND_HALF_UP, context=_EXACT)
    text = f"{rounded:,f}" if "," in whole else f"{rounded:f}"
    left, _, right = text.partition(".")
    while len(right) > least and right.endswith("0"):
        right = right[:-1]
    if left == "0" and "0" not in whole:
        left = ""
    left = left.rjust(whole.count("0"), "0") if "," not in whole else left
    sign = "-" if number < 0 and rounded else ""
    shown = f"{left}.{right}" if right else left
    written = f"{section.before}{shown}{section.after}".strip()
    # A format without a 0 shows nothing of zero, which would pass for an empty cell.
    return f"{sign}{written}" if written else plain(value)
