"""Numbers as documents print them: roman, lettered, in words."""

from __future__ import annotations

_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = (
    "-", "-", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
)  # fmt: skip
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip
# A hostile file may ask for the roman form of two thousand million.
_LARGEST = 32_767


def roman(number: int) -> str:
    """Upper-case roman; a number that has no such form stays in digits."""
    if not 0 < number <= _LARGEST:
        return str(number)
    out: list[str] = []
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        out.append(letters * count)
    return "".join(out)


def repeated_letter(number: int) -> str:
    """a … z, aa, bb … zz, aaa: how Word counts in letters."""
    if not 0 < number <= _LARGEST:
        return str(number)
    times, place = divmod(number - 1, 26)
    return chr(ord("a") + place) * (times + 1)


def spreadsheet_letters(number: int) -> str:
    """A … Z, AA, AB …: how columns are named, and, in lower case, how web pages count."""
    out = ""
    while number > 0:
        number, place = divmod(number - 1, 26)
        out = chr(ord("A") + place) + out
    return out


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def in_words(number: int) -> str:
    """English, "twenty-one"; in digits from a thousand on."""
    if not 0 <= number < 1000:
        return str(number)
    if number >= 100:
        hundreds, rest = divmod(number, 100)
        return f"{_ONES[hundreds]} hundred" + (f" {in_words(rest)}" if rest else "")
    if number < 20:
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")


def ordinal_in_words(number: int) -> str:
    """English, "twenty-first"; from a thousand on "1000th"."""
    if not 0 <= number < 1000:
        return ordinal(number)
    cardinal = in_words(number)
    cut = max(cardinal.rfind("-"), cardinal.rfind(" ")) + 1
    last = cardinal[cut:]
    if last.endswith("y"):
        return f"{cardinal[:-1]}ieth"
    return cardinal[:cut] + _ORDINALS.get(last, f"{last}th")
