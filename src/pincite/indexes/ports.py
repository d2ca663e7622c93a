"""What a search asks of the indexes of vectors, whichever engine keeps them.

One contract for all engines, and tests/indexes/test_vector_engines.py holds each of them to it.
Scores of two engines may differ in the seventh decimal place, so rows that are nearer to one
another than that may change places. An engine on a server raises ServerUnreachable, from any
method, where the server does not answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pincite.encoders.ports import SparseVector, Vector
from pincite.indexes.ranked import RankedRows, Scores
from pincite.indexes.rows import Rows

# (items done, of how many)
Progress = Callable[[int, int], None]


class Nearest(Protocol):
    """Finds rows by dense vectors: each row has one, or none yet. A score is a dot product."""

    def search(
        self, query: Vector, limit: int, rows: Rows | None = None, ef: int = 96
    ) -> RankedRows:
        """The best `limit` rows that have a vector, highest score first; rows whose scores are
        equal to six decimal places come in ascending order. None where `limit` is 0 or less.

        `rows`, ascending, are the only ones that may be found. A large index is searched through a
        graph, `ef` wide, which may miss a few rows. Raises InputError where the query has another
        length than the index, or numbers that are not finite.
        """
        ...

    def scores(self, query: Vector, rows: Rows) -> Scores:
        """The score of each of these rows, in the order given; nan where a row has no vector yet.
        A row may be named twice. Raises InputError as `search` does."""
        ...

    def build(self, progress: Progress = ...) -> None:
        """Bring the index up to date with the vectors that there are; nothing is done where it
        is. After a build that was killed, the next one does what is left."""
        ...


class Weighing(Protocol):
    """Finds rows by learned weights over a vocabulary. A score is the dot product of the weights
    of the query and those of the row."""

    def search(self, query: SparseVector, limit: int, rows: Rows | None = None) -> RankedRows:
        """The best `limit` rows that share a term with the query, highest score first; rows whose
        scores are equal to six decimal places come in ascending order. None where `limit` is 0 or
        less, or the query has no term.

        `rows`, ascending, are the only ones that may be found. Raises InputError where a term of
        the query is outside the vocabulary.
        """
        ...

    def scores(self, query: SparseVector, rows: Rows) -> Scores:
        """The score of each of these rows, in the order given: 0 where a row shares no term with
        the query, nan where it has no weights yet. Raises InputError as `search` does."""
        ...

    def build(self, progress: Progress = ...) -> None:
        """Bring the index up to date with the weights that there are; nothing is done where it
        is. After a build that was killed, the next one does what is left."""
        ...
