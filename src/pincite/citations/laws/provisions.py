"""Lists of provisions as written: "12(1)(a), 14 and 16", "5(a)(1)–(3)", "(a) through (c)"."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from pincite.citations.laws.spelled import figures

SECTION = r"\d{1,5}[A-Za-z]{0,3}(?:[-.:–]\d{1,5}[A-Za-z]{0,2}){0,4}"
"""The number of a section where a grammar does not say how its own look."""
NUMBER = r"(?:\d{1,4}[A-Z]{0,2}(?:-[0-9A-Z]{1,3})?|[IVXLC]{1,7}(?:-[0-9A-Z]{1,3})?|[A-Z])"
"""The number of a part, chapter, title or schedule."""

ORDINAL = (
    r"(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth"
    r"|Thirteenth|Fourteenth|Fifteenth|Sixteenth|Seventeenth|Eighteenth|Nineteenth|Twentieth"
    r"|Twenty-[a-z]{5,7}|\d{1,2}(?:st|nd|rd|th))"
)
"""The number of an amendment or a schedule, in words."""

# A letter or two, a Roman numeral, the same letter three times, a number; then perhaps "-1" or "A".
_label = r"\d{1,3}[A-Za-z]{0,2}|[A-Za-z]{1,2}|[ivxl]{3,8}|[IVXL]{3,8}|a{3}|b{3}|c{3}|d{3}"
PIN = rf"\((?:{_label})(?:[-.][0-9ivx]{{1,4}}[A-Za-z]?)?\)"
# "§ 8 (b) (4)", but not "under § 44-509 (d) Appeals shall be …", where an item begins.
_SPACED = rf"(?:(?> {PIN}(?: ?{PIN}){{0,7}})(?! [\"“]?[A-Z]))?"
PINS = rf"(?:{PIN}){{1,8}}{_SPACED}"
_PERHAPS = rf"(?:{PIN}){{0,8}}{_SPACED}"
_join = r"(?:,? (?:and/or|and|or|&) |, )"
# What is said of an item: "34-1240 [repealed], 34-1241", "42-1001 et seq., 42-501",
# "22-1901 (incest); 22-3002".
_aside = r"(?: \[[^\[\]\n]{1,24}\]| \([a-z][a-z][^()\n]{1,60}\)| et seq\.?)?"
_semicolon = r";(?: and| or)? "
_bound = r"(?!\w|[.:]\d)"
_dash = r"(?:[-–]| [-–—] )"
_range = rf"(?:{_dash}|,? (?:to|through|thru|to and including) )"
# What stands behind a number that is counted, or is the volume of a reporter, and no section.
_else = (
    r"(?! ?(?:%|U\. ?S\b|F\. ?(?:\d|S|App)|S\. ?Ct|C\. ?F\. ?R|Fed\. Reg|U\.?S\.?C|CFR"
    r"|[A-Z][a-z]{0,5}\. ?(?:[A-Z]|\d))"
    r"| (?:per ?cent|days?|weeks?|months?|years?|hours?|dollars|members|business|calendar"
    r"|January|February|March|April|May|June|July|August|September|October|November|December)\b)"
)
_plural = r"(?:(?<=§§)|(?<=§§ )|(?<=[A-Za-z]s )|(?<=[A-Za-z]s\. ))"
_marked = re.compile(r"(?:§§|[A-Za-z]s\.?)\s?$")
_ranged = re.compile(_range)
_pins = re.compile(r"\(([^()]+)\)")
_between = re.compile(rf"{_aside}(?:{_join}|{_semicolon})")
_hyphened = re.compile(r"(\d+)[-–]\d")
_lettered = re.compile(r"((\d+)[A-Za-z]+)-(\d+)[A-Za-z]*")
_plain = re.compile(r"(\d+)[-–](\d+)([A-Za-z]*)")
_MOST = 40

_Place = tuple[str, tuple[str, ...]]


class CitedProvision(NamedTuple):
    """One item of a list: text[start:end] names `number` with `pins`; a range ends with `last`.

    An item that leaves out what it shares with the one before has it filled in: "5(a)(1), (2)"
    gives 5(a)(1) and 5(a)(2).
    """

    start: int
    end: int
    number: str
    pins: tuple[str, ...]
    last: _Place | None = None


@functools.cache
def sections_pattern(number: str = SECTION, *, many: bool = False) -> str:
    """The source of a pattern for a list of sections whose numbers look like `number`.

    After a singular word a further bare number is an item only where its form tells it from any
    other number: "section 5 and 30 days", but "§ 18-512 and 18-514". After words that have no
    plural (`many`) it always is: "Fed. R. Civ. P. 26 and 37".
    """
    plural = "" if many else _plural
    telling = r"\d+[A-Za-z]{0,2}[-.:]\d"
    sure = rf"(?:{_dash}|,? (?:through|thru|to and including) )"
    joined = rf"(?:,? to |{_aside}{_join})(?=\(|(?(_many)|{telling}))"
    other = rf"(?:{joined}|{_aside}{_semicolon}(?={telling}))"
    item = rf"(?:{number}){_bound}{_PERHAPS}"
    more = rf"(?:(?:(?:{number}){_bound}|\.\d{{1,4}}{_bound}){_PERHAPS}|{PINS}){_else}"
    # Atomic: a list is read in one way only, however long, and whatever follows it.
    return rf"(?>(?P<_many>{plural})?{item}(?:(?:{sure}|{other}){more}){{0,{_MOST}}})"


@functools.cache
def pins_pattern() -> str:
    """The source of a pattern for "(a)", "(a)(1) and (2)", "(a) through (c)"."""
    item = rf"{PINS}(?:{_range}{PINS})?"
    return rf"(?>{item}(?:{_join}{item}){{0,{_MOST}}})"


@functools.cache
def numbers_pattern(number: str = NUMBER) -> str:
    """The source of a pattern for "II", "II and III", "1 to 3": numbers of parts and chapters."""
    item = rf"(?:{number}){_bound}"
    more = rf"{item}{_else}(?:{_range}{item})?"
    return (
        rf"(?>{_plural}{item}(?:{_range}{item})?(?:{_join}{more}){{0,{_MOST}}}|(?!{_plural}){item})"
    )


@functools.cache
def ordinals_pattern(number: str = ORDINAL) -> str:
    """The source of a pattern for "First", "Fifth and Fourteenth"."""
    return rf"(?>(?:{number})(?:{_join}(?:{number})){{0,{_MOST}}})"


def listed(text: str, start: int, end: int, number: str = SECTION) -> list[CitedProvision]:
    """The items of text[start:end], which one of the patterns above has matched, made of the same
    `number`."""
    found: list[CitedProvision] = []
    pattern = _one(number)
    # Where any number may have a hyphen, one in a plural may also stand for a range, unless
    # the numbers of the list share what is before it.
    hyphened = _hyphened.findall(text, start, end)
    loose = (
        _hyphens(number)
        and len(set(hyphened)) == len(hyphened)
        and _marked.search(text, max(start - 4, 0), start) is not None
    )
    at = start
    before: _Place = ("", ())
    while at < end:
        match = pattern.match(text, at, end)
        if match is None or match.end() == at:
            break
        before, stop, last = _filled(match, before), match.end(), None
        if (
            (dash := _ranged.match(text, stop, end))
            and (until := pattern.match(text, dash.end(), end))
            and until.end() > dash.end()
        ):
            last, stop = _filled(until, before), until.end()
        elif not before[1] and (both := _lettered.fullmatch(before[0])):
            # "668dd–668jj" is a range, "1395w-104" one number.
            if int(both[2]) <= int(both[3]):
                first, _, until = before[0].partition("-")
                before, last = (first, ()), (until, ())
        elif loose and not before[1] and (both := _plain.fullmatch(before[0])):
            last = _two(both[1], both[2], both[3])
            before = (both[1], ()) if last else before
        found.append(CitedProvision(at, stop, *before, last))
        before = last or before
        join = _between.match(text, stop, end)
        at = join.end() if join else end
    return found


@functools.cache
def _hyphens(number: str) -> bool:
    """Whether such a number may have a hyphen, and may have none."""
    return all(re.fullmatch(number, sample) for sample in ("1750", "1750-1784"))


@functools.cache
def _one(number: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<number>(?:{number})(?![\w]|[.:]\d)|\.\d{{1,4}}\b)?(?P<pins>{_PERHAPS})"
    )


def _two(first: str, second: str, letters: str = "") -> _Place | None:
    """ "1981-1985", "1981-85" and "12-12D" are ranges; "2151-1" is one number."""
    if letters:
        return (second + letters, ()) if int(second) >= int(first) else None
    if len(second) < len(first):
        second = first[: len(first) - len(second)] + second
        if len(first) < 3 or int(second[-2:]) < 10:
            return None
    return (second, ()) if int(second) > int(first) else None


def _filled(match: re.Match[str], before: _Place) -> _Place:
    """The number and pins of one item, with what it takes over from the item before."""
    number, pins = before
    own = tuple(_pins.findall(match["pins"])) if match["pins"] else ()
    written = match["number"] or ""
    if written.startswith("."):
        return number.partition(".")[0] + written, own
    if written:
        return figures(written.replace("–", "-")), own
    return number, pins[: _level(pins, own)] + own if own else pins


def _level(pins: tuple[str, ...], own: tuple[str, ...]) -> int:
    """Where in `pins` the list stands that its own go on with: where the most of them are of one
    style, the deepest of these, or below them all. "(c)(1)(i), (d)(2)" goes on from (c)."""

    def alike(level: int) -> int:
        pairs = list(zip(pins[level:], own, strict=False))
        return len(pairs) if all(_styles(a) & _styles(b) for a, b in pairs) else 0

    most = max(map(alike, range(len(pins))), default=0)
    return max(level for level in range(len(pins) + 1) if alike(level) == most)


def _styles(pin: str) -> frozenset[str]:
    head = re.match(r"\d+|[A-Za-z]+", pin)
    label = head[0] if head else pin
    if label.isdigit():
        return frozenset(("number",))
    case = "upper" if label.isupper() else "lower"
    styles = {case}
    if set(label.lower()) <= set("ivxl"):
        styles.add(case + " roman")
        if len(label) > 1 and len(set(label)) > 1:
            styles.discard(case)
    return frozenset(styles)
