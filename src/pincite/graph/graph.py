"""The graph of a library: derived from its documents, caught up with them, asked questions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

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
    RelatedChunk,
    RelatedDocument,
)
from pincite.graph.rules import fingerprint

_BUSY_SECONDS = 10.0
# Documents are committed together until they hold this many chunks.
_CHUNKS_A_COMMIT = 500


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """How many documents were read, found as they were, and dropped."""

    read: int
    kept: int
    dropped: int


def _silent(_done: int, _name: str) -> None:
    pass


class Graph:
    """Killed at any moment, it opens whole, with the documents it had read. Questions are answered
    from what was read: call `catch_up` first."""

    def __init__(self, connection: sqlite3.Connection, *, rebuilt: bool) -> None:
        self._connection = connection
        # The file was damaged, torn or of another version, and was begun anew.
        self.rebuilt = rebuilt

    @classmethod
    def open(cls, path: Path) -> Graph:
        """Open `graph.sqlite3`, or create it. Raises LibraryBusy."""
        connection, rebuilt = FILE.open(path, _BUSY_SECONDS)
        return cls(connection, rebuilt=rebuilt)

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Graph:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def catch_up(
        self,
        documents: Iterable[GraphDocument],
        progress: Callable[[int, str], None] = _silent,
    ) -> CaughtUp:
        """Make the graph one of exactly these documents: read those that are new, changed or read
        by other rules, and drop those that are not among them. `progress(done, name)` is called
        after each that was read. Raises LibraryBusy."""
        with FILE.errors():
            return self._catch_up(documents, progress)

    def _catch_up(
        self, documents: Iterable[GraphDocument], progress: Callable[[int, str], None]
    ) -> CaughtUp:
        rules = fingerprint()
        known = {
            row[0]: row[1:]
            for row in self._connection.execute(
                "SELECT key, hash, id, name, kind, rules FROM document"
            )
        }
        present: set[int] = set()
        read, pending = 0, 0
        try:
            for document in documents:
                present.add(document.key)
                now = (document.hash, document.document, document.name, document.kind, rules)
                if known.get(document.key) == now:
                    continue
                chunks = document.chunks
                text = passage(chunks, document.paragraphs)
                found = extract(text, document.language, document.document)
                if not pending:
                    self._connection.execute("BEGIN IMMEDIATE")
                write(self._connection, document, chunks, text, found, rules)
                read, pending = read + 1, pending + 1 + len(chunks)
                if pending > _CHUNKS_A_COMMIT:
                    self._connection.execute("COMMIT")
                    pending = 0
                progress(read, document.name)
            vanished = sorted(known.keys() - present)
            if not pending and (vanished or read):
                self._connection.execute("BEGIN IMMEDIATE")
            for key in vanished:
                remove(self._connection, key)
            if vanished or read:
                self._connection.execute(
                    "DELETE FROM entity WHERE NOT EXISTS (SELECT 1 FROM mention WHERE entity = id)"
                )
                self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        return CaughtUp(read, len(present) - read, len(vanished))

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

    def related_chunks(self, chunk: int, limit: int = 10) -> list[RelatedChunk]:
        """Chunks tied to this one, and by what. Raises NotFound."""
        with FILE.errors():
            return questions.related_chunks(self._connection, chunk, limit)
