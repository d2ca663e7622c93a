"""Says in a few words where a span of a case file stands: 'p. 8, para. 3', 'Sheet1!A7:C9'."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pincite.ingest.casefiles.reading import FileParagraph

_lines = re.compile(r"lines? (\d+)(?:-(\d+))?")


class Whereabouts:
    """The lines of a document by offset, in the order of the canonical text."""

    def __init__(
        self,
        paragraphs: Sequence[FileParagraph],
        starts: Sequence[int],
        lines: tuple[list[int], list[int], list[str]],
        tops: dict[int, int],
    ) -> None:
        """`lines` are their offsets, pages and numbers; `tops` the first paragraph of a page."""
        self._paragraphs = paragraphs
        self._starts = starts
        self._offsets, self._pages, self._numbers = lines
        self._tops = tops

    def _line(self, at: int) -> int:
        line = bisect_right(self._offsets, at) - 1
        # A number that the format generates stands before the first line of its paragraph.
        first = bisect_right(self._starts, at) - 1
        if line < 0 or self._offsets[line] < self._starts[first]:
            line += 1
        return line

    def pages(self, start: int, end: int) -> str:
        """'p. 8' or 'pp. 8-9'; "" in a format without pages."""
        first, last = self._pages[self._line(start)], self._pages[self._line(end - 1)]
        if not first:
            return ""
        if "!" in self._paragraphs[bisect_right(self._starts, start) - 1].place:
            return self.words(start, end)
        return f"p. {first}" if first == last else f"pp. {first}-{last}"

    def page_and_line(self, start: int, end: int) -> str:
        """'14:3-15:9', as testimony is cited; "" in a format without pages."""
        a, b = self._line(start), self._line(end - 1)
        if not self._pages[a]:
            return ""
        first, last = f"{self._pages[a]}:{self._numbers[a]}", self._numbers[b]
        if self._pages[a] != self._pages[b]:
            return f"{first}-{self._pages[b]}:{last}"
        return first if self._numbers[a] == last else f"{first}-{last}"

    def words(self, start: int, end: int) -> str:
        """The place by page and paragraph, or by what the format itself calls it."""
        a, b = bisect_right(self._starts, start) - 1, bisect_right(self._starts, end - 1) - 1
        first, last = self._pages[self._line(start)], self._pages[self._line(end - 1)]
        if first and "!" not in self._paragraphs[a].place:
            count, last_count = a - self._tops.get(first, a) + 1, b - self._tops.get(last, b) + 1
            if first == last:
                return f"p. {first}, {_span('para.', 'paras.', count, last_count)}"
            return f"pp. {first}-{last}"
        place = self._paragraphs[a].place
        if place:
            return _merged(place, _last_place(self._paragraphs[b]))
        return _span("para.", "paras.", a + 1, b + 1)


def _span(singular: str, many: str, first: int, last: int) -> str:
    return f"{singular} {first}" if first >= last else f"{many} {first}-{last}"


def _last_place(paragraph: FileParagraph) -> str:
    if paragraph.cells and paragraph.cells[-1].place:
        return paragraph.cells[-1].place
    lines = _lines.fullmatch(paragraph.place)
    if lines and len(paragraph.lines) > 1:
        return f"line {int(lines[1]) + len(paragraph.lines) - 1}"
    return paragraph.place


def _merged(first: str, last: str) -> str:
    """'Sheet1!A7' and 'Sheet1!C9' as 'Sheet1!A7:C9'; 'line 3' and 'line 9' as 'lines 3-9'."""
    if not last or first == last:
        return first
    a, b = _lines.fullmatch(first), _lines.fullmatch(last)
    if a and b:
        return f"lines {a[1]}-{b[2] or b[1]}"
    sheet, _, cell = first.rpartition("!")
    other, _, end = last.rpartition("!")
    if other in ("", sheet) and " " not in cell + end:
        return f"{first.partition(':')[0]}:{end.rpartition(':')[2]}"
    return f"{first} to {last}"
