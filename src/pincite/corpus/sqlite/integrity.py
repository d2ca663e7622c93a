"""Checks that the stored corpus is the one that was loaded, and computes its fingerprint."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pincite.corpus import integrity as shared
from pincite.corpus.audit import AuditEntry, first_break
from pincite.corpus.packing import PackedRow
from pincite.corpus.rows import (
    CHUNK_COLUMNS,
    EXPRESSION_COLUMNS,
    NODE_COLUMNS,
    ORDINAL_BITS,
    ORDINAL_MASK,
)

if TYPE_CHECKING:
    from pincite.corpus.sqlite.store import SqliteStore

# Everything that is kept, by names that do not depend on row numbers or on the time of loading.
_FINGERPRINTED = (
    "SELECT tag, collection, reader, active FROM version ORDER BY tag",
    "SELECT w.urn, v.tag, x.hash, e.label, e.valid_from, e.valid_to FROM entry e"
    " JOIN version v ON v.id = e.version_id JOIN work w ON w.id = e.work_id"
    " LEFT JOIN expression x ON x.id = e.expression_id ORDER BY 1, 2, 5, 4, 3, 6",
    "SELECT w.urn, v.tag, x.hash, r.valid_from, r.valid_to FROM validity r"
    " JOIN version v ON v.id = r.version_id JOIN work w ON w.id = r.work_id"
    " JOIN expression x ON x.id = r.expression_id ORDER BY 1, 4",
    "SELECT w.urn, x.hash, s.sha256, s.name, s.size, s.reader FROM expression_source p"
    " JOIN source s ON s.id = p.source_id JOIN expression x ON x.id = p.expression_id"
    " JOIN work w ON w.id = x.work_id ORDER BY 1, 2, p.position",
    "SELECT d.id, d.path, d.sha256, d.state, d.revision, d.kind, d.duplicate_of, d.parent,"
    " d.position, d.pages, d.method FROM document d ORDER BY 1",
    "SELECT urn, status, authority, citation, valid_from, valid_to, note FROM override ORDER BY id",
    "SELECT urn, by, authority, valid_from, valid_to, note FROM preemption ORDER BY id",
    "SELECT phrase, term, jurisdiction, language, weight, topic FROM synonym ORDER BY 1, 2, 3, 4",
)


def audit_entries(db: sqlite3.Connection) -> Iterator[AuditEntry]:
    return shared.audit_entries(db.execute(shared.AUDIT))


def damaged(store: SqliteStore, db: sqlite3.Connection) -> Iterator[str]:
    try:
        for (line,) in db.execute("PRAGMA integrity_check(20)").fetchall():
            if line != "ok":
                yield f"the file: {line}"
        broken = first_break(audit_entries(db))
        if broken is not None:
            yield f"the audit log: entry {broken} does not follow from the one before it"
        rows = db.execute(
            f"SELECT x.id, w.urn, x.hash, {EXPRESSION_COLUMNS} FROM expression x"  # noqa: S608
            " JOIN work w ON w.id = x.work_id ORDER BY x.id"
        ).fetchall()
        for key, urn, digest, *about in rows:
            yield from _expression_damage(store, db, key, urn, digest, tuple(about))
        for (line,) in db.execute(
            "SELECT w.urn FROM validity a JOIN validity b ON a.work_id = b.work_id"
            " AND a.valid_from < b.valid_from AND b.valid_from < coalesce(a.valid_to, '9999-12-31')"
            " JOIN work w ON w.id = a.work_id"
        ).fetchall():
            yield f"{line}: validity ranges overlap"
    except sqlite3.DatabaseError as problem:
        yield f"the file: {problem}"


def _expression_damage(
    store: SqliteStore,
    db: sqlite3.Connection,
    key: int,
    urn: str,
    digest: str,
    about: tuple[Any, ...],
) -> Iterator[str]:
    first, end = key << ORDINAL_BITS, (key + 1) << ORDINAL_BITS

    def rows(columns: str, table: str) -> list[tuple[Any, ...]]:
        kept = db.execute(
            f"SELECT {columns} FROM {table} WHERE id >= ? AND id < ? ORDER BY id",  # noqa: S608
            (first, end),
        )
        return [(row[0] & ORDINAL_MASK, *row[1:]) for row in kept]

    def kept() -> tuple[str, list[PackedRow], list[PackedRow], list[PackedRow], bytes]:
        (paragraphs,) = db.execute(
            "SELECT paragraphs FROM expression WHERE id = ?", (key,)
        ).fetchone()
        citations = [row[1:] for row in rows("id, node, start, end, target, urn", "citation")]
        return (
            store.text(key), rows(NODE_COLUMNS, "node"), rows(CHUNK_COLUMNS, "chunk"), citations,
            paragraphs,
        )  # fmt: skip

    return shared.expression_damage(
        urn, digest, about, kept, lambda: store.documents.page_rows(key)
    )


def fingerprint(db: sqlite3.Connection) -> str:
    return shared.hashed(db.execute(query) for query in _FINGERPRINTED)


def counts(db: sqlite3.Connection) -> dict[str, int]:
    tables = (
        "version", "work", "expression", "node", "chunk", "citation", "source", "override",
        "preemption", "synonym", "document", "page", "audit",
    )  # fmt: skip
    totals = {t: int(db.execute(f"SELECT count(*) FROM {t}").fetchone()[0]) for t in tables}  # noqa: S608
    totals["characters"] = int(
        db.execute("SELECT coalesce(sum(length), 0) FROM expression").fetchone()[0]
    )
    return totals
