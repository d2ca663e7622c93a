"""Finds where spans of a case file's text stand: made ready once, each span then takes no longer in
a long file than in a short one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Generic, NamedTuple, Protocol, TypeVar

from pincite.model.layout import Box, PageLayout, PlacedLine, Role
from pincite.model.provenance import IN_DOCUMENT, ON_PAGE, PRINTED, Mark, Place

# So many characters are counted anew for each span; what stands before them is counted once.
_STRIDE = 4096


class _Spanning(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


Span = TypeVar("Span", bound=_Spanning)


class _Spans(Generic[Span]):
    """Spans by where they stand, nested and overlapping ones too."""

    def __init__(self, spans: Sequence[Span]) -> None:
        order = sorted(range(len(spans)), key=lambda at: spans[at].start)
        self._spans = spans
        self._order = order
        self._starts = [spans[at].start for at in order]
        # The furthest end of it and all before it: behind that nothing needs to be looked at.
        self._reach = list(accumulate((spans[at].end for at in order), max))

    def touching(self, start: int, end: int) -> list[Span]:
        """Those that begin before `end` and end after `start`, in the order that was given."""
        return [self._spans[at] for at in sorted(self._touching(start, end))]

    def touches(self, start: int, end: int) -> bool:
        return next(self._touching(start, end), None) is not None

    def _touching(self, start: int, end: int) -> Iterator[int]:
        for rank in range(bisect_left(self._starts, end) - 1, -1, -1):
            if self._reach[rank] <= start:
                return
            at = self._order[rank]
            if self._spans[at].end > start:
                yield at


class _Line(NamedTuple):
    page: PageLayout
    line: PlacedLine

    @property
    def start(self) -> int:
        return self.line.start

    @property
    def end(self) -> int:
        return self.line.end


class _Touched(NamedTuple):
    page: PageLayout
    line: PlacedLine
    # The first word and the one after the last.
    first: int
    last: int


class Placing:
    """`text` is the canonical text, `paragraphs` are the offsets at which its paragraphs begin and
    `numbered` what `marks` makes of its nodes. `pages` need hold only those that are asked about.
    """

    def __init__(
        self,
        pages: Sequence[PageLayout],
        text: str,
        paragraphs: Sequence[int],
        numbered: Sequence[Mark],
    ) -> None:
        self._text = text
        self._paragraphs = paragraphs
        self._lines = _Spans(
            [_Line(page, line) for page in pages for line in page.lines if line.start >= 0]
        )
        self._notes = _Spans([mark for mark in numbered if mark.note])
        self._printed = _Spans([mark for mark in numbered if not mark.note])
        self._extents: dict[int, tuple[tuple[int, int], tuple[int, int]] | None] = {}

    def place(self, start: int, end: int) -> Place:
        """Where text[start:end] stands."""
        text = self._text
        while start < end and text[start] == " ":
            start += 1
        while end > start and text[end - 1] == " ":
            end -= 1
        touched = self._touched(start, end)
        note = next((mark.number for mark in self._notes.touching(start, start + 1)), "")
        printed = self._printed.touching(start, end)
        first, last = (touched[0], touched[-1]) if touched else (None, None)
        paged = first is not None and first.page.number > 0
        if note or (not printed and self._numbers_there(touched)):
            numbering, counts = PRINTED, (None, None)
        elif printed:
            numbering, counts = PRINTED, (int(printed[0].number), int(printed[-1].number))
        else:
            numbering = ON_PAGE if paged else IN_DOCUMENT
            counts = (
                self._ordinal(start, first.page if first and paged else None),
                self._ordinal(max(end - 1, start), last.page if last and paged else None),
            )
        methods = {touch.page.method for touch in touched}
        return Place(
            page=first.page.number if first and paged else None,
            page_end=last.page.number if last and paged else None,
            page_label=first.page.label if first else "",
            paragraph_start=counts[0],
            paragraph_end=counts[1],
            paragraph_numbering=numbering,
            line_start=_line_number(first),
            line_end=_line_number(last),
            char_start=start,
            char_end=end,
            boxes=tuple(_box(touch) for touch in touched if touch.line.edges),
            extraction_method="Mixed" if len(methods) > 1 else next(iter(methods), "Native"),
            ocr_confidence=_confidence(touched, text),
            note=note,
            sheet=_sheet(first),
            sheet_end=_sheet(last),
        )

    def _touched(self, start: int, end: int) -> list[_Touched]:
        touched = [
            _Touched(
                page,
                line,
                self._spaces(line.start, start) if start > line.start else 0,
                self._spaces(line.start, min(end, line.end)) + 1,
            )
            for page, line in self._lines.touching(start, end)
        ]
        touched.sort(key=lambda touch: touch.line.start)
        return touched

    def _spaces(self, start: int, end: int) -> int:
        """How many spaces text[start:end] has."""
        if end - start <= _STRIDE:
            return self._text.count(" ", start, end)
        return self._spaces_before(end) - self._spaces_before(start)

    def _spaces_before(self, at: int) -> int:
        stride = at // _STRIDE
        return self._counted[stride] + self._text.count(" ", stride * _STRIDE, at)

    @cached_property
    def _counted(self) -> list[int]:
        """How many spaces stand before every so many characters."""
        starts = range(0, len(self._text), _STRIDE)
        counts = (self._text.count(" ", start, start + _STRIDE) for start in starts)
        return [0, *accumulate(counts)]

    def _numbers_there(self, touched: Sequence[_Touched]) -> bool:
        """Whether the pages touched, or the document without pages, have paragraphs numbered in
        print, beside which a count from the top would mislead."""
        pages = {id(touch.page): touch.page for touch in touched}.values()
        extents = [extent for page in pages if (extent := self._extent(page)) is not None]
        if not extents:
            return False
        first, last = min(low for low, _ in extents)[0], max(high for _, high in extents)[1]
        return self._printed.touches(first, last)

    def _extent(self, page: PageLayout) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """The first and the last of the lines in a page's body."""
        if id(page) not in self._extents:
            spans = [
                (line.start, line.end)
                for line in page.lines
                if line.role == Role.BODY and line.start >= 0
            ]
            self._extents[id(page)] = (min(spans), max(spans)) if spans else None
        return self._extents[id(page)]

    def _ordinal(self, at: int, page: PageLayout | None) -> int | None:
        """Which paragraph of the page, or of the document, holds the offset, counting from 1."""
        index = bisect_right(self._paragraphs, at)
        if not index:
            return None
        if page is None:
            return index
        body = (line.start for line in page.lines if line.role == Role.BODY and line.start >= 0)
        return index - bisect_right(self._paragraphs, next(body, 0)) + 1


def _sheet(touched: _Touched | None) -> str:
    """A sheet has a name and no size; a page without a size has no name."""
    return touched.page.label if touched and not touched.page.width else ""


def _line_number(touched: _Touched | None) -> int | None:
    number = touched.line.number if touched else ""
    return int(number) if number.isascii() and number.isdigit() else None


def _box(touched: _Touched) -> Box:
    line = touched.line
    words = len(line.edges) // 2
    first, last = min(touched.first, words - 1), min(touched.last, words)
    spans = line.edges[2 * first : 2 * last]
    return Box(
        touched.page.number,
        round(min(spans), 2),
        round(line.top, 2),
        round(max(spans), 2),
        round(line.bottom, 2),
    )


def _confidence(touched: Sequence[_Touched], text: str) -> float | None:
    total = length = 0.0
    for page, line, first, last in touched:
        if page.method == "Native":
            continue
        if line.confidences:
            words = text[line.start : line.end].split(" ")[first:last]
            for word, sure in zip(words, line.confidences[first:last], strict=False):
                total += sure * len(word)
                length += len(word)
        elif page.confidence is not None:
            size = line.end - line.start
            total += 100 * page.confidence * size
            length += size
    return round(total / length / 100, 4) if length else None
