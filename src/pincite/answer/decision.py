"""Answer, "this may be it", or none: from which probability on, and what that promises."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from pincite.answer.calibration import (
    AnswerCalibration,
    models_fingerprint,
    read_calibration,
)
from pincite.answer.likelihood import Body, Likelihood
from pincite.answer.records import AnswerBound
from pincite.settings import Settings


@dataclass(frozen=True, slots=True)
class Decision:
    """From `answer_from` on, the first point is an answer. Below, it may be one, where that is as
    likely as `maybe_from`, and as likely as `held_from` that anything held answers; else nothing is
    offered. `answer_from` is None where nothing keeps to a rate."""

    held_from: float
    maybe_from: float
    answer_from: float | None
    bounds: tuple[AnswerBound, ...] = ()
    calibration: AnswerCalibration | None = None

    def stated(self, found: Likelihood) -> float:
        """The probability as it is stated: in a library that was calibrated, its own."""
        return self.calibration.applied(found.answers) if self.calibration else found.answers

    def offers(self, found: Likelihood) -> bool:
        stated = self.stated(found)
        held = found.held >= self.held_from and stated >= self.maybe_from
        return held or self.is_answer(stated)

    def is_answer(self, stated: float) -> bool:
        return self.answer_from is not None and stated >= self.answer_from

    def bound(self, stated: float) -> AnswerBound | None:
        """The strictest promise that holds for what is as likely as this."""
        kept = [bound for bound in self.bounds if stated >= bound.least]
        return min(kept, key=lambda bound: bound.rate, default=None)


@dataclass(frozen=True, slots=True)
class Decisions:
    """Of each that is read. `ignored` says that a library's own calibration is not used: it was
    made with other models."""

    law: Decision
    files: Decision
    glossed: Decision
    ignored: bool = False

    def of(self, body: Body) -> Decision:
        return {Body.LAW: self.law, Body.FILES: self.files, Body.GLOSSED: self.glossed}[body]


def decisions(settings: Settings, folder: Path) -> Decisions:
    """A library's own, where it was calibrated with the models that are set; else as they come.
    Raises SourceMalformed."""
    own = read_calibration(folder)
    if own is None:
        return SHIPPED
    if own.models != models_fingerprint(settings):
        return replace(SHIPPED, ignored=True)
    bounds = tuple(
        AnswerBound(least, rate, own.n, own.day)
        for least, rate in ((own.answer_from, own.rate), (own.maybe_from, own.maybe_rate))
        if least is not None
    )

    def calibrated(shipped: Decision) -> Decision:
        least = own.maybe_from
        maybe = own.applied(shipped.maybe_from) if least is None else least
        return Decision(shipped.held_from, maybe, own.answer_from, bounds, own)

    law, files, glossed = map(calibrated, (SHIPPED.law, SHIPPED.files, SHIPPED.glossed))
    return Decisions(law, files, glossed)


_DAY = date(2026, 11, 20)


def _bounds(*kept: tuple[float, float, int]) -> tuple[AnswerBound, ...]:
    """Each by the answers that were at least as likely."""
    return tuple(AnswerBound(least, rate, answers, _DAY) for least, rate, answers in kept)


# Fitted on lines that the network did not learn from, each set of them by the others: training/
# reader/likely.py, docs/measurements.md. A set that nobody had looked at may exceed a rate by some
# hundredths, so for each threshold the next rate is promised. Of Icelandic law there are too few
# for a promise.
SHIPPED = Decisions(
    law=Decision(
        0.6, 0.08, 0.45,
        _bounds((0.64, 0.35, 303), (0.49, 0.4, 470), (0.38, 0.45, 596), (0.28, 0.5, 735),
                (0.17, 0.55, 896)),
    ),
    files=Decision(
        0.64, 0.08, 0.35,
        _bounds((0.8, 0.2, 228), (0.65, 0.25, 342), (0.51, 0.3, 426), (0.38, 0.35, 501),
                (0.2, 0.4, 575)),
    ),
    glossed=Decision(0.62, 0.08, 0.5),
)  # fmt: skip
