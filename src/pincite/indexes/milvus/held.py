"""Which rows a collection holds, and which entity has the vector of a row that it does not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.indexes.milvus.collection import FIRST_ROW, Numbers


@dataclass(frozen=True, slots=True)
class RowStamps:
    """The rows that should be in a collection: the number and the stamp of each, and its text as a
    number."""

    numbers: Numbers
    stamps: Numbers
    texts: Numbers


@dataclass(frozen=True, slots=True)
class Held:
    """What a collection has of some rows. `there` says which of them it has; `sources` names for
    each an entity with its vector, its own or another of the same text, -1 for none. `left` are
    entities that are no row any more, `marks` those that never were one. `changed` says whether an
    entity has the number of a row and another stamp."""

    there: NDArray[np.bool_]
    sources: Numbers
    left: Numbers
    marks: Numbers
    changed: bool


def held(rows: RowStamps, ids: Numbers, stamps: Numbers) -> Held:
    """Of these rows, in a collection with these entities, which come in the order of their
    numbers."""
    entities = ids >= FIRST_ROW
    marks, ids, stamps = ids[~entities], ids[entities], stamps[entities]
    at = _places(ids, rows.numbers)
    known = _same(ids, at, rows.numbers)
    there = known.copy()
    there[known] = stamps[at[known]] == rows.stamps[known]
    # A text that stands there in another version or document has its vector there too. What has
    # left the corpus is known by its stamp alone.
    sources = _numbers_of(rows.texts, rows.texts[there], rows.numbers[there])
    by_stamp = _numbers_of(rows.stamps, stamps, ids)
    sources = np.where(there, rows.numbers, np.where(sources >= 0, sources, by_stamp))
    return Held(
        there, sources, np.setdiff1d(ids, rows.numbers), marks, bool((known & ~there).any())
    )


def _numbers_of(wanted: Numbers, values: Numbers, numbers: Numbers) -> Numbers:
    """For each value that is wanted, the number of one that has it; -1 where none has."""
    order = np.argsort(values, kind="stable")
    at = _places(values[order], wanted)
    found = np.full(len(wanted), -1, np.int64)
    same = _same(values[order], at, wanted)
    found[same] = numbers[order][at[same]]
    return found


def _places(ordered: Numbers, wanted: Numbers) -> Numbers:
    return np.minimum(np.searchsorted(ordered, wanted), max(len(ordered) - 1, 0))


def _same(ordered: Numbers, at: Numbers, wanted: Numbers) -> NDArray[np.bool_]:
    return ordered[at] == wanted if len(ordered) else np.zeros(len(wanted), np.bool_)
