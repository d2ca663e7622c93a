"""Raises passages that put words side by side as the question does.

Only the best passages are read for it: an index of phrases would be as large as all the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from pincite.indexes.ranked import RankedRows, ranked
from pincite.search.fuse import shares
from pincite.search.understand import AskedQuestion
from pincite.text.words import forms

# BM25's own: how soon a phrase that comes again counts no more, and how much length counts.
_K1 = 1.2
_B = 0.75


def phrased(
    found: RankedRows, question: AskedQuestion, texts: Sequence[str], weight: float
) -> RankedRows:
    """`texts` are those of the first rows. The phrases they share with the question count by
    `weight` beside what they had, both as shares of the highest."""
    wanted = _pairs(question)
    if not wanted or not texts:
        return found
    scores = shares(found.scores)
    scores[: len(texts)] += weight * shares(_shared(wanted, texts))
    return ranked(found.rows, scores.astype(np.float32), len(found.rows))


def _pairs(question: AskedQuestion) -> frozenset[tuple[str, str]]:
    """Two words side by side, not both of them little ones."""
    return frozenset(
        (word.form, following.form)
        for word, following in pairwise(question.words)
        if not (word.stop and following.stop)
    )


def _shared(
    wanted: frozenset[tuple[str, str]], texts: Sequence[str]
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    read = list(map(_forms, texts))
    lengths = np.array([len(words) for words in read], np.float64)
    norms = _K1 * (1 - _B + _B * lengths / max(float(lengths.mean()), 1.0))
    found = np.zeros(len(texts), np.float64)
    for at, words in enumerate(read):
        times = Counter(filter(wanted.__contains__, pairwise(words)))
        found[at] = sum(count * (_K1 + 1) / (count + norms[at]) for count in times.values())
    return found


# An answer may search twice, and questions about one thing find the same passages.
@lru_cache(1024)
def _forms(text: str) -> tuple[str, ...]:
    return tuple(forms(text))
