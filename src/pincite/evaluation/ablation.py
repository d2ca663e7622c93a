"""Measures every system on one set, and compares each with one of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pincite.errors import InputError
from pincite.evaluation.abstention import THRESHOLD, Abstention, abstention
from pincite.evaluation.calibration import Calibration, calibrations
from pincite.evaluation.comparison import Interval, ScoreDifference, difference, interval
from pincite.evaluation.measures import (
    MEASURES,
    Latency,
    ScoredQuestion,
    Summary,
    column,
    latencies,
    score,
    summaries,
)
from pincite.evaluation.sets import GradedSet
from pincite.evaluation.systems import TOTAL, Answered, System

# (system, questions done, of how many)
Progress = Callable[[str, int, int], None]


def _unwatched(_system: str, _done: int, _of: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Measured:
    """One system on the set. `differences` is empty for the reference itself."""

    name: str
    kinds: Mapping[str, Summary]
    intervals: Mapping[str, Interval]
    differences: Mapping[str, ScoreDifference]
    latency: Mapping[str, Latency]
    abstention: Abstention
    calibration: Mapping[str, Calibration]
    scored: tuple[ScoredQuestion, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Report:
    """`kinds` counts the questions of each kind, those without an answer too."""

    name: str
    unit: str
    questions: int
    ranked: int
    unmapped: int
    kinds: Mapping[str, int]
    reference: str
    systems: tuple[Measured, ...]


def evaluate(
    systems: Mapping[str, System],
    graded: GradedSet,
    progress: Progress = _unwatched,
    *,
    reference: str = "",
    threshold: float = THRESHOLD,
) -> Report:
    """Each system answers each question once. The first system is the reference where none is
    named."""
    if not systems or not graded.questions:
        raise InputError("nothing to measure", hint="Give a system and a set with questions.")
    reference = reference or next(iter(systems))
    if reference not in systems:
        raise InputError(f"no system {reference!r}", hint=f"One of {', '.join(systems)}.")
    runs = {name: _run(name, system, graded, progress) for name, system in systems.items()}
    base = runs[reference]
    return Report(
        name=graded.name,
        unit=graded.unit,
        questions=len(graded.questions),
        ranked=sum(question.ranked for question in graded.questions),
        unmapped=len(graded.unmapped),
        kinds=dict(sorted(Counter(question.kind for question in graded.questions).items())),
        reference=reference,
        systems=tuple(
            _measured(name, scored, None if name == reference else base, threshold)
            for name, scored in runs.items()
        ),
    )


def _run(name: str, system: System, graded: GradedSet, progress: Progress) -> list[ScoredQuestion]:
    answers: list[Answered] = []
    progress(name, 0, len(graded.questions))
    for question in graded.questions:
        began = time.perf_counter()
        answered = system(question)
        spent = (time.perf_counter() - began) * 1000
        answers.append(answered if TOTAL in answered.stages else _timed(answered, spent))
        progress(name, len(answers), len(graded.questions))
    return score(graded.questions, answers)


def _timed(answered: Answered, spent: float) -> Answered:
    return Answered(
        answered.ranked,
        answered.confidence,
        answered.clarifies,
        answered.refuses,
        {**answered.stages, TOTAL: spent},
    )


def _measured(
    name: str, scored: list[ScoredQuestion], base: list[ScoredQuestion] | None, threshold: float
) -> Measured:
    columns = {measure: column(scored, measure) for measure in MEASURES}
    present = {measure: values for measure, values in columns.items() if values}
    return Measured(
        name=name,
        kinds=summaries(scored),
        intervals={measure: interval(values) for measure, values in present.items()},
        differences={
            measure: difference(values, column(base, measure))
            for measure, values in present.items()
        }
        if base is not None
        else {},
        latency=latencies([result.answered for result in scored]),
        abstention=abstention(scored, threshold),
        calibration=calibrations(scored),
        scored=tuple(scored),
    )
