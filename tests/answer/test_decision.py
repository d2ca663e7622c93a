"""From which probability on a passage is an answer, and what is promised of it: as it comes, or as a
library was calibrated with questions of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pincite.answer.calibration import (
    FILE,
    AnswerCalibration,
    models_fingerprint,
    write_calibration,
)
from pincite.answer.decision import SHIPPED, Decision
from pincite.answer.likelihood import Likelihood
from pincite.library import Library
from pincite.settings import Settings
from search.bundled_law import bundled_law

ENTRY = "May the owner enter my home without notice?"
AS_IT_IS = AnswerCalibration(
    1.0, 0.0, 0.05, 0.01, 0.1, 0.5, 320, "our questions", date(2026, 1, 2), ""
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("decided")
    bundled_law(root / "law", root / "no", Settings(models=root / "no", workers=1)).close()
    return root


@pytest.fixture
def calibrated(folder: Path) -> Iterator[Path]:
    yield folder / "law"
    (folder / "law" / FILE).unlink(missing_ok=True)


def asked(folder: Path, question: str = ENTRY):
    with Library(folder / "law", Settings(models=folder / "no", workers=1)) as law:
        return law.ask(question)


def keep(folder: Path, calibration: AnswerCalibration) -> None:
    models = models_fingerprint(Settings(models=folder / "no", workers=1))
    write_calibration(folder / "law", replace(calibration, models=calibration.models or models))


@pytest.mark.parametrize(
    ("answers", "held", "offered"),
    [
        (0.5, 0.5, True),  # likely enough to be an answer, whatever else is held
        (0.3, 0.7, True),
        (0.3, 0.5, False),
        (0.05, 0.7, False),
    ],
)
def test_what_is_offered(answers: float, held: float, offered: bool) -> None:
    decision = Decision(held_from=0.6, maybe_from=0.1, answer_from=0.4)
    assert decision.offers(Likelihood(answers, held)) is offered


def test_a_library_of_ones_own_states_its_own_probability(folder: Path, calibrated: Path) -> None:
    before = asked(folder).likely
    keep(folder, replace(AS_IT_IS, offset=-0.5))
    after = asked(folder)
    assert before is not None
    assert after.likely is not None
    assert after.likely < before
    assert after.bound is not None
    assert (after.bound.rate, after.bound.answers, after.bound.day) == (0.1, 320, date(2026, 1, 2))


def test_what_keeps_to_no_rate_is_never_more_than_may_be_it(folder: Path, calibrated: Path) -> None:
    keep(folder, replace(AS_IT_IS, answer_from=None))
    reply = asked(folder)
    assert reply.answer is not None
    assert reply.tentative
    assert reply.confidence.value == "low"
    assert reply.bound is not None
    assert reply.bound.rate == 0.5


def test_a_calibration_of_other_models_is_told_and_not_used(folder: Path, calibrated: Path) -> None:
    before = asked(folder)
    keep(folder, replace(AS_IT_IS, offset=-20.0, models="others"))
    reply = asked(folder)
    assert reply.likely == before.likely
    assert any("calibrat" in told for told in reply.degraded)


def test_what_is_not_likely_enough_in_this_library_is_refused(
    folder: Path, calibrated: Path
) -> None:
    keep(folder, replace(AS_IT_IS, answer_from=0.995, maybe_from=0.99))
    reply = asked(folder)
    assert reply.answer is None
    assert reply.refusal is not None


def test_calibrating_again_begins_from_what_was_stated_first() -> None:
    twisted = replace(AS_IT_IS, slope=2.0, offset=-0.7)
    for likely in (0.05, 0.5, 0.97):
        assert twisted.undone(twisted.applied(likely)) == pytest.approx(likely, abs=1e-6)


def test_looser_thresholds_promise_less() -> None:
    for decision in (SHIPPED.law, SHIPPED.files):
        assert decision.answer_from is not None
        assert decision.maybe_from < decision.answer_from
        strict, loose = decision.bound(0.999), decision.bound(decision.maybe_from)
        assert strict is not None
        assert loose is None or loose.rate >= strict.rate
