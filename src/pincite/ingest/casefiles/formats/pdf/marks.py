"""Marks of list items that a page draws apart from their lines, put back before them."""

from __future__ import annotations

import re

from pincite.ingest.casefiles.formats.pdf.rows import PdfRow, row_of, same_row

_LONGEST = 8
_mark = re.compile(
    r"\([0-9A-Za-z]{1,5}\)|[0-9A-Za-z]{1,4}[.)]|[0-9]{1,2}(?:\.[0-9]{1,2}){1,3}\.?|[•◦▪]"
)
# How far from its mark an item may begin, in type sizes.
_FARTHEST = 6.0
# What no honest page needs more of.
_MAX_PAIRS = 200_000


def with_marks(blocks: list[list[PdfRow]]) -> list[list[PdfRow]]:
    """The same rows, but for those that are a mark alone ("(2)", "b.", a bullet) and stand just
    left of another row's first words: they begin that row, whenever they were drawn."""
    lone = [row for rows in blocks for row in rows if _is_mark(row)]
    if not lone:
        return blocks
    others = [row for rows in blocks for row in rows if not _is_mark(row)]
    if len(lone) * len(others) > _MAX_PAIRS:
        return blocks
    before: dict[int, list[PdfRow]] = {}
    placed: set[int] = set()
    for mark in lone:
        beside = [
            (row.left - mark.right, at)
            for at, row in enumerate(others)
            if 0 <= row.left - mark.right <= _FARTHEST * mark.size and same_row(row, mark)
        ]
        if beside:
            before.setdefault(id(others[min(beside)[1]]), []).append(mark)
            placed.add(id(mark))
    if not placed:
        return blocks
    kept = (
        [_begun(row, before.get(id(row), [])) for row in rows if id(row) not in placed]
        for rows in blocks
    )
    return [rows for rows in kept if rows]


def _is_mark(row: PdfRow) -> bool:
    if len(row.runs) != 1:
        return False
    text = row.runs[0].text
    return len(text) <= _LONGEST and _mark.fullmatch(text) is not None


def _begun(row: PdfRow, marks: list[PdfRow]) -> PdfRow:
    if not marks:
        return row
    runs = [*(mark.runs[0] for mark in marks), *row.runs]
    return row_of(sorted(runs, key=lambda run: run.left))
