"""Constants fitted on some questions and reported on others: k folds, alike in their kinds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from pincite.errors import InputError
from pincite.evaluation.sets import GradedQuestion
from pincite.evaluation.systems import Answered, System

FOLDS = 5
SEED = 7

Fit = Callable[[Sequence[GradedQuestion]], System]


def folds(
    questions: Sequence[GradedQuestion], count: int = FOLDS, seed: int = SEED
) -> list[list[int]]:
    """The numbers of the questions of each fold, ascending. Each kind is dealt round the folds
    after a seeded shuffle, and goes on where the last kind stopped."""
    if not 2 <= count <= len(questions):
        raise InputError(
            f"{len(questions)} questions in {count} folds", hint="From 2 folds to one a question."
        )
    by_kind: dict[str, list[int]] = defaultdict(list)
    for number, question in enumerate(questions):
        by_kind[question.kind].append(number)
    random = np.random.default_rng(seed)
    dealt: list[list[int]] = [[] for _ in range(count)]
    turn = 0
    for kind in sorted(by_kind):
        for place in random.permutation(len(by_kind[kind])):
            dealt[turn % count].append(by_kind[kind][int(place)])
            turn += 1
    return [sorted(fold) for fold in dealt]


class CrossValidated:
    """A system that answers each question by what was fitted without it."""

    def __init__(
        self,
        name: str,
        questions: Sequence[GradedQuestion],
        fit: Fit,
        *,
        count: int = FOLDS,
        seed: int = SEED,
    ) -> None:
        self.name = name
        self._fitted: dict[str, System] = {}
        for fold in folds(questions, count, seed):
            kept_out = frozenset(fold)
            system = fit([question for at, question in enumerate(questions) if at not in kept_out])
            self._fitted |= {questions[at].id: system for at in fold}

    def __call__(self, question: GradedQuestion) -> Answered:
        if question.id not in self._fitted:
            raise InputError(
                f"the question {question.id[:80]!r} is in no fold",
                hint="Measure on the set fitted on.",
            )
        return self._fitted[question.id](question)
