"""Scores candidates token by token (MaxSim, ColBERT); the other indexes find the candidates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.ports import Vector
from pincite.encoders.vectors import TokenFile
from pincite.errors import InputError
from pincite.indexes.ranked import Scores
from pincite.indexes.rows import Rows

# A query of vectors no longer than one, in steps of 1/8192, times at most 127 * sqrt(256), stays
# below 2**24: every sum is a whole number that float32 holds, so neither threads nor neighbours can
# change it.
_STEPS = 8192
_WIDEST = 256
_TOKENS_A_BLOCK = 2048
# So many products at a time BLAS computes without a second thread, and waits for nobody.
_PRODUCTS = 1 << 18


class _Tokens(NamedTuple):
    steps: NDArray[np.int8]
    scales: Scores


class PassageTokens(TokenFile):
    """The tokens of many passages at a time, straight from the disk."""

    _mapped: _Tokens | None = None
    _mapped_slots = -1

    def counts(self, slots: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many tokens each has; none for a slot that is not here or rotted on disk."""
        known = (slots >= 0) & (slots < len(self._many))
        counts = np.zeros(len(slots), np.int64)
        counts[known] = self._many[slots[known]]
        return counts

    def gather(self, slots: NDArray[np.int64]) -> _Tokens:
        """The tokens of these slots, one after the other."""
        tokens = self._map()
        spans = [slice(first, first + many) for first, many in self._spans(slots)]
        return _Tokens(
            np.concatenate([tokens.steps[span] for span in spans]),
            np.concatenate([tokens.scales[span] for span in spans]),
        )

    def _spans(self, slots: NDArray[np.int64]) -> list[tuple[int, int]]:
        return list(zip(self._first[slots].tolist(), self._many[slots].tolist(), strict=True))

    def _map(self) -> _Tokens:
        if self._mapped is None or self._mapped_slots != len(self._many):
            _, scales, steps = (self._files.folder / name for name in self._names)
            # A writer may be in the middle of a token that no slot speaks of yet.
            tokens = min(steps.stat().st_size // self.dims, scales.stat().st_size // 4)
            self._mapped = _Tokens(
                np.memmap(steps, np.int8, "r", shape=(tokens, self.dims)),
                np.memmap(scales, np.float32, "r", shape=(tokens,)),
            )
            self._mapped_slots = len(self._many)
        return self._mapped


class LateIndex:
    """`slots` says which passage of the file is each row's, -1 for none yet."""

    def __init__(self, file: PassageTokens, slots: NDArray[np.int64]) -> None:
        self._file = file
        self._slots = slots

    def scores(self, query: Vector, rows: Rows) -> Scores:
        """For each row the mean, over the query's tokens (one a line, none longer than one), of the
        best that a token of the passage has with it: its cosine, times how long the query's is; nan
        where a row has no tokens."""
        if query.ndim != 2 or query.shape[1] != self._file.dims or self._file.dims > _WIDEST:
            raise InputError(
                f"query tokens of the shape {query.shape} for tokens of {self._file.dims} numbers",
                hint="Encode the question with the model that the index was made with.",
            )
        slots = self._slots[rows]
        counts = self._file.counts(slots)
        found = np.full(len(rows), np.nan, np.float32)
        if not len(query):
            return found
        whole = np.rint(query * np.float32(_STEPS)).astype(np.float32).T
        present = np.flatnonzero(counts)
        # A new block begins where the tokens so far pass a multiple of its size.
        blocks = np.cumsum(counts[present]) // _TOKENS_A_BLOCK
        for part in np.split(present, np.flatnonzero(np.diff(blocks)) + 1):
            if len(part):
                found[part] = self._block(whole, slots[part], counts[part])
        return found

    def _block(self, whole: Vector, slots: NDArray[np.int64], counts: NDArray[np.int64]) -> Scores:
        tokens = self._file.gather(slots)
        cosines = _products(tokens.steps, whole) * tokens.scales[:, None]
        best = np.maximum.reduceat(cosines, np.cumsum(counts) - counts, axis=0)
        return (best.sum(axis=1, dtype=np.float64) / (_STEPS * whole.shape[1])).astype(np.float32)


def _products(steps: NDArray[np.int8], whole: Vector) -> Vector:
    lines = max(1, _PRODUCTS // whole.size)
    stack = np.zeros((-(-len(steps) // lines), lines, steps.shape[1]), np.float32)
    stack.reshape(-1, steps.shape[1])[: len(steps)] = steps
    return (stack @ whole).reshape(-1, whole.shape[1])[: len(steps)]
