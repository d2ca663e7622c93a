"""Printed line numbers of pleading paper and transcripts: found, and put beside their lines.

A column of bare numbers that counts 1, 2, 3 … down the edge of the text is taken for line numbers
only when pages agree, or when one page counts through to a customary last number.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import NamedTuple

from pincite.ingest.casefiles.formats.pdf.runs import Run

_ENOUGH = 8
# Numbers that could be line numbers, on one page; a page with more of them is a table.
_MOST = 400
# One page alone is believed when it counts to what paper of these kinds counts to.
_CUSTOMARY = frozenset({25, 28})
_ALIGNED = 3.0
# Of the numbers of a recognised page, how many must be read right, and how far from its place, in
# steps, one of them may stand.
_READ_RIGHT = 0.8
_PLAY = 0.3


class Printed(NamedTuple):
    """A number of the column: which run of the page it begins, and its box."""

    number: str
    run: int
    left: float
    right: float
    top: float
    bottom: float


class PageRuns(NamedTuple):
    """A page's runs and its height; of a recognised page each line is a run, and a number here and
    there may be misread."""

    runs: list[Run]
    height: float
    recognised: bool = False


def find(sheets: list[PageRuns]) -> list[list[Printed]]:
    """For each page, the printed line numbers from the top down."""
    columns = [_column(sheet) for sheet in sheets]
    agreeing = sum(bool(column) for column in columns)
    if agreeing >= 2:
        return columns
    return [column if column and int(column[-1].number) in _CUSTOMARY else [] for column in columns]


def _column(sheet: PageRuns) -> list[Printed]:
    runs, height = sheet.runs, sheet.height
    numbers: list[Printed] = []
    for at, run in enumerate(runs):
        first = run.text[:3].split(" ", 1)[0]
        if first.isdecimal() and len(first) < 3 and first.isascii() and run.upright:
            word = run.text.split(" ", 1)[0]
            if word == first:
                numbers.append(Printed(first, at, run.edges[0], run.edges[1], run.top, run.bottom))
    if not _ENOUGH <= len(numbers) <= _MOST:
        return []
    column = _aligned(numbers)
    if sheet.recognised:
        column = _with_misread(column, runs)
    if len(column) < _ENOUGH or not _counts(column, height):
        return []
    return column if _outside(column, runs) else []


def _with_misread(column: list[Printed], runs: list[Run]) -> list[Printed]:
    """The numbers that stand where even counting puts them, and in the places left between them
    what was recognised there, which can only be the number misread; none where too few were read
    right."""
    steps = [
        (b.top - a.top) / counted
        for a, b in pairwise(column)
        if (counted := int(b.number) - int(a.number)) > 0
    ]
    if len(steps) < _ENOUGH:
        return []
    step = median(steps)
    origin = median([printed.top - step * int(printed.number) for printed in column])
    right = {
        int(printed.number): printed
        for printed in column
        if abs(printed.top - origin - step * int(printed.number)) <= _PLAY * step
    }
    last = max(right, default=0)
    if len(right) < _READ_RIGHT * last:
        return []
    left_edge = min([printed.left for printed in right.values()]) - _ALIGNED
    right_edge = max([printed.right for printed in right.values()]) + _ALIGNED
    for at, run in enumerate(runs):
        number = round((run.top - origin) / step) if step else 0
        if number in right or not 0 < number <= last or len(run.text.split(" ", 1)[0]) > 3:
            continue
        off = abs(run.top - origin - step * number)
        if off <= _PLAY * step and left_edge <= run.edges[0] and run.edges[1] <= right_edge:
            place = (run.edges[0], run.edges[1], run.top, run.bottom)
            right[number] = Printed(str(number), at, *place)
    return [right[number] for number in sorted(right)]


def _aligned(numbers: list[Printed]) -> list[Printed]:
    """The largest group that shares its right or its left edge, from the top down."""
    best: list[Printed] = []
    for rights in (True, False):
        edges = [printed.right if rights else printed.left for printed in numbers]
        for pivot in edges:
            group = [
                printed
                for printed, edge in zip(numbers, edges, strict=True)
                if abs(edge - pivot) <= _ALIGNED
            ]
            if len(group) > len(best):
                best = group
    return sorted(best, key=lambda printed: printed.top)


def _counts(column: list[Printed], height: float) -> bool:
    values = [int(printed.number) for printed in column]
    if values != list(range(1, len(values) + 1)):
        return False
    steps = [b.top - a.top for a, b in pairwise(column)]
    even = median(steps)
    # A list or a table may count too, but not evenly over half the page.
    regular = sum(0.6 * even <= step <= 1.5 * even for step in steps) >= 0.9 * len(steps)
    return regular and column[-1].bottom - column[0].top >= 0.4 * height


def _outside(column: list[Printed], runs: list[Run]) -> bool:
    """Whether the column stands left of the text it numbers, or right of it."""
    taken = {printed.run: printed for printed in column}
    lefts: list[float] = []
    rights: list[float] = []
    for at, run in enumerate(runs):
        if at not in taken:
            lefts.append(run.edges[0])
            rights.append(run.edges[-1])
        elif len(run.edges) > 2:
            lefts.append(run.edges[2])
            rights.append(run.edges[-1])
    if not lefts:
        return True
    edge = max(printed.right for printed in column)
    start = min(printed.left for printed in column)
    left_of = sum(left >= edge for left in lefts) >= 0.9 * len(lefts)
    right_of = sum(right <= start for right in rights) >= 0.9 * len(rights)
    return left_of or right_of


def without(runs: list[Run], column: list[Printed]) -> list[Run]:
    """The runs less the numbers themselves."""
    taken = {printed.run for printed in column}
    out: list[Run] = []
    for at, run in enumerate(runs):
        if at not in taken:
            out.append(run)
        elif len(run.edges) > 2:
            out.append(run._replace(text=run.text.split(" ", 1)[1], edges=run.edges[2:], mark=""))
    return out


def beside(middles: list[float], column: list[Printed]) -> dict[int, str]:
    """Which line (by its middle's place in `middles`) each number stands beside: the nearest,
    within half a step, when that line has no nearer number."""
    if not column or not middles:
        return {}
    centres = [(printed.top + printed.bottom) / 2 for printed in column]
    steps = [b - a for a, b in pairwise(centres)]
    reach = 0.5 * median(steps) if steps else 12.0
    out: dict[int, str] = {}
    for at, middle in enumerate(middles):
        nearest = min(range(len(centres)), key=lambda k: abs(centres[k] - middle))
        if abs(centres[nearest] - middle) > reach:
            continue
        rival = min(range(len(middles)), key=lambda k: abs(middles[k] - centres[nearest]))
        if rival == at:
            out[at] = column[nearest].number
    return out
