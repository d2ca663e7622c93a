"""Fuses several ranked lists into one, by rank or by score; two other ways are for comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.indexes.ranked import RankedRows, ranked
from pincite.indexes.rows import Rows
from pincite.search.profiles import Fusion

# What "found by both" adds to the better score (verified-answers.md).
_FOUND_BY_MORE = 0.5


class Listed(NamedTuple):
    """A ranked list of candidates, its name and its weight. `lacks` says which rows could not be in
    the list because they have no vector yet; None where any row could."""

    name: str
    weight: float
    found: RankedRows
    lacks: Callable[[Rows], NDArray[np.bool_]] | None = None


def fuse(lists: Sequence[Listed], how: Fusion, k: int) -> RankedRows:
    """Every row of any list, best first. The lists that a row could not be in do not count against
    it: it is taken to be as good there as it is, by weight, in the others."""
    used = [listed for listed in lists if listed.weight > 0 and len(listed.found.rows)]
    if not used:
        return RankedRows(np.zeros(0, np.int64), np.zeros(0, np.float32))
    rows = np.unique(np.concatenate([listed.found.rows for listed in used]))
    scores = np.zeros(len(rows), np.float64)
    if how == "union_plus":
        scores = _union_plus(rows, used)
    else:
        for listed in used:
            at = np.searchsorted(rows, listed.found.rows)
            if how == "rrf":
                scores[at] += listed.weight / (k + 1 + np.arange(len(at)))
            elif how == "shares":
                scores[at] += listed.weight * shares(listed.found.scores)
            else:
                scores[at] += _by_score(listed, k)
    if any(listed.lacks for listed in used):
        scores *= _made_up(rows, used)
    return ranked(rows, scores.astype(np.float32), len(rows))


def _made_up(rows: Rows, lists: Sequence[Listed]) -> NDArray[np.float64]:
    """What all lists count, by what those count that a row could be in."""
    total = sum(listed.weight for listed in lists)
    could = np.full(len(rows), total, np.float64)
    for listed in lists:
        if listed.lacks is not None:
            could[listed.lacks(rows)] -= listed.weight
    # A row in no list that it could be in is in none.
    return total / np.maximum(could, min(listed.weight for listed in lists))


def shares(
    scores: np.ndarray[tuple[int], np.dtype[np.float32 | np.float64]],
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Each score as a share of the best; unlike ranks, they tell how far apart hits are."""
    values = np.nan_to_num(scores.astype(np.float64)).clip(0.0)
    best = float(values.max(initial=0.0))
    return values / best if best > 0 else values


def _by_score(listed: Listed, k: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The printed variant: 1 / (k + 1 / score) for a score above 0."""
    scores = listed.found.scores.astype(np.float64)
    return np.where(scores > 0, listed.weight / (k + 1 / np.maximum(scores, 1e-9)), 0.0)


def _union_plus(
    rows: np.ndarray[tuple[int], np.dtype[np.int64]], lists: Sequence[Listed]
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    best = np.zeros(len(rows), np.float64)
    times = np.zeros(len(rows), np.int64)
    for listed in lists:
        at = np.searchsorted(rows, listed.found.rows)
        best[at] = np.maximum(best[at], scaled(listed.found.scores) * listed.weight)
        times[at] += 1
    return best + _FOUND_BY_MORE * (times > 1)


def scaled(
    scores: np.ndarray[tuple[int], np.dtype[np.float32]],
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Brought to 0..1 within the list; what is not a number counts as its lowest."""
    values = scores.astype(np.float64)
    known = values[~np.isnan(values)]
    if not len(known):
        return np.zeros(len(values))
    low, high = float(known.min()), float(known.max())
    values = np.where(np.isnan(values), low, values)
    return (values - low) / (high - low) if high > low else np.ones(len(values))
