"""Best by learned term weights (SPLADE): the dot product over a vocabulary, exact."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.ports import SparseVector
from pincite.encoders.vectors import SparseFile
from pincite.errors import InputError
from pincite.indexes.halves import as_floats
from pincite.indexes.ranked import PLACES, RankedRows, Scores, SlotRows
from pincite.indexes.rows import Rows
from pincite.indexes.sealed import reserve, seal, unsealed

_NAME = "postings.bin"
_ENTRIES_A_BLOCK = 1 << 21


class WeightedTerms(SparseFile):
    """The weights of many slots at a time, straight from the disk."""

    @property
    def end(self) -> int:
        """The slot that comes next."""
        return len(self._many)

    def counts(self, start: int, end: int) -> NDArray[np.int64]:
        """How many terms each slot has."""
        return self._many[start:end]

    def entries(self, start: int, end: int) -> tuple[NDArray[np.int32], NDArray[np.float16]]:
        """The terms and weights of these slots, one after the other."""
        counts = self._many[start:end]
        at = np.repeat(self._first[start:end] - np.cumsum(counts) + counts, counts)
        at += np.arange(len(at))
        if not len(at):
            return np.empty(0, np.int32), np.empty(0, np.float16)
        _, terms, weights = (self._files.folder / name for name in self._names)
        # A slot never speaks of the bytes that a writer is in the middle of.
        found = min(terms.stat().st_size // 4, weights.stat().st_size // 2)
        return (
            np.memmap(terms, np.int32, "r", shape=(found,))[at],
            np.memmap(weights, np.float16, "r", shape=(found,))[at],
        )


class _Postings(NamedTuple):
    """The slots and weights of each term, those of term t from `first[t]` to `first[t + 1]`."""

    first: NDArray[np.int64]
    slots: NDArray[np.int32]
    weights: NDArray[np.float16]

    def add(self, scores: Scores, query: SparseVector) -> None:
        for term, weight in zip(query.terms.tolist(), query.weights, strict=True):
            here = slice(self.first[term], self.first[term + 1])
            # Half the time that `scores[slots] +=` takes.
            np.add.at(scores, self.slots[here], as_floats(self.weights[here]) * weight)


class SparseIndex:
    """`slots` says which weights of the file are each row's, -1 for none yet. The postings are
    kept in `folder`; what they do not hold yet is turned round in memory, at opening."""

    def __init__(self, file: WeightedTerms, slots: NDArray[np.int64], folder: Path) -> None:
        self._file = file
        self._end = file.end
        self._rows = SlotRows(slots, self._end)
        self._path = folder / _NAME
        self._open()

    @property
    def behind(self) -> int:
        """How many slots `build` would add to the kept postings."""
        return self._end - self._kept_end

    def build(self, progress: Callable[[int, int], None] = lambda done, of: None) -> None:
        """Keep the postings of everything. Killed, it leaves those that were there."""
        if self.behind:
            self._save()
            self._open()
            progress(self._end, self._end)

    def search(self, query: SparseVector, limit: int, rows: Rows | None = None) -> RankedRows:
        """The best `limit` rows that share a term with the query, of these alone where given (in
        ascending order)."""
        scores = self._all(query)
        slots = np.flatnonzero((scores > 0) & self._rows.allowed(rows))
        values = scores[slots]
        if limit <= 0:
            slots, values = slots[:0], values[:0]
        elif len(slots) > limit:
            # All that tie with the last, for the rows to decide.
            least = np.partition(values, -limit)[-limit] - 2 * 10.0**-PLACES
            slots, values = slots[values >= least], values[values >= least]
        return self._rows.expand(slots, values, limit, rows)

    def scores(self, query: SparseVector, rows: Rows) -> Scores:
        """In the order of the rows; nan where a row has no weights yet."""
        slots = self._rows.of_row[rows]
        found = np.full(len(rows), np.nan, np.float32)
        found[slots >= 0] = self._all(query)[slots[slots >= 0]]
        return found

    def _all(self, query: SparseVector) -> Scores:
        """Of every slot, added up in the order of the terms, whichever postings hold them."""
        terms = query.terms
        if len(terms) and not 0 <= int(terms.min()) <= int(terms.max()) < self._file.dims:
            raise InputError(
                f"the query has terms outside a vocabulary of {self._file.dims}",
                hint="Encode the question with the model that the index was made with.",
            )
        scores = np.zeros(self._end, np.float32)
        for postings in (self._kept, self._tail):
            postings.add(scores, query)
        return scores

    def _open(self) -> None:
        header = unsealed(self._path) or self._header(0)
        end = int(header["end"])
        if 0 < end <= self._end and header == self._header(end):
            self._kept_end = end
            self._kept = _shaped(np.memmap(self._path, np.uint8, "r"), header)
        else:
            self._kept_end = 0
            self._kept = _turned(self._file, 0, 0)
        self._tail = _turned(self._file, self._kept_end, self._end)

    def _save(self) -> None:
        header = self._header(self._end)
        path = reserve(self._path, _bytes(header))
        kept = np.memmap(path, np.uint8, "r+")
        _fill(_shaped(kept, header), self._file, 0, self._end)
        kept.flush()
        seal(self._path, header)

    def _header(self, end: int) -> dict[str, str | int]:
        """What the postings of the slots before `end` are sealed with. The lengths tell a file of
        weights that was made again, in another order, from the one that was turned round."""
        counts = self._file.counts(0, end)
        return {
            "fingerprint": self._file.fingerprint,
            "dims": self._file.dims,
            "end": end,
            "entries": int(counts.sum()),
            "lengths": zlib.crc32(counts.tobytes()),
        }


def _turned(file: WeightedTerms, start: int, end: int) -> _Postings:
    entries = int(file.counts(start, end).sum())
    postings = _Postings(
        np.zeros(file.dims + 1, np.int64),
        np.empty(entries, np.int32),
        np.empty(entries, np.float16),
    )
    _fill(postings, file, start, end)
    return postings


def _fill(postings: _Postings, file: WeightedTerms, start: int, end: int) -> None:
    """Turn the weights of these slots round, a block at a time: twice over the file, so that no
    more than a block of it is ever in memory."""
    first = postings.first
    blocks = _blocks(file.counts(start, end), start)
    for at, until in blocks:
        first[1:] += np.bincount(file.entries(at, until)[0], minlength=len(first) - 1)
    np.cumsum(first, out=first)
    free = first[:-1].copy()
    for at, until in blocks:
        terms, weights = file.entries(at, until)
        slots = np.repeat(np.arange(at, until, dtype=np.int32), file.counts(at, until))
        order = np.argsort(terms, kind="stable")
        terms = terms[order]
        into = free[terms] + np.arange(len(terms)) - np.searchsorted(terms, terms)
        postings.slots[into] = slots[order]
        postings.weights[into] = weights[order]
        free += np.bincount(terms, minlength=len(free))


def _blocks(counts: NDArray[np.int64], start: int) -> list[tuple[int, int]]:
    numbers = np.cumsum(counts) // _ENTRIES_A_BLOCK
    cuts = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(counts)]
    return [(start + at, start + until) for at, until in pairwise(cuts) if at < until]


def _bytes(header: Mapping[str, str | int]) -> int:
    return 8 * (int(header["dims"]) + 1) + 6 * int(header["entries"])


def _shaped(kept: NDArray[np.uint8], header: Mapping[str, str | int]) -> _Postings:
    slots = 8 * (int(header["dims"]) + 1)
    weights = slots + 4 * int(header["entries"])
    return _Postings(
        kept[:slots].view(np.int64),
        kept[slots:weights].view(np.int32),
        kept[weights : _bytes(header)].view(np.float16),
    )
