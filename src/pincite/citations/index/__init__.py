"""The index of citations: keeps every mention in every document and answers questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from pincite.citations.find import find
from pincite.citations.fingerprint import fingerprint
from pincite.citations.index import questions
from pincite.citations.index.file import FILE, remove, write
from pincite.citations.index.records import CitationUse, CitedAuthority, CitingDocument, WorkLink
from pincite.citations.resolve import resolve
from pincite.citations.works.titles import WorkTitles
from pincite.corpus.sqlite.derived import CaughtUp, Derived, Pending, silent
from pincite.model.mention import Form, Resolved

# Documents are committed together until they hold this many characters.
_CHARACTERS_A_COMMIT = 2_000_000


class CitationIndex(Derived):
    """Call `catch_up` before asking."""

    @classmethod
    def open(cls, path: Path, *, checked: bool = False) -> CitationIndex:
        """Open `citations.sqlite3`, or create it; `checked` where this very run has found it whole.
        Raises LibraryBusy."""
        return cls(FILE, path, checked=checked)

    def catch_up(
        self,
        documents: Iterable[CitingDocument],
        titles: WorkTitles | None = None,
        progress: Callable[[int, str], None] = silent,
    ) -> CaughtUp:
        """Make the index one of exactly these documents: read those that are new, changed or read
        by other rules or names, and drop those that are not among them. `progress(done, name)` is
        called after each that was read. Raises LibraryBusy."""
        with self.in_turn():
            return self._catch_up(documents, titles, progress)

    def caught_up(
        self,
        documents: Callable[[], Iterable[CitingDocument]],
        titles: WorkTitles,
        progress: Callable[[int, str], None] = silent,
    ) -> AbstractContextManager[None]:
        """In step with these documents, and seen like that to the end, whatever others do to it.
        Raises LibraryBusy."""
        return self.seen_after(lambda: self._catch_up(documents(), titles, progress))

    def _catch_up(
        self,
        documents: Iterable[CitingDocument],
        titles: WorkTitles | None,
        progress: Callable[[int, str], None],
    ) -> CaughtUp:
        rules = f"{fingerprint()}:{titles.digest if titles else ''}"
        return self._follow(
            (self._pending(document, titles, rules) for document in documents),
            "hash, id, name, rules",
            remove=remove,
            a_commit=_CHARACTERS_A_COMMIT,
            progress=progress,
        )

    def unread(self, documents: Iterable[CitingDocument], titles: WorkTitles | None = None) -> int:
        """How many of these documents `catch_up` would read."""
        rules = f"{fingerprint()}:{titles.digest if titles else ''}"
        with FILE.errors():
            rows = self._connection.execute("SELECT key, hash, id, name, rules FROM document")
            known = {row[0]: tuple(row[1:]) for row in rows}
        return sum(
            known.get(document.key) != (document.hash, document.id, document.name, rules)
            for document in documents
        )

    def _pending(self, document: CitingDocument, titles: WorkTitles | None, rules: str) -> Pending:
        def read() -> int:
            reading = document.reading()
            resolved = resolve(reading, find(reading, titles))
            found = [mention for mention in resolved if not _is_own(mention, reading.urn)]
            write(self._connection, document, reading.text, document.chunks(), found, rules)
            return len(reading.text)

        state = (document.hash, document.id, document.name, rules)
        return Pending(document.key, document.name, state, read)

    def uses(self, source: str) -> list[CitationUse]:
        """Every mention of a source, by document and in the order of its text."""
        with FILE.errors():
            return questions.uses(self._connection, source)

    def uses_of(self, urn: str) -> list[CitationUse]:
        """Every mention that points at a URN or below it."""
        with FILE.errors():
            return questions.uses_of(self._connection, urn)

    def of_document(self, document: str) -> list[CitationUse]:
        with FILE.errors():
            return questions.of_document(self._connection, document)

    def treated(self, labels: Sequence[str]) -> list[CitationUse]:
        """Every mention whose words treat what it cites in one of these ways."""
        with FILE.errors():
            return questions.treated(self._connection, labels)

    def authorities(
        self, kind: str | None = None, limit: int = 100, *, document: str | None = None
    ) -> list[CitedAuthority]:
        """What is cited, most often first, ties by key; of one kind, in one document, or all."""
        with FILE.errors():
            return questions.authorities(self._connection, kind, limit, document)

    def work_links(self) -> list[WorkLink]:
        """How often each document cites each work of law, its own mentions of itself left out."""
        with FILE.errors():
            return questions.work_links(self._connection)

    def cited_in_full(self) -> list[tuple[int, int, str]]:
        """The cases that are held and cited in full: document key, chunk, and URN."""
        with FILE.errors():
            return questions.cited_in_full(self._connection)

    def named(self, name: str, limit: int = 10) -> list[tuple[CitedAuthority, float]]:
        """Cases that are called so, nearest first, with how near: 1 where it is the very name,
        0.999 where every word of it is in the name."""
        with FILE.errors():
            return questions.named(self._connection, name, limit)

    def counts(self) -> dict[str, int]:
        """Documents, mentions, those that were tied to a source, and those that were not."""
        with FILE.errors():
            return questions.counts(self._connection)


def _is_own(resolved: Resolved, urn: str) -> bool:
    """A decision that prints its own citation at its head does not cite itself."""
    return resolved.mention.form is Form.FULL and resolved.targets == (urn,)


__all__ = ["CitationIndex", "CitationUse", "CitedAuthority", "CitingDocument", "WorkLink"]
