"""The entities of one kind of vectors: collections in numbered versions, of which one is live.

Searches name the alias, never a version. A version becomes live when it is whole, so that whoever
asks sees all of the old one or all of the new.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.indexes.milvus.filters import FACETS
from pincite.indexes.milvus.server import MilvusServer, Missing, client_type, types

# Entities below this number are no rows: each says that all rows with one digest are there.
FIRST_ROW = 0
_MARKS = 2**62
VECTOR = "vector"
# Up to so many rows are all looked at, as in a folder: a graph misses some of what a filter leaves.
EXACT_UP_TO = 200_000
_LINKS, _WIDTH = 16, 256
_GRAPH = "HNSW"
_PAGE = 10_000
_IDS_A_CALL = 1000
# An index of a million rows takes a quarter of an hour on two cores.
_INDEX_SECONDS = 24 * 3600.0
_WRITE_SECONDS = 120.0
# What is written is seen by every search after so long, and sooner by who wrote it.
LATE_SECONDS = 5.0
# Clocks of two machines differ by less than this.
_CLOCKS_DIFFER = 60
# So long a search that began before the switch may still read what was live then.
GRACE_SECONDS = 5.0

Numbers = NDArray[np.int64]


class MilvusCollection:
    """`dims` is the length of a dense vector, 0 for weights over a vocabulary."""

    def __init__(
        self, server: MilvusServer, kind: str, dims: int, exact_up_to: int = EXACT_UP_TO
    ) -> None:
        self.server = server
        self.alias = f"pincite_{server.address.name}_{kind}"
        self.dims = dims
        self._exact_up_to = exact_up_to
        self._wrote = -np.inf
        self._marked: int | None = None

    # What is live.

    def live(self) -> str | None:
        """The collection that is searched."""
        try:
            found = self.server.call("describe_alias", self.alias)
        except Missing:
            return None
        return str(found["collection_name"])

    def search(
        self, query: Any, limit: int, wanted: str, ef: int
    ) -> tuple[Numbers, NDArray[np.float32], Numbers]:
        """Numbers, scores and stamps of what is nearest, best first. Raises Missing."""
        [hits] = self.server.call(
            "search", self.alias, data=[query], limit=limit, filter=wanted, anns_field=VECTOR,
            output_fields=["stamp"], consistency_level=self._seen,
            search_params={"metric_type": "IP", "params": {"ef": max(ef, limit)}},
        )  # fmt: skip
        found = [(hit["id"], hit["distance"], hit["entity"]["stamp"]) for hit in hits]
        ids, scores, stamps = zip(*found, strict=True) if found else ((), (), ())
        return (
            np.array(ids, np.int64),
            np.array(scores, np.float32),
            np.array(stamps, np.int64),
        )

    def fetch(self, ids: Numbers, name: str = "") -> dict[int, tuple[int, Any]]:
        """The stamp and the vector of each that is there. Raises Missing."""
        found: dict[int, tuple[int, Any]] = {}
        for at in range(0, len(ids), _IDS_A_CALL):
            for entity in self.server.call(
                "query", name or self.alias, ids=ids[at : at + _IDS_A_CALL].tolist(),
                output_fields=["stamp", VECTOR], consistency_level=self._seen,
            ):  # fmt: skip
                found[entity["id"]] = (entity["stamp"], entity[VECTOR])
        return found

    def is_marked(self, digest: int) -> bool:
        """Whether someone found all rows with this digest in the live collection. Where that was a
        moment ago, searches wait for what was written then: the server has copies that lag."""
        try:
            found = self.server.call(
                "query", self.alias, ids=[mark_of(digest)], output_fields=["stamp", "document"],
                consistency_level=self._seen,
            )  # fmt: skip
        except Missing:
            return False
        if not found or int(found[0]["stamp"]) != digest:
            return False
        if abs(time.time() - int(found[0]["document"])) < _CLOCKS_DIFFER and self._marked != digest:
            self._wrote = time.monotonic()
        self._marked = digest
        return True

    def count(self) -> int:
        try:
            found = self.server.call(
                "query", self.alias, filter="", output_fields=["count(*)"],
                consistency_level=self._seen,
            )  # fmt: skip
        except Missing:
            return 0
        return int(found[0]["count(*)"])

    # Versions.

    def versions(self) -> list[str]:
        """Every collection of this kind, oldest first."""
        own = re.compile(rf"{re.escape(self.alias)}_v\d+\Z")
        every: list[str] = self.server.call("list_collections")
        return sorted(filter(own.match, every), key=_number)

    def make(self, rows: int) -> str:
        """A new version for so many rows, empty, which nobody searches yet."""
        name = f"{self.alias}_v{max(map(_number, self.versions()), default=0) + 1}"
        kinds = types()
        schema = client_type().create_schema(auto_id=False)
        schema.add_field("id", kinds.INT64, is_primary=True)
        for field in ("stamp", "document", *FACETS):
            schema.add_field(field, kinds.INT64)
        if self.dims:
            schema.add_field(VECTOR, kinds.FLOAT_VECTOR, dim=self.dims)
        else:
            schema.add_field(VECTOR, kinds.SPARSE_FLOAT_VECTOR)
        self.server.call("create_collection", name, schema=schema, seconds=_WRITE_SECONDS)
        self.server.call(
            "create_index", name, self._indexes(rows), sync=False, seconds=_WRITE_SECONDS
        )
        return name

    def finish(self, name: str) -> None:
        """Index what was written to a new version, and make it ready to be searched."""
        self.server.call("flush", name, seconds=_WRITE_SECONDS)

        def indexed() -> bool:
            described = self.server.call("describe_index", name, VECTOR)
            # Rows may be pending again by then: the server merges segments when it has time.
            return described["state"] == "Finished" and int(described["indexed_rows"]) >= int(
                described["total_rows"]
            )

        self.server.await_(indexed, f"index {name}", _INDEX_SECONDS)
        self.server.call("load_collection", name, seconds=_WRITE_SECONDS)

    def switch(self, name: str) -> None:
        """Make a version live."""
        before = self.live()
        if before is None:
            self.server.call("create_alias", name, self.alias)
        elif before != name:
            self.server.call("alter_alias", name, self.alias)
        self.server.await_(lambda: self.live() == name, f"switch to {name}", _WRITE_SECONDS)

    def tidy(self) -> None:
        """Drop all versions but the live one; `GRACE_SECONDS` after a switch nobody reads them."""
        live = self.live()
        for version in self.versions():
            if live is not None and version != live:
                self.server.call("drop_collection", version, seconds=_WRITE_SECONDS)

    # Entities.

    def kept(self, name: str) -> tuple[Numbers, Numbers]:
        """The numbers and stamps of all that a collection holds, in the order of the numbers."""
        # Pages are read as they come. This one call waits for all that was written before it, and
        # so do searches for a while: the server has copies that lag.
        self._wrote = time.monotonic()
        self.server.call(
            "query", name, ids=[FIRST_ROW], output_fields=["stamp"], consistency_level="Strong",
            seconds=_WRITE_SECONDS,
        )  # fmt: skip
        pages = self.server.call(
            "query_iterator", name, batch_size=_PAGE, filter="", output_fields=["id", "stamp"],
            seconds=_WRITE_SECONDS,
        )  # fmt: skip
        found: list[Numbers] = []
        while page := self.server.guarded(pages.next):
            found.append(np.array([(entity["id"], entity["stamp"]) for entity in page], np.int64))
        pages.close()
        both = np.concatenate(found) if found else np.empty((0, 2), np.int64)
        both = both[np.argsort(both[:, 0], kind="stable")]
        return both[:, 0], both[:, 1]

    def keep(self, name: str, columns: Mapping[str, Sequence[Any]], *, empty: bool = False) -> None:
        """Written over what is there under the same number. Into a collection that was `empty`
        nothing has to be written over, and no deletion noted for each that might be."""
        rows = [
            dict(zip(columns, values, strict=True))
            for values in zip(*columns.values(), strict=True)
        ]
        self._wrote = time.monotonic()
        self.server.call("insert" if empty else "upsert", name, rows, seconds=_WRITE_SECONDS)

    def mark(self, name: str, digest: int) -> None:
        """Say that all rows with this digest are there, by an entity that is no row."""
        vector: Any = {0: 1e-6}
        if self.dims:
            # So short that no search comes upon it before a row.
            vector = 1e-6 * np.eye(1, self.dims, dtype=np.float32)[0]
        said = {"id": [mark_of(digest)], "stamp": [digest], "document": [int(time.time())]}
        self.keep(name, {**said, **{field: [0] for field in FACETS}, VECTOR: [vector]})

    def drop(self, name: str, ids: Numbers) -> None:
        self._wrote = time.monotonic()
        for at in range(0, len(ids), _PAGE):
            some = ids[at : at + _PAGE].tolist()
            self.server.call("delete", name, ids=some, seconds=_WRITE_SECONDS)

    @property
    def _seen(self) -> str:
        """Searches see what is `LATE_SECONDS` old; only after a write of our own do they wait, a
        tick or two, for all of it. What is gone is told by its stamp either way."""
        return "Strong" if time.monotonic() < self._wrote + 2 * LATE_SECONDS else "Bounded"

    def outgrown(self, name: str, rows: int) -> bool:
        """Whether so many rows should be searched by a graph, and this collection has none."""
        if not self.by_graph(rows):
            return False
        return bool(self.server.call("describe_index", name, VECTOR)["index_type"] != _GRAPH)

    def by_graph(self, rows: int) -> bool:
        """Whether a collection that is made for so many is."""
        if not self.dims or rows <= self._exact_up_to:
            return False
        return self.server.capabilities.filtered_graph

    def _indexes(self, rows: int) -> Any:
        can = self.server.capabilities
        indexes = client_type().prepare_index_params()
        if not self.dims:
            indexes.add_index(VECTOR, index_type="SPARSE_INVERTED_INDEX", metric_type="IP")
        elif self.by_graph(rows):
            width = {"M": _LINKS, "efConstruction": _WIDTH}
            indexes.add_index(VECTOR, index_type=_GRAPH, metric_type="IP", params=width)
        else:
            indexes.add_index(VECTOR, index_type="FLAT", metric_type="IP")
        for field in ("document", *FACETS):
            indexes.add_index(field, index_type="INVERTED" if can.inverted else "STL_SORT")
        return indexes


def mark_of(digest: int) -> int:
    """The number of the entity that says that all rows with this digest are there."""
    return FIRST_ROW - 1 - digest % _MARKS


def _number(version: str) -> int:
    return int(version.rpartition("_v")[2])
