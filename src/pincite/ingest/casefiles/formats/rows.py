"""Joins the cells of a table row into one line, and records where each cell is in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.ingest.casefiles.formats.shown import shown
from pincite.ingest.casefiles.reading import Cell, FileLine, FileParagraph

# Of a file; about what a spreadsheet program opens in reasonable time.
MAX_CELLS = 2_000_000


_row_number = re.compile(r"[A-Z]+(\d+)$")


def row_of(cells: Iterable[tuple[str, str]], page: int = 0) -> FileParagraph | None:
    """A row of (value, place) pairs, without the empty ones; None if all are empty. A row of a
    sheet ("Fees!C4") is the line with its number."""
    texts: list[str] = []
    placed: list[Cell] = []
    end = -1
    for value, place in cells:
        text = shown(value)
        if text:
            start = end + 1
            end = start + len(text)
            texts.append(text)
            placed.append(Cell(start, end, place))
    if not texts:
        return None
    row = _row_number.search(placed[0].place)
    line = FileLine(" ".join(texts), page, number=row[1] if row else "")
    return FileParagraph([line], kind="row", cells=tuple(placed), place=placed[0].place)
