"""The confidence of search, fitted and cross-validated.

    python benchmarks/confidence.py [--sets icelandic zimbabwe …] [--keep FOLDER]

For every question of the sets: the signals that the search gave, and whether one of its first five
hits was right; where nothing is right, any answer is wrong. A logistic is fitted on nine tenths of
the questions and asked about the rest, in turn. Printed are the error of calibration, what each
signal is worth alone, and the weights that all questions together give, which profiles.py holds.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pincite.evaluation.published import published
from pincite.evaluation.stages import Searches
from pincite.search.confidence import SIGNALS
from pincite.search.profiles import profile
from quality import SETS, opened

RIDGE, FOLDS, REPEATS, RIGHT_WITHIN = 0.3, 10, 10, 5
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Told:
    """A question: its set, signals, the stated confidence, and whether it was answered rightly."""

    graded: str
    signals: tuple[float, ...]
    stated: float
    right: bool
    fitted: bool


def told(name: str, kept: Path, sample: int) -> list[Told]:
    with opened(name, kept) as library:
        if library is None:
            return []
        used = profile(SETS[name][3])
        asks = Searches(library, used)
        found: list[Told] = []
        for question in published(name, library.store, sample=sample).questions:
            raw = asks.found(question)
            if raw.clarify:
                continue
            answered = asks.answered(raw)
            units = list(dict.fromkeys(one.unit for one in answered.ranked))[:RIGHT_WITHIN]
            right = any(unit in question.gold for unit in units)
            values = tuple(raw.signals[one] for one in SIGNALS)
            settled = raw.direct.whole or bool(raw.direct.missing)
            found.append(Told(name, values, raw.confidence, right, not settled))
    return found


def logistic(values: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-values))


def fitted(signals: Numbers, right: Numbers) -> Numbers:
    """Weights and, last, the bias; by Newton's method."""
    wide = np.c_[signals, np.ones(len(signals))]
    ridge = np.diag([RIDGE] * signals.shape[1] + [1e-3])
    weights = np.zeros(wide.shape[1])
    for _ in range(50):
        chance = logistic(wide @ weights)
        slope = wide.T @ (chance - right) + ridge @ weights
        weights -= np.linalg.solve(
            (wide * (chance * (1 - chance))[:, None]).T @ wide + ridge, slope
        )
    return weights


def error(chance: Numbers, right: Numbers, bins: int) -> float:
    """Expected calibration error over bins of equal mass."""
    order = np.argsort(chance, kind="stable")
    parts = [one for one in np.array_split(order, bins) if len(one)]
    gaps = [len(one) * abs(chance[one].mean() - right[one].mean()) for one in parts]
    return float(sum(gaps) / len(chance))


def above(values: Numbers, right: Numbers) -> float:
    """The chance that a right one has the higher value."""
    good, bad = values[right > 0], values[right == 0]
    if not len(good) or not len(bad):
        return float("nan")
    return float(np.mean((good[:, None] > bad) + 0.5 * (good[:, None] == bad)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", nargs="*", default=list(SETS))
    parser.add_argument("--keep", type=Path, default=Path("~/.cache/pincite-bench").expanduser())
    parser.add_argument("--sample", type=int, default=300)
    chosen = parser.parse_args()
    every = [one for name in chosen.sets for one in told(name, chosen.keep, chosen.sample)]
    stated = np.array([one.stated for one in every])
    right = np.array([one.right for one in every], float)
    found: dict[str, object] = {
        "questions": len(every),
        "stated": {f"ECE {bins} bins": round(error(stated, right, bins), 4) for bins in (5, 10)},
    }
    for name in chosen.sets:
        own = np.array([one.graded == name for one in every])
        if own.any():
            found[f"stated, {name}"] = {
                "ECE 5 bins": round(error(stated[own], right[own], 5), 4),
                "accuracy": round(float(right[own].mean()), 4),
                "AUROC": round(above(stated[own], right[own]), 4),
            }
    learnt = [one for one in every if one.fitted]
    names = sorted({one.graded for one in learnt})
    home = np.array([[one.graded == name for name in names[1:]] for one in learnt], float)
    signals = np.c_[np.array([one.signals for one in learnt]), home.reshape(len(learnt), -1)]
    right = np.array([one.right for one in learnt], float)
    found["signals alone"] = {
        name: round(above(signals[:, at], right), 4) for at, name in enumerate(SIGNALS)
    }
    chances = np.zeros((REPEATS, len(learnt)))
    for repeat in range(REPEATS):
        fold = np.random.default_rng(repeat).permutation(len(learnt)) % FOLDS
        for one in range(FOLDS):
            weights = fitted(signals[fold != one], right[fold != one])
            here = np.c_[signals[fold == one], np.ones(int((fold == one).sum()))]
            chances[repeat, fold == one] = logistic(here @ weights)
    found["cross-validated"] = {
        "questions": len(learnt),
        "accuracy": round(float(right.mean()), 4),
        "ECE 5 bins": round(float(np.mean([error(one, right, 5) for one in chances])), 4),
        "ECE 10 bins": round(float(np.mean([error(one, right, 10) for one in chances])), 4),
        "AUROC": round(float(np.mean([above(one, right) for one in chances])), 4),
    }
    labels = [*SIGNALS, *(f"bias of {name}" for name in names[1:]), f"bias of {names[0]}"]
    whole = fitted(signals, right)
    found["weights"] = dict(zip(labels, np.round(whole, 2).tolist(), strict=True))
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
