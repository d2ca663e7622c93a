"""What a search asks of the indexes, whichever engine keeps them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pincite.encoders.ports import SparseVector, Vector
from pincite.indexes.ranked import RankedRows, Scores
from pincite.indexes.rows import Rows

Progress = Callable[[int, int], None]


class Nearest(Protocol):
    """Rows by one vector each."""

    def search(
        self, query: Vector, limit: int, rows: Rows | None = None, ef: int = 96
    ) -> RankedRows: ...

    def scores(self, query: Vector, rows: Rows) -> Scores: ...

    def build(self, progress: Progress = ...) -> None: ...


class Weighing(Protocol):
    """Rows by weights over a vocabulary."""

    def search(self, query: SparseVector, limit: int, rows: Rows | None = None) -> RankedRows: ...

    def scores(self, query: SparseVector, rows: Rows) -> Scores: ...

    def build(self, progress: Progress = ...) -> None: ...
