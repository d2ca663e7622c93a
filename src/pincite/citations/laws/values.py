"""Turns the words of a citation into values: "XIV" and "Fourteenth" are 14, "(a)" is a."""

from __future__ import annotations

import re

from pincite.model.urn import segment

_ONES: tuple[str, ...] = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth",
)  # fmt: skip
_TENS = {"twent": 20, "thirt": 30, "fort": 40, "fift": 50, "sixt": 60}
_tens = re.compile(r"(twent|thirt|fort|fift|sixt)(?:ieth|y[- ]([a-z]+))")
_roman = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_LETTERS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def value(words: str, change: str = "") -> str:
    """The words as a URN's segment; changed first, where the grammar says how."""
    if change == "pinned":
        # "10b-5(b)" is a number with its pinpoint.
        return ":".join(segment(label) for label in words.replace(")", "").split("("))
    if change == "digits":
        words = words.replace(",", "")
    elif change == "lower":
        words = words.lower()
    elif change in ("roman", "ordinal"):
        number = roman(words) if change == "roman" else ordinal(words)
        if number:
            return str(number)
    return segment(words.replace(":", "~"))


def roman(words: str) -> int:
    """0 where the words are no Roman numeral."""
    letters = words.upper()
    if not letters or _roman.fullmatch(letters) is None:
        return 0
    total = 0
    for letter, following in zip(letters, [*letters[1:], ""], strict=True):
        worth = _LETTERS[letter]
        total += -worth if worth < _LETTERS.get(following, 0) else worth
    return total


def ordinal(words: str) -> int:
    """ "Fourteenth", "14th", "Twenty-first"; 0 where the words are no ordinal."""
    words = words.lower()
    if match := re.fullmatch(r"(\d{1,3})(?:st|nd|rd|th|d)", words):
        return int(match[1])
    if words in _ONES:
        return _ONES.index(words) + 1
    if match := _tens.fullmatch(words):
        if match[2] is None:
            return _TENS[match[1]]
        return _TENS[match[1]] + _ONES.index(match[2]) + 1 if match[2] in _ONES[:9] else 0
    return 0
