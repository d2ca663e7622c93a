"""Two probabilities of what was read: that the first point answers, and that anything held does."""

from __future__ import annotations

from itertools import pairwise

import pytest

from answer.test_units import source
from pincite.answer.likelihood import Body, likelihood
from pincite.answer.reading import ReadUnit, Signs, best_together
from pincite.answer.records import QuoteSpan
from pincite.answer.units import AnswerUnit

TEXT = "Notice is due. A tenant may leave. An owner may not enter. The court decides."
FEW, MANY = Signs(0.2, 0.1, 0.1, 0.1, 0, 0, 0), Signs(0.9, 0.9, 0.6, 0.6, 1, 0, 0)


def unit(says: float | None, start: int, end: int, signs: Signs = FEW, **more: object) -> ReadUnit:
    own = AnswerUnit(QuoteSpan(start, end))
    return ReadUnit(says, source(TEXT), own, signs=signs, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("body", Body)
def test_the_more_the_reader_says_the_likelier_both_are(body: Body) -> None:
    found = [likelihood([unit(says, 0, 14)], body) for says in (-6, -2, 0, 2, 4)]
    for low, high in pairwise(found):
        assert low is not None
        assert high is not None
        assert low.answers < high.answers
        assert low.held < high.held


@pytest.mark.parametrize("body", Body)
def test_another_that_says_as_much_makes_the_first_less_likely(body: Body) -> None:
    alone = likelihood([unit(2.0, 0, 14), unit(-6.0, 15, 34)], body)
    beside = likelihood([unit(2.0, 0, 14), unit(2.0, 15, 34)], body)
    assert alone is not None
    assert beside is not None
    assert beside.answers < alone.answers


def test_what_no_network_read_states_nothing() -> None:
    assert likelihood([unit(None, 0, 14)], Body.LAW) is None
    assert likelihood([], Body.LAW) is None


def test_units_that_are_quoted_together_count_together() -> None:
    short = QuoteSpan(0, 34)
    pair = [unit(1.0, 0, 14, whole=short), unit(1.0, 15, 34, whole=short)]
    lone = unit(1.4, 35, 58)
    assert best_together([lone, *pair])[0].place in {one.place for one in pair}
    assert best_together([lone, pair[0]])[0].place == lone.place


def test_the_best_of_each_quote_comes_before_the_rest() -> None:
    short = QuoteSpan(0, 34)
    first, second = unit(3.0, 0, 14, whole=short), unit(2.5, 15, 34, whole=short)
    lone = unit(-1.0, 35, 58)
    ordered = best_together([second, lone, first])
    assert [one.place for one in ordered] == [first.place, lone.place, second.place]


def test_a_share_is_of_what_is_quoted_together_among_all() -> None:
    short = QuoteSpan(0, 34)
    pair = [unit(1.0, 0, 14, whole=short), unit(1.0, 15, 34, whole=short)]
    first, lone, second = best_together([*pair, unit(1.0, 35, 58)])
    assert first.share == second.share > lone.share
    assert first.share + lone.share == pytest.approx(1)
    assert best_together([unit(-3.0, 0, 14)])[0].share == 1
