"""Lines put together into paragraphs by gap, indent, line ends and what the words say."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from pincite.ingest.casefiles.formats.pdf.lines import Placed
from pincite.ingest.casefiles.formats.pdf.rows import PdfRow
from pincite.ingest.casefiles.reading import Cell, FileLine, FileParagraph

_MARKER = (
    r"(?:\(?(?:\d{1,3}|[A-Za-z]|[ivxlIVXL]{1,7})[.)](?=\s|$)|\d{1,3}(?:\.\d{1,3}){1,5}\.?(?=\s|$)"
    r"|(?:ARTICLE|Article|SECTION|Section|EXHIBIT|Exhibit|SCHEDULE|Schedule|ANNEX|Annex)\s+[\dA-Z]"
    r"|§+\s?\d|[•·▪●◦‣⁃■□○–—*](?=\s|$)|[QA][.:](?=\s|$))"
)
_marker = re.compile(_MARKER)
_bullet = re.compile(r"[•·▪●◦‣⁃■□○](?=\s|$)")
_ended = re.compile(r"[.!?:;][\"”’'»)\]]*$")
_list_goes_on = re.compile(r"(?:[.!?:;,]|[,;]?\s(?:and|or|and/or|og|eða))[\"”’')\]]*$")
# A line that ends in a comma or in a short word such as "the", "of", "að" is not the last one.
_unfinished = re.compile(r"(?:,|\s[^\W\d_]{1,3})$(?<![A-Z])")
_leaders = re.compile(r"(?:\.\s?){4,}\s?[\divxl-]+$")

# Lengths are in units of the line's type size.
_OTHER_SIZE = 0.12
_INDENT = 0.8
_WIDER_STEP = 1.35
_SENTENCE_STEP = 2.6
_TABLE_ROWS = 3
_TAIL = 24
_CELL_GAP = 2.0
_ALIGNED = 4.0
_MUCH_SHORTER = 0.15
_HEADING_WORDS = 14
_HEADING_LINES = 3


class _Measure(NamedTuple):
    """Of a column: its margins, and the step from line to line."""

    left: float
    right: float
    step: float


def paragraphs_of(lines: list[Placed]) -> list[FileParagraph]:
    """The paragraphs of one page, from its body lines in reading order."""
    if not lines:
        return []
    measures = _measures(lines)
    tabular = _tabular(lines)
    out: list[FileParagraph] = []
    group: list[Placed] = [lines[0]]
    for at in range(1, len(lines)):
        before, line = lines[at - 1], lines[at]
        if tabular[at] == 2:
            apart = False
        elif tabular[at] or tabular[at - 1]:
            apart = True
        else:
            apart = _parted(group, before, line, measures[line.row.column])
        if apart:
            out.append(_paragraph(group, tabular[at - 1] > 0, measures[before.row.column]))
            group = [line]
        else:
            group.append(line)
    out.append(_paragraph(group, tabular[-1] > 0, measures[lines[-1].row.column]))
    return out


def run_on(before: FileParagraph, after: FileParagraph) -> bool:
    """Whether a paragraph that a page break or column break cut goes on: the sentence has not
    ended, and what follows cannot begin one."""
    if before.kind != "text" and before.kind != "item":
        return False
    if after.kind != "text":
        return False
    last, first = before.lines[-1].text, after.lines[0].text
    if _ended.search(last):
        return False
    if last.isupper() != first.isupper():
        # A title in capitals does not run on into a sentence.
        return False
    if first[0].islower():
        return not _marker.match(first) or not _list_goes_on.search(last)
    if last[-1] == "-" and len(last) > 1 and last[-2].isalpha():
        return True
    if _marker.match(first) or first[0] in "“\"'‘":
        return False
    # A capital, a figure or a bracket may go on with a sentence, where the line was full.
    return last[-1] == "," or (len(before.lines) > 1 and _is_full(before.lines))


def _is_full(lines: list[FileLine]) -> bool:
    edges = lines[-1].edges
    if not edges:
        return False
    others = [line.edges[-1] for line in lines[:-1] if line.page == lines[-1].page and line.edges]
    return bool(others) and edges[-1] >= max(others) - 4 * (lines[-1].bottom - lines[-1].top)


def _measures(lines: list[Placed]) -> dict[int, _Measure]:
    columns: dict[int, list[Placed]] = {}
    for line in lines:
        columns.setdefault(line.row.column, []).append(line)
    out: dict[int, _Measure] = {}
    for column, members in columns.items():
        rights = sorted([line.row.right for line in members])
        steps = sorted(
            [step for a, b in pairwise(members) if (step := b.row.bottom - a.row.bottom) > 0]
        )
        size = members[len(members) // 2].row.size
        out[column] = _Measure(
            min([line.row.left for line in members]),
            rights[int(0.9 * (len(rights) - 1))] if len(rights) >= 10 else rights[-1],
            min(max(steps[len(steps) // 4], 0.9 * size), 2.5 * size) if steps else 1.3 * size,
        )
    return out


def _parted(group: list[Placed], before: Placed, line: Placed, measure: _Measure) -> bool:
    a, b = before.row, line.row
    # How a line ends is told from its last characters alone.
    tail, says = before.line.text[-_TAIL:], line.line.text
    ended = _ended.search(tail) is not None
    if _marker.match(says):
        goes_on = not _list_goes_on.search(tail) and _unfinished.search(tail) is not None
    else:
        goes_on = not ended and (says[0].islower() or _unfinished.search(tail) is not None)
    if a.column != b.column:
        return not goes_on
    size = max(a.size, b.size)
    step = b.bottom - a.bottom
    if step > _SENTENCE_STEP * measure.step:
        return True
    if abs(a.size - b.size) > _OTHER_SIZE * size and not goes_on:
        return True
    if _leaders.search(tail):
        return True
    first_word = b.runs[0].edges[1] - b.left
    short = a.right + 0.3 * size + first_word < measure.right - 0.5 * size
    if goes_on:
        return step > _WIDER_STEP * measure.step and short
    if step > _WIDER_STEP * measure.step:
        return True
    if _is_display(before) != _is_display(line) and (short or ended):
        return True
    if _marker.match(says):
        return short or _list_goes_on.search(tail) is not None
    if short and (_is_display(before) or _is_display(line)):
        return not (_is_display(before) and _is_display(line) and _same_centre(a, b))
    if short and not ended:
        # Lines broken by hand end unevenly; only one much shorter than most is a last one.
        much = _MUCH_SHORTER * (measure.right - measure.left)
        return a.right + first_word < measure.right - much or abs(b.left - a.left) > _INDENT * size
    if short:
        return True
    if not ended:
        return False
    # The sentence ended at a full line: an indent, or the end of one, still tells.
    if b.left > a.left + _INDENT * size:
        return len(group) > 1 or not _marker.match(before.line.text)
    return len(group) > 1 and b.left < a.left - _INDENT * size


def _same_centre(a: PdfRow, b: PdfRow) -> bool:
    return abs(a.left + a.right - b.left - b.right) < 12.0


def _is_display(line: Placed) -> bool:
    """Whether the whole line is in capitals or bold, as headings are and sentences are not."""
    text = line.line.text
    return (text.isupper() and sum(map(str.isalpha, text)) > 3) or all(
        run.bold for run in line.row.runs
    )


def _tabular(lines: list[Placed]) -> list[int]:
    """For each line: 1 where it is a row of a table (several cells, set under each other row after
    row), 2 where it goes on with the last cell of the row above, else 0."""
    out = [0] * len(lines)
    start = 0
    while start < len(lines):
        end = start + 1
        if _has_cells(lines[start]):
            row = lines[start]
            kinds = [1]
            while end < len(lines):
                if _under(row, lines[end]):
                    row = lines[end]
                    kinds.append(1)
                elif _wraps(row, lines[end - 1], lines[end]):
                    kinds.append(2)
                else:
                    break
                end += 1
            if kinds.count(1) >= _TABLE_ROWS:
                out[start:end] = kinds
            else:
                end = start + 1
        start = end
    return out


def _wraps(row: Placed, above: Placed, line: Placed) -> bool:
    """Whether the line stands close under the last cell of the row, and under no other."""
    a, b = above.row, line.row
    if a.column != b.column or not 0 < b.bottom - a.bottom <= 1.6 * b.size:
        return False
    return abs(_cells(row.row)[-1][0] - b.left) <= _ALIGNED


def _cells(row: PdfRow) -> list[tuple[float, float, int]]:
    """Left, right and count of runs of each cell: what gaps wider than between words part."""
    out: list[tuple[float, float, int]] = []
    for run in row.runs:
        if out and run.left - out[-1][1] < _CELL_GAP * row.size:
            left, _, count = out[-1]
            out[-1] = (left, run.right, count + 1)
        else:
            out.append((run.left, run.right, 1))
    return out


def _has_cells(line: Placed) -> bool:
    runs = line.row.runs
    if len(runs) < 2 or (len(runs) == 2 and _marker.match(runs[0].text)):
        return False
    return len(_cells(line.row)) > 1


def _under(above: Placed, below: Placed) -> bool:
    a, b = above.row, below.row
    if a.column != b.column or b.top - a.bottom > 2 * b.size or not _has_cells(below):
        return False
    return any(
        abs(x[0] - y[0]) <= _ALIGNED or abs(x[1] - y[1]) <= _ALIGNED
        for x in _cells(a)[1:]
        for y in _cells(b)[1:]
    )


def _paragraph(group: list[Placed], tabular: bool, measure: _Measure) -> FileParagraph:
    lines = [placed.line for placed in group]
    if tabular:
        wrapped = sum(len(line.text) + 1 for line in lines[1:])
        return FileParagraph(lines, "row", cells=_spans(group[0].row, wrapped))
    if _is_heading(group, measure):
        return FileParagraph(lines, "heading")
    return FileParagraph(lines, "item" if _bullet.match(lines[0].text) else "text")


def _spans(row: PdfRow, wrapped: int) -> tuple[Cell, ...]:
    """The cells of a row, the last one longer by what wraps onto further lines."""
    out: list[Cell] = []
    runs = iter(row.runs)
    start = 0
    for _, _, count in _cells(row):
        end = start + sum(len(next(runs).text) + 1 for _ in range(count))
        out.append(Cell(start, end - 1))
        start = end
    out[-1] = Cell(out[-1].start, out[-1].end + wrapped)
    return tuple(out)


def _is_heading(group: list[Placed], measure: _Measure) -> bool:
    if len(group) > _HEADING_LINES or not all(map(_is_display, group)):
        return False
    text = " ".join([placed.line.text for placed in group])
    if text.count(" ") >= _HEADING_WORDS or sum(map(str.isalpha, text)) < 4 or text[-1] in ",;":
        return False
    if all(run.bold for placed in group for run in placed.row.runs):
        return True
    first = group[0].row
    middle = (measure.left + measure.right) / 2
    centred = abs((first.left + first.right) / 2 - middle) < 0.06 * (measure.right - measure.left)
    return (centred and first.left > measure.left + 2 * first.size) or bool(_marker.match(text))
