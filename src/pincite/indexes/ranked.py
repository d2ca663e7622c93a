"""The order of every result, and the way from vectors that rows share back to the rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.indexes.rows import Rows

Scores = NDArray[np.float32]

# Scores that differ by less come from the order of additions, not from the texts.
PLACES = 6


class RankedRows(NamedTuple):
    """Best first; rows whose scores are equal to six places in ascending order."""

    rows: Rows
    scores: Scores


def ranked(rows: Rows, scores: Scores, limit: int) -> RankedRows:
    order = np.lexsort((rows, -np.round(scores.astype(np.float64), PLACES)))[: max(limit, 0)]
    return RankedRows(rows[order], scores[order])


class SlotRows:
    """Which rows share which slot; a row whose slot is negative, or not below `end`, has none."""

    def __init__(self, slots: NDArray[np.int64], end: int) -> None:
        self.of_row = np.where(slots < end, slots, -1)
        order = np.argsort(self.of_row, kind="stable")
        self._order = order[np.count_nonzero(self.of_row < 0) :]
        self._first = np.searchsorted(self.of_row[self._order], np.arange(end + 1))
        self.used = self._first[1:] > self._first[:-1]
        self.count = int(np.count_nonzero(self.used))

    def allowed(self, rows: Rows | None) -> NDArray[np.bool_]:
        """A flag for each slot: has it one of these rows."""
        if rows is None:
            return self.used
        flags = np.zeros(len(self.used), np.bool_)
        slots = self.of_row[rows]
        flags[slots[slots >= 0]] = True
        return flags

    def expand(
        self, slots: NDArray[np.int64], scores: Scores, limit: int, rows: Rows | None
    ) -> RankedRows:
        """The best rows of these slots, each with the score of its slot; of `rows` alone where
        they are given, in ascending order."""
        counts = self._first[slots + 1] - self._first[slots]
        starts = np.repeat(self._first[slots] - np.cumsum(counts) + counts, counts)
        found = self._order[starts + np.arange(len(starts))]
        values = np.repeat(scores, counts)
        if rows is not None and len(found):
            at = np.minimum(np.searchsorted(rows, found), len(rows) - 1)
            kept = rows[at] == found
            found, values = found[kept], values[kept]
        return ranked(found, values, limit)
