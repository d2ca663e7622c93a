"""What a ranking is worth, question by question, and how long it took.

trec_eval's own code computes the ranking measures. Only questions with known answers are ranked;
one that got no ranking counts as 0. What was not judged counts as not relevant, except in
`ndcg@10 judged`, where it is taken out of the list first (Sakai 2007, condensed lists).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from pincite.evaluation.sets import GradedQuestion
from pincite.evaluation.systems import Answered
from pincite.text import canonicalize

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import ir_measures as ir

CONDENSED = "ndcg@10 judged"
_TREC: dict[str, Any] = {
    "hit@1": ir.Success @ 1,
    "hit@3": ir.Success @ 3,
    "hit@5": ir.Success @ 5,
    "hit@10": ir.Success @ 10,
    "recall@5": ir.R @ 5,
    "recall@10": ir.R @ 10,
    "recall@100": ir.R @ 100,
    "mrr": ir.RR,
    "ndcg@10": ir.nDCG @ 10,
    CONDENSED: ir.nDCG(judged_only=True) @ 10,
}
_TOP = 10
_PINPOINTS = {"pinpoint@1": 1, "pinpoint@10": _TOP}
MEASURES = (*_TREC, "diversity@10", *_PINPOINTS)
ALL = "all"

Values = Mapping[str, float]


class ScoredQuestion(NamedTuple):
    """A question, its answer, and each measure that applies to it; none where no ranking can be
    right."""

    question: GradedQuestion
    answered: Answered
    values: Values


class Summary(NamedTuple):
    """Means over the questions to which each measure applies."""

    questions: int
    values: Values


class Latency(NamedTuple):
    """Milliseconds."""

    p50: float
    p95: float


def score(questions: Sequence[GradedQuestion], answers: Sequence[Answered]) -> list[ScoredQuestion]:
    """Every question with its measures, in the order given."""
    ranked = [
        (number, question, answered)
        for number, (question, answered) in enumerate(zip(questions, answers, strict=True))
        if question.ranked
    ]
    values: dict[int, dict[str, float]] = {number: {} for number, _, _ in ranked}
    names = {measure: name for name, measure in _TREC.items()}
    for found in _trec(ranked, list(names)):
        values[int(found.query_id)][names[found.measure]] = float(found.value)
    for number, question, answered in ranked:
        if all(question.gold.values()):
            # Without a unit judged not relevant, a condensed list holds nothing but hits.
            values[number].pop(CONDENSED, None)
        values[number] |= _shown(question, answered)
    return [
        ScoredQuestion(question, answered, values.get(number, {}))
        for number, (question, answered) in enumerate(zip(questions, answers, strict=True))
    ]


def _trec(
    ranked: Sequence[tuple[int, GradedQuestion, Answered]], measures: list[Any]
) -> Iterator[Any]:
    """trec_eval breaks ties by name and knows no order, so places become scores; names become
    numbers, for it takes no odd characters."""
    judged: list[Any] = []
    run: list[Any] = []
    for number, question, answered in ranked:
        names = {unit: str(at) for at, unit in enumerate(question.gold)}
        judged += [
            ir.Qrel(str(number), names[unit], grade) for unit, grade in question.gold.items()
        ]
        found = units(question, answered)
        run += [
            ir.ScoredDoc(str(number), names.get(unit, f"unjudged-{place}"), float(-place))
            for place, unit in enumerate(found)
        ]
    provider = cast("Any", ir.pytrec_eval)
    return provider.iter_calc(measures, judged, run) if judged else iter(())


def units(question: GradedQuestion, answered: Answered) -> list[str]:
    """The units that were ranked, each once, best first; those below gold by the name of it."""
    return list(
        dict.fromkeys(graded_as(passage.unit, question.gold) for passage in answered.ranked)
    )


def graded_as(unit: str, gold: Mapping[str, int]) -> str:
    """The gold that a unit is or lies below (a paragraph's article, a passage's document); else
    the unit itself."""
    above = unit
    while above and above not in gold:
        above = above[: max(above.rfind(":"), above.rfind("#"), 0)]
    return above or unit


def _shown(question: GradedQuestion, answered: Answered) -> dict[str, float]:
    top = answered.ranked[:_TOP]
    shown = {"diversity@10": len({passage.work for passage in top}) / _TOP}
    if question.quotes:
        quote = canonicalize(question.quotes[0])
        holds = [quote in canonicalize(passage.text) for passage in top]
        shown |= {name: float(any(holds[:depth])) for name, depth in _PINPOINTS.items()}
    return shown


def summaries(scored: Sequence[ScoredQuestion]) -> dict[str, Summary]:
    """Over all questions, then for each kind by name, where there is more than one."""
    kinds = sorted({result.question.kind for result in scored if result.values})
    found = {ALL: summary(scored)}
    if len(kinds) > 1:
        for kind in kinds:
            found[kind] = summary([result for result in scored if result.question.kind == kind])
    return found


def summary(scored: Sequence[ScoredQuestion]) -> Summary:
    columns = {name: column(scored, name) for name in MEASURES}
    means = {name: float(np.mean(values)) for name, values in columns.items() if values}
    return Summary(sum(bool(result.values) for result in scored), means)


def column(scored: Sequence[ScoredQuestion], measure: str) -> list[float]:
    """One measure of every question to which it applies."""
    return [result.values[measure] for result in scored if measure in result.values]


def latencies(answers: Sequence[Answered]) -> dict[str, Latency]:
    """By stage, in the order in which the stages were first told of."""
    return percentiles([answered.stages for answered in answers])


def percentiles(stages: Sequence[Mapping[str, float]]) -> dict[str, Latency]:
    times: dict[str, list[float]] = {}
    for by_stage in stages:
        for stage, spent in by_stage.items():
            times.setdefault(stage, []).append(spent)
    return {
        stage: Latency(*(float(percentile) for percentile in np.percentile(spent, [50, 95])))
        for stage, spent in times.items()
    }
