"""Which passages are encoded, and which of them first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pincite.encoders import DenseEncoder, VectorFile
from pincite.indexes.records import Facets, IndexedChunk, IndexedDocument
from pincite.indexes.rows import RowTable


def ordered(
    documents: Iterable[IndexedDocument], times_cited: dict[int, int], first: Collection[int] = ()
) -> list[IndexedDocument]:
    """Those whose key is in `first`, then what is in force, the most cited and the newest."""
    return sorted(
        documents,
        key=lambda document: (
            document.key not in first,
            not document.facets.current,
            -times_cited.get(document.key, 0),
            _age(document.facets.year),
        ),
    )


def up_to(
    most: int,
    documents: Sequence[IndexedDocument],
    table: RowTable,
    encoder: DenseEncoder,
    folder: Path,
) -> list[IndexedDocument]:
    """The documents that hold the first `most` passages of which the files in the folder have no
    vector; of the last one only its beginning."""
    with VectorFile.open(folder, encoder.fingerprint, encoder.dims) as file:
        lacking = _readable(table, encoder) & (file.slots(table.texts) < 0)
    rows: dict[int, list[int]] = {}
    for row in np.flatnonzero(lacking).tolist():
        key, ordinal = table.place(row)
        rows.setdefault(key, []).append(ordinal)
    return list(_cut(most, documents, rows))


def unencoded(table: RowTable, encoder: DenseEncoder | None, share: float) -> int:
    """How many passages lack a vector, where that share of those that the encoder reads has it."""
    if encoder is None:
        return 0
    return round(int(np.count_nonzero(_readable(table, encoder))) * (1 - share))


def _readable(table: RowTable, encoder: DenseEncoder) -> NDArray[np.bool_]:
    """Of each row, whether it is in a language that the encoder reads."""
    if not encoder.languages:
        return np.ones(len(table), bool)
    read = [document.facets.language in encoder.languages for document in table.documents]
    return np.array(read, bool)[table.document]


def _cut(
    most: int, documents: Sequence[IndexedDocument], lacking: dict[int, list[int]]
) -> Iterator[IndexedDocument]:
    left = most
    for document in documents:
        here = sorted(lacking.get(document.key, ()))
        if len(here) > left:
            if left:
                yield _Beginning(document, here[left])
            return
        left -= len(here)
        yield document


@dataclass(frozen=True, slots=True)
class _Beginning:
    """A document up to the passage of that number."""

    whole: IndexedDocument
    end: int

    @property
    def key(self) -> int:
        return self.whole.key

    @property
    def hash(self) -> str:
        return self.whole.hash

    @property
    def name(self) -> str:
        return self.whole.name

    @property
    def facets(self) -> Facets:
        return self.whole.facets

    def chunks(self) -> Sequence[IndexedChunk]:
        return [chunk for chunk in self.whole.chunks() if chunk.ordinal < self.end]


def _age(year: str) -> int:
    return -int(year) if year.isdigit() else 0
