"""Whether a difference is more than luck: the paired bootstrap (Efron and Tibshirani 1993, ch. 16).

Questions are drawn again with replacement, both systems on the same draw. The seed is fixed, so
the same scores give the same figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.errors import InputError

SEED = 7
RESAMPLES = 10_000
# Drawn so many at a time, or a large set would fill the memory.
_BATCH = 500
_TAILS = (2.5, 97.5)


class Interval(NamedTuple):
    """A mean and its 95% interval."""

    mean: float
    low: float
    high: float


class ScoreDifference(NamedTuple):
    """By how much one system is better than another; `p` is two-sided."""

    mean: float
    low: float
    high: float
    p: float


def interval(values: Sequence[float]) -> Interval:
    scores = np.asarray(values, dtype=np.float64)
    means = _resampled(scores)
    low, high = np.percentile(means, _TAILS)
    return Interval(float(scores.mean()), float(low), float(high))


def difference(system: Sequence[float], reference: Sequence[float]) -> ScoreDifference:
    """Of the same questions in the same order."""
    if len(system) != len(reference):
        raise InputError("scores of different questions", hint="Run both on the same set.")
    gained = np.asarray(system, dtype=np.float64) - np.asarray(reference, dtype=np.float64)
    means = _resampled(gained)
    low, high = np.percentile(means, _TAILS)
    tail = min(np.count_nonzero(means <= 0), np.count_nonzero(means >= 0))
    p = min(1.0, 2 * (int(tail) + 1) / (RESAMPLES + 1))
    return ScoreDifference(float(gained.mean()), float(low), float(high), p)


def _resampled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The means of as many resamples as RESAMPLES."""
    if values.size == 0:
        raise InputError("no scores to compare", hint="The set has no question with known answers.")
    random = np.random.default_rng(SEED)
    means = [
        values[random.integers(0, values.size, (_BATCH, values.size))].mean(axis=1)
        for _ in range(RESAMPLES // _BATCH)
    ]
    return np.concatenate(means)
