"""Passages that share a query's words and do not answer it: the first of BM25 over one corpus.

A passage that is nearly the same as an answer is left out, for it may be one
(Robertson and Zaragoza 2009 for the scoring; k1 and b as they are used there).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from scipy import sparse

from pincite.text.languages import language
from training.records import Pair, Passage

K1, B = 1.2, 0.75
WANTED = 24
# So many are looked at, since some are left out.
_LOOKED_AT = 96
# Words in more of a corpus than this choose nothing.
_COMMON = 0.15
_ALIKE = 0.7
_word = re.compile(r"[^\W_]+")
_BLOCK = 512


def negatives(pairs: Sequence[Pair], passages: Sequence[Passage]) -> list[list[int]]:
    """For each pair, in order: of its corpus, and only of the work that it is asked within."""
    found: list[list[int]] = [[] for _ in pairs]
    by_corpus: dict[str, list[int]] = defaultdict(list)
    for at, pair in enumerate(pairs):
        by_corpus[pair.corpus].append(at)
    numbers: dict[str, list[int]] = defaultdict(list)
    for number, passage in enumerate(passages):
        numbers[passage.corpus].append(number)
    for corpus, wanted in by_corpus.items():
        index = _Index(numbers[corpus], passages)
        for begin in range(0, len(wanted), _BLOCK):
            block = wanted[begin : begin + _BLOCK]
            ranked = index.ranked([pairs[at] for at in block])
            for at, rows in zip(block, ranked, strict=True):
                found[at] = rows
    return found


class _Index:
    def __init__(self, numbers: list[int], passages: Sequence[Passage]) -> None:
        self._numbers = np.array(numbers)
        # A question says "I" and "my", which in law stand only in forms and oaths.
        self._stop = language(passages[numbers[0]].language).stop
        self._row = {number: row for row, number in enumerate(numbers)}
        self._words: dict[str, int] = {}
        rows: list[int] = []
        columns: list[int] = []
        lengths = np.zeros(len(numbers))
        for row, number in enumerate(numbers):
            said = _word.findall(passages[number].text.casefold())
            lengths[row] = len(said)
            rows += [row] * len(said)
            columns += [self._words.setdefault(one, len(self._words)) for one in said]
        shape = (len(numbers), len(self._words))
        ones = np.ones(len(rows), np.float32)
        counts = sparse.csr_matrix((ones, (rows, columns)), shape=shape)
        self._held = counts.copy()
        self._held.data[:] = 1
        self._sizes = np.diff(self._held.indptr)
        self._weights = _weighed(counts, lengths)
        by_work: dict[str, list[int]] = defaultdict(list)
        for row, number in enumerate(numbers):
            by_work[passages[number].work].append(row)
        self._works = {work: np.array(rows) for work, rows in by_work.items()}

    def ranked(self, pairs: Sequence[Pair]) -> list[list[int]]:
        rows: list[int] = []
        columns: list[int] = []
        for row, pair in enumerate(pairs):
            asked = set(_word.findall(pair.query.casefold())) - self._stop
            known = {self._words.get(one) for one in asked}
            kept = sorted(one for one in known if one is not None)
            rows += [row] * len(kept)
            columns += kept
        shape = (len(pairs), len(self._words))
        queries = sparse.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), shape=shape)
        scores = (queries @ self._weights).tocsr()
        found: list[list[int]] = []
        for pair, begin, end in zip(pairs, scores.indptr, scores.indptr[1:], strict=False):
            found.append(self._chosen(pair, scores.indices[begin:end], scores.data[begin:end]))
        return found

    def _chosen(self, pair: Pair, rows: np.ndarray, values: np.ndarray) -> list[int]:
        if pair.within:
            inside = np.isin(rows, self._works[pair.within])
            rows, values = rows[inside], values[inside]
        if len(rows) > _LOOKED_AT:
            best = np.argpartition(-values, _LOOKED_AT)[:_LOOKED_AT]
            rows, values = rows[best], values[best]
        rows = rows[np.lexsort((rows, -values))]
        barred = {*pair.exclude, *pair.positives}
        rows = np.array([one for one in rows if int(self._numbers[one]) not in barred], int)
        if len(rows):
            rows = rows[~self._alike(rows, pair)]
        found = [int(one) for one in self._numbers[rows[:WANTED]]]
        return list(dict.fromkeys([*found, *pair.negatives]))[:WANTED]

    def _alike(self, rows: np.ndarray, pair: Pair) -> np.ndarray:
        """Which of these share most of their words with a positive."""
        found = np.zeros(len(rows), bool)
        for number in pair.positives[:3]:
            own = self._row.get(number)
            if own is None:
                continue
            shared = (self._held[rows] @ self._held[own].T).toarray().ravel()
            found |= shared / (self._sizes[rows] + self._sizes[own] - shared) > _ALIKE
        return found


def _weighed(counts: sparse.csr_matrix, lengths: np.ndarray) -> sparse.csr_matrix:
    """Words by passages, so that a query takes rows."""
    held = np.bincount(counts.indices, minlength=counts.shape[1])
    rarity = np.log(1 + (counts.shape[0] - held + 0.5) / (held + 0.5)).astype(np.float32)
    rarity[held > max(_COMMON * counts.shape[0], 50)] = 0
    norm = K1 * (1 - B + B * lengths / lengths.mean())
    row = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    counts.data = counts.data * (K1 + 1) / (counts.data + norm[row].astype(np.float32))
    counts.data *= rarity[counts.indices]
    counts.eliminate_zeros()
    return counts.T.tocsr()
