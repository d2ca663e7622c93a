"""One transaction of changes to a SQLite library."""

from __future__ import annotations

import json
import sqlite3
from datetime import date

from pincite.corpus.audit import GENESIS, seal
from pincite.corpus.clock import now
from pincite.corpus.packing import Packed
from pincite.corpus.rows import (
    CASE_FILES,
    CHUNK_COLUMNS,
    EXPRESSION_COLUMNS,
    NODE_COLUMNS,
    ORDINAL_BITS,
    day,
    expression_row,
    iso,
    pages,
)
from pincite.corpus.sqlite.documents import SqliteDocumentWriter
from pincite.corpus.timeline import ValidityClaim, timeline
from pincite.errors import InputError, LibraryError, NotFound
from pincite.model import Override, Preemption, Source, Synonym, Urn

_marks = ", ".join("?" * 16)


class SqliteWriter:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._version: tuple[int, str, str] | None = None
        self._touched: set[int] = set()
        self._sources: dict[Source, int] = {}

    def begin_version(self, tag: str, collection: str, reader: str) -> None:
        if self._db.execute("SELECT 1 FROM version WHERE tag = ?", (tag,)).fetchone():
            raise InputError(
                f"the version tag {tag!r} is in use",
                hint="Choose another; `pincite versions` lists them.",
            )
        cursor = self._db.execute(
            "INSERT INTO version (tag, collection, reader, loaded_at) VALUES (?, ?, ?, ?)",
            (tag, collection, reader, now()),
        )
        self._version = (int(cursor.lastrowid or 0), tag, collection)

    def put(self, packed: Packed) -> bool:
        return self._put(packed, None)[1]

    @property
    def documents(self) -> SqliteDocumentWriter:
        return SqliteDocumentWriter(self._db, self._put_case_file, self._audit)

    def _put_case_file(self, packed: Packed, key: int) -> int:
        if self._version is None:
            row = self._db.execute("SELECT id FROM version WHERE tag = ?", (CASE_FILES,)).fetchone()
            if row is None:
                self.begin_version(CASE_FILES, CASE_FILES, "casefiles")
            else:
                self._version = (int(row[0]), CASE_FILES, CASE_FILES)
        return self._put(packed, key)[0]

    def _put(self, packed: Packed, key: int | None) -> tuple[int, bool]:
        version, tag, _ = self._begun()
        expression = packed.expression
        work = self._work(expression.urn)
        known = self._db.execute(
            "SELECT id FROM expression WHERE work_id = ? AND hash = ?", (work, packed.hash)
        ).fetchone()
        key = int(known[0]) if known else self._insert(work, packed, key)
        try:
            self._db.execute(
                "INSERT INTO entry"
                " (version_id, work_id, expression_id, label, valid_from, valid_to)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (version, work, key, expression.label, iso(expression.start), iso(expression.end)),
            )
        except sqlite3.IntegrityError as problem:
            raise InputError(
                f"{expression.urn} is stated twice in {tag!r} for one date",
                hint="Load each state of a work once in a version.",
            ) from problem
        self._touched.add(work)
        return key, known is None

    def end_work(self, urn: str, day: date) -> bool:
        row = self._db.execute("SELECT id FROM work WHERE urn = ?", (urn,)).fetchone()
        if row:
            self._end(int(row[0]), day)
        return row is not None

    def end_absent(self, day: date, jurisdiction: str, present: set[str]) -> int:
        version, _, collection = self._begun()
        rows = self._db.execute(
            "SELECT DISTINCT w.id, w.urn FROM work w JOIN entry e ON e.work_id = w.id"
            " JOIN version v ON v.id = e.version_id"
            " WHERE v.collection = ? AND v.active AND v.id <> ? AND w.jurisdiction = ?"
            " AND e.expression_id IS NOT NULL ORDER BY w.urn",
            (collection, version, jurisdiction),
        ).fetchall()
        absent = [work for work, urn in rows if urn not in present]
        for work in absent:
            self._end(work, day)
        return len(absent)

    def finish_version(self, detail: dict[str, object]) -> None:
        _, tag, collection = self._begun()
        self._settle()
        self._audit("load", {"tag": tag, "collection": collection, **detail})

    def activate(self, tag: str) -> list[str]:
        row = self._db.execute(
            "SELECT id, collection FROM version WHERE tag = ?", (tag,)
        ).fetchone()
        if row is None:
            raise NotFound(f"no version {tag!r}", hint="`pincite versions` lists them.")
        version, collection = row
        self._db.execute(
            "UPDATE version SET active = (id <= ?) WHERE collection = ?", (version, collection)
        )
        self._touched.update(
            work
            for (work,) in self._db.execute(
                "SELECT DISTINCT e.work_id FROM entry e JOIN version v ON v.id = e.version_id"
                " WHERE v.collection = ?",
                (collection,),
            )
        )
        self._settle()
        aside = [
            name
            for (name,) in self._db.execute(
                "SELECT tag FROM version WHERE collection = ? AND NOT active ORDER BY id",
                (collection,),
            )
        ]
        self._audit("rollback", {"tag": tag, "set_aside": aside})
        return aside

    def add_override(self, override: Override) -> int:
        Urn.parse(override.urn)
        cursor = self._db.execute(
            "INSERT INTO override (urn, status, authority, citation, valid_from, valid_to, note)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                override.urn, override.status.value, override.authority, override.citation,
                iso(override.start), iso(override.end), override.note,
            ),
        )  # fmt: skip
        number = int(cursor.lastrowid or 0)
        self._audit(
            "override add",
            {"id": number, "urn": override.urn, "status": override.status.value,
             "authority": override.authority, "from": iso(override.start), "to": iso(override.end)},
        )  # fmt: skip
        return number

    def remove_override(self, override_id: int) -> None:
        row = self._db.execute("SELECT urn FROM override WHERE id = ?", (override_id,)).fetchone()
        if row is None:
            raise NotFound(f"no override {override_id}", hint="`pincite override list` shows them.")
        self._db.execute("DELETE FROM override WHERE id = ?", (override_id,))
        self._audit("override remove", {"id": override_id, "urn": row[0]})

    def add_preemption(self, preemption: Preemption) -> int:
        Urn.parse(preemption.urn)
        Urn.parse(preemption.by)
        cursor = self._db.execute(
            "INSERT INTO preemption (urn, by, authority, valid_from, valid_to, note)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (
                preemption.urn, preemption.by, preemption.authority, iso(preemption.start),
                iso(preemption.end), preemption.note,
            ),
        )  # fmt: skip
        number = int(cursor.lastrowid or 0)
        self._audit("preemption add", {"id": number, "urn": preemption.urn, "by": preemption.by})
        return number

    def add_synonyms(self, synonyms: list[Synonym]) -> int:
        before = self._count("synonym")
        self._db.executemany(
            "INSERT INTO synonym (phrase, term, jurisdiction, language, weight, topic)"
            " VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET weight = excluded.weight, topic = excluded.topic",
            [(s.phrase, s.term, s.jurisdiction, s.language, s.weight, s.topic) for s in synonyms],
        )
        added = self._count("synonym") - before
        self._audit("synonym import", {"given": len(synonyms), "new": added})
        return added

    def begin_library(self) -> None:
        self._audit("init", {})

    def _begun(self) -> tuple[int, str, str]:
        if self._version is None:
            raise LibraryError("no version was begun")
        return self._version

    def _count(self, table: str) -> int:
        return int(self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608

    def _work(self, urn: str) -> int:
        row = self._db.execute("SELECT id FROM work WHERE urn = ?", (urn,)).fetchone()
        if row:
            return int(row[0])
        jurisdiction = Urn.parse(urn).jurisdiction
        cursor = self._db.execute(
            "INSERT INTO work (urn, jurisdiction) VALUES (?, ?)", (urn, jurisdiction)
        )
        return int(cursor.lastrowid or 0)

    def _insert(self, work: int, packed: Packed, key: int | None) -> int:
        cursor = self._db.execute(
            f"INSERT INTO expression (id, work_id, hash, length, paragraphs, {EXPRESSION_COLUMNS})"  # noqa: S608
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                key, work, packed.hash, len(packed.text), packed.paragraphs,
                *expression_row(packed.expression),
            ),
        )  # fmt: skip
        key = int(cursor.lastrowid or 0)
        first = key << ORDINAL_BITS
        self._db.executemany(
            "INSERT INTO expression_source (expression_id, position, source_id) VALUES (?, ?, ?)",
            [
                (key, position, self._source(source))
                for position, source in enumerate(packed.sources)
            ],
        )
        self._db.executemany(
            "INSERT INTO text_page (id, text) VALUES (?, ?)", pages(key, packed.text)
        )
        self._db.executemany(
            f"INSERT INTO node ({NODE_COLUMNS}) VALUES ({_marks})",  # noqa: S608
            ((first | row[0], *row[1:]) for row in packed.nodes),
        )
        self._db.executemany(
            f"INSERT INTO chunk ({CHUNK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            ((first | row[0], *row[1:]) for row in packed.chunks),
        )
        self._db.executemany(
            "INSERT INTO citation (id, node, start, end, target, urn) VALUES (?, ?, ?, ?, ?, ?)",
            ((first | position, *row) for position, row in enumerate(packed.citations)),
        )
        return key

    def _source(self, source: Source) -> int:
        known = self._sources.get(source)
        if known is not None:
            return known
        values = (source.sha256, source.name, source.size, source.reader)
        row = self._db.execute(
            "SELECT id FROM source WHERE sha256 = ? AND name = ? AND reader = ?",
            (source.sha256, source.name, source.reader),
        ).fetchone()
        if row is None:
            cursor = self._db.execute(
                "INSERT INTO source (sha256, name, size, reader) VALUES (?, ?, ?, ?)", values
            )
            row = (cursor.lastrowid or 0,)
        self._sources[source] = int(row[0])
        return int(row[0])

    def _end(self, work: int, day: date) -> None:
        version, _, _ = self._begun()
        self._db.execute(
            "INSERT OR IGNORE INTO entry (version_id, work_id, expression_id, label, valid_from)"
            " VALUES (?, ?, NULL, '', ?)",
            (version, work, iso(day)),
        )
        self._touched.add(work)

    def _settle(self) -> None:
        for work in sorted(self._touched):
            rows = self._db.execute(
                "SELECT e.valid_from, e.valid_to, e.expression_id, e.version_id FROM entry e"
                " JOIN version v ON v.id = e.version_id"
                " WHERE e.work_id = ? AND v.active AND e.valid_from IS NOT NULL",
                (work,),
            ).fetchall()
            claims: list[ValidityClaim[int]] = [
                ValidityClaim(date.fromisoformat(start), day(end), key, version)
                for start, end, key, version in rows
            ]
            self._db.execute("DELETE FROM validity WHERE work_id = ?", (work,))
            self._db.executemany(
                "INSERT INTO validity (work_id, expression_id, version_id, valid_from, valid_to)"
                " VALUES (?, ?, ?, ?, ?)",
                [
                    (work, span.key, span.order, iso(span.validity.start), iso(span.validity.end))
                    for span in timeline(claims)
                ],
            )
        self._touched.clear()

    def _audit(self, action: str, detail: dict[str, object]) -> None:
        row = self._db.execute("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1").fetchone()
        seq, previous = (int(row[0]) + 1, str(row[1])) if row else (1, GENESIS)
        entry = seal(seq, now(), action, detail, previous)
        self._db.execute(
            "INSERT INTO audit (seq, at, action, detail, previous, hash) VALUES (?, ?, ?, ?, ?, ?)",
            (
                entry.seq, entry.at, entry.action,
                json.dumps(entry.detail, sort_keys=True, ensure_ascii=False),
                entry.previous, entry.hash,
            ),
        )  # fmt: skip
