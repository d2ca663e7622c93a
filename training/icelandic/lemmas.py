"""A text as weighted lemmas of the table, in training just as in search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array

from pincite.encoders.lemmas import Bag
from pincite.text.languages import language

_rules = language("is")


def matrix(bags: Sequence[Bag], size: int) -> csr_array:
    counts = [len(bag) for bag in bags]
    numbers = np.fromiter((number for bag in bags for number in sorted(bag)), np.int32, sum(counts))
    weights = np.fromiter(
        (bag[number] for bag in bags for number in sorted(bag)), np.float32, sum(counts)
    )
    ends = np.cumsum([0, *counts]).astype(np.int32)
    return csr_array((weights, numbers, ends), shape=(len(bags), size))


def lemmas_of(form: str) -> tuple[str, ...]:
    """None for a little word or a number."""
    return _rules.lemmas(form) if form.isalpha() and form not in _rules.stop else ()


def parts_of(form: str) -> tuple[str, ...]:
    return _rules.parts(form)
