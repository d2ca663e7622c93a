"""The passages of a library of Icelandic law, and the questions that some of them answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pincite.indexes.columns import passage_text
from pincite.library import Library


class Passage(NamedTuple):
    urn: str
    unit: str
    work: str
    text: str


class Asked(NamedTuple):
    """A question and the rows of the passages that answer it."""

    text: str
    language: str
    unit: str
    work: str
    rows: tuple[int, ...]

    def fold(self, count: int) -> int:
        """By its law, so that no law is on both sides."""
        return int(sha256(self.work.encode()).hexdigest()[:8], 16) % count


def passages(library: Library) -> list[Passage]:
    """In the order of the rows of the index."""
    table = library.search_index.engine().indexed.table
    chunks = {
        (document.key, chunk.ordinal): chunk
        for document in library.search_index.documents()
        for chunk in document.chunks()
    }
    rows = range(len(table))
    return [
        Passage(table.urn(row), table.unit_urn(row), table.facets(row).work,
                passage_text(chunks[table.place(row)]))
        for row in rows
    ]  # fmt: skip


def questions(path: Path, held: Sequence[Passage]) -> list[Asked]:
    """A provision's own passages answer, or, where it has none of its own, those of its article."""
    by_unit: dict[str, list[int]] = {}
    for row, one in enumerate(held):
        by_unit.setdefault(one.unit, []).append(row)
    found: list[Asked] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        read = json.loads(line)
        urn = unit = read["urn"]
        while unit and unit not in by_unit:
            unit = unit.rpartition(":")[0]
        if not unit:
            raise SystemExit(f"{urn} is not in the library")
        rows = by_unit[unit]
        own = [at for at in rows if held[at].urn == urn or held[at].urn.startswith(f"{urn}:")]
        work = held[rows[0]].work
        found.append(Asked(read["question"], read["language"], unit, work, tuple(own or rows)))
    return found
