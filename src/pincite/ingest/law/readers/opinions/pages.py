"""Star pages: which '[*117]' or '*117' in a decision mark its pages, and which are footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_bracketed = re.compile(r"\[\*(\d{1,6})\]")
_bare = re.compile(r"(?<![\w*\[])\*(\d{1,6})(?![\d*])")
# A decision's syllabus may be left out, so its first mark may be some pages on; a mark further on
# is the page of another reporter.
_FIRST_WITHIN = 100
_BARE_STEP = 3


class OpinionPages:
    """The marks of one decision. Without any that can be trusted, it has no pages."""

    __slots__ = ("_following", "_numbers", "_pattern", "current", "sign")

    def __init__(self, text: str, first: int, *, bare: bool = False) -> None:
        self.current = 0
        self.sign = "*" if bare else "[*"
        self._pattern = _bare if bare else _bracketed
        numbers: list[int] = []
        if first and self.sign in text:
            marked = [int(match[1]) for match in self._pattern.finditer(text)]
            numbers = _consecutive(marked, first) if bare else _ascending(marked, first)
        self._numbers = frozenset(numbers)
        self._following = dict(pairwise(numbers))

    def __bool__(self) -> bool:
        return bool(self._numbers)

    def split(self, paragraph: str) -> Iterator[tuple[str, int, str]]:
        """The paragraph as (mark, page, words after it); the first has no mark and page 0.
        `current` is the page of the piece just given."""
        mark, page, at = "", 0, 0
        for match in self._pattern.finditer(paragraph):
            number = int(match[1])
            if number in self._numbers and number > self.current:
                yield mark, page, paragraph[at : match.start()]
                mark, page, at = match[0], number, match.end()
                self.current = number
        yield mark, page, paragraph[at:]

    def through(self, page: int) -> int:
        """The last page that the words after a mark may reach: further than the mark's own where
        the next marks are missing."""
        return self._following.get(page, page + 1) - 1


def _ascending(marked: list[int], first: int) -> list[int]:
    """All marks, if they ascend as pages do; none if some are out of order."""
    numbers = [number for number in marked if number >= first]
    if not numbers or numbers[0] - first > _FIRST_WITHIN:
        return []
    if any(later < earlier for earlier, later in pairwise(numbers)):
        return []
    return list(dict.fromkeys(numbers))


def _consecutive(marked: list[int], first: int) -> list[int]:
    """A bare star is also a footnote's: only those that count on from the page before are pages."""
    numbers: list[int] = []
    for number in marked:
        if not numbers:
            if first <= number <= first + _FIRST_WITHIN:
                numbers.append(number)
        elif numbers[-1] < number <= numbers[-1] + _BARE_STEP:
            numbers.append(number)
    return numbers
