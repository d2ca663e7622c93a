"""The stated probability, fitted to a library's own lines, and the record that is kept of it."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from pincite.answer.calibration import (
    FILE,
    AnswerCalibration,
    models_fingerprint,
    read_calibration,
    recalibrated,
    write_calibration,
)
from pincite.errors import InputError, SourceMalformed
from pincite.evaluation.answered import AnsweredLine, AnsweredReport, answered_report
from pincite.evaluation.judging import Outcome
from pincite.evaluation.recalibration import calibrated, platt
from pincite.settings import Settings

DAY = date(2025, 6, 1)


def drawn(count: int, slope: float, offset: float) -> tuple[list[float], list[bool]]:
    """Lines whose true probability is the curve over what is stated."""
    random = np.random.default_rng(3)
    likely = random.uniform(0.02, 0.98, count)
    truth = [recalibrated(one, slope, offset) for one in likely]
    return likely.tolist(), (random.uniform(size=count) < truth).tolist()


def test_fit_finds_the_curve_that_lines_were_drawn_from() -> None:
    slope, offset = platt(*drawn(20_000, 0.6, -0.8))
    assert slope == pytest.approx(0.6, abs=0.05)
    assert offset == pytest.approx(-0.8, abs=0.05)


def test_what_is_true_already_is_left_as_it_is() -> None:
    slope, offset = platt(*drawn(20_000, 1.0, 0.0))
    assert (slope, offset) == pytest.approx((1.0, 0.0), abs=0.05)


def test_recalibration_keeps_the_order() -> None:
    slope, offset = platt(*drawn(500, 0.6, -0.8))
    told = [recalibrated(at / 100, slope, offset) for at in range(101)]
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] < 1


def test_probability_that_says_the_reverse_says_nothing() -> None:
    slope, offset = platt([0.9] * 40 + [0.1] * 40, [False] * 40 + [True] * 40)
    assert slope == 0
    assert recalibrated(0.9, slope, offset) == pytest.approx(0.5, abs=0.01)


def test_clean_lines_are_not_taken_for_certainty() -> None:
    slope, offset = platt([0.8, 0.9] * 20, [True] * 40)
    assert 0.9 < recalibrated(0.9, slope, offset) < 0.995


def report(likely: list[float], right: list[bool]) -> AnsweredReport:
    lines = [
        AnsweredLine(
            str(at), "set", "may", "en", 5, False, Outcome.IN_FULL if good else Outcome.OFF,
            likely=stated,
        )
        for at, (stated, good) in enumerate(zip(likely, right, strict=True))
    ]  # fmt: skip
    return answered_report("mine", lines)


def found(rate: float = 0.1) -> AnswerCalibration:
    return calibrated(report(*drawn(600, 2.0, 1.0)), models="m", day=DAY, rate=rate)


def test_thresholds_are_of_the_recalibrated_probability() -> None:
    calibration = found()
    assert calibration.n == 600
    assert calibration.answer_from is not None
    assert calibration.maybe_from is not None
    assert 0 < calibration.maybe_from < calibration.answer_from < 1
    likely, right = drawn(600, 2.0, 1.0)
    given = [
        good
        for one, good in zip(likely, right, strict=True)
        if calibration.applied(one) >= calibration.answer_from
    ]
    assert sum(given) / len(given) > 0.9


def test_rate_that_cannot_be_kept_has_no_threshold() -> None:
    assert found(rate=0.001).answer_from is None


def test_answer_to_what_cannot_be_answered_is_wrong() -> None:
    bad = [AnsweredLine(str(at), "s", "", "en", 5, True, Outcome.ANSWERED, likely=0.9) for at in range(50)]  # fmt: skip
    calibration = calibrated(answered_report("mine", bad), models="m", day=DAY)
    assert calibration.applied(0.9) < 0.1
    assert calibration.answer_from is calibration.maybe_from is None


def test_few_lines_do_not_calibrate() -> None:
    with pytest.raises(InputError, match="30 are needed"):
        calibrated(report([0.9] * 29, [True] * 29), models="m", day=DAY)
    unstated = AnsweredLine("1", "s", "", "en", 5, False, Outcome.IN_FULL)
    with pytest.raises(InputError, match="0 answers state"):
        calibrated(answered_report("mine", [unstated] * 50), models="m", day=DAY)


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    assert read_calibration(tmp_path) is None
    calibration = found()
    assert write_calibration(tmp_path, calibration) == tmp_path / FILE
    assert read_calibration(tmp_path) == calibration
    assert json.loads((tmp_path / FILE).read_text())["day"] == "2025-06-01"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"slope": 1}', "no json"])
def test_what_was_not_written_by_it_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(SourceMalformed):
        read_calibration(tmp_path)


def test_other_models_have_another_fingerprint(tmp_path: Path) -> None:
    plain = models_fingerprint(Settings(models=tmp_path))
    assert plain == models_fingerprint(Settings(models=tmp_path))
    assert plain != models_fingerprint(Settings(models=tmp_path, dense_model=""))
    assert plain != models_fingerprint(Settings(models=tmp_path, reader_model=""))
