"""Puts law that is not in force below all that is: on the same subject, living law comes first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from pincite.indexes.ranked import RankedRows
from pincite.indexes.records import Filters

NotInForce = Callable[[Sequence[int], Filters], frozenset[int]]
"""Of these rows, those that are not in force on the date, or in the version, of the filters."""
# So many more than are wanted are looked at.
_MORE = 10
# So many that are not in force are shown, since they may be what the asker has in mind.
_SHOWN = 3


def living_first(
    found: RankedRows, wanted: int, dead: Callable[[Sequence[int]], frozenset[int]]
) -> RankedRows:
    """Law that is in force in its order, and at the end of what is wanted the best of what was
    among it and is not in force. Each row keeps its score, which says how well it matches."""
    first = found.rows[: wanted + _MORE].tolist()
    not_living = dead(first)
    if not not_living:
        return found
    shown = [at for at, row in enumerate(first[:wanted]) if row in not_living][:_SHOWN]
    living = [at for at, row in enumerate(found.rows.tolist()) if row not in not_living]
    before = living[: wanted - len(shown)]
    last = [at for at in range(len(found.rows)) if at not in {*before, *shown}]
    order = np.array([*before, *shown, *last], np.int64)
    return RankedRows(found.rows[order], found.scores[order])
