"""Numbers that a text states, in figures or in words, with the readings that they may have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

# Digits with what stands within one number: "1,000", "1.000", "12.5", "0,5".
_figures = re.compile(r"\d+(?:[.,]\d+)*")
_grouped = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_words = re.compile(r"[^\W\d_]+")
_TEN, _TWENTY, _HUNDRED = 10, 20, 100
_SCALES = (1_000, 1_000_000, 1_000_000_000)


class Number(NamedTuple):
    """text[start:end]; `readings` are what it may mean, as plain figures: a full stop parts
    thousands in one country and decimals in another."""

    start: int
    end: int
    readings: frozenset[str]
    in_words: bool = False


def numbers(text: str) -> Iterator[Number]:
    """Every number of a text, those in figures first."""
    yield from in_figures(text)
    yield from in_words(text)


def in_figures(text: str) -> Iterator[Number]:
    for match in _figures.finditer(text):
        yield Number(match.start(), match.end(), readings(match[0]))


def readings(figures: str) -> frozenset[str]:
    spellings = {figures.replace(",", ".")}
    if _grouped.fullmatch(figures):
        spellings.add(re.sub("[.,]", "", figures))
    if "." in figures and "," in figures:
        last = max(figures.rfind("."), figures.rfind(","))
        spellings = {re.sub("[.,]", "", figures[:last]) + "." + figures[last + 1 :]}
        if _grouped.fullmatch(figures):
            spellings.add(re.sub("[.,]", "", figures))
    return frozenset(_bare(reading) for reading in spellings)


def _bare(figures: str) -> str:
    return figures.lstrip("0") or "0"


@cache
def number_words() -> dict[str, int]:
    """What each word for a number is worth, in all its forms, in every language that is known."""
    file = resources.files("pincite.text.languages") / "number_words.txt"
    values: dict[str, int] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            value, *forms = line.split()
            values |= dict.fromkeys(forms, int(value))
    return values


def in_words(text: str) -> Iterator[Number]:
    """ "thirty", "twenty-one", "one hundred and twenty": words side by side are one number."""
    known = number_words()
    run: list[tuple[int, int, int]] = []
    for match in _words.finditer(text):
        value = known.get(match[0].lower())
        between = text[run[-1][1] : match.start()] if run else ""
        if run and value is not None and _joined(run[-1][2], value, between):
            run.append((match.start(), match.end(), value))
            continue
        if run and value is None and match[0].lower() in ("and", "og") and between == " ":
            # It joins only where a number follows; the gap is looked at then.
            continue
        if run:
            yield _number(run)
        run = [(match.start(), match.end(), value)] if value is not None else []
    if run:
        yield _number(run)


def _joined(before: int, value: int, between: str) -> bool:
    """Whether a word for a number goes on with the one before: "two hundred", "twenty-one", "one
    hundred and five", "tuttugu og einn"; not "two and three"."""
    spaced = between in (" ", "-", "‑", "–")
    if value == _HUNDRED or value in _SCALES:
        return spaced and before < value
    big = before == _HUNDRED or before in _SCALES
    tens = _TWENTY <= before < _HUNDRED and value < _TEN
    return (big or tens) and (spaced or between.lower() in (" and ", " og "))


def _number(run: list[tuple[int, int, int]]) -> Number:
    total = part = 0
    for _, _, value in run:
        if value == _HUNDRED:
            part = max(part, 1) * _HUNDRED
        elif value in _SCALES:
            total += max(part, 1) * value
            part = 0
        else:
            part += value
    return Number(run[0][0], run[-1][1], frozenset({str(total + part)}), in_words=True)
