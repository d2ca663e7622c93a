from __future__ import annotations

from math import log2

import pytest

from evaluation.toy_systems import answered, passage
from pincite.errors import InputError
from pincite.evaluation.abstention import abstention
from pincite.evaluation.comparison import difference, interval
from pincite.evaluation.measures import Latency, graded_as, latencies, score, summaries
from pincite.evaluation.sets import GradedQuestion
from pincite.evaluation.systems import Answered


def measured(question: GradedQuestion, answer: Answered) -> dict[str, float]:
    return dict(score([question], [answer])[0].values)


@pytest.mark.req("L12")
def test_every_ranking_measure_is_what_it_comes_to_by_hand() -> None:
    question = GradedQuestion("q", "k", "?", {"law:1": 2, "law:2": 1, "law:3": 0})
    # The paragraph of article 1 is article 1 again: the units are x, 1, 3, 2.
    found = measured(question, answered("x", "law:1", "law:3", "law:1:4", "law:2"))
    assert found == pytest.approx(
        {
            "hit@1": 0,
            "hit@3": 1,
            "hit@5": 1,
            "hit@10": 1,
            "recall@5": 1,
            "recall@10": 1,
            "recall@100": 1,
            "mrr": 1 / 2,
            "ndcg@10": (2 / log2(3) + 1 / log2(5)) / (2 + 1 / log2(3)),
            # Without x: 1, 3, 2.
            "ndcg@10 judged": (2 + 1 / log2(4)) / (2 + 1 / log2(3)),
            "diversity@10": 0.5,
        }
    )


def test_depth_counts_units_and_not_passages() -> None:
    question = GradedQuestion("q", "k", "?", {"law:1": 1, "law:2": 1})
    found = measured(question, answered(*["law:9"] * 50, *(f"law:{n}" for n in (8, 7, 6, 1, 5, 2))))
    assert (found["hit@3"], found["hit@5"]) == (0, 1)
    assert (found["recall@5"], found["recall@10"], found["mrr"]) == (0.5, 1, pytest.approx(1 / 5))


def test_order_counts_and_not_the_score() -> None:
    question = GradedQuestion("q", "k", "?", {"b": 1})
    low = passage("b")._replace(score=-5.0)
    high = passage("a")._replace(score=float("inf"))
    assert measured(question, Answered((low, high)))["hit@1"] == 1


def test_condensed_lists_need_something_judged_not_relevant() -> None:
    assert "ndcg@10 judged" not in measured(GradedQuestion("q", "k", "?", {"a": 1}), answered("a"))


def test_no_ranking_counts_as_nothing_found_and_no_answer_is_not_ranked() -> None:
    scored = score(
        [
            GradedQuestion("q1", "k", "?", {"a": 1}, quotes=("x",)),
            GradedQuestion("q2", "k", "?", expects="refuse"),
        ],
        [Answered(()), answered("a")],
    )
    assert set(scored[0].values.values()) == {0.0}
    assert scored[1].values == {}
    assert summaries(scored)["all"].questions == 1


def test_odd_names_are_graded_like_any_other() -> None:
    names = ["", "\0", "a b\t", "🏮", "م" * 1000, "x" * 100_000]
    for name in names[1:]:
        assert measured(GradedQuestion("q\0", "", "", {name: 1}), answered("z", name))["mrr"] == 0.5
    assert measured(GradedQuestion("q", "", "", {"a": 1}), answered("", "a"))["mrr"] == 0.5


def test_a_unit_below_gold_counts_as_it() -> None:
    gold = {"urn:lex:is:33-1944:65": 1, "urn:lex:xc:m:doc": 1}
    assert graded_as("urn:lex:is:33-1944:65:1", gold) == "urn:lex:is:33-1944:65"
    assert graded_as("urn:lex:xc:m:doc#12", gold) == "urn:lex:xc:m:doc"
    assert graded_as("urn:lex:is:33-1944:6", gold) == "urn:lex:is:33-1944:6"
    assert graded_as("urn:lex:is:33-1944:65a", gold) == "urn:lex:is:33-1944:65a"


def test_pinpoint_is_word_for_word_but_for_white_space() -> None:
    question = GradedQuestion("q", "k", "?", {"a": 1}, quotes=("lamps  shall\nbe lit", "other"))
    near = passage("a", "Lamps shall be lit.")
    exact = passage("b", "All lamps shall be lit.")
    found = measured(question, Answered((near, exact)))
    assert (found["pinpoint@1"], found["pinpoint@10"]) == (0, 1)
    deep = Answered((*[near] * 10, exact))
    assert measured(question, deep)["pinpoint@10"] == 0


def test_diversity_counts_works_among_the_first_ten_passages() -> None:
    question = GradedQuestion("q", "k", "?", {"a": 1})
    ten = [passage(f"u{n}", work=f"w{n % 3}") for n in range(10)]
    found = measured(question, Answered((*ten, passage("v", work="new"))))
    assert found["diversity@10"] == pytest.approx(0.3)


def test_kinds_are_summed_up_apart_and_together() -> None:
    questions = [GradedQuestion(f"q{n}", "ab"[n % 2], "?", {"a": 1}) for n in range(4)]
    scored = score(questions, [answered("a"), answered("b"), answered("a"), answered("a")])
    found = {kind: one.values["hit@1"] for kind, one in summaries(scored).items()}
    assert found == {"all": 0.75, "a": 1.0, "b": 0.5}


def test_latency_is_told_by_stage() -> None:
    answers = [Answered((), stages={"search": float(n), "total": 2.0 * n}) for n in range(1, 102)]
    found = latencies([*answers, Answered((), stages={"rerank": 7.0})])
    assert found == {
        "search": Latency(51, 96),
        "total": Latency(102, 192),
        "rerank": Latency(7, 7),
    }


def test_the_bootstrap_gives_the_same_figures_every_time() -> None:
    better, worse = [1.0] * 60 + [0.0] * 40, [1.0] * 30 + [0.0] * 70
    found = difference(better, worse)
    assert found == difference(better, worse)
    assert found.mean == pytest.approx(0.3)
    assert 0.2 < found.low < 0.25 < 0.35 < found.high < 0.4
    assert found.p < 0.001
    assert difference(worse, better).mean == pytest.approx(-0.3)


def test_no_difference_is_never_taken_for_one() -> None:
    same = [0.0, 1.0, 0.5]
    assert difference(same, same) == (0.0, 0.0, 0.0, 1.0)
    assert difference([1.0, 0.0], [0.0, 1.0]).p > 0.5
    assert interval([0.5] * 5) == (0.5, 0.5, 0.5)


def test_scores_that_do_not_pair_are_refused() -> None:
    with pytest.raises(InputError):
        difference([1.0], [1.0, 0.0])
    with pytest.raises(InputError):
        interval([])


def test_silence_is_counted_where_it_is_due_and_where_it_is_not() -> None:
    expects = ["refuse", "refuse", "refuse", "refuse", "clarify", "clarify", "answer", "answer"]
    questions = [
        GradedQuestion(f"q{n}", "", "?", {"a": 1} if one == "answer" else {}, expects=one)
        for n, one in enumerate(expects)
    ]
    found = abstention(
        score(
            questions,
            [
                answered("a", confidence=0.5),
                answered("a", confidence=0.49),
                answered("a", confidence=0.9, refuses=True),
                answered("a"),
                answered("a", clarifies=True),
                answered("a"),
                answered("a", clarifies=True),
                answered(refuses=True),
            ],
        ),
        threshold=0.5,
    )
    assert found.answered_unanswerable == (2, 4)
    assert found.clarified_ambiguous == (1, 2)
    assert found.clarified_answerable == (1, 2)
    assert found.refused_answerable == (1, 2)


@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_confidence_that_is_no_chance_is_refused(confidence: float) -> None:
    with pytest.raises(InputError):
        answered("a", confidence=confidence)
