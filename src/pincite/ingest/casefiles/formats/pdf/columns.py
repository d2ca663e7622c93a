"""Columns: a gutter that runs through many rows, with running text on both of its sides.

Cells of a table stand side by side too. What tells columns from them is that the text of a column
runs on within it: its lines wrap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pincite.ingest.casefiles.formats.pdf.gutters import LEAST_LINES, Strip, strips_of
from pincite.ingest.casefiles.formats.pdf.rows import PdfRow, row_of

# A strip parts columns when this many rows respect it ...
_GUTTER_ROWS = 6
# ... both sides hold running words rather than the cells of a table, in lines so long (in words)
# and in a strip so wide (of the page) ...
_PROSE_WORDS = 3.0
_PROSE_SHARE = 0.2
# ... so many of their lines go on in the next line of the same side ...
_WRAPS = 0.25
_LEAST_WRAPS = 2
# ... and few of their rows have other wide gaps.
_OTHER_GAPS = 0.3
# No column is wider than this, of the width of all.
_WIDEST_COLUMN = 0.7
# A line is full that ends so near the column's edge, of its width, and holds so many words.
_FULL_LINE = 0.1
_WORDS_OF_A_FULL_LINE = 5
# In steps from line to line: what sets a row of cells off from the one above; rows of a table.
_WIDER_STEP = 1.25
_CELL_ROWS = 3
# What no honest page needs more of, so that a hostile one costs no more than time to read it.
_MAX_ROWS = 200
_MAX_DEPTH = 3
_MAX_TRIES = 4

_marker = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivxlIVXL]{1,7})[.)]|[•·▪●◦‣⁃■□○–—*]")
_number = re.compile(r"\(?(\d{1,3})[.)](?=\s|$)")
_unfinished = re.compile(r"(?:[^\W\d_]-|\s[a-zà-ÿ]{1,3})$")


class _Band(NamedTuple):
    """Rows[start:end] of a page as columns: its parts in reading order, and how many of their rows
    have wide gaps."""

    start: int
    end: int
    parts: list[list[PdfRow]]
    gaps: int


def columns_of(rows: list[PdfRow], width: float, depth: int = _MAX_DEPTH) -> list[list[PdfRow]]:
    """Rows from the top of a page down, parted at the gutters between columns of running text: each
    part is to be read before the next. A page without columns is one part."""
    if not depth or not _GUTTER_ROWS <= len(rows) <= _MAX_ROWS:
        return [rows]
    out: list[list[PdfRow]] = []
    plain: list[PdfRow] = []
    for stretch, narrow in _stretches(rows):
        if not narrow or not _may_have_columns(stretch, width):
            plain += stretch
            continue
        for part, parted in _parts(stretch, width, depth):
            if not parted:
                plain += part
                continue
            if plain:
                out.append(plain)
                plain = []
            out.append(part)
    if plain:
        out.append(plain)
    return out


def _stretches(rows: list[PdfRow]) -> Iterator[tuple[list[PdfRow], bool]]:
    """Rows that follow each other and could be of columns, and those too wide for that."""
    left = min([row.left for row in rows])
    wide = _WIDEST_COLUMN * (max([row.right for row in rows]) - left)
    narrow = [
        row.right - row.left <= wide
        or (len(row.runs) > 1 and all(run.right - run.left <= wide for run in row.runs))
        for row in rows
    ]
    if not any(narrow):
        yield rows, False
        return
    start = 0
    for at in range(1, len(rows) + 1):
        if at == len(rows) or narrow[at] != narrow[start]:
            yield rows[start:at], narrow[start]
            start = at


def _may_have_columns(rows: list[PdfRow], width: float) -> bool:
    """Whether enough words stand far enough to the right, in lines that could be wrapped."""
    if len(rows) < _GUTTER_ROWS:
        return False
    edge = min([row.left for row in rows]) + _PROSE_SHARE * width
    lasts = [run for row in rows if (run := row.runs[-1]).edges[0] >= edge]
    if len(lasts) < LEAST_LINES:
        return False
    full = 2 * _WORDS_OF_A_FULL_LINE
    wrapped = [run for run in lasts if len(run.edges) >= full or run.text[0].islower()]
    return len(wrapped) >= _LEAST_WRAPS


def _parts(rows: list[PdfRow], width: float, depth: int) -> Iterator[tuple[list[PdfRow], bool]]:
    """The rows in reading order, and of each lot whether it is a part of columns."""
    failed: list[tuple[int, Strip]] = []
    at = 0
    while at < len(rows):
        # What was no gutter from a row above on is none from here on either.
        strips = [
            (end, strip)
            for end, strip in strips_of(rows, at)
            if not any(end == other and strip.meets(tried) for other, tried in failed)
        ]
        band = _band(rows, at, strips, width, depth) if strips else None
        if band:
            yield rows[at : band.start], False
            for part in band.parts:
                yield part, True
            at = band.end
        else:
            failed += strips
            yield [rows[at]], False
            at += 1


def _band(
    rows: list[PdfRow], at: int, strips: list[tuple[int, Strip]], width: float, depth: int
) -> _Band | None:
    """The columns that one of the strips parts: that which leaves the fewest other gaps."""
    best: _Band | None = None
    for end, strip in strips[:_MAX_TRIES]:
        first, last = _trimmed(rows, at, end, strip.middle)
        if last - first < _GUTTER_ROWS:
            continue
        left, right = _split(rows[first:last], strip.middle)
        if not (_is_prose(left, width) and _is_prose(right, width)):
            continue
        parts: list[list[PdfRow]] = []
        gaps = 0
        for side in _in_order(left, right):
            inner = columns_of(side, width, depth - 1)
            parts += inner
            gaps += sum(map(_other_gaps, inner))
        few = gaps <= _OTHER_GAPS * (len(left) + len(right))
        if few and (best is None or gaps < best.gaps):
            best = _Band(first, last, parts, gaps)
        if not gaps:
            break
    return best


def _trimmed(rows: list[PdfRow], start: int, end: int, middle: float) -> tuple[int, int]:
    """Leaves out what stands on one side only, over or under both columns, and set off from them
    by more than their paragraphs are from each other."""
    band = rows[start:end]
    sides = [
        [at for at, row in enumerate(band) if row.left < middle],
        [at for at, row in enumerate(band) if row.right > middle],
    ]
    head, foot = max(side[0] for side in sides), min(side[-1] for side in sides)
    steps = [
        band[b].top - band[a].top
        for side in sides
        for a, b in pairwise(side)
        if head <= a and b <= foot
    ]
    widest = _WIDER_STEP * max(steps, default=0.0)
    for at in range(foot + 1, len(band)):
        if band[at].top - band[at - 1].top > widest:
            end = start + at
            break
    for at in range(head, 0, -1):
        if band[at].top - band[at - 1].top > widest:
            start += at
            break
    return start, end


def _split(rows: list[PdfRow], middle: float) -> tuple[list[PdfRow], list[PdfRow]]:
    left: list[PdfRow] = []
    right: list[PdfRow] = []
    for row in rows:
        if row.right <= middle:
            left.append(row)
        elif row.left >= middle:
            right.append(row)
        else:
            left.append(row_of([run for run in row.runs if run.right <= middle]))
            right.append(row_of([run for run in row.runs if run.left >= middle]))
    return left, right


def _other_gaps(rows: list[PdfRow]) -> int:
    """Rows that have gaps elsewhere than after the marker of a list."""
    return sum([len(row.runs) > 1 + bool(_marker.fullmatch(row.runs[0].text)) for row in rows])


def _is_prose(rows: list[PdfRow], width: float) -> bool:
    if len(rows) < LEAST_LINES:
        return False
    words = sum([len(run.edges) // 2 for row in rows for run in row.runs])
    right = max([row.right for row in rows])
    span = right - min([row.left for row in rows])
    if words < _PROSE_WORDS * len(rows) or span < _PROSE_SHARE * width:
        return False
    full = right - _FULL_LINE * span
    wraps = sum([_goes_on(a, b, full) for a, b in pairwise(rows)])
    return wraps >= max(_LEAST_WRAPS, _WRAPS * (len(rows) - 1))


def _goes_on(above: PdfRow, below: PdfRow, full: float) -> bool:
    """Whether a line wraps into the one below; of a side that holds columns itself, its first."""
    before, after = above.runs[-1], below.runs[0]
    if len(above.runs) > 1 and not _marker.fullmatch(above.runs[0].text):
        before = above.runs[0]
    if before.text[-1] in ".!?" or _marker.match(after.text):
        return False
    if after.text[0].islower() or _unfinished.search(before.text[-8:]):
        return True
    # A line of capitals or of names may go on too, where it is full.
    words = len(before.edges) // 2
    return before.right >= full and words >= _WORDS_OF_A_FULL_LINE and after.text[0].isalpha()


def _in_order(left: list[PdfRow], right: list[PdfRow]) -> list[list[PdfRow]]:
    """The two sides one after the other; but cell by cell where they are the cells of a table,
    which begin at one height in row after row."""
    numbers = [_numbers(side) for side in (left, right)]
    if all(numbers) and numbers[1][0] == numbers[0][-1] + 1:
        return [left, right]
    heads = _cell_heads(left, right)
    if len(heads) < _CELL_ROWS:
        return [left, right]
    out: list[list[PdfRow]] = []
    for top, below in pairwise([*heads, float("inf")]):
        for side in (left, right):
            cell = [row for row in side if top <= row.top + 1 < below]
            if cell:
                out.append(cell)
    return out


def _numbers(rows: list[PdfRow]) -> list[int]:
    return [int(match[1]) for row in rows if (match := _number.match(row.runs[0].text))]


def _cell_heads(left: list[PdfRow], right: list[PdfRow]) -> list[float]:
    """The heights at which rows of cells begin: a gap runs across both sides above each, and both
    begin under it at once; none where one side has a gap that the other runs past."""
    rows = sorted([*left, *right], key=lambda row: row.top)
    sides = [sorted(side, key=lambda row: row.top) for side in (left, right)]
    steps = sorted(b.top - a.top for side in sides for a, b in pairwise(side))
    wide = _WIDER_STEP * steps[len(steps) // 4]
    heads = [rows[0].top]
    reach = rows[0].bottom
    for row in rows[1:]:
        if row.top > reach + wide - row.size:
            heads.append(row.top)
        reach = max(reach, row.bottom)
    for side in sides:
        tops = [row.top for row in side]
        if any(all(abs(head - top) > 1 for top in tops) for head in heads):
            return []
        begun = [b.top for a, b in pairwise(side) if b.top - a.top > wide]
        if any(all(abs(head - top) > 1 for head in heads) for top in begun):
            return []
    return heads
