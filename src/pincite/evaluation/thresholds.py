"""How likely an answer must be to be given: the threshold from which on, with 95% confidence, no
more than a stated share of the answers is wrong.

Fixed-sequence testing (Angelopoulos et al. 2021, "Learn then test", section 2): thresholds go from
strict to loose in an order that is fixed beforehand, each is tested at the whole level by the
one-sided bound of Clopper and Pearson (1934), and the first that fails ends it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from pincite.errors import InputError

LEVEL = 0.95
# Fixed before any line is seen, or the order would be chosen by what it is tested on.
GRID = tuple(at / 100 for at in range(99, 0, -1))
# The sequence begins where this share of the lines is reached: one wrong line of a handful would
# end it before it had begun. It is a matter of how likely lines are, not of which are wrong.
_BEGINS = 0.25


class ThresholdStep(NamedTuple):
    """How many answers are at least as likely as `least`, how many of those are wrong, and the
    upper bound on the share that is."""

    least: float
    answered: int
    wrong: int
    bound: float


def upper_bound(wrong: int, answered: int, level: float = LEVEL) -> float:
    """The one-sided Clopper–Pearson bound: were a higher share wrong, so few wrong ones would be
    seen with a chance of less than 1 - level."""
    if not 0 <= wrong <= answered:
        raise InputError(f"{wrong} wrong of {answered}", hint="Give no more wrong ones than all.")
    if wrong == answered:
        return 1.0
    from scipy.stats import beta  # pyright: ignore[reportMissingTypeStubs]

    return float(cast("Any", beta).ppf(level, wrong + 1, answered - wrong))


def steps(
    likely: Sequence[float], right: Sequence[bool], grid: Sequence[float] = GRID
) -> list[ThresholdStep]:
    """Every threshold of a grid that goes from strict to loose."""
    if list(grid) != sorted(set(grid), reverse=True):
        raise InputError("the thresholds are not in order", hint="From strict to loose.")
    found: list[ThresholdStep] = []
    for least in grid:
        reached = [good for stated, good in zip(likely, right, strict=True) if stated >= least]
        wrong = len(reached) - sum(reached)
        found.append(ThresholdStep(least, len(reached), wrong, upper_bound(wrong, len(reached))))
    return found


def threshold(
    likely: Sequence[float], right: Sequence[bool], rate: float, grid: Sequence[float] = GRID
) -> ThresholdStep | None:
    """The loosest threshold before the first at which more than `rate` may be wrong; None where
    the first is one. Thresholds that too few lines reach to show anything are passed over."""
    if not 0 < rate < 1:
        raise InputError(f"a rate of {rate}", hint="A share above 0 and below 1, such as 0.1.")
    fewest = max(_fewest(rate), math.ceil(_BEGINS * len(likely)))
    last = None
    for step in steps(likely, right, grid):
        if step.answered < fewest:
            continue
        if step.bound > rate:
            break
        last = step
    return last


def _fewest(rate: float) -> int:
    """As many lines as keep to the rate where none of them is wrong."""
    return math.ceil(math.log(1 - LEVEL) / math.log(1 - rate))
