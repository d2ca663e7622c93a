"""How likely the first of what was read is to answer the question, and anything of it at all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import mul
from typing import NamedTuple

from pincite.answer.reading import ReadUnit, shares
from pincite.text.glosses import GLOSSED


class Body(StrEnum):
    """What is read, for what it says of a probability: law, files, and what is read by its
    glosses."""

    LAW = "law"
    FILES = "files"
    GLOSSED = "glossed"

    @classmethod
    def of(cls, language: str, *, of_files: bool) -> Body:
        if language in GLOSSED:
            return cls.GLOSSED
        return cls.FILES if of_files else cls.LAW


class Likelihood(NamedTuple):
    """Two probabilities: that the first point `answers` the question, and that what is `held` does,
    wherever it stands."""

    answers: float
    held: float


class _Told(NamedTuple):
    """What tells of both: what the network says of the first unit, and the most that it says of
    any; how much of the question is in the first and in what it stands in, and how near that is;
    what share the first has of what all are worth, and how little they decide between them.
    `always` is 1. How long a question is would tell much of the lines that these are fitted on,
    and nothing of the law: who writes what cannot be answered writes less."""

    says: float
    most_said: float
    covered: float
    near: float
    share: float
    undecided: float
    always: float = 1.0


@dataclass(frozen=True, slots=True)
class _Fitted:
    """What each is worth, for the one probability and for the other: logistic regression on lines
    that the network did not learn from (training/reader/likely.py)."""

    answers: _Told
    held: _Told


def likelihood(read: Sequence[ReadUnit], body: Body) -> Likelihood | None:
    """None where no network read it, or nothing was."""
    told = _told(read)
    if told is None:
        return None
    fitted = _FITTED[body]
    answers, held = (_curve(sum(map(mul, by, told))) for by in (fitted.answers, fitted.held))
    return Likelihood(answers, max(answers, held))


def _told(read: Sequence[ReadUnit]) -> _Told | None:
    if not read or (says := read[0].says) is None:
        return None
    share = shares(read)
    return _Told(
        says, max(one.says or 0.0 for one in read),
        read[0].signs.covered, read[0].signs.near,
        share[read[0].quoted], -sum(one * math.log(one) for one in share.values() if one),
    )  # fmt: skip


def _curve(told: float) -> float:
    return 1 / (1 + math.exp(-told))


# Fitted on 1,297 lines of law, 774 of files and 310 of Icelandic law; none may count against what
# it is a sign of.
_FITTED = {
    Body.LAW: _Fitted(
        answers=_Told(0.14, 0.27, 0.0, 1.17, 1.86, -1.0, -1.6),
        held=_Told(0.17, 0.52, 0.0, 0.0, 0.0, -0.03, 1.21),
    ),
    Body.FILES: _Fitted(
        answers=_Told(0.24, 0.21, 0.0, 0.0, 0.19, -1.86, 1.34),
        held=_Told(0.34, 0.48, 0.0, 0.0, 0.0, -0.05, 1.69),
    ),
    Body.GLOSSED: _Fitted(
        answers=_Told(0.24, 0.24, 0.37, 0.67, 2.55, 0.0, -3.71),
        held=_Told(0.04, 0.28, 0.0, 0.0, 0.0, 0.0, 0.98),
    ),
}
