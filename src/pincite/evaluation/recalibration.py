"""Fits the stated probability to a library's own lines (Platt 1999), and its thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np

from pincite.answer.calibration import AnswerCalibration, logit, recalibrated
from pincite.errors import InputError
from pincite.evaluation.answered import AnsweredReport
from pincite.evaluation.thresholds import GRID, threshold

RATE, MAYBE_RATE = 0.1, 0.5
FEWEST = 30
_ROUNDS = 100
_DONE = 1e-10


def platt(likely: Sequence[float], right: Sequence[bool]) -> tuple[float, float]:
    """Slope and offset of the logistic curve from the logit of `likely` to whether it was right,
    with Platt's targets, which keep a clean set from being taken for certainty. Where the fit
    falls, what is stated says nothing: the slope is 0."""
    if not likely or len(likely) != len(right):
        raise InputError("a probability for each outcome is wanted", hint="Give as many of both.")
    good = sum(right)
    high, low = (good + 1) / (good + 2), 1 / (len(right) - good + 2)
    wanted = np.where(np.asarray(right), high, low)
    stated = np.array([logit(one) for one in likely])
    level = float(np.log(wanted.mean() / (1 - wanted.mean())))
    if np.ptp(stated) < _DONE:
        return 0.0, level
    features = np.column_stack([stated, np.ones_like(stated)])
    # Newton's method from the flat curve; a step that overshoots is halved.
    found = np.array([0.0, level])
    for _ in range(_ROUNDS):
        curve = _curve(features @ found)
        slopes = features.T @ (curve - wanted)
        bends = (features * (curve * (1 - curve))[:, None]).T @ features
        step = np.linalg.solve(bends + _DONE * np.eye(2), slopes)
        now, share = _loss(features @ found, wanted), 1.0
        while share > _DONE and _loss(features @ (found - share * step), wanted) > now:
            share /= 2
        found = found - share * step
        if float(np.abs(share * step).max()) < _DONE:
            break
    return (float(found[0]), float(found[1])) if found[0] > 0 else (0.0, level)


def calibrated(
    report: AnsweredReport,
    *,
    models: str,
    day: date,
    rate: float = RATE,
    maybe_rate: float = MAYBE_RATE,
    before: AnswerCalibration | None = None,
) -> AnswerCalibration:
    """From the answers of a set that state a probability; one that is not in full, or is to what
    cannot be answered, is wrong. `before` is what their probabilities were calibrated by already.
    Raises InputError where there are too few."""
    if maybe_rate < rate:
        raise InputError(
            "the rate of what may be it is below that of answers", hint="Give a higher one."
        )
    lines = [line for line in report.lines if line.answered and line.likely is not None]
    if len(lines) < FEWEST:
        raise InputError(
            f"{len(lines)} answers state a probability; {FEWEST} are needed",
            hint="Add lines, or set PINCITE_READER_MODEL: without a reader none is stated.",
        )
    likely = [line.likely or 0.0 for line in lines]
    if before is not None:
        likely = [before.undone(stated) for stated in likely]
    right = [line.outcome.is_right for line in lines]
    slope, offset = platt(likely, right)

    def least(share: float) -> float | None:
        # A rising curve only renames thresholds: their order is that of what was stated. Where it
        # is flat, all are answered, or none.
        found = threshold(likely, right, share, GRID if slope else (0.0,))
        return round(recalibrated(found.least, slope, offset), 6) if found else None

    return AnswerCalibration(
        round(slope, 6), round(offset, 6), least(rate), least(maybe_rate), rate, maybe_rate,
        len(lines), report.name, day, models,
    )  # fmt: skip


def _curve(told: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-told))


def _loss(told: np.ndarray, wanted: np.ndarray) -> float:
    return float(np.sum(np.logaddexp(0, told) - wanted * told))
