"""The vectors of a table's rows on a server: which are there, uploading the others, and
searching."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.hashed import HASH_BYTES
from pincite.indexes.milvus.collection import (
    EXACT_UP_TO,
    GRACE_SECONDS,
    VECTOR,
    MilvusCollection,
    Numbers,
    mark_of,
)
from pincite.indexes.milvus.filters import RowFilters, facets_code
from pincite.indexes.milvus.held import Held, RowStamps, held
from pincite.indexes.milvus.server import Missing
from pincite.indexes.ports import Progress
from pincite.indexes.ranked import PLACES, RankedRows, Scores, ranked
from pincite.indexes.rows import Rows, RowTable

# So many more than asked for are looked at, for those that are gone and those that tie.
_MORE = 32
# What the server gives at most.
_MOST = 16_384
_IDS_A_CALL = 4096
# A graph is searched more widely than for what is wanted, and the more so, the less a filter
# leaves: at a half of the rows it takes sixteen times the width to miss one in a hundred. Below the
# share from which no width is enough, all rows that are left are looked at, in pieces.
_WIDER = 2
_NARROWED = 4
_GRAPH_FROM_SHARE = 0.4
_ROWS_A_CALL = 1000


def silent(_done: int, _of: int) -> None: ...


@dataclass(frozen=True, slots=True)
class CollectionSpec:
    """What a collection should hold. `hashes` are of the texts that the rows' vectors were made
    from; `expected` says which rows should have a vector; `slots` says which of this machine's own
    vectors is each row's, -1 for none; `forgets` whether a row that leaves is deleted there."""

    table: RowTable
    filters: RowFilters
    hashes: Sequence[bytes]
    expected: NDArray[np.bool_]
    slots: Numbers
    forgets: bool = False


class KeptRows:
    """Rows whose vectors are in a collection. `vectors` gives those that this machine has, by
    slot."""

    def __init__(
        self,
        collection: MilvusCollection,
        wanted: CollectionSpec,
        vectors: Callable[[Numbers], Sequence[Any]],
    ) -> None:
        self._collection = collection
        self._table = wanted.table
        self._filters = wanted.filters
        self._hashes = wanted.hashes
        self._expected = wanted.expected
        self._slots = wanted.slots
        self._forgets = wanted.forgets
        self._vectors = vectors

    # Asking.

    def near(
        self, query: Any, limit: int, rows: Rows | None, *, ef: int, above: float = -np.inf
    ) -> RankedRows:
        """The best `limit` rows with a score above `above`; none where nothing is live yet."""
        if limit <= 0 or (rows is not None and not len(rows)):
            return RankedRows(np.empty(0, np.int64), np.empty(0, np.float32))
        share = 1.0 if rows is None else len(rows) / len(self._table)
        expressions = [self._filters.expression(rows)]
        if (
            rows is not None
            and share <= _GRAPH_FROM_SHARE
            and self._collection.by_graph(len(self._table))
        ):
            expressions = self._filters.pieces(rows)
        wanted = min(limit + _MORE, _MOST)
        while True:
            width = int(max(ef, _WIDER * wanted) / max(share, _GRAPH_FROM_SHARE) ** _NARROWED)
            asked = [
                self._asked(query, wanted, expression, min(width, _MOST))
                for expression in expressions
            ]
            ids, scores, stamps = (np.concatenate(every) for every in zip(*asked, strict=True))
            found, kept = self._rows(ids, scores, stamps, rows)
            inside = kept > above
            found, kept = found[inside], kept[inside]
            # Nothing that was left out is better than this.
            lasts = (some[-1] for _, some, _ in asked if len(some) == wanted < _MOST)
            last = max(lasts, default=-np.inf)
            # Enough, and nothing that was left out ties with the last of them.
            if last <= above or (
                len(found) >= limit and last < np.sort(kept)[-limit] - 2 * 10.0**-PLACES
            ):
                return ranked(found, kept, limit)
            wanted = min(4 * wanted, _MOST)

    def weigh(self, query: Any, rows: Rows, exact: Callable[[Any], float]) -> Scores:
        """In the order of the rows; nan where a row has no vector. `exact` scores a vector here:
        those that this machine has, and what a graph has missed."""
        distinct, at = np.unique(rows, return_inverse=True)
        scores = np.full(len(distinct), np.nan, np.float32)
        expected = self._expected[distinct]
        ours = expected & (self._slots[distinct] >= 0)
        scores[ours] = [exact(vector) for vector in self._vectors(self._slots[distinct[ours]])]
        left = np.flatnonzero(expected & ~ours)
        for start in range(0, len(left), _IDS_A_CALL):
            some = left[start : start + _IDS_A_CALL]
            chunks = self._filters.chunks(distinct[some])
            near = self._rows(
                *self._asked(query, len(some), f"id in {chunks.tolist()}", len(some)),
                distinct[some],
            )
            scores[some[np.searchsorted(distinct[some], near[0])]] = near[1]
        self._fill(distinct, scores, exact)
        return scores[at]

    def _fill(self, rows: Rows, scores: Scores, exact: Callable[[Any], float]) -> None:
        left = np.flatnonzero(np.isnan(scores) & self._expected[rows])
        if not len(left):
            return
        chunks = self._filters.chunks(rows[left])
        try:
            kept = self._collection.fetch(chunks)
        except Missing:
            return
        for at, chunk in zip(left.tolist(), chunks.tolist(), strict=True):
            stamp, vector = kept.get(chunk, (0, None))
            if vector is not None and stamp == self._stamps[rows[at]]:
                scores[at] = exact(vector)

    def _asked(
        self, query: Any, limit: int, expression: str, ef: int
    ) -> tuple[Numbers, Scores, Numbers]:
        try:
            return self._collection.search(query, limit, expression, ef)
        except Missing:
            return np.empty(0, np.int64), np.empty(0, np.float32), np.empty(0, np.int64)

    def _rows(
        self, ids: Numbers, scores: Scores, stamps: Numbers, allowed: Rows | None
    ) -> tuple[Rows, Scores]:
        """What of it is a row of ours, by number and stamp, and allowed; each once."""
        rows = self._table.of_chunks(ids)
        good = rows >= 0
        good[good] = self._stamps[rows[good]] == stamps[good]
        if allowed is not None and good.any():
            at = np.minimum(np.searchsorted(allowed, rows), len(allowed) - 1)
            good &= allowed[at] == rows
        rows, first = np.unique(rows[good], return_index=True)
        return rows, scores[good][first]

    # What is there.

    @cached_property
    def _texts(self) -> Numbers:
        """The text of each row as a number."""
        joined = np.frombuffer(b"".join(self._hashes), np.int64)
        return joined.reshape(-1, HASH_BYTES // 8)[:, 0]

    @cached_property
    def _stamps(self) -> Numbers:
        """Of each row: its text and what it is filtered by, in one number."""
        facets = np.array(
            [facets_code(document.facets) for document in self._table.documents], np.int64
        )
        return self._texts ^ facets[self._table.document] if len(self._texts) else self._texts

    @cached_property
    def _wanted(self) -> Rows:
        """The rows that should have a vector."""
        return np.flatnonzero(self._expected)

    @cached_property
    def digest(self) -> int:
        """Of the rows that should have a vector, and their stamps."""
        hasher = hashlib.blake2b(self._filters.chunks(self._wanted).tobytes(), digest_size=8)
        hasher.update(self._stamps[self._wanted].tobytes())
        return int.from_bytes(hasher.digest(), "little", signed=True)

    def is_marked(self) -> bool:
        """Whether someone found every row there that should be. One small call."""
        return self._collection.is_marked(self.digest)

    def share(self) -> float:
        """What part of the rows that should have a vector has one there; 1 where all have, 0 where
        none should. Of very many it is an estimate, unless all are there."""
        rows = len(self._wanted)
        if not rows:
            return 0.0
        if self.is_marked():
            return 1.0
        if rows > EXACT_UP_TO:
            return min(self._collection.count() / rows, 0.99)
        live = self._collection.live()
        return float(np.count_nonzero(self._held(live).there) / rows) if live else 0.0

    @property
    def is_empty(self) -> bool:
        """Whether no row should have a vector."""
        return not len(self._wanted)

    def texts_there(self) -> tuple[frozenset[bytes], frozenset[bytes]]:
        """The texts, by their hashes, whose vectors the server has, and those whose it lacks."""
        if not (self._expected & (self._slots < 0)).any():
            # This machine has all of them itself.
            return frozenset(), frozenset()
        begun = self._collection.live() or next(iter(self._collection.versions()[-1:]), None)
        has = np.ones(len(self._wanted), np.bool_)
        if begun is None:
            has[:] = False
        elif not self.is_marked():
            has = self._held(begun).sources >= 0
        return self._texts_of(self._wanted[has]), self._texts_of(self._wanted[~has])

    def _texts_of(self, rows: Rows) -> frozenset[bytes]:
        return frozenset(self._hashes[row] for row in map(int, rows))

    def _held(self, name: str) -> Held:
        return held(self._row_stamps, *self._collection.kept(name))

    @property
    def _row_stamps(self) -> RowStamps:
        wanted = self._wanted
        return RowStamps(self._filters.chunks(wanted), self._stamps[wanted], self._texts[wanted])

    # Putting it there.

    def build(self, progress: Progress = silent) -> None:
        """Put there what the server lacks and this machine has, or the server under another number.
        What left the corpus stays, for when it comes back, unless that is to be forgotten. Killed,
        it goes on where it was."""
        rows = len(self._wanted)
        live = self._collection.live()
        if live is not None and not self._collection.outgrown(live, rows):
            self._sync(live, progress)
            return
        if live is not None:
            self.rebuild(progress)
            time.sleep(GRACE_SECONDS)
            self.tidy()
            return
        # One that was begun is gone on with: nobody has seen it.
        begun = self._collection.versions()
        if begun:
            self._publish(begun[-1], progress)
        else:
            self._publish(self._collection.make(rows), progress, empty=True)

    def rebuild(self, progress: Progress = silent) -> None:
        """Make all of it anew beside what is live, without what left the corpus, and switch when it
        is whole. What was live before is still there, for those who are reading it: see `tidy`."""
        before = self._collection.live()
        name = self._collection.make(len(self._wanted))
        carried = 0
        if before is not None:
            sources = self._held(before).sources
            carried = self._carry(before, name, sources, self._slots[self._wanted] < 0)
        self._publish(name, progress, empty=not carried)

    def tidy(self) -> None:
        """Drop what is no longer live."""
        self._collection.tidy()

    def _publish(self, name: str, progress: Progress, *, empty: bool = False) -> None:
        self._sync(name, progress, empty=empty)
        self._collection.finish(name)
        self._collection.switch(name)

    def _sync(self, name: str, progress: Progress, *, empty: bool = False) -> None:
        nothing = np.empty(0, np.int64)
        found = held(self._row_stamps, nothing, nothing) if empty else self._held(name)
        gone = found.left if self._forgets else nothing
        marked = mark_of(self.digest) in found.marks
        if len(gone) or found.changed:
            # What was whole may not be so any more.
            self._collection.drop(name, np.concatenate([found.marks, gone]))
            marked = False
        ours = self._slots[self._wanted] >= 0
        self._put(
            name,
            self._wanted[~found.there & ours],
            lambda some: self._vectors(self._slots[some]),
            progress,
            empty=empty,
        )
        lacking = ~found.there & ~ours
        carried = self._carry(name, name, found.sources, lacking) if lacking.any() else 0
        if len(self._wanted) and carried == np.count_nonzero(lacking) and not marked:
            self._collection.mark(name, self.digest)

    def _carry(self, before: str, name: str, sources: Numbers, which: NDArray[np.bool_]) -> int:
        """Put there the rows, of those that should be, whose vectors the server has already under
        these numbers, which another machine encoded; gives how many that is."""
        carried = 0
        left = np.flatnonzero(which & (sources >= 0))
        for at in range(0, len(left), _IDS_A_CALL):
            numbers = sources[left[at : at + _IDS_A_CALL]]
            kept = self._collection.fetch(np.unique(numbers), before)
            there = np.array([number in kept for number in numbers.tolist()], np.bool_)
            some = self._wanted[left[at : at + _IDS_A_CALL]][there]
            of = dict(zip(some.tolist(), numbers[there].tolist(), strict=True))
            self._put(
                name,
                some,
                lambda these, of=of, kept=kept: [kept[of[row]][1] for row in these.tolist()],
                silent,
            )
            carried += len(some)
        return carried

    def _put(
        self,
        name: str,
        rows: Rows,
        vectors: Callable[[Rows], Sequence[Any]],
        progress: Progress,
        *,
        empty: bool = False,
    ) -> None:
        for at in range(0, len(rows), _ROWS_A_CALL):
            some = rows[at : at + _ROWS_A_CALL]
            documents = self._table.document[some]
            columns: dict[str, Sequence[Any]] = {
                "id": self._filters.chunks(some).tolist(),
                "stamp": self._stamps[some].tolist(),
                "document": self._filters.keys[documents].tolist(),
            }
            for facet, codes in self._filters.codes.items():
                columns[facet] = codes[documents].tolist()
            self._collection.keep(name, {**columns, VECTOR: vectors(some)}, empty=empty)
            progress(at + len(some), len(rows))
