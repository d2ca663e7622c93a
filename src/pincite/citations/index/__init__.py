"""The index of citations: every mention in every document, caught up with them, asked questions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType

from pincite.citations.find import find
from pincite.citations.fingerprint import fingerprint
from pincite.citations.index import questions
from pincite.citations.index.file import FILE, remove, write
from pincite.citations.index.records import Authority, CaughtUp, CitingDocument, Use
from pincite.citations.resolve import resolve
from pincite.citations.works.titles import Titles
from pincite.model.mention import Form, Resolved

_BUSY_SECONDS = 10.0
# Documents are committed together until they hold this many characters.
_CHARACTERS_A_COMMIT = 2_000_000


def _silent(_done: int, _name: str) -> None:
    pass


class CitationIndex:
    """Killed at any moment, it opens whole, with the documents it had read. Questions are answered
    from what was read: call `catch_up` first."""

    def __init__(self, connection: sqlite3.Connection, *, rebuilt: bool) -> None:
        self._connection = connection
        self.rebuilt = rebuilt

    @classmethod
    def open(cls, path: Path) -> CitationIndex:
        """Open `citations.sqlite3`, or create it. Raises LibraryBusy."""
        connection, rebuilt = FILE.open(path, _BUSY_SECONDS)
        return cls(connection, rebuilt=rebuilt)

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> CitationIndex:
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
        documents: Iterable[CitingDocument],
        titles: Titles | None = None,
        progress: Callable[[int, str], None] = _silent,
    ) -> CaughtUp:
        """Make the index one of exactly these documents: read those that are new, changed or read
        by other rules or names, and drop those that are not among them. `progress(done, name)` is
        called after each that was read. Raises LibraryBusy."""
        with FILE.errors():
            return self._catch_up(documents, titles, progress)

    def _catch_up(
        self,
        documents: Iterable[CitingDocument],
        titles: Titles | None,
        progress: Callable[[int, str], None],
    ) -> CaughtUp:
        rules = f"{fingerprint()}:{titles.digest if titles else ''}"
        known = {
            row[0]: row[1:]
            for row in self._connection.execute("SELECT key, hash, id, name, rules FROM document")
        }
        present: set[int] = set()
        read, pending = 0, 0
        try:
            for document in documents:
                present.add(document.key)
                now = (document.hash, document.id, document.name, rules)
                if known.get(document.key) == now:
                    continue
                reading = document.reading()
                found = [
                    one
                    for one in resolve(reading, find(reading, titles))
                    if not _is_own(one, reading.urn)
                ]
                if not pending:
                    self._connection.execute("BEGIN IMMEDIATE")
                write(self._connection, document, reading.text, document.chunks(), found, rules)
                read, pending = read + 1, pending + 1 + len(reading.text)
                if pending > _CHARACTERS_A_COMMIT:
                    self._connection.execute("COMMIT")
                    pending = 0
                progress(read, document.name)
            vanished = sorted(known.keys() - present)
            if vanished and not pending:
                self._connection.execute("BEGIN IMMEDIATE")
            for key in vanished:
                remove(self._connection, key)
            if self._connection.in_transaction:
                self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        return CaughtUp(read, len(present) - read, len(vanished))

    def uses(self, source: str) -> list[Use]:
        """Every mention of a source, by document and in the order of its text."""
        with FILE.errors():
            return questions.uses(self._connection, source)

    def uses_of(self, urn: str) -> list[Use]:
        """Every mention that points at a URN or below it."""
        with FILE.errors():
            return questions.uses_of(self._connection, urn)

    def of_document(self, document: str) -> list[Use]:
        with FILE.errors():
            return questions.of_document(self._connection, document)

    def authorities(
        self, kind: str | None = None, limit: int = 100, *, document: str | None = None
    ) -> list[Authority]:
        """What is cited, most often first, ties by key; of one kind, in one document, or all."""
        with FILE.errors():
            return questions.authorities(self._connection, kind, limit, document)

    def named(self, name: str, limit: int = 10) -> list[tuple[Authority, float]]:
        """Cases that are called so, nearest first, with how near: 1 where it is the very name,
        0.999 where every word of it is in the name."""
        with FILE.errors():
            return questions.named(self._connection, name, limit)

    def counts(self) -> dict[str, int]:
        """Documents, mentions, those that were tied to a source, and those that were not."""
        with FILE.errors():
            return questions.counts(self._connection)


def _is_own(one: Resolved, urn: str) -> bool:
    """A decision that prints its own citation at its head does not cite itself."""
    return one.mention.form is Form.FULL and one.targets == (urn,)


__all__ = ["Authority", "CaughtUp", "CitationIndex", "CitingDocument", "Use"]
