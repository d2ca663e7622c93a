"""Where rows and sections stand in the law: what holds a row, and which sections a part holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pincite.corpus import CorpusStore
from pincite.indexes.rows import RowTable
from pincite.model import UNITS


class Holder(NamedTuple):
    """A provision that holds a row, or is its own."""

    kind: str
    urn: str
    heading: str


def sections_below(store: CorpusStore, urn: str) -> tuple[str, ...]:
    """The sections of a part whose URNs do not begin with its own: a code numbers them through."""
    return tuple(
        dict.fromkeys(
            node.urn
            for stored, holder in store.find(urn, at=None, tag=None)
            for node in store.descendants(stored.key, holder)
            if node.kind in UNITS and not node.urn.startswith(f"{urn}:")
        )
    )


@dataclass(frozen=True, slots=True)
class LawTree:
    """By what the corpus holds today."""

    store: CorpusStore
    table: RowTable

    def above(self, row: int) -> list[Holder]:
        """A row's own provision and all that holds it, nearest first."""
        key, ordinal = self.table.place(row)
        chunk = self.store.chunk(key, ordinal)
        for stored, node in self.store.find(chunk.urn, at=None, tag=None) if chunk else ():
            if stored.key == key:
                holders = (node, *self.store.ancestors(key, node))
                return [Holder(holder.kind, holder.urn, holder.heading) for holder in holders]
        return []

    def sections(self, urn: str) -> tuple[str, ...]:
        return sections_below(self.store, urn)
