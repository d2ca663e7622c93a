"""A graph of near vectors (HNSW over 8-bit codes), kept in one file beside the vectors.

The file is what faiss writes, then the slots of the graph's points, sealed. A file that is damaged,
or of another encoder, is ignored.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, cast

import faiss  # pyright: ignore[reportMissingTypeStubs]
import numpy as np
from numpy.typing import NDArray

from pincite.encoders.ports import Vector
from pincite.indexes.sealed import aside, seal, unsealed

_NAME = "neighbours.bin"
_LINKS = 16
_WIDTH = 256
_TRAINED_ON = 50_000
_BATCH = 4096
_SAMPLED = 256

# The library has no types.
_faiss = cast(Any, faiss)


class Neighbours:
    """`slots` says at which slot of the matrix each point of the graph lies."""

    def __init__(self, graph: Any, slots: NDArray[np.int64]) -> None:
        self._graph = graph
        self.slots = slots

    @classmethod
    def open(cls, folder: Path, fingerprint: str, matrix: NDArray[np.float16]) -> Self | None:
        """None where there is no whole graph of this encoder over slots of this matrix."""
        path = folder / _NAME
        header = unsealed(path)
        if header is None:
            return None
        slots = np.fromfile(path, np.int64, int(header["count"]), offset=int(header["offset"]))
        if header != _header(fingerprint, matrix, slots, int(header["offset"])):
            return None
        return cls(_faiss.read_index(str(path), _faiss.IO_FLAG_MMAP_IFC), slots)

    @classmethod
    def build(
        cls,
        folder: Path,
        fingerprint: str,
        matrix: NDArray[np.float16],
        slots: NDArray[np.int64],
        *,
        known: Self | None,
        progress: Callable[[int, int], None],
    ) -> Self | None:
        """A graph of these slots, made anew, or from the `known` one by adding what it lacks.
        None where the file is not what was written."""
        dims = matrix.shape[1]
        if known is None:
            graph = _faiss.IndexHNSWSQ(
                dims, _faiss.ScalarQuantizer.QT_8bit, _LINKS, _faiss.METRIC_INNER_PRODUCT
            )
            graph.hnsw.efConstruction = _WIDTH
            step = max(1, len(slots) // _TRAINED_ON)
            graph.train(matrix[slots[::step]].astype(np.float32))
            points, fresh = np.empty(0, np.int64), slots
        else:
            # What is mapped from the disk cannot grow.
            graph = _faiss.read_index(str(folder / _NAME))
            points, fresh = known.slots, np.setdiff1d(slots, known.slots)
        with _one_thread():
            for at in range(0, len(fresh), _BATCH):
                graph.add(matrix[fresh[at : at + _BATCH]].astype(np.float32))
                progress(min(at + _BATCH, len(fresh)), len(fresh))
        points = np.concatenate([points, fresh])
        path = folder / _NAME
        _faiss.write_index(graph, str(aside(path)))
        with aside(path).open("ab") as stream:
            offset = stream.tell()
            stream.write(points.tobytes())
        seal(path, _header(fingerprint, matrix, points, offset))
        del graph
        return cls.open(folder, fingerprint, matrix)

    def search(
        self, query: Vector, count: int, ef: int, allowed: NDArray[np.bool_] | None
    ) -> NDArray[np.int64]:
        """The slots of the points nearest to the query, at most `count`; `allowed` has a flag for
        each point of the graph."""
        options: dict[str, Any] = {"efSearch": max(ef, count)}
        if allowed is not None:
            options["sel"] = _faiss.IDSelectorBitmap(np.packbits(allowed, bitorder="little"))
        parameters = _faiss.SearchParametersHNSW(**options)
        _, points = self._graph.search(query[None], count, params=parameters)
        return self.slots[points[0][points[0] >= 0]]


def _header(
    fingerprint: str, matrix: NDArray[np.float16], slots: NDArray[np.int64], offset: int
) -> dict[str, str | int]:
    """What a graph of these slots is sealed with. Some of the vectors themselves tell a matrix
    that was made again, in another order, from the one that the graph was made of."""
    some = slots[:: max(1, len(slots) // _SAMPLED)]
    return {
        "fingerprint": fingerprint,
        "dims": matrix.shape[1],
        "count": len(slots),
        "offset": offset,
        "sample": zlib.crc32(matrix[some[some < len(matrix)]].tobytes()),
    }


@contextmanager
def _one_thread() -> Generator[None]:
    """Several threads add points in an order of chance, and each order is another graph."""
    before = _faiss.omp_get_max_threads()
    _faiss.omp_set_num_threads(1)
    try:
        yield
    finally:
        _faiss.omp_set_num_threads(before)
