"""Places in Icelandic laws as they are written: "2. og 3. mgr. 5. gr.", "a-lið 1. mgr."."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import NamedTuple

from pincite.citations.icelandic.words import icelandic_words
from pincite.citations.scanning.folding import typed

# From what is within to what is around; what is within a paragraph may stand in any order.
_LEVELS = {
    "sentence": 0,
    "letter": 0,
    "item": 0,
    "paragraph": 1,
    "article": 2,
    "chapter": 3,
    "part": 4,
}
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_MOST = 16
_STEPS = 8


Units = tuple[tuple[str, str], ...]
"""(unit, number) from within to around: (("paragraph", "1"), ("article", "5"))."""


class PlaceNumber(NamedTuple):
    """text[start:end] is one number of a list, or the range from it to `last`."""

    start: int
    end: int
    number: str
    last: str = ""


class Step(NamedTuple):
    """One unit with the numbers it is named by."""

    unit: str
    items: tuple[PlaceNumber, ...]
    start: int
    end: int


class IcelandicPlace(NamedTuple):
    """One place that a chain of steps names: text[start:end] says it. A range ends with `last`."""

    start: int
    end: int
    units: Units
    last: Units | None


class Shapes(NamedTuple):
    """The patterns of a numbered place, by how its number is written."""

    numbered: re.Pattern[str]
    lettered: re.Pattern[str]
    roman: re.Pattern[str]
    temporary: re.Pattern[str]
    unit_first: re.Pattern[str] | None
    units: dict[str, str]


_one_number = re.compile(r"\d{1,3}")
_one_roman = re.compile(r"[IVXLC]{1,7}", re.I)
_one_letter = re.compile(r"(?<!\w)[^\W\d_](?!\w)")
_dash = re.compile(r"\.?-? ?[-–—] ?|-(?=\w-)| til ")
_numeral = re.compile(r"([IVXLC]+)([A-Z]?)", re.I)
# "11. gr. l. nr. 90/2018" is an article of a law, and not 11l.
_LETTER = r"(?!l\. (?:nr|\d))[a-zþæö]"
# What is typed as "i" before a word is the preposition "í".
_LOOSE_LETTER = r"(?!l\.? (?:nr|\d))(?:[a-hj-z]|i(?! \w))"
_NUMERALS = r"[IVXLC]{1,7}"
_join = r"(?: ?[-–—] ?|, (?:og |eða |eda )?| (?:og/eða|og|eða|eda|til) )"
_letter_join = r"(?:-?, |-? (?:og|eða|eda) |-?[-–])"


@functools.cache
def shapes(*, loose: bool) -> Shapes:
    """Patterns for steps. `loose` ones are for what is typed: without accents, dots left out."""
    words = icelandic_words()
    fold = typed if loose else str
    units = {fold(word): unit for unit, every in words.units.items() for word in every}
    dot, gap = (r"\.?", " ?") if loose else (r"\.", " ")
    flags = re.I if loose else 0
    listed = _list(rf"\d{{1,3}}{dot}", _join)
    whole = {fold(word) for word in words.whole}
    unit = rf"(?:(?:{_any(units.keys() - whole)}){dot}|(?:{_any(whole)}))(?!\w)"
    containers = _any({word for word, unit in units.items() if unit in ("chapter", "part")})
    lettered, temporary = _any(map(fold, words.letters)), _any(map(fold, words.temporary))
    mark = r"(?P<mark>(?<=\d)[a-z](?= ))?" if loose else ""
    bare = _list(r"\d{1,3}", _join)
    return Shapes(
        numbered=re.compile(
            rf"(?P<list>{listed}){mark}{gap}(?P<unit>{unit})"
            rf"(?: (?P<letter>{_LOOSE_LETTER if loose else _LETTER})(?![\w-]|\.\w))?"
        ),
        lettered=re.compile(
            rf"(?P<list>{_list('[A-Za-zþæöÞÆÖ]', _letter_join)})[- ](?:{lettered})(?!\w)"
        ),
        roman=re.compile(
            rf"(?P<list>{_list(_NUMERALS + dot, _join)}) (?P<unit>{containers})(?!\w)\.?"
            r"(?: (?P<letter>[A-Z])(?![\w.]))?",
            flags,
        ),
        temporary=re.compile(rf"(?:{temporary})(?!\w)(?: (?P<numeral>{_NUMERALS})(?!\w))?", flags),
        unit_first=re.compile(rf"(?P<unit>{unit}) (?P<list>{bare})(?P<letter>[a-z])?(?!\w|/)")
        if loose
        else None,
        units=units,
    )


def _list(item: str, join: str) -> str:
    return rf"{item}(?:{join}{item}){{0,{_MOST}}}"


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def chain(text: str, at: int, form: Shapes, *, outward: bool = True) -> list[Step]:
    """The steps from `at` on, each a space after the one before; from within to around, or, where
    not `outward`, from around to within, with commas between or not."""
    steps: list[Step] = []
    level = -1 if outward else len(_LEVELS)
    while len(steps) < _STEPS:
        step = _step(text, at, form)
        if step is None:
            break
        own = _LEVELS[step.unit]
        if outward and (own < level or (own == level and own > 0)):
            break
        if not outward and (own > level or (own == level and own > 0)):
            break
        level = own
        steps.append(step)
        at = step.end
        if text[at : at + 1] == " ":
            at += 1
        elif not outward and text[at : at + 2] == ", ":
            at += 2
        else:
            break
    return steps


def _step(text: str, at: int, form: Shapes) -> Step | None:
    if match := form.numbered.match(text, at):
        unit = form.units[match["unit"].rstrip(".")]
        return _numbers(match, unit, _one_number, match.groupdict().get("mark"))
    if match := form.lettered.match(text, at):
        return _numbers(match, "letter", _one_letter)
    if match := form.roman.match(text, at):
        return _numbers(match, form.units[match["unit"].lower()], _one_roman)
    if match := form.temporary.match(text, at):
        # A temporary provision takes the place of an article, and is named by its numeral.
        name = (match["numeral"] or "").upper() or "chap-t"
        return Step("article", (PlaceNumber(at, match.end(), name),), at, match.end())
    if form.unit_first is not None and (match := form.unit_first.match(text, at)):
        return _numbers(match, form.units[match["unit"].rstrip(".")], _one_number)
    return None


def _numbers(
    match: re.Match[str], unit: str, pattern: re.Pattern[str], mark: str | None = None
) -> Step:
    text = match.string
    start, end = match.span("list")
    letter = match.groupdict().get("letter") or mark
    stop = match.end()
    if letter and unit not in ("article", "chapter", "part"):
        letter, stop = None, match.start("letter") - 1
    items: list[PlaceNumber] = []
    for hit in pattern.finditer(text, start, end):
        number = _numbered(unit, hit[0])
        past = hit.end() + (text[hit.end() : hit.end() + 1] == ".")
        if items and not items[-1].last and _dash.fullmatch(text, items[-1].end, hit.start()):
            items[-1] = items[-1]._replace(end=past, last=number)
        else:
            items.append(PlaceNumber(hit.start(), past, number))
    if letter:
        final = items[-1]
        if final.last:
            items[-1] = final._replace(last=final.last + letter.lower())
        else:
            items[-1] = final._replace(number=final.number + letter.lower())
    return Step(unit, tuple(items), match.start(), stop)


def _numbered(unit: str, number: str) -> str:
    if unit == "chapter":
        return f"chap-{_counted(number)}"
    return f"part-{_counted(number)}" if unit == "part" else number


def _counted(numeral: str) -> str:
    """ "IV" → "4", "IVa" → "4a"."""
    match = _numeral.fullmatch(numeral)
    if match is None:
        return numeral
    values = [_VALUES[char] for char in match[1].lower()]
    total = 0
    for value, following in zip(values, [*values[1:], 0], strict=True):
        total += -value if following > value else value
    return f"{total}{match[2]}"


def places(steps: list[Step]) -> list[IcelandicPlace]:
    """One place an item of a list, or a range. What stands before a list belongs to its first item:
    "1. mgr. 5. og 7. gr." is 5:1 and 7."""
    if not steps:
        return []
    end = steps[-1].end
    found: list[IcelandicPlace] = []
    around: Units = ()
    until: Units = ()
    for step in reversed(steps):
        here = [
            IcelandicPlace(
                item.start,
                item.end,
                ((step.unit, item.number), *around),
                ((step.unit, item.last or item.number), *(until or around))
                if item.last or until
                else None,
            )
            for item in step.items
        ]
        here[-1] = here[-1]._replace(end=end)
        first = here[0]
        if step is steps[0]:
            here[0] = first._replace(start=step.start)
            return [*here, *found]
        found = [*here[1:], *found]
        # The item that goes on inward ends where its own words do.
        around, until, end = first.units, first.last or (), first.end
    return found


def path(units: Units) -> tuple[tuple[str, ...], bool]:
    """The segments below the law, as far as the words tell, and whether that is all of them.

    What is within a paragraph is not placed where the paragraph is not named; a sentence has no
    place of its own."""
    named = dict(units)
    inner = [number for unit, number in reversed(units) if unit in ("item", "letter")]
    if "article" in named:
        if "paragraph" in named:
            return (named["article"], named["paragraph"], *inner), True
        return (named["article"],), not inner
    for unit in ("chapter", "part"):
        if unit in named:
            return (named[unit],), True
    return (), False
