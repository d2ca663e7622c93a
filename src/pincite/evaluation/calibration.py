"""Whether a stated confidence is the chance of being right.

Expected calibration error in bins of equal width and of equal mass (Naeini et al. 2015), and with
as many bins of equal mass as keep accuracy rising from bin to bin (Roelofs et al. 2022, "sweep").
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.errors import InputError
from pincite.evaluation.measures import ScoredQuestion

BINS = 10
_NOISE = 1e-9
CORRECT = ("hit@1", "hit@5")

_Floats = NDArray[np.float64]


class CalibrationBin(NamedTuple):
    """One bin: the mean confidence stated, the share that was right, and of how many."""

    confidence: float
    accuracy: float
    questions: int


class Calibration(NamedTuple):
    """`auroc` is None where all were right or all wrong. `by_mass` and `by_width` are the bins that
    hold any question, by confidence."""

    questions: int
    accuracy: float
    ece_width: float
    ece_mass: float
    ece_sweep: float
    sweep_bins: int
    brier: float
    auroc: float | None
    by_mass: tuple[CalibrationBin, ...]
    by_width: tuple[CalibrationBin, ...]


def calibrations(scored: Sequence[ScoredQuestion]) -> dict[str, Calibration]:
    """For each meaning of "right"; empty where no confidence is stated. A question that has no
    answer counts as wrong, whatever was ranked."""
    stated = [result for result in scored if result.answered.confidence is not None]
    if not stated:
        return {}
    confidences = [result.answered.confidence or 0.0 for result in stated]
    return {
        name: calibration(confidences, [result.values.get(name, 0.0) > 0 for result in stated])
        for name in CORRECT
    }


def calibration(confidences: Sequence[float], correct: Sequence[bool]) -> Calibration:
    if not confidences or len(confidences) != len(correct):
        raise InputError("a confidence for each outcome is wanted", hint="Give as many of both.")
    order = np.argsort(np.asarray(confidences, dtype=np.float64), kind="stable")
    stated = np.asarray(confidences, dtype=np.float64)[order]
    right = np.asarray(correct, dtype=np.float64)[order]
    shared = _shared(stated, right)
    width = _width_points(stated, right)
    mass = _mass_points(stated, shared, BINS)
    sweep = _sweep_points(stated, shared)
    return Calibration(
        questions=len(stated),
        accuracy=float(right.mean()),
        ece_width=_error(width),
        ece_mass=_error(mass),
        ece_sweep=_error(sweep),
        sweep_bins=len(sweep),
        brier=float(np.mean((stated - right) ** 2)),
        auroc=_auroc(stated, right),
        by_mass=mass,
        by_width=width,
    )


def _shared(stated: _Floats, right: _Floats) -> _Floats:
    """Outcomes of equal confidence made equal, so that no order of theirs shows where a bin ends
    among them."""
    _, group, counts = np.unique(stated, return_inverse=True, return_counts=True)
    return (np.bincount(group, weights=right) / counts)[group]


def _width_points(stated: _Floats, right: _Floats) -> tuple[CalibrationBin, ...]:
    numbers = np.minimum((stated * BINS).astype(np.int64), BINS - 1)
    return _points(stated, right, np.unique(numbers, return_index=True)[1])


def _mass_points(stated: _Floats, right: _Floats, bins: int) -> tuple[CalibrationBin, ...]:
    bins = min(bins, len(stated))
    return _points(stated, right, np.arange(bins) * len(stated) // bins)


def _points(
    stated: _Floats, right: _Floats, starts: NDArray[np.int64]
) -> tuple[CalibrationBin, ...]:
    """A point for each run of questions that begins at one of `starts`."""
    counts = np.diff(np.append(starts, len(stated)))
    confidence = np.add.reduceat(stated, starts) / counts
    accuracy = np.add.reduceat(right, starts) / counts
    return tuple(
        CalibrationBin(float(mean), float(share_right), int(count))
        for mean, share_right, count in zip(confidence, accuracy, counts, strict=True)
    )


def _sweep_points(stated: _Floats, right: _Floats) -> tuple[CalibrationBin, ...]:
    points = _mass_points(stated, right, 1)
    for bins in range(2, len(stated) + 1):
        finer = _mass_points(stated, right, bins)
        if any(point.accuracy > after.accuracy + _NOISE for point, after in pairwise(finer)):
            break
        points = finer
    return points


def _error(points: Sequence[CalibrationBin]) -> float:
    total = sum(point.questions for point in points)
    return sum(point.questions * abs(point.confidence - point.accuracy) for point in points) / total


def _auroc(stated: _Floats, right: _Floats) -> float | None:
    """The chance that a right answer was given more confidence than a wrong one; ties are half."""
    wrong, good = stated[right == 0], stated[right == 1]
    if not len(wrong) or not len(good):
        return None
    below = np.searchsorted(wrong, good, side="left")
    tied = np.searchsorted(wrong, good, side="right") - below
    return float((below + tied / 2).sum() / (len(wrong) * len(good)))
