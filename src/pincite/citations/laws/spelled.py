"""Numbers in words, as acts write them: "section one hundred and thirty-nine", "First Schedule"."""

from __future__ import annotations

import re

_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth",
)  # fmt: skip
_TENTHS = ("twentieth", "thirtieth", "fortieth", "fiftieth")

_one = "|".join(sorted(_UNITS[1:], key=len, reverse=True))
_ten = "|".join(_TENS)
_small = rf"(?:(?:{_ten})(?:[ -](?:{_one}))?|{_one})"
CARDINAL = rf"(?:(?:{_one}) hundred(?: and {_small})?|{_small})"
_nth = "|".join(sorted(_ORDINALS, key=len, reverse=True))
ORDINAL = rf"(?:(?:{_ten})[ -](?:{_nth})|{_nth}|{'|'.join(_TENTHS)})"

_cardinal = re.compile(CARDINAL, re.IGNORECASE)
_VALUES = (
    {word: value for value, word in enumerate(_UNITS)}
    | {word: 20 + 10 * index for index, word in enumerate(_TENS)}
    | {word: 1 + index for index, word in enumerate(_ORDINALS)}
    | {word: 20 + 10 * index for index, word in enumerate(_TENTHS)}
)


def counted(words: str) -> int:
    """Of what CARDINAL or ORDINAL matches: "one hundred and thirty-nine" → 139."""
    total = 0
    for word in re.findall(r"[a-z]+", words.lower()):
        if word == "hundred":
            total *= 100
        else:
            total += _VALUES.get(word, 0)
    return total


def figures(number: str) -> str:
    """A number in words in figures; any other as it is."""
    if number[:1].isalpha() and _cardinal.fullmatch(number):
        return str(counted(number))
    return number
