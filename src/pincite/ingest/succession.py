"""Which label comes after which: 1, 2, 2a, 3 · a, aa, b · i, ii, iii · A, B.

A label on its own is ambiguous ("i" is a letter after "h" and a number after nothing), so it has
readings, and the enumeration it stands in decides between them.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

NUMBER, LETTER, ROMAN, DOUBLE, DOTTED = "number", "letter", "roman", "double", "dotted"
UPPER = {LETTER: "LETTER", ROMAN: "ROMAN", DOUBLE: "DOUBLE"}

# As markers are written in flattened text; `readings` says which of these are labels.
LABEL = r"\d{1,4}[A-Za-z]{0,2}\d{0,2}|[A-Za-z]{1,7}\d{0,2}"

_number = re.compile(r"(\d+)([A-Za-z]*)(\d*)")
_dotted = re.compile(r"(\d{1,6})[.-](\d{1,4})([A-Za-z]?)")
_PER_PART = 10_000
_letters = re.compile(r"([a-z])(?:([a-z])|(\d+))?")
_roman = re.compile(r"((?:xl|l?x{0,3})(?:ix|iv|v?i{0,3}))([a-h]?)")
_COUNTING = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth",
)  # fmt: skip
_TENS = {"twent": 20, "thirt": 30, "fort": 40, "fift": 50}
_COUNTED = (
    {word: value for value, word in enumerate(_COUNTING, 1)}
    | {f"{ten}ieth": value for ten, value in _TENS.items()}
    | {f"{ten}y": value for ten, value in _TENS.items()}
)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50}
_ALPHABET = 26


class Ordinal(NamedTuple):
    """One reading of a label. `series` and `rank` place an insertion: 2A is number 2, 'A', 1."""

    style: str
    value: int
    series: str = ""
    rank: int = 0


class Sightings:
    """Where each label stands, in order, in a place where an item can begin."""

    def __init__(self) -> None:
        self._places: dict[str, list[int]] = {}

    def add(self, label: str, at: int) -> None:
        self._places.setdefault(label, []).append(at)

    def after(self, label: str, at: int) -> float:
        """The next place of the label; infinity where there is none."""
        places = self._places.get(label, ())
        following = bisect_right(places, at)
        return places[following] if following < len(places) else inf

    def likeliest(self, successors: Sequence[str], before: float, at: int) -> int | None:
        """Which of several readings to take, by their successors: the one that comes first, if it
        comes alone and before that place."""
        ahead = [self.after(label, at) for label in successors]
        nearest = min(ahead)
        if nearest < before and ahead.count(nearest) == 1:
            return ahead.index(nearest)
        return None


@functools.lru_cache(maxsize=4096)
def readings(label: str) -> tuple[Ordinal, ...]:
    """Every way to read a label; none where it is only a word in brackets."""
    if match := _number.fullmatch(label):
        return (Ordinal(NUMBER, int(match[1]), *_insertion(match[2], match[3])),)
    if match := _dotted.fullmatch(label):
        value = int(match[1]) * _PER_PART + int(match[2])
        return (Ordinal(DOTTED, value, *_insertion(match[3], "")),)
    folded = label.lower()
    if folded not in (label, label.swapcase()):
        return ()
    ordinals = [*_as_letters(folded), *_as_roman(folded)]
    if label != folded:
        return tuple(ordinal._replace(style=UPPER[ordinal.style]) for ordinal in ordinals)
    return tuple(ordinals)


def first(ordinal: Ordinal) -> bool:
    return ordinal.value == 1 and not ordinal.series


def follows(last: Ordinal, new: Ordinal) -> bool:
    """Whether `new` is what a drafter writes next after `last` in one list."""
    if new.style != last.style:
        return False
    if new.value == last.value + 1:
        return not new.series
    if new.value != last.value or not new.series:
        return False
    if not last.series:
        return new.rank == 1
    return new.series == last.series and new.rank == last.rank + 1


def later(last: Ordinal, new: Ordinal) -> bool:
    """Whether `new` may come after `last` with others left out between them."""
    if new.style != last.style:
        return False
    if new.value == last.value:
        return new.series == last.series and new.rank > last.rank > 0
    return new.value > last.value


@functools.lru_cache(maxsize=1024)
def successor(ordinal: Ordinal) -> str:
    """The label that follows in the same list, insertions apart; empty where none is plain."""
    value = ordinal.value + 1
    style = ordinal.style.lower()
    if style == NUMBER:
        return str(value)
    if style == DOTTED:
        return ""
    if style == ROMAN:
        text = roman(value)
    elif value > _ALPHABET:
        return ""
    else:
        text = chr(96 + value) * (2 if style == DOUBLE else 1)
    return text if ordinal.style.islower() else text.upper()


def roman(value: int) -> str:
    text = ""
    for size, digits in ((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while value >= size:
            text += digits
            value -= size
    return text


def counted(words: str) -> int:
    """'First' → 1, 'Twenty-second' → 22, 'IV' → 4, '12' → 12; 0 where it is no number."""
    if words.isdecimal():
        return int(words)
    values = [_COUNTED.get(word, 0) for word in words.lower().replace(" ", "-").split("-")]
    if all(values):
        return sum(values)
    return next((o.value for o in _as_roman(words.lower()) if not o.series), 0)


def _insertion(letters: str, digits: str) -> tuple[str, int]:
    if letters:
        folded = letters.lower()
        rank = ord(folded[-1]) - 96 + _ALPHABET * (len(letters) - 1)
        return ("A" if letters[0].isupper() else "a"), rank * 100 + int(digits) if digits else rank
    return ("1", int(digits)) if digits else ("", 0)


def _as_letters(label: str) -> list[Ordinal]:
    match = _letters.fullmatch(label)
    if match is None:
        return []
    value = ord(match[1]) - 96
    if match[3]:
        return [Ordinal(LETTER, value, "1", int(match[3]))]
    if not match[2]:
        return [Ordinal(LETTER, value)]
    second = ord(match[2]) - 96
    ordinals = [Ordinal(LETTER, value, "a", second)]
    if value == second:
        ordinals += [Ordinal(DOUBLE, value), Ordinal(LETTER, _ALPHABET + value)]
    elif value == 1:
        ordinals.append(Ordinal(LETTER, _ALPHABET + second))
    return ordinals


def _as_roman(label: str) -> list[Ordinal]:
    match = _roman.fullmatch(label)
    if match is None or not match[1]:
        return []
    total = 0
    digits = [_VALUES[char] for char in match[1]]
    for digit, after in zip(digits, [*digits[1:], 0], strict=True):
        total += -digit if digit < after else digit
    if match[2]:
        return [Ordinal(ROMAN, total, "a", ord(match[2]) - 96)]
    return [Ordinal(ROMAN, total)]
