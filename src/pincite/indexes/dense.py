"""Finds the nearest rows by one vector a text: by a scan while that is fast, by a graph beyond."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import faiss  # pyright: ignore[reportMissingTypeStubs]
import numpy as np
from numpy.typing import NDArray

from pincite.encoders.ports import Vector
from pincite.errors import InputError
from pincite.indexes.halves import as_floats
from pincite.indexes.neighbours import Neighbours
from pincite.indexes.ranked import PLACES, RankedRows, Scores, SlotRows
from pincite.indexes.rows import Rows

# The library has no types.
_faiss = cast(Any, faiss)


@dataclass(frozen=True, slots=True)
class DenseRules:
    """When vectors are scanned and when the graph is used; measured by benchmarks/vectors.py."""

    exact_up_to: int = 200_000
    # Below this share of allowed vectors the graph is mostly detours: over a million, what it
    # takes to miss no more than without a filter takes as long as to look at all that are left.
    graph_from_share: float = 0.75
    # So much more widely for each part that is not allowed.
    detours: float = 80.0
    # So few are scored without choosing first.
    score_all_up_to: int = 1024
    # So much of the graph may be vectors that no row has any more.
    dead_share: float = 0.3


class DenseIndex:
    """`matrix` holds a unit vector a slot; `slots` says which is each row's, -1 for none yet. The
    graph is kept in `folder`. What it does not hold yet is scanned, so nothing is ever missed for
    having come late."""

    def __init__(
        self,
        matrix: NDArray[np.float16],
        slots: NDArray[np.int64],
        folder: Path,
        fingerprint: str,
        rules: DenseRules = DenseRules(),  # noqa: B008 - it is frozen
    ) -> None:
        # A file that is mapped into memory is slower to take rows from by its own type.
        self.matrix = matrix.view(np.ndarray)
        self._rows = SlotRows(slots, len(matrix))
        self._folder = folder
        self._fingerprint = fingerprint
        self._rules = rules
        self._graph: Neighbours | None = None
        # For each point of the graph whether a row still has it, and the slots that it lacks.
        self._live = np.empty(0, np.bool_)
        self._late = np.empty(0, np.int64)
        if self._large:
            self._use(Neighbours.open(folder, fingerprint, matrix))

    @property
    def behind(self) -> int:
        """How many vectors `build` would add to the graph; none where no graph is needed."""
        if not self._large:
            return 0
        return self._rows.count if self._graph is None else len(self._late)

    def build(self, progress: Callable[[int, int], None] = lambda done, of: None) -> None:
        """Make the graph one of all vectors that rows have, where there are so many that it is
        needed. The same vectors give the same graph; to extend one takes as long as the new ones
        take. Killed, it leaves the graph that was there."""
        if self.behind:
            self._use(
                Neighbours.build(
                    self._folder,
                    self._fingerprint,
                    self.matrix,
                    np.flatnonzero(self._rows.used),
                    known=self._graph,
                    progress=progress,
                )
            )

    def search(
        self, query: Vector, limit: int, rows: Rows | None = None, ef: int = 96
    ) -> RankedRows:
        """The best `limit` rows, of these alone where given (in ascending order). `ef` says how
        widely the graph is searched."""
        query = self._checked(query)
        allowed = self._rows.allowed(rows)
        count = self._rows.count if rows is None else int(np.count_nonzero(allowed))
        if not count or limit <= 0:
            return RankedRows(np.empty(0, np.int64), np.empty(0, np.float32))
        slots = self._near(query, limit, allowed, count, ef)
        return self._rows.expand(slots, self._score(query, slots), limit, rows)

    def scores(self, query: Vector, rows: Rows) -> Scores:
        """Exact, in the order of the rows; nan where a row has no vector yet."""
        query = self._checked(query)
        slots = self._rows.of_row[rows]
        found = np.full(len(rows), np.nan, np.float32)
        distinct, at = np.unique(slots[slots >= 0], return_inverse=True)
        found[slots >= 0] = self._score(query, distinct)[at]
        return found

    @property
    def _large(self) -> bool:
        return self._rows.count > self._rules.exact_up_to

    def _use(self, graph: Neighbours | None) -> None:
        if graph is not None:
            live = graph.slots < len(self.matrix)
            live[live] = self._rows.used[graph.slots[live]]
            if np.count_nonzero(live) < (1 - self._rules.dead_share) * len(live):
                graph = None
            else:
                left = self._rows.used.copy()
                left[graph.slots[live]] = False
                self._live, self._late = live, np.flatnonzero(left)
        self._graph = graph

    def _near(
        self, query: Vector, limit: int, allowed: NDArray[np.bool_], count: int, ef: int
    ) -> NDArray[np.int64]:
        """Slots that hold the best `limit`, and maybe more."""
        if count <= self._rules.score_all_up_to:
            return np.flatnonzero(allowed)
        graph = self._graph
        wide = count > self._rules.exact_up_to
        if graph is None or not wide or count < self._rules.graph_from_share * self._rows.count:
            return self._scan(query, limit, allowed)
        points: NDArray[np.bool_] | None = None
        wanted = width = max(limit, ef)
        if count < self._rows.count or not self._live.all():
            points = self._live.copy()
            points[points] = allowed[graph.slots[points]]
            width = int(width * (1 + self._rules.detours * (1 - float(points.mean()))))
        found = graph.search(query, wanted, width, points)
        if allowed[self._late].any():
            late = np.zeros_like(allowed)
            late[self._late] = allowed[self._late]
            found = np.concatenate([found, self._scan(query, limit, late)])
        return found if len(found) >= min(limit, count) else self._scan(query, limit, allowed)

    def _scan(self, query: Vector, limit: int, allowed: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The best of all allowed slots, and those that tie with the last of them."""
        total = int(np.count_nonzero(allowed))
        wanted = min(limit + 32, total)
        while True:
            slots, scores = _best(self.matrix, query, wanted, allowed)
            if wanted == total or scores[-1] < scores[limit - 1] - 2 * 10.0**-PLACES:
                return slots
            wanted = min(4 * wanted, total)

    def _score(self, query: Vector, slots: NDArray[np.int64]) -> Scores:
        """Row by row, so that a score does not depend on what is scored beside it."""
        found = np.empty(len(slots), np.float32)
        # Not as a file's, whose every slice is told of the file.
        matrix = np.asarray(self.matrix)
        for at in range(0, len(slots), _BLOCK):
            block = as_floats(matrix[slots[at : at + _BLOCK]])
            found[at : at + _BLOCK] = (block * query).sum(axis=1)
        return found

    def _checked(self, query: Vector) -> Vector:
        if query.shape != self.matrix.shape[1:] or not np.isfinite(query).all():
            raise InputError(
                f"the query is not a vector of {self.matrix.shape[1]} numbers",
                hint="Encode the question with the model that the index was made with.",
            )
        return np.ascontiguousarray(query, np.float32)


_BLOCK = 256


def _best(
    matrix: NDArray[np.float16], query: Vector, count: int, allowed: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], Scores]:
    """The best allowed slots, best first: one pass over the matrix where it lies, from the first
    that is allowed to the last, which faiss offers as the scan of an inverted list."""
    first = int(allowed.argmax())
    last = len(allowed) - int(allowed[::-1].argmax())
    matrix, allowed = matrix[first:last], allowed[first:last]
    selector = None
    if not allowed.all():
        selector = _faiss.IDSelectorBitmap(np.packbits(allowed, bitorder="little"))
    quantizer = _faiss.ScalarQuantizer(matrix.shape[1], _faiss.ScalarQuantizer.QT_fp16)
    metric = _faiss.METRIC_INNER_PRODUCT
    centre = _faiss.IndexFlat(matrix.shape[1], metric)
    # Without numbers of their own, vectors go by their places.
    scanner = quantizer.select_InvertedListScanner(metric, centre, True, selector, False)
    scanner.set_query(_faiss.swig_ptr(query))
    scanner.set_list(0, 0.0)
    scores = np.full(count, -np.inf, np.float32)
    slots = np.full(count, -1, np.int64)
    codes = np.ascontiguousarray(matrix).view(np.uint8).reshape(-1)
    scanner.scan_codes(
        len(matrix),
        _faiss.swig_ptr(codes),
        None,
        _faiss.swig_ptr(scores),
        _faiss.swig_ptr(slots),
        count,
    )
    order = np.argsort(-scores, kind="stable")
    order = order[slots[order] >= 0]
    return slots[order] + first, scores[order]
