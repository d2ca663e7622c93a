"""Passages that say it in the question's own phrases come first."""

from __future__ import annotations

import numpy as np

from pincite.citations.understand import Understanding
from pincite.indexes.ranked import RankedRows
from pincite.search.phrases import phrased
from pincite.search.understand import AskedQuestion, asked


def ask(question: str) -> AskedQuestion:
    nothing = Understanding((), None, False, question)
    return asked(question, law_in="en", vocabulary={}, cited=nothing, expansion=None)


def order(question: str, *texts: str, weight: float = 0.3) -> list[int]:
    found = RankedRows(np.arange(len(texts), dtype=np.int64), np.ones(len(texts), np.float32))
    return phrased(found, ask(question), texts, weight).rows.tolist()


def test_words_side_by_side_count_more_than_words_apart() -> None:
    apart = "The clause on process was due for repeal."
    together = "The due process clause was to be repealed."
    assert order("the due process clause", apart, together) == [1, 0]


def test_two_little_words_are_no_phrase() -> None:
    assert order("of the", "of it", "all of the things of the sea") == [0, 1]


def test_what_comes_after_the_texts_that_were_read_keeps_its_score() -> None:
    found = RankedRows(np.array([4, 7, 9]), np.array([3.0, 2.0, 1.0], np.float32))
    again = phrased(found, ask("unfair dismissal"), ["dismissal", "unfair dismissal"], 1.0)
    assert again.rows.tolist() == [7, 4, 9]
    np.testing.assert_allclose(again.scores, [2 / 3 + 1, 1, 1 / 3], rtol=1e-5)


def test_a_weight_of_nothing_changes_no_order() -> None:
    assert order("due process", "due", "due process", weight=0.0) == [0, 1]
