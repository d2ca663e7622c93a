"""What is searched: the law that a library holds, or the case files of a matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from pincite.corpus import CorpusStore, Stored
from pincite.indexes.records import Facets, IndexedChunk
from pincite.model import UNITS, Chunk, Node, Urn
from pincite.model.document import Document, DocumentState

_SEPARATOR = " › "
# What the decisions of courts are filed under.
OPINION = "opinion"


class IndexedLaw:
    """An expression of a work."""

    def __init__(
        self,
        store: CorpusStore,
        stored: Stored,
        versions: Sequence[str],
        *,
        current: bool,
        undated: bool,
    ) -> None:
        self._store = store
        self._stored = stored
        self._versions = versions
        self._current = current
        self._undated = undated
        self.key = stored.key
        self.hash = stored.hash
        self.name = stored.expression.title

    @property
    def facets(self) -> Facets:
        said, validity = self._stored.expression, self._stored.validity
        return Facets(
            document=said.urn,
            work=said.urn,
            doc_type=said.kind,
            nature=str(said.meta.get("nature", said.kind)),
            year=said.year,
            chapter=said.chapter,
            language=said.language,
            court=str(said.meta.get("court", "")),
            jurisdiction=Urn.parse(said.urn).jurisdiction,
            version=" ".join(self._versions),
            start=validity.start if validity else None,
            end=validity.end if validity else None,
            current=self._current,
            undated=self._undated,
        )

    def chunks(self) -> Sequence[IndexedChunk]:
        nodes = list(self._store.nodes(self.key))
        chunks = self._store.chunks(self.key)
        return [_indexed(chunk, nodes, self._stored.expression.title) for chunk in chunks]


class IndexedFile:
    """A case file. Its name is no title: it says how somebody filed it."""

    def __init__(self, store: CorpusStore, document: Document) -> None:
        self._store = store
        self._document = document
        self.key = document.key
        self.hash = f"{document.sha256}:{document.revision}"
        self.name = document.path

    @property
    def facets(self) -> Facets:
        one = self._document
        return Facets(
            document=one.id,
            work=next(iter(self._store.nodes(self.key))).urn,
            doc_type=one.kind,
            nature=one.format,
            language=one.language,
        )

    def chunks(self) -> Sequence[IndexedChunk]:
        nodes = list(self._store.nodes(self.key))
        return [_indexed(chunk, nodes, "") for chunk in self._store.chunks(self.key)]


def laws(store: CorpusStore, today: date) -> Iterator[IndexedLaw]:
    """Every expression that an active version states, by key."""
    found: list[IndexedLaw] = []
    for urn, _ in store.works():
        # Where a later text took its place, the entry of a load does not say when.
        spans = {one.key: one.validity for one in store.timeline(urn)}
        kept = [
            expression
            if expression.validity is None
            else replace(expression, validity=spans.get(expression.key))
            for expression in store.expressions(urn)
        ]
        current, undated = _current(kept, today), _undated(store, urn, kept)
        for one in kept:
            versions = [other.version for other in kept if other.key == one.key]
            found.append(IndexedLaw(store, one, versions, current=one.key == current,
                             undated=one.key == undated))  # fmt: skip
    yield from sorted({one.key: one for one in found}.values(), key=lambda one: one.key)


def files(store: CorpusStore) -> Iterator[IndexedFile]:
    """Every case file that was read, by key."""
    read = [one for one in store.documents.all() if one.state is DocumentState.READ]
    yield from (IndexedFile(store, one) for one in sorted(read, key=lambda one: one.key))


def _current(kept: Sequence[Stored], today: date) -> int | None:
    """In force today, else the newest that has no date."""
    in_force = [one.key for one in kept if one.validity and one.validity.covers(today)]
    undated = [one.key for one in kept if one.expression.start is None]
    return next(iter(in_force[::-1] or undated[::-1]), None)


def _undated(store: CorpusStore, work: str, kept: Sequence[Stored]) -> int | None:
    """Of a work that no source says a date of, what the store has at every date."""
    if any(one.expression.start is not None for one in kept):
        return None
    # Of one that has ended, which is a date too, it has nothing.
    found = store.find(work, at=date.max, tag=None)
    return next((stored.key for stored, _ in found if stored.expression.urn == work), None)


def _indexed(chunk: Chunk, nodes: Sequence[Node], title: str) -> IndexedChunk:
    node = nodes[chunk.node]
    unit = node
    while unit.kind not in UNITS and unit.parent >= 0 and unit.ordinal != 0:
        unit = nodes[unit.parent]
    if unit.kind not in UNITS:
        unit = node
    heading = chunk.header.removeprefix(title).removeprefix(_SEPARATOR) if title else chunk.header
    return IndexedChunk(chunk.ordinal, chunk.urn, unit.urn, chunk.kind, title, heading, chunk.text)
