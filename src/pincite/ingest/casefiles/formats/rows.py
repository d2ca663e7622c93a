"""A row of a table: its cells as one line of words, each cell known by where it stands in it."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.ingest.casefiles.formats.shown import shown
from pincite.ingest.casefiles.reading import Cell, Line, Paragraph

# Of a file; about what a spreadsheet program opens in reasonable time.
MAX_CELLS = 2_000_000


def row_of(cells: Iterable[tuple[str, str]], page: int = 0) -> Paragraph | None:
    """A row of (value, place) pairs, without the empty ones; None if all are empty."""
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
    line = Line(" ".join(texts), page)
    return Paragraph([line], kind="row", cells=tuple(placed), place=placed[0].place)
