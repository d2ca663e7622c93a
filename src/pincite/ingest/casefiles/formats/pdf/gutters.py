"""Gutters: strips that stay free of words through rows that follow each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pincite.ingest.casefiles.formats.pdf.rows import PdfRow

# Rows with words on either side of a strip, fewer of which make it no gutter.
LEAST_LINES = 3
# The second column begins at most so many rows below the first.
_SOON = 12
# In units of the type size. Lines justified with spaces have gaps too, but narrower, or anywhere.
_GUTTER_WIDTH = 0.9
# What no honest page needs more of, so that a hostile one costs no more than time to read it.
_MAX_STRIPS = 8


class Strip(NamedTuple):
    """A strip free of words through rows that follow each other, and how many of these have words
    left of it and right of it."""

    low: float
    high: float
    lefts: int = 0
    rights: int = 0

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    def meets(self, other: Strip) -> bool:
        return self.low < other.high and other.low < self.high


def strips_of(rows: list[PdfRow], start: int) -> list[tuple[int, Strip]]:
    """The strips free of words from the row `start` on that could be gutters, each with the end of
    its rows; first those that most rows stand on both sides of."""
    alive = [Strip(float("-inf"), float("inf"))]
    out: list[tuple[int, Strip]] = []
    for at in range(start, len(rows)):
        row = rows[at]
        least = _GUTTER_WIDTH * row.size
        kept: list[Strip] = []
        for strip in alive:
            pieces = list(_pieces(strip, row, least))
            if not pieces:
                out.append((at, strip))
            kept += pieces
        if at - start >= _SOON:
            # The margins are free all the way down, but no gutters.
            kept = [strip for strip in kept if strip.lefts and strip.rights]
        if not kept:
            alive = kept
            break
        if len(kept) > _MAX_STRIPS:
            kept = sorted(kept, key=lambda strip: strip.low - strip.high)[:_MAX_STRIPS]
        alive = kept
    out += [(len(rows), strip) for strip in alive]
    out = [(end, strip) for end, strip in out if min(strip.lefts, strip.rights) >= LEAST_LINES]
    return sorted(out, key=lambda option: (-min(option[1].lefts, option[1].rights), option[1].low))


def _pieces(strip: Strip, row: PdfRow, least: float) -> Iterator[Strip]:
    """What the row leaves of a strip."""
    low = strip.low
    for run in row.runs:
        if run.right <= low:
            continue
        high = min(run.left, strip.high)
        if high - low >= least:
            yield _counted(strip, low, high, row)
        low = max(low, run.right)
        if low >= strip.high:
            return
    if strip.high - low >= least:
        yield _counted(strip, low, strip.high, row)


def _counted(strip: Strip, low: float, high: float, row: PdfRow) -> Strip:
    lefts = strip.lefts + (row.left < low)
    return Strip(low, high, lefts, strip.rights + (row.right > high))
