"""From how likely an answer is given: the bound, the order, and where it stops."""

from __future__ import annotations

import pytest

from pincite.errors import InputError
from pincite.evaluation.thresholds import GRID, steps, threshold, upper_bound


@pytest.mark.parametrize(
    ("wrong", "answered", "bound"),
    # 1 - .05^(1/n) where none is wrong; else tables of Clopper and Pearson, one-sided 95%.
    [(0, 10, 0.25887), (0, 29, 0.09814), (1, 10, 0.39416), (5, 100, 0.10225), (10, 100, 0.16372), (3, 3, 1.0), (0, 0, 1.0)],
)  # fmt: skip
def test_bound_is_that_of_clopper_and_pearson(wrong: int, answered: int, bound: float) -> None:
    assert upper_bound(wrong, answered) == pytest.approx(bound, abs=1e-5)


def test_bound_rises_with_what_is_wrong_and_falls_with_what_is_asked() -> None:
    assert sorted(by_wrong := [upper_bound(wrong, 50) for wrong in range(51)]) == by_wrong
    by_count = [upper_bound(2, count) for count in range(2, 400)]
    assert sorted(by_count, reverse=True) == by_count


def lines(*runs: tuple[float, int, int]) -> tuple[list[float], list[bool]]:
    """So many lines that are stated to be so likely, and so many of them wrong."""
    likely = [stated for stated, count, _ in runs for _ in range(count)]
    right = [at >= wrong for _, count, wrong in runs for at in range(count)]
    return likely, right


def test_threshold_is_the_loosest_that_keeps_to_the_rate() -> None:
    told = lines((0.95, 100, 1), (0.65, 100, 4), (0.25, 100, 60))
    found = threshold(*told, 0.1)
    assert found is not None
    assert (found.least, found.answered, found.wrong) == (0.26, 200, 5)


def test_what_comes_behind_the_first_failure_is_not_looked_at() -> None:
    """Over all lines the rate is kept again, and that does not count."""
    told = lines((0.95, 200, 2), (0.65, 60, 40), (0.25, 500, 0))
    assert upper_bound(42, 760) < 0.1
    found = threshold(*told, 0.1)
    assert found is not None
    assert found.least == 0.66


def test_no_threshold_where_the_first_fails() -> None:
    assert threshold(*lines((0.9, 100, 50), (0.2, 100, 0)), 0.1) is None


def test_too_few_lines_promise_nothing() -> None:
    assert threshold(*lines((0.9, 28, 0)), 0.1) is None
    assert threshold(*lines((0.9, 29, 0)), 0.1) is not None


def test_one_wrong_line_at_the_top_does_not_end_it() -> None:
    assert threshold(*lines((0.99, 3, 1), (0.9, 200, 2)), 0.1) is not None


def test_a_stricter_rate_never_loosens_the_threshold() -> None:
    told = lines((0.95, 80, 1), (0.75, 80, 6), (0.55, 80, 20), (0.35, 80, 40), (0.15, 80, 70))
    found = [threshold(*told, rate) for rate in (0.5, 0.4, 0.3, 0.2, 0.1)]
    least = [step.least if step else 1.0 for step in found]
    assert least == sorted(least)
    assert least[0] < least[-1]


def test_steps_reach_ever_more_lines() -> None:
    counts = [step.answered for step in steps(*lines((0.9, 10, 1), (0.4, 10, 5)))]
    assert counts == sorted(counts)
    assert len(counts) == len(GRID)
    with pytest.raises(InputError):
        steps([0.5], [True], (0.1, 0.9))


def test_rate_is_a_share() -> None:
    with pytest.raises(InputError):
        threshold([0.5], [True], 0)
    with pytest.raises(InputError):
        upper_bound(4, 3)
