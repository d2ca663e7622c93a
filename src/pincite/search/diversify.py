"""Keeps the hits diverse (one a section, few a document), and joins short hits to their
neighbours."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from pincite.indexes.ranked import RankedRows
from pincite.search.profiles import Profile

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed


def grouped(found: RankedRows, indexed: Indexed, profile: Profile) -> RankedRows:
    """The best row of each section, or of each document, as the profile has it."""
    if profile.group == "chunk" or not len(found.rows):
        return found
    table = indexed.table
    groups = table.unit[found.rows] if profile.group == "unit" else table.document[found.rows]
    _, first = np.unique(groups, return_index=True)
    first.sort()
    return RankedRows(found.rows[first], found.scores[first])


def spread(found: RankedRows, indexed: Indexed, profile: Profile) -> RankedRows:
    """At most so many of one document; the others go behind, in their order."""
    documents = indexed.table.document[found.rows].tolist()
    seen: Counter[int] = Counter()
    kept: list[int] = []
    over: list[int] = []
    for at, document in enumerate(documents):
        seen[document] += 1
        (kept if seen[document] <= profile.a_document else over).append(at)
    order = np.array(kept + over, np.int64)
    return RankedRows(found.rows[order], found.scores[order])


def neighbours(row: int, sizes: list[int], indexed: Indexed, profile: Profile) -> tuple[int, int]:
    """The rows from..to (not included) that are shown with a hit: where it is smaller than the
    profile wants, those after it, then before it, of the same document and kind."""
    table = indexed.table
    index = int(table.document[row])
    first, last = int(table.first[index]), int(table.first[index + 1])
    start, end = row, row + 1
    total = sizes[0]
    if total >= profile.merge_below:
        return start, end
    if end < last and table.kind[end] == table.kind[row]:
        end += 1
    elif start > first and table.kind[start - 1] == table.kind[row]:
        start -= 1
    return start, end
