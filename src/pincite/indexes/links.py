"""Which documents a passage cites: one link a passage and work, kept beside the other indexes.

A link names the passage by its document's key, which no other text ever gets, and the work by its
URN: links made before the corpus grew are few, but never wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.indexes.records import ORDINALS
from pincite.indexes.rows import Rows, RowTable
from pincite.indexes.sealed import aside, seal, unsealed

FILE = "links"
_VERSION = 1


class CitationLink(NamedTuple):
    """Chunk `ordinal` of the document `key` cites a work."""

    key: int
    ordinal: int
    work: str


class Links:
    """From rows to the documents, by their place in the table, that they cite. `rows` ascends; a
    row comes once for each document."""

    def __init__(self, rows: Rows, documents: NDArray[np.int64]) -> None:
        self._rows = rows
        self._documents = documents

    def __len__(self) -> int:
        return len(self._rows)

    @classmethod
    def open(cls, folder: Path, table: RowTable, name: str = "") -> Links:
        """Of what the table holds as current; none where none were written, or not to their end."""
        path = folder / (name or FILE)
        header = unsealed(path)
        if header is None or header.get("version") != _VERSION:
            return cls(np.zeros(0, np.int64), np.zeros(0, np.int64))
        count = int(header["links"])
        chunks = np.fromfile(path, np.int64, count)
        cited = np.fromfile(path, np.int64, count, offset=8 * count)
        held = {
            document.facets.work: at
            for at, document in enumerate(table.documents)
            if document.facets.current
        }
        works = str(header["works"]).split("\n")
        place = np.array([held.get(work, -1) for work in works], np.int64)[cited]
        rows = table.of_chunks(chunks)
        known = (rows >= 0) & (place >= 0)
        known[known] = table.document[rows[known]] != place[known]
        return cls(rows[known], place[known])

    @staticmethod
    def write(folder: Path, links: Iterable[CitationLink], name: str = "") -> None:
        """Keep the links in the file of that name. Killed, it leaves what was there."""
        every = sorted(set(links))
        works = sorted({link.work for link in every})
        numbers = {work: at for at, work in enumerate(works)}
        path = folder / (name or FILE)
        with aside(path).open("wb") as stream:
            chunks = np.array([link.key * ORDINALS + link.ordinal for link in every], np.int64)
            stream.write(chunks.tobytes())
            stream.write(np.array([numbers[link.work] for link in every], np.int64).tobytes())
        header = {"version": _VERSION, "links": len(every), "works": "\n".join(works)}
        seal(path, header)

    def times_cited(self, documents: int) -> NDArray[np.int64]:
        """For each of so many documents, by how many passages it is cited."""
        return np.bincount(self._documents, minlength=documents)

    def of(self, rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Every link of these rows: which of them it is of, and the document that is cited."""
        start = np.searchsorted(self._rows, rows, "left")
        count = np.searchsorted(self._rows, rows, "right") - start
        which = np.repeat(np.arange(len(rows)), count)
        at = np.arange(len(which)) + np.repeat(start - np.cumsum(count) + count, count)
        return which, self._documents[at]
