"""Vectors on disk, each under the hash of the text that it was made from: store and cache in one.

A text that comes again, in a later version or another document, is not encoded again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.appended import AppendedBlock
from pincite.encoders.hashed import HASH_BYTES, HashedFile
from pincite.encoders.ports import SparseVector, Vector

if TYPE_CHECKING:
    from scipy.sparse import csr_array  # pyright: ignore[reportMissingTypeStubs]

_STEPS = 127


class VectorFile(HashedFile):
    """One vector a text, as float16."""

    _names = ("dense.f16",)

    def append(self, hashes: Sequence[bytes], vectors: Vector) -> None:
        """Keep these, on disk when this returns; texts that are here already are passed over.
        Raises LibraryBusy where another process is writing."""
        self._keep(hashes, lambda rows: [vectors[rows].astype(np.float16).tobytes()])

    @property
    def matrix(self) -> NDArray[np.float16]:
        """A row for each slot, straight from the disk. A row that rotted there is all zeros."""
        blocks = [block for block in self._files.blocks if block.spans]
        if self._mapped_blocks != len(blocks):
            self._matrix = self._map(blocks)
            self._mapped_blocks = len(blocks)
        return self._matrix

    _matrix: NDArray[np.float16]
    _mapped_blocks = -1

    def _map(self, blocks: Sequence[AppendedBlock]) -> NDArray[np.float16]:
        rotten = [block.spans[1] for block in blocks if not block.whole]
        path = self._files.folder / self._names[0]
        size = self.dims * 2
        rows = min(blocks[-1].spans[1].end, path.stat().st_size) // size if blocks else 0
        if not rows:
            return np.empty((0, self.dims), np.float16)
        # Written to in memory only, and only to blank what rotted.
        found = np.memmap(path, np.float16, "c" if rotten else "r", shape=(rows, self.dims))
        for span in rotten:
            found[span.start // size : span.end // size] = 0
        return found


class RaggedFile(HashedFile):
    """As many entries a text as it has. The first file holds how many, the second 4 bytes an entry,
    the third the rest: the entries of a slot are `_many` from `_first` on."""

    _first: NDArray[np.int64] = np.empty(0, np.int64)
    _many: NDArray[np.int64] = np.empty(0, np.int64)

    def _grown(self, blocks: Sequence[AppendedBlock]) -> None:
        slots = blocks[-1].spans[0].end // HASH_BYTES
        first, many = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
        first[: len(self._first)] = self._first
        many[: len(self._many)] = self._many
        for block in blocks:
            if block.whole:
                hashes, counts, entries = block.spans[:3]
                numbers = np.frombuffer(
                    self._read(self._names[0], counts.start, counts.end), np.uint32
                )
                rows = slice(hashes.start // HASH_BYTES, hashes.end // HASH_BYTES)
                many[rows] = numbers
                first[rows] = entries.start // 4 + np.cumsum(numbers, dtype=np.int64) - numbers
        self._first, self._many = first, many


class TokenFile(RaggedFile):
    """A vector for each token of a text, as int8 with one scale a token."""

    _names = ("counts.u32", "scales.f32", "tokens.i8")

    def append(self, hashes: Sequence[bytes], vectors: Sequence[Vector]) -> None:
        """As VectorFile.append."""

        def payloads(rows: list[int]) -> list[bytes]:
            chosen = [vectors[row].reshape(-1, self.dims) for row in rows]
            joined = np.concatenate(chosen)
            scales = np.maximum(np.abs(joined).max(axis=1, initial=0), 1e-12) / _STEPS
            steps = np.rint(joined / scales[:, None]).astype(np.int8)
            counts = np.array([len(tokens) for tokens in chosen], np.uint32)
            return [counts.tobytes(), scales.astype(np.float32).tobytes(), steps.tobytes()]

        self._keep(hashes, payloads)

    def of(self, slot: int) -> Vector:
        """The vectors of the text in this slot, one row a token."""
        start, end = int(self._first[slot]), int(self._first[slot] + self._many[slot])
        steps = np.frombuffer(
            self._read("tokens.i8", start * self.dims, end * self.dims), np.int8
        ).reshape(-1, self.dims)
        scales = np.frombuffer(self._read("scales.f32", start * 4, end * 4), np.float32)
        return steps * scales[:, None]


class SparseFile(RaggedFile):
    """Weights over a vocabulary of `dims` terms for each text, as float16."""

    _names = ("counts.u32", "terms.i32", "weights.f16")

    def append(self, hashes: Sequence[bytes], vectors: Sequence[SparseVector]) -> None:
        """As VectorFile.append."""

        def payloads(rows: list[int]) -> list[bytes]:
            chosen = [vectors[row] for row in rows]
            counts = np.array([len(vector.terms) for vector in chosen], np.uint32)
            terms = np.concatenate([vector.terms for vector in chosen]).astype(np.int32)
            weights = np.concatenate([vector.weights for vector in chosen]).astype(np.float16)
            return [counts.tobytes(), terms.tobytes(), weights.tobytes()]

        self._keep(hashes, payloads)

    def of(self, slot: int) -> SparseVector:
        start, end = int(self._first[slot]), int(self._first[slot] + self._many[slot])
        terms = np.frombuffer(self._read("terms.i32", start * 4, end * 4), np.int32)
        weights = np.frombuffer(self._read("weights.f16", start * 2, end * 2), np.float16)
        return SparseVector(terms, weights.astype(np.float32))

    @property
    def matrix(self) -> csr_array:
        """A row for each slot; a row that rotted on disk is empty."""
        from scipy.sparse import csr_array  # pyright: ignore[reportMissingTypeStubs]

        whole = [block.spans for block in self._files.blocks if block.whole]
        terms = b"".join(self._read("terms.i32", s[2].start, s[2].end) for s in whole)
        weights = b"".join(self._read("weights.f16", s[3].start, s[3].end) for s in whole)
        values = np.frombuffer(weights, np.float16).astype(np.float32)
        rows = np.concatenate([[0], np.cumsum(self._many)])
        shape = (len(self._many), self.dims)
        return csr_array((values, np.frombuffer(terms, np.int32), rows), shape=shape)
