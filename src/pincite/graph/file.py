"""The graph's SQLite file: opened whole or begun anew, and written document by document."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Sequence
from importlib import resources

from pincite.corpus.sqlite.derived import DerivedFile
from pincite.graph.entities import Extract
from pincite.graph.passage import GraphText
from pincite.graph.records import EntityFinding, GraphChunk, GraphDocument
from pincite.graph.sentences import sentence_around
from pincite.graph.terms import defining

# Kinds whose keys are compared with each other.
_NAMES = "name"
SPACES = {"party": _NAMES, "organisation": _NAMES}

_OF_A_DOCUMENT = ("chunk", "naming", "mention", "dated")
_SEALED = (
    "SELECT key, hash, id, name, kind, rules FROM document WHERE key = ?",
    """SELECT space, key, name FROM naming JOIN entity ON entity.id = entity WHERE document = ?
       ORDER BY space, key, name""",
    'SELECT id, ordinal, "start", "end" FROM chunk WHERE document = ? ORDER BY ordinal',
    """SELECT "start", "end", space, key, chunk, kind, words, rule, role
       FROM mention JOIN entity ON entity.id = entity WHERE document = ?
       ORDER BY "start", "end", space, key""",
    'SELECT * FROM dated WHERE document = ? ORDER BY "start"',
    """SELECT words, term.chunk, "start", term_use.chunk
       FROM term LEFT JOIN term_use ON term = id WHERE document = ?
       ORDER BY "start", words, term_use.chunk""",
)


FILE = DerivedFile(
    name="graph",
    file="graph.sqlite3",
    purpose="reading the documents for names and dates",
    application=0x50434752,
    version=1,
    schema=(resources.files("pincite.graph") / "schema.sql").read_text(encoding="utf-8"),
    sealed=_SEALED,
)


def remove(connection: sqlite3.Connection, key: int) -> None:
    connection.execute(
        "DELETE FROM term_use WHERE term IN (SELECT id FROM term WHERE document = ?)", (key,)
    )
    connection.execute("DELETE FROM term WHERE document = ?", (key,))
    for table in _OF_A_DOCUMENT:
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (key,))  # noqa: S608
    connection.execute("DELETE FROM document WHERE key = ?", (key,))


def write(
    connection: sqlite3.Connection,
    document: GraphDocument,
    chunks: Sequence[GraphChunk],
    passage: GraphText,
    found: Extract,
    rules: str,
) -> None:
    """Replace what is kept about a document. The caller holds the transaction."""
    key = document.key
    remove(connection, key)
    connection.executemany(
        "INSERT INTO chunk VALUES (?, ?, ?, ?, ?)",
        [
            (piece.chunk, key, ordinal, piece.start, piece.end)
            for ordinal, piece in enumerate(chunks)
        ],
    )
    writer = _Writer(connection, key, chunks, passage)
    writer.mentions(found)
    writer.dates(found)
    writer.terms(found)
    connection.execute(
        "INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, '')",
        (key, document.hash, document.document, document.name, document.kind, rules),
    )
    FILE.seal(connection, key)


class _Writer:
    def __init__(
        self,
        connection: sqlite3.Connection,
        key: int,
        chunks: Sequence[GraphChunk],
        passage: GraphText,
    ) -> None:
        self.connection = connection
        self.key = key
        self.chunks = chunks
        self.starts = [piece.start for piece in chunks]
        self.text, self.base = passage
        self.words = passage.words

    def chunk_at(self, offset: int) -> int:
        return self.chunks[max(bisect_right(self.starts, offset) - 1, 0)].chunk

    def entity(self, space: str, key: str) -> int:
        self.connection.execute(
            "INSERT OR IGNORE INTO entity (space, key) VALUES (?, ?)", (space, key)
        )
        row = self.connection.execute(
            "SELECT id FROM entity WHERE space = ? AND key = ?", (space, key)
        )
        return int(row.fetchone()[0])

    def mentions(self, found: Extract) -> None:
        dated = [
            EntityFinding(
                "date",
                date.start,
                date.end,
                date.iso or f"as said: {self.words(date.start, date.end)}",
                "",
                f"date, to the {date.precision}",
            )
            for date in found.dates
        ]
        ids: dict[tuple[str, str], int] = {}
        for finding in (*found.findings, *dated):
            identity = (SPACES.get(finding.kind, finding.kind), finding.key)
            if identity not in ids:
                ids[identity] = self.entity(*identity)
            words = self.words(finding.start, finding.end)
            self.connection.execute(
                "INSERT OR IGNORE INTO mention VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    self.key,
                    finding.start,
                    finding.end,
                    ids[identity],
                    self.chunk_at(finding.start),
                    finding.kind,
                    words,
                    finding.rule,
                    finding.role,
                ),
            )
            if name := finding.name or (words if finding.kind == "date" else ""):
                self.connection.execute(
                    "INSERT OR IGNORE INTO naming VALUES (?, ?, ?)", (ids[identity], self.key, name)
                )

    def dates(self, found: Extract) -> None:
        for date in found.dates:
            first, last = sentence_around(self.text, date.start - self.base, date.end - self.base)
            self.connection.execute(
                "INSERT INTO dated VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    self.key, date.start, date.end, self.chunk_at(date.start),
                    self.words(date.start, date.end), date.iso, date.precision, date.reason,
                    self.text[first:last], first + self.base,
                ),
            )  # fmt: skip

    def terms(self, found: Extract) -> None:
        ids: dict[str, list[int]] = {}
        places: dict[str, list[int]] = {}
        for definition in found.definitions:
            cursor = self.connection.execute(
                'INSERT INTO term (document, words, chunk, "start") VALUES (?, ?, ?, ?)',
                (self.key, definition.term, self.chunk_at(definition.start), definition.start),
            )
            ids.setdefault(definition.term, []).append(int(cursor.lastrowid or 0))
            places.setdefault(definition.term, []).append(definition.start)
        rows = {
            (ids[term][defining(places[term], at)], self.chunk_at(at)) for term, at in found.uses
        }
        self.connection.executemany("INSERT INTO term_use VALUES (?, ?)", sorted(rows))
