"""The register of what is indexed, and the index of words, caught up with the corpus together."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from importlib import resources
from pathlib import Path

import numpy as np

from pincite.corpus.sqlite.derived import CaughtUp, Derived, DerivedFile, silent
from pincite.encoders.hashed import text_hash
from pincite.errors import LibraryDamaged
from pincite.indexes.analysis import RULES, analyse, speaks_of_itself
from pincite.indexes.lexical import LexicalIndex, LexicalWriter
from pincite.indexes.records import IndexedChunk, IndexedDocument
from pincite.indexes.rows import DocumentRows, RowTable, facets_read, facets_written
from pincite.model.kinds import KINDS

_KINDS = sorted(KINDS)
# An index of so many chunks is compacted whenever something was removed; a larger one when that is
# one in so many.
_SMALL = 100_000
_DEAD_SHARE = 50
# Documents are committed so many at a time.
_BATCH = 256
_COLUMNS = "hash, rules, facets, name"
# The state's rows: documents whose words may be half in the index of words, its files, the
# revision of the corpus that it is of, and how many removed chunks it still counts.
_INTENT, _FILES, _REVISION, _DEAD = "intent", "files", "revision", "dead"

FILE = DerivedFile(
    name="search index",
    file="search.sqlite3",
    purpose="indexing the documents",
    application=0x50435352,
    version=2,
    schema=(resources.files("pincite.indexes") / "schema.sql").read_text(encoding="utf-8"),
    sealed=(
        "SELECT key, hash, facets, rules, name, urns, units, unit, kind, of_itself, texts, headings"
        " FROM document WHERE key = ?",
    ),
)


def kind_code(kind: str) -> int:
    return _KINDS.index(kind)


class Catalogue(Derived):
    """Opens whole: what a killed process left half done is taken back, and an index of words that
    is not the one written is made again."""

    def __init__(self, folder: Path) -> None:
        """The folder of the indexes, made where it is not there. Raises LibraryBusy."""
        folder.mkdir(parents=True, exist_ok=True)
        super().__init__(FILE, folder / "search.sqlite3")
        self._words = folder / "words"
        if self.rebuilt or not self._same_files():
            self._begin_anew()
        try:
            self.lexical = LexicalIndex(self._words)
        except LibraryDamaged:
            self._begin_anew()
            self.lexical = LexicalIndex(self._words)
        self._take_back()
        # A register that was lost leaves words that nobody would take out again: the index holds
        # what the register does not.
        if len(self.lexical) and not self._count():
            self.rebuild()

    def _begin_anew(self) -> None:
        LexicalIndex.discard(self._words)
        with FILE.errors():
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute("DELETE FROM document")
            self._connection.execute("DELETE FROM state")
            self._connection.execute("COMMIT")
        self.rebuilt = True

    def rebuild(self) -> None:
        """Forget everything; the next `catch_up` reads it again."""
        self._begin_anew()
        self.lexical = LexicalIndex(self._words)

    def follow(
        self,
        documents: Callable[[], Iterable[IndexedDocument]],
        revision: str,
        progress: Callable[[int, str], None] = silent,
    ) -> CaughtUp:
        """Catch up, unless that was done for this revision of the corpus already."""
        if self._value(_REVISION) == revision:
            return CaughtUp(0, self._count(), 0)
        done = self.catch_up(documents(), progress)
        self._note(_REVISION, revision)
        return done

    def _count(self) -> int:
        with FILE.errors():
            found = self._connection.execute("SELECT count(*) FROM document").fetchone()
        return int(found[0])

    def catch_up(
        self,
        documents: Iterable[IndexedDocument],
        progress: Callable[[int, str], None] = silent,
    ) -> CaughtUp:
        """Make the index one of exactly these documents. Raises LibraryBusy."""
        with FILE.errors():
            known = {
                row[0]: tuple(row[1:])
                for row in self._connection.execute(f"SELECT key, {_COLUMNS} FROM document")  # noqa: S608
            }
        present: set[int] = set()
        batch: list[IndexedDocument] = []
        read = 0
        for document in documents:
            present.add(document.key)
            before = known.get(document.key)
            if before == _state(document):
                continue
            if before is not None and before[:2] == _words_state(document):
                self._describe(document)
                continue
            batch.append(document)
            if len(batch) >= _BATCH:
                read += self._write(batch, known.keys(), progress, read)
                batch = []
        read += self._write(batch, known.keys(), progress, read)
        vanished = sorted(known.keys() - present)
        if vanished:
            self._drop(vanished)
        self._compact()
        return CaughtUp(read, len(present) - read, len(vanished))

    def _describe(self, document: IndexedDocument) -> None:
        """Its words are the same; what it can be filtered by is not."""
        with FILE.errors():
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute(
                "UPDATE document SET facets = ?, name = ? WHERE key = ?",
                (facets_written(document.facets), document.name, document.key),
            )
            FILE.seal(self._connection, document.key)
            self._connection.execute("COMMIT")

    def _compact(self) -> None:
        """A small index at once; a large one when what was removed has come to a share of it."""
        dead = int(self._value(_DEAD) or 0)
        live = len(self.lexical)
        if dead and (live <= _SMALL or dead * _DEAD_SHARE > live):
            self.lexical.compact()
            self._note(_DEAD, "0")
            self._note(_FILES, json.dumps(self._files()))

    def _note(self, name: str, value: str) -> None:
        with FILE.errors():
            self._connection.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))

    def _write(
        self,
        batch: list[IndexedDocument],
        known: Iterable[int],
        progress: Callable[[int, str], None],
        done: int,
    ) -> int:
        if not batch:
            return 0
        old = set(known)
        self._intend([one.key for one in batch])
        rows: list[tuple[object, ...]] = []
        gone: list[int] = []
        with self.lexical.writing() as writer:
            for index, document in enumerate(batch):
                if document.key in old:
                    writer.remove(document.key)
                    gone.append(document.key)
                chunks = document.chunks()
                _add(writer, document, chunks)
                rows.append((document.key, *_state(document), *_columns(chunks)))
                progress(done + index + 1, document.name)
        self._settle(rows, gone)
        return len(batch)

    def _drop(self, keys: list[int]) -> None:
        self._intend(keys)
        with self.lexical.writing() as writer:
            for key in keys:
                writer.remove(key)
        self._settle([], keys)

    def _intend(self, keys: list[int]) -> None:
        """Note what is about to change in the index of words, in case it is never finished."""
        self._note(_INTENT, json.dumps(keys))

    def _settle(self, rows: list[tuple[object, ...]], gone: list[int]) -> None:
        with FILE.errors():
            self._connection.execute("BEGIN IMMEDIATE")
            dead = int(self._value(_DEAD) or 0) + sum(map(self._chunks, gone))
            self._note(_DEAD, str(dead))
            for key in gone:
                self._connection.execute("DELETE FROM document WHERE key = ?", (key,))
            for row in rows:
                self._connection.execute(
                    "INSERT OR REPLACE INTO document (key, hash, rules, facets, name, urns, units,"
                    " unit, kind, of_itself, texts, headings)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    row,
                )
                FILE.seal(self._connection, int(str(row[0])))
            self._connection.execute("DELETE FROM state WHERE name = ?", (_INTENT,))
            self._note(_FILES, json.dumps(self._files()))
            self._connection.execute("COMMIT")

    def _chunks(self, key: int) -> int:
        found = self._connection.execute(
            "SELECT length(kind) FROM document WHERE key = ?", (key,)
        ).fetchone()
        return int(found[0]) if found else 1

    def _take_back(self) -> None:
        """What a process was writing when it died is in the index of words, or not; either way it
        is written again."""
        keys = json.loads(self._value(_INTENT) or "[]")
        if keys:
            self._drop(keys)

    def table(self) -> RowTable:
        with FILE.errors():
            return RowTable(list(self._documents(self._connection)))

    def _documents(self, connection: sqlite3.Connection) -> Iterator[DocumentRows]:
        query = (
            "SELECT key, facets, urns, units, unit, kind, of_itself, texts, headings FROM document"
        )
        for key, facets, urns, units, unit, kind, itself, texts, headings in connection.execute(
            f"{query} ORDER BY key"
        ):
            yield DocumentRows(
                key,
                facets_read(facets),
                urns.split("\n") if urns else [],
                units.split("\n") if units else [],
                np.frombuffer(unit, np.int32),
                np.frombuffer(kind, np.uint8),
                np.frombuffer(itself, np.bool_),
                texts,
                headings,
            )

    def _value(self, name: str) -> str:
        with FILE.errors():
            found = self._connection.execute(
                "SELECT value FROM state WHERE name = ?", (name,)
            ).fetchone()
        return str(found[0]) if found else ""

    def _files(self) -> dict[str, tuple[int, int, int]]:
        """Size, time and sum of every file of the index of words."""
        before = self._known_files()
        return {
            path.name: before[path.name]
            if path.name in before and before[path.name][:2] == _stamp(path)
            else (*_stamp(path), zlib.crc32(path.read_bytes()))
            for path in sorted(self._words.iterdir())
            if _matters(path)
        }

    def _known_files(self) -> dict[str, tuple[int, int, int]]:
        written = json.loads(self._value(_FILES) or "{}")
        return {name: (size, time, total) for name, (size, time, total) in written.items()}

    def _same_files(self) -> bool:
        """A file with another time is read again before it is trusted."""
        if self._value(_INTENT):
            return True
        for name, (size, time, total) in self._known_files().items():
            path = self._words / name
            if not path.is_file():
                return False
            if _stamp(path) != (size, time) and zlib.crc32(path.read_bytes()) != total:
                return False
        return True


def _words_state(document: IndexedDocument) -> tuple[str, str]:
    """The language is part of it: it decides what a word is looked up by."""
    return document.hash, f"{RULES}:{document.facets.language}"


def _state(document: IndexedDocument) -> tuple[str, str, str, str]:
    return (*_words_state(document), facets_written(document.facets), document.name)


def _add(writer: LexicalWriter, document: IndexedDocument, chunks: Iterable[IndexedChunk]) -> None:
    for chunk in chunks:
        writer.add(document.key, chunk.ordinal, analyse(chunk, document.facets.language))


def _columns(chunks: Iterable[IndexedChunk]) -> tuple[object, ...]:
    every = list(chunks)
    units = {unit: at for at, unit in enumerate(dict.fromkeys(one.unit for one in every))}
    return (
        "\n".join(one.urn for one in every),
        "\n".join(units),
        np.array([units[one.unit] for one in every], np.int32).tobytes(),
        np.array([kind_code(one.kind) for one in every], np.uint8).tobytes(),
        np.array([speaks_of_itself(one.heading) for one in every], np.bool_).tobytes(),
        b"".join(text_hash(passage_text(one)) for one in every),
        b"".join(text_hash(heading_text(one)) for one in every),
    )


def passage_text(chunk: IndexedChunk) -> str:
    """What the content vectors of a chunk are made from."""
    return f"{heading_text(chunk)}\n{chunk.text}".lstrip()


def heading_text(chunk: IndexedChunk) -> str:
    """What the title vector of a chunk is made from."""
    return " › ".join(part for part in (chunk.title, chunk.heading) if part)


def _stamp(path: Path) -> tuple[int, int]:
    known = path.stat()
    return known.st_size, known.st_mtime_ns


def _matters(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".") and path.suffix != ".lock"
