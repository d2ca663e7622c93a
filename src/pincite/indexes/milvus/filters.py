"""Rows as an expression that the server filters by.

What a document is filtered by for good is kept with each of its rows; what changes as the law does
(whether it is in force, which loads state it) is not, and such documents are named.
"""

from __future__ import annotations

import hashlib
import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pincite.indexes.records import ORDINALS, Facets
from pincite.indexes.rows import Rows, RowTable

FACETS = ("doc_type", "year", "language", "court", "jurisdiction")
# So many values of a facet are named; so many rows, where they are not all of their documents'.
_VALUES = 64
_ROWS = 4096
_REMEMBERED = 8
# Of a piece, in rows that lie together: the server looks at all rows where less than 7% are left of
# a segment, which is some hundred thousand rows that came one after another.
_PIECE_SHARE = 0.06
_TOGETHER = 50_000


def code(value: str) -> int:
    """A number for a value: no text of a document ever stands in an expression."""
    digest = hashlib.blake2b(value.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def facets_code(facets: Facets) -> int:
    return code("\n".join(getattr(facets, name) for name in FACETS))


class RowFilters:
    """Writes sets of rows, all of one table, as expressions."""

    def __init__(self, table: RowTable) -> None:
        self._table = table
        # The rows are kept, so that no others come to lie at the same place.
        self._known: dict[int, tuple[Rows, str]] = {}

    def expression(self, rows: Rows | None) -> str:
        """Of these rows, in ascending order, and no others that the server has of the table."""
        if rows is None or len(rows) == len(self._table):
            return ""
        found = self._known.get(id(rows))
        if found is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            found = self._known[id(rows)] = (rows, self._of(rows))
        return found[1]

    def pieces(self, rows: Rows) -> list[str]:
        """The same as several expressions, each of so few rows that the server looks at all of
        them: a graph walks past most of what is filtered out and misses some of what is left."""
        counts = np.bincount(rows // _TOGETHER, minlength=len(self._table) // _TOGETHER + 1)
        fullest = int(counts.max()) / min(_TOGETHER, len(self._table))
        count = math.ceil(fullest / _PIECE_SHARE)
        whole = self.expression(rows)
        if not whole:
            return [whole]
        # Stamps are hashes: as many lie in either half of the numbers.
        cuts = [at * 2**64 // count - 2**63 for at in range(1, count)]
        above = ["", *(f"stamp >= {cut} and " for cut in cuts)]
        below = [*(f"stamp < {cut} and " for cut in cuts), ""]
        return [f"{a}{b}({whole})" for a, b in zip(above, below, strict=True)]

    def _of(self, rows: Rows) -> str:
        table = self._table
        counts = np.bincount(table.document[rows], minlength=len(table.documents))
        whole = counts == self._sizes
        parts: list[str] = []
        if (whole & (counts > 0)).any():
            parts.append(self._documents(whole & (counts > 0)))
        rest = rows[~whole[table.document[rows]]]
        if 0 < len(rest) <= _ROWS:
            parts.append(f"id in {self.chunks(rest).tolist()}")
        elif len(rest):
            parts += [f"({a} <= id and id <= {b})" for a, b in self._runs(rest)]
        return " or ".join(f"({part})" for part in parts)

    def _documents(self, wanted: NDArray[np.bool_]) -> str:
        """By what they have in common, and by name what else has that, or by name alone."""
        common = np.ones(len(wanted), np.bool_)
        parts: list[str] = []
        for name, codes in self.codes.items():
            values = np.unique(codes[wanted])
            having = np.isin(codes, values)
            if len(values) <= _VALUES and not having[common].all():
                parts.append(f"{name} in {values.tolist()}")
                common &= having
        others = common & ~wanted
        if np.count_nonzero(wanted) <= np.count_nonzero(others):
            return f"document in {self.keys[wanted].tolist()}"
        if others.any():
            parts.append(f"document not in {self.keys[others].tolist()}")
        return " and ".join(parts) or "id >= 0"

    def _runs(self, rows: Rows) -> list[tuple[int, int]]:
        chunks = self.chunks(rows)
        cuts = np.flatnonzero(np.diff(chunks) != 1) + 1
        return [(int(run[0]), int(run[-1])) for run in np.split(chunks, cuts)]

    def chunks(self, rows: Rows) -> NDArray[np.int64]:
        """The numbers of their chunks."""
        documents = self._table.document[rows]
        return self.keys[documents] * ORDINALS + rows - self._table.first[documents]

    @cached_property
    def codes(self) -> dict[str, NDArray[np.int64]]:
        """Of each facet, for each document."""
        facets = [document.facets for document in self._table.documents]
        return {
            name: np.array([code(getattr(facet, name)) for facet in facets], np.int64)
            for name in FACETS
        }

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        return np.array([document.key for document in self._table.documents], np.int64)

    @cached_property
    def _sizes(self) -> NDArray[np.int64]:
        return np.diff(self._table.first)
