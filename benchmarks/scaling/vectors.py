"""So many vectors in either engine, asked for the nearest hundred with and without a filter."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from indexes.synthetic import unit
from indexes.tables import made_document, with_year
from milvus_server import MilvusStandalone
from pincite.indexes.dense import DenseIndex, DenseRules
from pincite.indexes.milvus.address import VectorAddress
from pincite.indexes.milvus.dense import MilvusDense
from pincite.indexes.milvus.filters import RowFilters
from pincite.indexes.milvus.server import MilvusServer
from pincite.indexes.milvus.vectors import CollectionSpec
from pincite.indexes.ports import Nearest
from pincite.indexes.records import Filters
from pincite.indexes.rows import Rows, RowTable
from scaling.clients import Ask
from scaling.processes import Processes

LIMIT = 100
SHARES = {
    "all": Filters(),
    "a half": Filters(year=tuple(str(1900 + at) for at in range(50))),
    "a tenth": Filters(year=tuple(str(1900 + at) for at in range(10))),
    "a hundredth": Filters(year=("1907",)),
}
RECALLED = 50
_DIMS, _ROWS, _YEARS = 384, 50, 100
_BLOCK = 10_000
_ASKED = 1000


def made(folder: Path, count: int) -> Path:
    """Clusters of some hundred, a fixed seed; one and the same file for both engines."""
    path = folder / "vectors.npy"
    if path.exists():
        return path
    rng = np.random.default_rng(count)
    centres = rng.standard_normal((max(count // 100, 1), _DIMS), np.float32)
    begun = path.with_suffix(".begun")
    found = np.lib.format.open_memmap(begun, "w+", np.float16, (count, _DIMS))
    for at in range(0, count, _BLOCK):
        noise = rng.standard_normal((min(_BLOCK, count - at), _DIMS), np.float32)
        noise *= 0.7
        noise += centres[rng.integers(0, len(centres), len(noise))]
        found[at : at + len(noise)] = unit(noise)
    found.flush()
    begun.rename(path)
    return path


def table(count: int) -> RowTable:
    """Documents of fifty rows, of a hundred years in turn."""
    return RowTable(
        [
            with_year(
                made_document(at + 1, [f"{at} says {n}" for n in range(_ROWS)]),
                str(1900 + at % _YEARS),
            )
            for at in range(count // _ROWS)
        ]
    )


@dataclass(frozen=True, slots=True)
class Vectors:
    """The address of a server, or the folder of the graph where there is none."""

    file: Path
    graph: Path
    exact_up_to: int
    address: str = ""

    def open(self, threads: int) -> OpenedVectors:
        return OpenedVectors(self)


class OpenedVectors:
    """One index in memory for all threads of a process; each its own connection to a server."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self.matrix: NDArray[np.float16] = np.load(vectors.file, mmap_mode="r")
        self.table = table(len(self.matrix))
        self._filters = RowFilters(self.table)
        self._rows: dict[str, Rows | None] = {
            name: self.table.allowed(one) for name, one in SHARES.items()
        }
        self._servers: list[MilvusServer] = []
        self._indexes: list[Nearest] = [] if vectors.address else [self._dense()]

    def asker(self, what: str, thread: int) -> Ask:
        index = self.index(thread)
        rows, asked = self._rows[what], self.asked
        return lambda at: index.search(asked[at % len(asked)], LIMIT, rows).rows

    def index(self, thread: int) -> Nearest:
        if not self._vectors.address:
            return self._indexes[0]
        while thread >= len(self._indexes):
            self._indexes.append(self._connected())
        return self._indexes[thread]

    def _connected(self) -> MilvusDense:
        server = MilvusServer(VectorAddress.parse(f"{self._vectors.address}?name=scale"))
        self._servers.append(server)
        wanted = CollectionSpec(
            self.table, self._filters, self.table.texts,
            np.ones(len(self.table), np.bool_), np.arange(len(self.matrix)),
        )  # fmt: skip
        return MilvusDense(server, "content", wanted, self.matrix, self._vectors.exact_up_to)

    @cached_property
    def asked(self) -> NDArray[np.float32]:
        """Near to some of the vectors."""
        rng = np.random.default_rng(1)
        chosen = self.matrix[np.sort(rng.integers(0, len(self.matrix), _ASKED))]
        noise = unit(rng.standard_normal(chosen.shape, np.float32))
        noise *= 0.5
        noise += chosen
        return rng.permutation(unit(noise))

    def close(self) -> None:
        for server in self._servers:
            server.close()

    def best(self) -> dict[str, list[set[int]]]:
        """By brute force, for the first few questions under each filter."""
        asked = self.asked[:RECALLED]
        scores = np.empty((RECALLED, len(self.matrix)), np.float32)
        for at in range(0, len(self.matrix), _BLOCK):
            block = self.matrix[at : at + _BLOCK].astype(np.float32)
            scores[:, at : at + len(block)] = asked @ block.T
        found: dict[str, list[set[int]]] = {}
        for name, rows in self._rows.items():
            allowed = np.arange(len(self.matrix)) if rows is None else rows
            few = min(LIMIT, len(allowed))
            top = np.argpartition(-scores[:, allowed], few - 1)[:, :few]
            found[name] = [set(allowed[one].tolist()) for one in top]
        return found

    def _dense(self) -> DenseIndex:
        rules = DenseRules(exact_up_to=self._vectors.exact_up_to)
        slots = np.arange(len(self.matrix))
        return DenseIndex(self.matrix, slots, self._vectors.graph, "made up", rules)


def build(vectors: Vectors, processes: Processes) -> dict[str, float]:
    opened = vectors.open(1)
    index = opened.index(0)
    # What is remembered of the table is no part of building.
    index.search(opened.asked[0], 1)
    began, worked = time.perf_counter(), processes.cpu_seconds()
    index.build()
    seconds = time.perf_counter() - began
    opened.close()
    return {
        "count": len(opened.matrix),
        "chunks": len(opened.matrix),
        "seconds": round(seconds, 3),
        "core_seconds": round(processes.cpu_seconds() - worked, 3),
        "a_second": round(len(opened.matrix) / seconds) if seconds > 0.01 else 0,
    }


def recall(found: list[NDArray[np.int64]], best: list[set[int]]) -> float:
    shares = [len(set(a.tolist()) & b) / len(b) for a, b in zip(found, best, strict=True)]
    return round(float(np.mean(shares)), 4)


@contextmanager
def server() -> Generator[MilvusStandalone]:
    # Segments of their full size from the first, which leaves less to merge afterwards.
    found = MilvusStandalone(settings={"dataCoord.segment.sealProportion": 1.0})
    try:
        yield found
    finally:
        found.remove()


def served(wanted: bool) -> AbstractContextManager[MilvusStandalone | None]:
    return server() if wanted else nullcontext()
