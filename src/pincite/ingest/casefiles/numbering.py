"""Reads the number a paragraph begins with, and says where in the outline that number stands.

A number opens a part only if it is the next of a list that is open, or the first of a new one; a
number out of sequence is left as words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from pincite.ingest.succession import (
    ROMAN,
    UPPER,
    Ordinal,
    Sightings,
    counted,
    first,
    follows,
    readings,
)
from pincite.ingest.succession import successor as next_label

ARTICLE, SECTION, NUMBER, DOTTED, ENUMERATED = "article", "section", "number", "dotted", "list"
# Numbers that run through a document, so that one lost in reading may be stepped over.
_RUNNING = frozenset({ARTICLE, SECTION, NUMBER, DOTTED})
_GAP = 5
_TITLE = 150
_UPPER_ROMAN = UPPER[ROMAN]

_marker = re.compile(
    r"""(?:
      (?P<article>(?:ARTICLE|Article)\s(?P<a>[IVXLC]{1,6}|\d{1,3}))\b[.:]?(?:\s?[—–-](?=\s))?
    | (?P<section>(?:SECTION|Section|Sec\.|SEC\.|CLAUSE|Clause|§)\s?(?P<s>\d{1,3}(?:\.\d{1,3})*))\b
      [.:)]?(?:\s?[—–-](?=\s))?
    | (?P<gr>\d{1,3})\.\s?gr\.
    | (?P<d>\d{1,3}(?:\.\d{1,3}){1,4})[.):]?(?=\s|$|[A-Z"“])
    | (?P<n>\d{1,3})[.)](?=\s|$|[A-Z"“])
    | \((?P<p>[a-zA-Z]{1,5}|\d{1,3})\)
    | (?P<l>[A-Za-z]|[IVXL]{2,6}|[ivxl]{2,6})[.)](?=\s|$)
    )""",
    re.X,
)


class ParagraphMarker(NamedTuple):
    """The number of a paragraph: text[:end] as printed. `value` is set for running numbers, and
    `label` for what enumerates: letters, roman numbers, numbers in brackets. `titled`: nothing but
    a title in capitals follows it."""

    form: str
    label: str
    value: tuple[int, ...]
    end: int
    titled: bool = False


def marker(text: str) -> ParagraphMarker | None:
    match = _marker.match(text)
    if match is None:
        return None
    kind, end = str(match.lastgroup), match.end()
    follow = text[end : end + 2].lstrip()
    if kind in "pl":
        shape = "()" if kind == "p" else text[end - 1]
        titled = shape == "." and len(text) < _TITLE and text[end:].isupper()
        return ParagraphMarker(f"{ENUMERATED} {shape}", match[kind], (), end, titled)
    if kind == "n" and text[end - 1] == ")":
        return ParagraphMarker(f"{ENUMERATED} )", match[kind], (), end)
    if follow[:1].islower():
        # "Section 2 of the Act", "2.5 million": words of a sentence.
        return None
    if kind in ("a", "article"):
        value = counted(match["a"])
        return ParagraphMarker(ARTICLE, "", (value,), end) if value else None
    if kind in ("s", "section"):
        return _running(SECTION, match["s"], end)
    return _running(SECTION if kind == "gr" else NUMBER, match[kind], end)


def _running(form: str, digits: str, end: int) -> ParagraphMarker:
    value = tuple(map(int, digits.split(".")))
    if len(value) == 2 and value[1] == 0:
        return ParagraphMarker(NUMBER if form == NUMBER else form, "", value[:1], end)
    return ParagraphMarker(form if len(value) == 1 else DOTTED, "", value, end)


@dataclass(slots=True)
class _Level:
    form: str
    value: tuple[int, ...] = ()
    ordinal: Ordinal | None = None
    titled: bool = False


class ParagraphNumbering:
    """The lists that are open, outermost first. `ahead` knows where each number is seen."""

    def __init__(self) -> None:
        self._levels: list[_Level] = []
        self._closed: dict[tuple[str, int], tuple[tuple[int, ...], int]] = {}
        self._ahead = Sightings()

    def sight(self, mark: ParagraphMarker, at: int) -> None:
        self._ahead.add(_sign(mark.form, mark.value, mark.label), at)

    def close(self, depth: int = 0) -> None:
        """Close the lists from `depth` on; running numbers may go on later where they were."""
        for at in range(len(self._levels) - 1, depth - 1, -1):
            level = self._levels[at]
            if level.form in _RUNNING and not self._in_list(at):
                self._closed[level.form, len(level.value)] = (level.value, at)
        del self._levels[depth:]

    def restart(self, lead: int = 0) -> None:
        """Forget everything: what follows, an exhibit, is numbered anew under `lead` levels."""
        self._levels = [_Level("") for _ in range(lead)]
        self._closed = {}

    def heading(self, depth: int) -> None:
        """An unnumbered heading stands at this depth."""
        self.close(depth)
        while len(self._levels) <= depth:
            self._levels.append(_Level(""))

    def place(self, mark: ParagraphMarker, at: int) -> int | None:
        """The depth at which the marker opens a part, from 0; None where it opens none."""
        if mark.value:
            depth = self._running(mark, at)
            level = _Level(mark.form, mark.value)
        else:
            depth, ordinal = self._enumerated(mark, at)
            level = _Level(mark.form, ordinal=ordinal, titled=mark.titled)
        if depth is None:
            return None
        self.close(depth)
        self._levels.append(level)
        self._closed.pop((level.form, len(level.value)), None)
        return depth

    def _in_list(self, depth: int) -> bool:
        return any(level.ordinal for level in self._levels[:depth])

    def _running(self, mark: ParagraphMarker, at: int) -> int | None:
        form, value = mark.form, mark.value
        best: int | None = None
        for depth in range(len(self._levels) - 1, -1, -1):
            level = self._levels[depth]
            if level.form == form and _steps(level.value, value):
                return depth
            if level.value and level.value == value[:-1] and value[-1] <= 1:
                return depth + 1
            if best is None and level.form == form and self._skips(level.value, mark, at):
                best = depth
        closed = self._closed.get((form, len(value)))
        if closed and (_steps(closed[0], value) or self._skips(closed[0], mark, at)):
            return min(closed[1], len(self._levels))
        if best is not None:
            return best
        if any(level.form == form and len(level.value) == len(value) for level in self._levels):
            return None
        if closed is None and value[-1] <= 1 and (len(value) == 1 or not self._has_numbers()):
            if form == ARTICLE or len(value) > 1 or not self._list_goes_on(mark, at):
                return self._above_lists()
            return len(self._levels)
        return None

    def _list_goes_on(self, mark: ParagraphMarker, at: int) -> bool:
        """Whether a number is the first of a list inside an item, "(a) … 1. … 2. … (b)", rather
        than of the sections that follow recitals lettered A to C: the next item is ahead, and the
        numbers do not run on past it."""
        following = self._ahead.after(_sign(mark.form, (2,), ""), at)
        lists = [level for level in self._levels if level.ordinal]
        if len(lists) != 1 or lists[0].titled or lists[0].ordinal is None or self._has_numbers():
            return True
        item = _sign(lists[0].form, (), next_label(lists[0].ordinal))
        return following < self._ahead.after(item, at) < inf

    def _skips(self, last: tuple[int, ...], mark: ParagraphMarker, at: int) -> bool:
        """Whether a few numbers before this one were lost in reading: none of them is seen from
        here on, and the one after it is."""
        value = mark.value
        if len(last) != len(value):
            return False
        # 2.1 to 2.4 steps in the last place; 2.6 to 4.1 in the first.
        place = -1 if last[:-1] == value[:-1] else 0
        if place == 0 and any(step > 1 for step in value[1:]):
            return False
        if not 1 < value[place] - last[place] <= _GAP:
            return False
        head, tail = (value[:-1], ()) if place else ((), value[1:])
        missing = ((*head, step, *tail) for step in range(last[place] + 1, value[place]))
        if any(self._ahead.after(_sign(mark.form, skipped, ""), at) < inf for skipped in missing):
            return False
        following = (*value[:-1], value[-1] + 1)
        return self._ahead.after(_sign(mark.form, following, ""), at) < inf

    def _has_numbers(self) -> bool:
        return any(level.value and level.form != ARTICLE for level in self._levels)

    def _above_lists(self) -> int:
        """The depth of what holds all else: below unnumbered headings, exhibits and articles."""
        depth = 0
        while depth < len(self._levels) and self._levels[depth].form in ("", ARTICLE):
            depth += 1
        return depth

    def _enumerated(self, mark: ParagraphMarker, at: int) -> tuple[int | None, Ordinal | None]:
        options: list[tuple[int, Ordinal]] = []
        ordinals = readings(mark.label)
        open_styles = {level.ordinal.style for level in self._levels if level.ordinal and
                       level.form == mark.form}  # fmt: skip
        for depth in range(len(self._levels) - 1, -1, -1):
            level = self._levels[depth]
            if level.form == mark.form and level.ordinal is not None:
                options += [
                    (depth, ordinal) for ordinal in ordinals if follows(level.ordinal, ordinal)
                ]
        new = [
            ordinal for ordinal in ordinals if first(ordinal) and ordinal.style not in open_styles
        ]
        options += [(self._new_list(mark, ordinal), ordinal) for ordinal in new]
        if not options:
            return None, None
        if len(options) > 1:
            signs = [_sign(mark.form, (), next_label(ordinal)) for _, ordinal in options]
            again = self._ahead.after(_sign(mark.form, (), mark.label), at)
            likeliest = self._ahead.likeliest(signs, again, at)
            return options[likeliest or 0]
        return options[0]

    def _new_list(self, mark: ParagraphMarker, ordinal: Ordinal) -> int:
        """Below what is open; but "I. APPOINTMENT" holds sections as an article does."""
        if mark.titled and ordinal.style == _UPPER_ROMAN and not self._has_numbers():
            return self._above_lists()
        return len(self._levels)


def _steps(last: tuple[int, ...], value: tuple[int, ...]) -> bool:
    """2.1 to 2.2, or 2.9 to 3.1."""
    if len(last) != len(value):
        return False
    if last[:-1] == value[:-1]:
        return value[-1] == last[-1] + 1
    return len(value) > 1 and value[0] == last[0] + 1 and all(step <= 1 for step in value[1:])


def _sign(form: str, value: tuple[int, ...], label: str) -> str:
    return f"{form} {'.'.join(map(str, value))}{label}"
