"""Rows: the runs that stand on one line, in the order in which the page draws them."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from pincite.ingest.casefiles.formats.pdf.runs import Run


class PdfRow(NamedTuple):
    """What stands on one line of one column; more than one run where wide gaps part it. `column`
    tells rows apart that do not share their margins; 0 is the page itself."""

    runs: tuple[Run, ...]
    top: float
    bottom: float
    left: float
    right: float
    size: float
    column: int = 0


def row_of(runs: list[Run]) -> PdfRow:
    if len(runs) == 1:
        run = runs[0]
        edges = run.edges
        return PdfRow((run,), run.top, run.bottom, edges[0], edges[-1], run.size)
    return PdfRow(
        tuple(runs),
        min([run.top for run in runs]),
        max([run.bottom for run in runs]),
        runs[0].left,
        runs[-1].right,
        max([run.size for run in runs]),
    )


def same_row(a: Run | PdfRow, b: Run | PdfRow) -> bool:
    """Whether two stand beside each other: more than half the lower one's height is shared."""
    shared = min(a.bottom, b.bottom) - max(a.top, b.top)
    return shared > 0.5 * min(a.bottom - a.top, b.bottom - b.top)


def blocks_of(chain: list[Run]) -> list[list[PdfRow]]:
    """Rows made of what was drawn one after the other on one line, in drawing order; a new block
    where that goes up, to the head of a further column."""
    blocks: list[list[PdfRow]] = []
    rows: list[PdfRow] = []
    row = [chain[0]]
    for previous, run in pairwise(chain):
        if same_row(run, row[0]) or same_row(run, previous):
            if run.left >= row[-1].right - 0.5 * run.size:
                row.append(run)
                continue
            if run.right <= row[0].left + 0.5 * run.size:
                row.insert(0, run)
                continue
        rows.append(row_of(row))
        if run.top + run.bottom < previous.top + previous.bottom - previous.size:
            blocks.append(rows)
            rows = []
        row = [run]
    rows.append(row_of(row))
    blocks.append(rows)
    return blocks


def merged(runs: list[Run]) -> list[Run]:
    """The runs row by row, whatever order they were drawn in."""
    out: list[Run] = []
    row: list[Run] = []
    for run in sorted(runs, key=lambda run: run.top + run.bottom):
        if row and not same_row(run, row[0]):
            out += sorted(row, key=lambda run: run.left)
            row = []
        row.append(run)
    return out + sorted(row, key=lambda run: run.left)
