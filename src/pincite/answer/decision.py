"""Answer, "this may be it", or none: from which probability on, and what that promises."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pincite.answer.calibration import (
    AnswerCalibration,
    models_fingerprint,
    read_calibration,
)
from pincite.answer.records import AnswerBound
from pincite.settings import Settings


@dataclass(frozen=True, slots=True)
class Decision:
    """Below `maybe_from` nothing is offered; from `answer_from` on it is an answer, and between
    them it may be one. `answer_from` is None where nothing keeps to a rate."""

    maybe_from: float
    answer_from: float | None
    bounds: tuple[AnswerBound, ...] = ()
    calibration: AnswerCalibration | None = None

    def stated(self, chance: float) -> float:
        """The probability as it is stated: in a library that was calibrated, its own."""
        return self.calibration.applied(chance) if self.calibration else chance

    def is_answer(self, stated: float) -> bool:
        return self.answer_from is not None and stated >= self.answer_from

    def bound(self, stated: float) -> AnswerBound | None:
        """The strictest promise that holds for what is as likely as this."""
        kept = [bound for bound in self.bounds if stated >= bound.least]
        return min(kept, key=lambda bound: bound.rate, default=None)


@dataclass(frozen=True, slots=True)
class Decisions:
    """Of law and of files. `ignored` says that a library's own calibration is not used: it was made
    with other models."""

    law: Decision
    files: Decision
    ignored: bool = False


def decisions(settings: Settings, folder: Path) -> Decisions:
    """A library's own, where it was calibrated with the models that are set; else as they come.
    Raises SourceMalformed."""
    own = read_calibration(folder)
    if own is None:
        return SHIPPED
    if own.models != models_fingerprint(settings):
        return Decisions(SHIPPED.law, SHIPPED.files, ignored=True)
    bounds = tuple(
        AnswerBound(least, rate, own.n, own.day)
        for least, rate in ((own.answer_from, own.rate), (own.maybe_from, own.maybe_rate))
        if least is not None
    )

    def calibrated(shipped: Decision) -> Decision:
        least = own.maybe_from
        maybe = own.applied(shipped.maybe_from) if least is None else least
        return Decision(maybe, own.answer_from, bounds, own)

    return Decisions(calibrated(SHIPPED.law), calibrated(SHIPPED.files))


_DAY = date(2026, 11, 18)
# Fitted on lines that nothing was learned from, each half by the other: docs/measurements.md.
SHIPPED = Decisions(
    law=Decision(
        0.22, 0.5, (AnswerBound(0.5, 0.45, 353, _DAY), AnswerBound(0.22, 0.55, 353, _DAY))
    ),
    files=Decision(
        0.25, 0.4, (AnswerBound(0.4, 0.35, 202, _DAY), AnswerBound(0.25, 0.45, 202, _DAY))
    ),
)
