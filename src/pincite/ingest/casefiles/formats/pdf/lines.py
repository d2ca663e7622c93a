"""Turns a row of a page into a line of the reading, and keeps the row for finding paragraphs."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import NamedTuple

from pincite.ingest.casefiles.formats.pdf.raised import are_one_word
from pincite.ingest.casefiles.formats.pdf.rows import PdfRow
from pincite.ingest.casefiles.reading import FileLine


class Placed(NamedTuple):
    """A line and the row it was made of."""

    line: FileLine
    row: PdfRow


def placed(row: PdfRow, page: int, number: str = "") -> Placed:
    runs = row.runs
    if len(runs) == 1:
        line = FileLine(runs[0].text, page, row.top, row.bottom, runs[0].edges, number)
    else:
        edges = list(chain.from_iterable([run.edges for run in runs]))
        text = runs[0].text
        place = len(runs[0].edges)
        for before, run in pairwise(runs):
            if are_one_word(before, run):
                text += run.text
                del edges[place - 1 : place + 1]
                place -= 2
            else:
                text += " " + run.text
            place += len(run.edges)
        line = FileLine(text, page, row.top, row.bottom, tuple(edges), number)
    return Placed(line, row)


def without_overlap(lines: list[Placed]) -> list[Placed]:
    """Lines set close have boxes that reach into each other; these meet in the middle instead, so
    that a mark over one line does not cover what the next one says."""
    out = lines
    for at, (above, below) in enumerate(pairwise(lines)):
        a, b = above.row, below.row
        if not a.top < b.top < a.bottom < b.bottom or b.left >= a.right or a.left >= b.right:
            continue
        if out is lines:
            out = list(lines)
        middle = (a.bottom + b.top) / 2
        out[at] = Placed(out[at].line._replace(bottom=middle), a)
        out[at + 1] = Placed(out[at + 1].line._replace(top=middle), b)
    return out
