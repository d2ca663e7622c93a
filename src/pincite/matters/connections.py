"""The graph of a matter's documents, caught up before each question, its answers cited."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.corpus import CorpusStore
from pincite.corpus.cited_places import CitedPlaces
from pincite.errors import InputError, NotFound
from pincite.graph.records import (
    EdgeReason,
    EntityCount,
    Event,
    GraphChunk,
    MentionPlace,
    RelatedDocument,
)
from pincite.model.document import Document

if TYPE_CHECKING:
    from pincite.graph.graph import Graph

FILE = "graph.sqlite3"
# What the graph calls a passage: its document's key and its own index in one number.
_PASSAGES = 1 << 24


@dataclass(frozen=True, slots=True)
class EntityMention:
    """A place where an entity is named, and how that place is cited."""

    mention: MentionPlace
    citation: str


@dataclass(frozen=True, slots=True)
class TiedPassage:
    """A passage that hangs together with the one asked about, and why."""

    document: str
    index: int
    citation: str
    text: str
    weight: float
    shared: tuple[EdgeReason, ...]


@dataclass(frozen=True, slots=True)
class CitedEvent:
    event: Event
    citation: str


class _Source:
    """A document as the graph reads it; its chunks are fetched only if it was not read before."""

    def __init__(self, store: CorpusStore, document: Document) -> None:
        self._store = store
        self.key = document.key
        # An expression is never rewritten, so its key and the bytes it was read from decide its
        # words, its chunks and its paragraphs; a file read anew has another key.
        self.hash = f"{document.sha256}:{document.revision}"
        self.document = document.id
        self.name = document.path
        self.kind = document.kind
        self.language = document.language

    @property
    def paragraphs(self) -> Sequence[int]:
        return self._store.paragraphs(self.key)

    @property
    def chunks(self) -> Sequence[GraphChunk]:
        return [
            GraphChunk(self.key * _PASSAGES + chunk.ordinal, chunk.start, chunk.end, chunk.text)
            for chunk in self._store.chunks(self.key)
        ]


class Connections:
    """The questions that the graph answers, over the documents that are read now."""

    def __init__(self, graph: Graph, places: CitedPlaces) -> None:
        self._graph = graph
        self._places = places

    def entities(self, kind: str | None, limit: int) -> list[EntityCount]:
        return self._graph.entities(kind, limit)

    def mentions(self, what: str) -> list[EntityMention]:
        """Of the entity with this key, or with this name where only one has it."""
        known = [
            entity.entity
            for kind in (None, "date")
            for entity in self._graph.entities(kind, 1 << 30)
        ]
        found = [entity for entity in known if what in (entity.key, f"{entity.kind}:{entity.key}")]
        found = found or [entity for entity in known if entity.name.casefold() == what.casefold()]
        if not found:
            raise NotFound(f"nobody and nothing here is called {what!r}", hint="`pincite entities`")
        if len(found) > 1:
            names = ", ".join(f"{entity.kind}:{entity.key}" for entity in found[:5])
            raise InputError(f"{what!r} is {len(found)} entities: {names}", hint="Ask by one key.")
        return [
            EntityMention(mention, self._places.cited(mention.document, mention.start, mention.end))
            for mention in self._graph.mentions(found[0])
        ]

    def timeline(self, start: str, end: str) -> list[CitedEvent]:
        return [self._event(event) for event in self._graph.timeline(start, end)]

    def undated(self) -> list[CitedEvent]:
        return [self._event(event) for event in self._graph.undated()]

    def related(self, document: Document, limit: int) -> list[RelatedDocument]:
        return self._graph.related(document.id, limit)

    def related_passages(self, document: Document, index: int, limit: int) -> list[TiedPassage]:
        found: list[TiedPassage] = []
        for related_chunk in self._graph.related_chunks(document.key * _PASSAGES + index, limit):
            at = related_chunk.chunk % _PASSAGES
            chunk = self._places.text(related_chunk.document).chunks[at]
            where = self._places.cited(related_chunk.document, chunk.start, chunk.end)
            found.append(
                TiedPassage(
                    related_chunk.document,
                    at,
                    where,
                    chunk.text,
                    related_chunk.weight,
                    related_chunk.shared,
                )
            )
        return found

    def _event(self, event: Event) -> CitedEvent:
        return CitedEvent(event, self._places.cited(event.document, event.start, event.end))


@contextmanager
def connections(
    folder: Path, store: CorpusStore, progress: Callable[[int, str], None]
) -> Generator[Connections]:
    # Loaded when first asked: the rules and their libraries take longer to load than most commands.
    from pincite.graph.graph import Graph

    places = CitedPlaces(store)
    ordered = sorted(places.documents.values(), key=lambda document: document.key)
    sources = [_Source(store, document) for document in ordered]
    with Graph.open(folder / FILE) as graph, graph.caught_up(sources, progress):
        yield Connections(graph, places)
