"""The graph of a library: finds who and when in its documents, and answers questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from pincite.corpus.sqlite.derived import CaughtUp, Derived, Pending, silent
from pincite.graph import questions
from pincite.graph.entities import extract
from pincite.graph.file import FILE, remove, write
from pincite.graph.passage import passage
from pincite.graph.records import (
    Entity,
    EntityCount,
    Event,
    GraphDocument,
    MentionPlace,
    NeighbourChunk,
    RelatedDocument,
)
from pincite.graph.rules import fingerprint

# Documents are committed together until they hold this many chunks.
_CHUNKS_A_COMMIT = 500
_WITHOUT_MENTIONS = "DELETE FROM entity WHERE NOT EXISTS (SELECT 1 FROM mention WHERE entity = id)"


class Graph(Derived):
    """Call `catch_up` before asking."""

    @classmethod
    def open(cls, path: Path) -> Graph:
        """Open `graph.sqlite3`, or create it. Raises LibraryBusy."""
        return cls(FILE, path)

    def catch_up(
        self,
        documents: Iterable[GraphDocument],
        progress: Callable[[int, str], None] = silent,
    ) -> CaughtUp:
        """Make the graph one of exactly these documents: read those that are new, changed or read
        by other rules, and drop those that are not among them. `progress(done, name)` is called
        after each that was read. Raises LibraryBusy."""
        with self.in_turn():
            return self._catch_up(documents, progress)

    def caught_up(
        self, documents: Iterable[GraphDocument], progress: Callable[[int, str], None] = silent
    ) -> AbstractContextManager[None]:
        """In step with these documents, and seen like that to the end, whatever others do to it.
        Raises LibraryBusy."""
        return self.seen_after(lambda: self._catch_up(documents, progress))

    def _catch_up(
        self, documents: Iterable[GraphDocument], progress: Callable[[int, str], None]
    ) -> CaughtUp:
        return self._follow(
            map(self._pending, documents),
            "hash, id, name, kind, rules",
            remove=remove,
            a_commit=_CHUNKS_A_COMMIT,
            progress=progress,
            tidy=_WITHOUT_MENTIONS,
        )

    def _pending(self, document: GraphDocument) -> Pending:
        rules = fingerprint()

        def read() -> int:
            chunks = document.chunks
            text = passage(chunks, document.paragraphs)
            found = extract(text, document.language, document.document)
            write(self._connection, document, chunks, text, found, rules)
            return len(chunks)

        state = (document.hash, document.document, document.name, document.kind, rules)
        return Pending(document.key, document.name, state, read)

    def entities(self, kind: str | None = None, limit: int = 100) -> list[EntityCount]:
        """Most mentioned first, ties by kind and key; of one kind, or of all but dates."""
        with FILE.errors():
            return questions.entities(self._connection, kind, limit)

    def mentions(self, entity: Entity) -> list[MentionPlace]:
        """Every place, in the order of documents and of their text. Raises NotFound."""
        with FILE.errors():
            return questions.mentions(self._connection, entity.kind, entity.key)

    def timeline(self, start: str = "", end: str = "") -> list[Event]:
        """Dated events from `start` to `end`, both included. Raises BadDate."""
        with FILE.errors():
            return questions.timeline(self._connection, start, end)

    def undated(self) -> list[Event]:
        """Dates that cannot be placed, each with the reason."""
        with FILE.errors():
            return questions.undated(self._connection)

    def related(self, document: str, limit: int = 10) -> list[RelatedDocument]:
        """Other documents that speak of the same, and of what. Raises NotFound."""
        with FILE.errors():
            return questions.related(self._connection, document, limit)

    def related_chunks(self, chunk: int, limit: int = 10) -> list[NeighbourChunk]:
        """Chunks tied to this one, and by what. Raises NotFound."""
        with FILE.errors():
            return questions.related_chunks(self._connection, chunk, limit)
