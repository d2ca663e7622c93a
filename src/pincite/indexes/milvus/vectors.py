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
    GRACE_SECONDS,
    VECTOR,
    WHOLE,
    MilvusCollection,
    Numbers,
)
from pincite.indexes.milvus.filters import RowFilters, facets_code
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
    vectors is each row's, -1 for none."""

    table: RowTable
    filters: RowFilters
    hashes: Sequence[bytes]
    expected: NDArray[np.bool_]
    slots: Numbers


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
    def _stamps(self) -> Numbers:
        """Of each row: its text and what it is filtered by, in one number."""
        joined = np.frombuffer(b"".join(self._hashes), np.int64)
        texts = joined.reshape(-1, HASH_BYTES // 8)[:, 0]
        facets = np.array(
            [facets_code(document.facets) for document in self._table.documents], np.int64
        )
        return texts ^ facets[self._table.document] if len(texts) else texts

    @cached_property
    def digest(self) -> int:
        """Of the rows that should have a vector, and their stamps."""
        rows = np.flatnonzero(self._expected)
        hasher = hashlib.blake2b(self._filters.chunks(rows).tobytes(), digest_size=8)
        hasher.update(self._stamps[rows].tobytes())
        return int.from_bytes(hasher.digest(), "little", signed=True)

    def share(self) -> float:
        """What part of the rows that should have a vector has one there; 1 where all have."""
        rows = int(np.count_nonzero(self._expected))
        if not rows or self._collection.whole() == self.digest:
            return 1.0 if rows else 0.0
        return min(self._collection.count() / rows, 0.99)

    def state(self) -> tuple[str | None, bool]:
        """What is live, and whether it is whole: where this changes, a search should open anew."""
        return self._collection.live(), self._collection.whole() == self.digest

    # Putting it there.

    def build(self, progress: Progress = silent) -> None:
        """Put there what this machine has and the server lacks, and take away what is no row any
        more. Killed, it goes on where it was."""
        rows = int(np.count_nonzero(self._expected))
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
        """Make all of it anew beside what is live, and switch when it is whole. What was live
        before is still there, for those who are reading it: see `tidy`."""
        before = self._collection.live()
        name = self._collection.make(int(np.count_nonzero(self._expected)))
        carried = self._carry(before, name) if before is not None else 0
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
        ids, stamps = (nothing, nothing) if empty else self._collection.kept(name)
        marked = stamps[ids == WHOLE].tolist() == [self.digest]
        rows = np.flatnonzero(self._expected)
        chunks = self._filters.chunks(rows)
        lacking = rows[~_there(chunks, self._stamps[rows], ids, stamps)]
        ours = lacking[self._slots[lacking] >= 0]
        gone = np.setdiff1d(ids, chunks)
        if len(ours) or len(gone) - marked:
            # Not whole, until it is again.
            self._collection.drop(name, gone)
            self._put(
                name, ours, lambda some: self._vectors(self._slots[some]), progress, empty=empty
            )
            marked = False
        if len(ours) == len(lacking) and len(rows) and not marked:
            self._collection.mark(name, self.digest)

    def _carry(self, before: str, name: str) -> int:
        """What another machine encoded goes from version to version; gives how much that is."""
        carried = 0
        rows = np.flatnonzero(self._expected & (self._slots < 0))
        for at in range(0, len(rows), _IDS_A_CALL):
            some = rows[at : at + _IDS_A_CALL]
            kept = self._collection.fetch(self._filters.chunks(some), before)
            held = np.array(sorted(kept), np.int64)
            stamps = np.array([kept[chunk][0] for chunk in held.tolist()], np.int64)
            same = _there(self._filters.chunks(some), self._stamps[some], held, stamps)
            self._put(
                name,
                some[same],
                lambda these, kept=kept: [
                    kept[chunk][1] for chunk in self._filters.chunks(these).tolist()
                ],
                silent,
            )
            carried += int(np.count_nonzero(same))
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


def _there(chunks: Numbers, stamps: Numbers, ids: Numbers, kept: Numbers) -> NDArray[np.bool_]:
    """For each chunk, whether it is among these numbers with its stamp."""
    if not len(ids):
        return np.zeros(len(chunks), np.bool_)
    at = np.minimum(np.searchsorted(ids, chunks), len(ids) - 1)
    return (ids[at] == chunks) & (kept[at] == stamps)
