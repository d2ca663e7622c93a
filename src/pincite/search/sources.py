"""The documents to be indexed: the law that a library holds, or the case files of a matter."""

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
    """An expression of a work, as it is indexed."""

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
        expression, validity = self._stored.expression, self._stored.validity
        return Facets(
            document=expression.urn,
            work=expression.urn,
            doc_type=expression.kind,
            nature=str(expression.meta.get("nature", expression.kind)),
            year=expression.year,
            chapter=expression.chapter,
            language=expression.language,
            court=str(expression.meta.get("court", "")),
            jurisdiction=Urn.parse(expression.urn).jurisdiction,
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
    """A case file, as it is indexed. Its name is not its title: it only says how somebody filed
    it."""

    def __init__(self, store: CorpusStore, document: Document) -> None:
        self._store = store
        self._document = document
        self.key = document.key
        self.hash = f"{document.sha256}:{document.revision}"
        self.name = document.path

    @property
    def facets(self) -> Facets:
        document = self._document
        return Facets(
            document=document.id,
            work=next(iter(self._store.nodes(self.key))).urn,
            doc_type=document.kind,
            nature=document.format,
            language=document.language,
        )

    def chunks(self) -> Sequence[IndexedChunk]:
        nodes = list(self._store.nodes(self.key))
        return [_indexed(chunk, nodes, "") for chunk in self._store.chunks(self.key)]


def laws(store: CorpusStore, today: date) -> Iterator[IndexedLaw]:
    """Every expression that an active version states, by key."""
    found: list[IndexedLaw] = []
    for urn, _ in store.works():
        # Where a later text took its place, the entry of a load does not say when.
        spans = {period.key: period.validity for period in store.timeline(urn)}
        kept = [
            expression
            if expression.validity is None
            else replace(expression, validity=spans.get(expression.key))
            for expression in store.expressions(urn)
        ]
        current, undated = _current(kept, today), _undated(store, urn, kept)
        for stored in kept:
            versions = [other.version for other in kept if other.key == stored.key]
            found.append(IndexedLaw(store, stored, versions, current=stored.key == current,
                             undated=stored.key == undated))  # fmt: skip
    yield from sorted({law.key: law for law in found}.values(), key=lambda law: law.key)


def files(store: CorpusStore) -> Iterator[IndexedFile]:
    """Every case file that was read, by key."""
    read = [document for document in store.documents.all() if document.state is DocumentState.READ]
    yield from (
        IndexedFile(store, document) for document in sorted(read, key=lambda document: document.key)
    )


def _current(kept: Sequence[Stored], today: date) -> int | None:
    """In force today, else the newest that has no date."""
    in_force = [stored.key for stored in kept if stored.validity and stored.validity.covers(today)]
    undated = [stored.key for stored in kept if stored.expression.start is None]
    return next(iter(in_force[::-1] or undated[::-1]), None)


def _undated(store: CorpusStore, work: str, kept: Sequence[Stored]) -> int | None:
    """Of a work that no source says a date of, what the store has at every date."""
    if any(stored.expression.start is not None for stored in kept):
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
