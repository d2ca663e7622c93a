"""Fits the two probabilities of answer/likelihood.py: that the first point answers, and that
anything held does.

    PYTHONPATH=benchmarks:. python -m training.reader.likely dev a b [--corpora …] [--keep FILE]

Every line of the sets (benchmarks/marks/answers-*.jsonl; the network learned from none) is asked,
with nothing refused, and what tells of a probability is noted beside what came of it. Each
probability is a logistic regression on that, with every sign at one scale, its weight held small
(ridge), and none counting against what it is a sign of. Prints the weights as the module has them,
and what weights that are fitted on the other sets are worth on each: area under the curve, Brier
score, what share of the unanswerable is refused where so much of the answerable is, and the
thresholds that keep to a rate (evaluation/thresholds.py).
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from ablation import put
from answered import marked_lines, opened
from pincite.answer import flow, likelihood
from pincite.answer.decision import Decision, Decisions
from pincite.answer.likelihood import Body, Likelihood
from pincite.evaluation.answered import evaluate_marked
from pincite.evaluation.judging import Outcome
from pincite.evaluation.thresholds import threshold

_RIDGE = 3.0
_MAY_BE = [
    {"undecided": (None, 0.0), "always": (None, None)}.get(name, (0.0, None))
    for name in likelihood._Told._fields
]
_ANY = Decision(0.0, 0.0, 0.0)
_FALSE_REFUSALS, _BARS = (0.05, 0.08, 0.12, 0.15), (0.08, 0.12)
_RATES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55)


class Asked(NamedTuple):
    """A line as it was asked: `told` is what tells of both probabilities."""

    set: str
    body: Body
    told: tuple[float, ...]
    right: bool
    unanswerable: bool


def asked(sets: list[str], corpora: list[str]) -> list[Asked]:
    noted: list[tuple[Body, tuple[float, ...]]] = []

    def noting(read: Any, body: Body) -> Likelihood | None:
        told = likelihood._told(read)
        if told is None:
            return None
        noted.append((body, tuple(told)))
        return Likelihood(0.99, 0.99)

    found: list[Asked] = []
    every = Decisions(_ANY, _ANY, _ANY)
    patches = (flow, "likelihood", noting), (flow, "decisions", lambda _s, _f: every)
    for name in sets:
        lines = marked_lines(name)
        with put(*patches):
            for corpus, source, sources, marked in opened(lines, corpora, encode=True):
                for line in marked.lines:
                    noted.clear()
                    one = replace(marked, lines=(line,))
                    [came] = evaluate_marked(source, sources, one)[1].lines
                    if noted:
                        body, told = noted[-1]
                        right = came.outcome is Outcome.IN_FULL
                        found.append(Asked(name, body, told, right, line.unanswerable))
                print(name, corpus, len(found), flush=True)
    return found


def fitted(told: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """The weights of a logistic regression. What is a sign of it counts for it, or not at all; what
    is undecided counts against it; the last, which is always there, may do either."""
    scale = told.std(axis=0)
    scale[scale == 0] = 1.0
    rows = told / scale
    middle = rows.mean(axis=0)
    middle[-1] = 0.0
    rows = rows - middle
    held = np.full(rows.shape[1], _RIDGE)
    held[-1] = 0.0

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        worth = rows @ weights
        curve = 1 / (1 + np.exp(-worth))
        value = np.sum(np.logaddexp(0, worth) - wanted * worth) + np.sum(held * weights**2) / 2
        return float(value), rows.T @ (curve - wanted) + held * weights

    found = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", bounds=_MAY_BE).x
    weights = found / scale
    weights[-1] -= float(middle @ found)
    return weights


def parted(lines: list[Asked], wanted: np.ndarray) -> np.ndarray:
    """Of each line the probability by weights that were fitted without its set."""
    sets = np.array([one.set for one in lines])
    told = np.array([one.told for one in lines])
    likely = np.zeros(len(lines))
    for name in sorted(set(sets)):
        weights = fitted(told[sets != name], wanted[sets != name])
        likely[sets == name] = 1 / (1 + np.exp(-told[sets == name] @ weights))
    return likely


def area(likely: np.ndarray, wanted: np.ndarray) -> float:
    """Under the curve: how often the one of a pair that is wanted is the likelier."""
    good, bad = likely[wanted > 0], likely[wanted == 0]
    return float(((good[:, None] > bad) + 0.5 * (good[:, None] == bad)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--corpora", nargs="*", default=[])
    parser.add_argument("--keep", type=Path)
    chosen = parser.parse_args()
    if chosen.keep and chosen.keep.is_file():
        kept = json.loads(chosen.keep.read_text("utf-8"))
        found = [Asked(one[0], Body(one[1]), *one[2:]) for one in kept]
    else:
        found = asked(chosen.sets, chosen.corpora)
        if chosen.keep:
            chosen.keep.write_text(json.dumps(found), "utf-8")
    for body in Body:
        if lines := [one for one in found if one.body is body]:
            report(body, lines)


def report(body: Body, lines: list[Asked]) -> None:
    right = np.array([float(one.right) for one in lines])
    answerable = np.array([float(not one.unanswerable) for one in lines])
    told = np.array([one.told for one in lines])
    print(f"\n{body}: {len(lines)} lines, {int(answerable.sum())} that can be answered")
    for name, wanted in (("answers", right), ("held", answerable)):
        weights = ", ".join(f"{one:.2f}" for one in fitted(told, wanted))
        print(f"    {name}=_Told({weights}),")
    answers, held = parted(lines, right), parted(lines, answerable)
    held = np.maximum(answers, held)
    brier = ((answers - right) ** 2).mean()
    print(f"  area: answers {area(answers, right):.3f}, held {area(held, answerable):.3f}")
    print(f"  Brier: {brier:.3f}; in full where nothing is refused {share(right, answerable):.3f}")
    for refused in _FALSE_REFUSALS:
        least = float(np.quantile(held[answerable > 0], refused))
        kept = held >= least
        print(
            f"  held from {least:.3f}: {refused} of the answerable refused, "
            f"{1 - kept[answerable == 0].mean():.3f} of the others, "
            f"in full {share(right * kept, answerable):.3f}"
        )
        if refused in _BARS:
            stated, good = answers[kept].tolist(), (right[kept] > 0).tolist()
            for rate in _RATES:
                step = threshold(stated, good, rate)
                if step is not None:
                    of = f"{step.answered} of {kept.sum()}"
                    print(f"    at most {rate} wrong from {step.least} ({of})")


def share(some: np.ndarray, of: np.ndarray) -> float:
    return float(some.sum() / of.sum())


if __name__ == "__main__":
    main()
