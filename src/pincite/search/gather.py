"""Ranks decisions by several of their passages together, and by the passages that cite them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pincite.indexes.ranked import RankedRows, ranked
from pincite.indexes.rows import Rows
from pincite.search.fuse import shares
from pincite.search.profiles import Profile

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed


def gathered(found: RankedRows, indexed: Indexed, profile: Profile) -> RankedRows:
    """Each document once, at its best row. Its score is that of its passages, best first, each
    counted by `gather` of the one before."""
    if not len(found.rows):
        return found
    documents = indexed.table.document[found.rows]
    order = np.argsort(documents, kind="stable")
    ordered = documents[order]
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    values = found.scores.astype(np.float64) * profile.gather**place
    every, first, which = np.unique(documents, return_index=True, return_inverse=True)
    sums = np.zeros(len(every), np.float64)
    np.add.at(sums, which, values)
    return ranked(found.rows[first], sums.astype(np.float32), len(first))


def cited(
    best: RankedRows, passages: RankedRows, indexed: Indexed, profile: Profile, allowed: Rows | None
) -> RankedRows:
    """The documents, those that the best passages cite among them. A passage gives its score to
    each document that it cites; the sums count by `weights.cited` beside the documents' own scores,
    both as shares of the highest."""
    count = profile.cited_from
    which, documents = indexed.links.of(passages.rows[:count])
    table = indexed.table
    held = _first_rows(indexed, allowed)
    kept = held[documents] >= 0
    which, documents = which[kept], documents[kept]
    if not len(documents):
        return best
    sums = np.zeros(len(table.documents), np.float64)
    np.add.at(sums, documents, passages.scores[:count].astype(np.float64)[which])
    total = shares(sums) * profile.weights.cited
    own = table.document[best.rows]
    total[own] += shares(best.scores)
    held[own] = best.rows
    scored = np.flatnonzero(total > 0)
    return ranked(held[scored], total[scored].astype(np.float32), len(scored))


def _first_rows(indexed: Indexed, allowed: Rows | None) -> NDArray[np.int64]:
    """The first row of each document that may be found; -1 where none may."""
    table = indexed.table
    rows = np.arange(len(table), dtype=np.int64) if allowed is None else allowed
    found = np.full(len(table.documents), -1, np.int64)
    documents, first = np.unique(table.document[rows], return_index=True)
    found[documents] = rows[first]
    return found
