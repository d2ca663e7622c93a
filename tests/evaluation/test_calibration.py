from __future__ import annotations

import random

import pytest

from evaluation.toy_systems import Fixed, answered, lamps
from pincite.errors import InputError
from pincite.evaluation.calibration import calibration, calibrations
from pincite.evaluation.crossval import CrossValidated, folds
from pincite.evaluation.measures import score
from pincite.evaluation.sets import GradedQuestion


def test_errors_of_four_answers_come_to_what_they_come_to_by_hand() -> None:
    found = calibration([0.25, 0.25, 0.75, 1.0], [False, True, True, True])
    # Width: 0.2-0.3 holds two (0.25 stated, 0.5 right); 0.75 and 1.0 one each.
    assert found.ece_width == pytest.approx((2 * 0.25 + 1 * 0.25 + 0) / 4)
    # Mass: a bin each; the two of equal confidence share their outcomes.
    assert found.ece_mass == pytest.approx((2 * 0.25 + 0.25) / 4)
    assert found.brier == pytest.approx((0.0625 + 0.5625 + 0.0625 + 0) / 4)
    # Of three right ones, two are above the wrong one and one is level with it.
    assert found.auroc == pytest.approx(2.5 / 3)
    assert found.accuracy == 0.75
    assert [tuple(one) for one in found.by_width] == [(0.25, 0.5, 2), (0.75, 1, 1), (1, 1, 1)]


def test_the_sweep_stops_before_accuracy_falls() -> None:
    stated = [n / 8 for n in range(8)]
    rising = calibration(stated, [False] * 4 + [True] * 4)
    assert rising.sweep_bins == 8
    falling = calibration(stated, [True] * 4 + [False] * 4)
    assert falling.sweep_bins == 1
    assert falling.ece_sweep == pytest.approx(0.5 - sum(stated) / 8)
    assert falling.auroc == 0


def test_one_confidence_for_all_is_right_where_it_is_the_accuracy() -> None:
    found = calibration([0.7] * 10, [True] * 7 + [False] * 3)
    assert found.ece_mass == pytest.approx(0)
    assert found.ece_sweep == pytest.approx(0)
    assert found.auroc == 0.5


def test_the_order_of_questions_does_not_show() -> None:
    pairs = [(n % 7 / 7, n % 3 == 0) for n in range(50)]
    shuffled = random.Random(1).sample(pairs, len(pairs))
    first, second = (calibration(*map(list, zip(*one, strict=True))) for one in (pairs, shuffled))
    for name in ("ece_width", "ece_mass", "ece_sweep", "brier", "auroc"):
        assert getattr(first, name) == pytest.approx(getattr(second, name))


def test_one_answer_and_all_alike_are_measured_without_a_curve() -> None:
    assert calibration([1.0], [True]).auroc is None
    assert calibration([0.0], [False]).ece_width == 0
    with pytest.raises(InputError):
        calibration([], [])


def test_a_confident_answer_to_an_unanswerable_question_is_wrong() -> None:
    questions = lamps().questions
    answers = [answered("urn:lex:xm:lamps:1", confidence=1.0) for _ in questions]
    found = calibrations(score(questions, answers))["hit@1"]
    assert (found.questions, found.accuracy) == (5, 0.2)
    silent = [answered("urn:lex:xm:lamps:1") for _ in questions]
    assert calibrations(score(questions, silent)) == {}


def test_folds_part_the_questions_alike_in_kind_and_the_same_every_time() -> None:
    questions = [GradedQuestion(f"q{n}", "ab"[n % 5 == 0], "?") for n in range(50)]
    dealt = folds(questions, 5, seed=3)
    assert sorted(number for fold in dealt for number in fold) == list(range(50))
    assert [sum(questions[n].kind == "b" for n in fold) for fold in dealt] == [2] * 5
    assert dealt == folds(questions, 5, seed=3)
    assert dealt != folds(questions, 5, seed=4)
    with pytest.raises(InputError):
        folds(questions, 51)


def test_no_question_is_answered_by_what_was_fitted_on_it() -> None:
    questions = lamps().questions
    seen: dict[str, set[str]] = {}

    def fit(train):
        name = f"without {sorted({one.id for one in questions} - {one.id for one in train})}"
        seen[name] = {one.id for one in train}
        return Fixed(name, {one.id: answered(name) for one in questions})

    system = CrossValidated("fitted", questions, fit, count=2)
    for question in questions:
        by = system(question).ranked[0].unit
        assert question.id not in seen[by]
    with pytest.raises(InputError, match="no fold"):
        system(GradedQuestion("other", "", "?"))
