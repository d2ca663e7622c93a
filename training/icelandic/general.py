"""Which words stand beside which in general Icelandic: people ask in words that no law uses.

Read from the trigrams of Icegrams (Miðeind, MIT; of the Icelandic Gigaword Corpus of 2017). Only
its releases before 2 carry them. Its store answers one trigram at a time; here all are read at
once, in the layout its own documentation gives.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

# A word two places on says a little less than the next one.
_FURTHER = 0.7


class General(NamedTuple):
    """Words in lower case, how often each pair of them stands together, and each of them alone."""

    words: list[str]
    beside: csr_array
    counts: NDArray[np.float64]


def general() -> General:
    from icegrams.ngrams import Ngrams, to_str

    store: Any = Ngrams().ngrams
    words = [to_str(one) for one in bytes(store._compressed_vocab).split(b"\0")[:-1]]
    size = len(words)
    ends = _pointers(store._unigram_ptrs_ml, size)
    first = np.repeat(np.arange(size), np.diff(ends))
    second = _without_prefix(_values(store._bigram_pl, int(ends[-1])), ends)
    pairs = _frequencies(store, 2, store._bigram_freqs, len(first))
    below = _pointers(store._bigram_ptrs_ml, len(first))
    above = np.repeat(np.arange(len(first)), np.diff(below))
    # A third word is kept as its place among those that follow the second.
    place = _without_prefix(_values(store._trigram_pl, int(below[-1])), below)
    third = second[ends[second[above]] + place]
    triples = _frequencies(store, 3, store._trigram_freqs, len(above))
    shape = (size, size)
    beside = coo_array((pairs, (first, second)), shape=shape).tocsr()
    beside += coo_array((_FURTHER * triples, (first[above], third)), shape=shape).tocsr()
    counts = np.bincount(first, pairs, size)
    return General([word.lower() for word in words], csr_array(beside), counts)


def _pointers(kept: Any, size: int) -> NDArray[np.int64]:
    found = np.fromiter((kept.lookup(at) for at in range(size)), np.int64, size)
    return np.append(found, kept.lookup_pair(size - 1)[1])


def _values(kept: Any, size: int) -> NDArray[np.int64]:
    return np.fromiter((kept.lookup(at) for at in range(size)), np.int64, size)


def _without_prefix(values: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each list is kept on top of the last value of the list before it."""
    starts = ends[:-1]
    prefix = np.where(starts > 0, values[np.maximum(starts - 1, 0)], 0)
    return values - np.repeat(prefix, np.diff(ends))


def _frequencies(store: Any, level: int, kept: bytes, size: int) -> NDArray[np.float32]:
    read = (store.lookup_frequency(level, kept, at) for at in range(size))
    return np.fromiter(read, np.float32, size)
