"""Checks that the stored corpus is the one that was loaded, and computes its fingerprint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pincite.corpus import integrity as shared
from pincite.corpus.audit import AuditEntry, first_break
from pincite.corpus.packing import PackedRow
from pincite.corpus.postgres.paths import citation_paths
from pincite.corpus.postgres.rows import (
    CHUNK_COLUMNS,
    CITATION_COLUMNS,
    NODE_COLUMNS,
    TABLES,
    quoted,
)
from pincite.corpus.postgres.server import Ask
from pincite.corpus.rows import (
    EXPRESSION_COLUMNS,
    ORDINAL_BITS,
    ORDINAL_MASK,
)
from pincite.errors import LibraryDamaged

if TYPE_CHECKING:
    from pincite.corpus.postgres.store import PostgresStore

# Everything that is kept, by names that do not depend on row numbers or on the time of loading;
# column for column and in the order of the SQLite engine, so that both have one fingerprint.
_FINGERPRINTED = (
    "SELECT tag, collection, reader, active::int FROM version ORDER BY tag",
    "SELECT w.urn, v.tag, x.hash, e.label, e.valid_from::text, e.valid_to::text FROM entry e"
    " JOIN version v ON v.id = e.version_id JOIN work w ON w.id = e.work_id"
    " LEFT JOIN expression x ON x.id = e.expression_id"
    " ORDER BY w.urn, v.tag, e.valid_from NULLS FIRST, e.label,"
    " x.hash NULLS FIRST, e.valid_to NULLS FIRST",
    "SELECT w.urn, v.tag, x.hash, lower(r.during)::text, upper(r.during)::text FROM validity r"
    " JOIN version v ON v.id = r.version_id JOIN work w ON w.id = r.work_id"
    " JOIN expression x ON x.id = r.expression_id ORDER BY w.urn, r.during",
    "SELECT w.urn, x.hash, s.sha256, s.name, s.size, s.reader FROM expression_source p"
    " JOIN source s ON s.id = p.source_id JOIN expression x ON x.id = p.expression_id"
    " JOIN work w ON w.id = x.work_id ORDER BY w.urn, x.hash, p.position",
    "SELECT d.id, d.path, d.sha256, d.state, d.revision, d.kind, d.duplicate_of, d.parent,"
    " d.position, d.pages, d.method FROM document d ORDER BY d.id",
    "SELECT urn, status, authority, citation, valid_from::text, valid_to::text, note"
    " FROM judicial_overrides ORDER BY id",
    "SELECT urn, by, authority, valid_from::text, valid_to::text, note"
    " FROM federal_preemption ORDER BY id",
    "SELECT phrase, term, jurisdiction, language, weight, topic FROM legal_synonyms"
    " ORDER BY phrase, term, jurisdiction, language",
)


def audit_entries(ask: Ask) -> Iterator[AuditEntry]:
    return shared.audit_entries(ask(shared.AUDIT, ()))


def damaged(store: PostgresStore, ask: Ask) -> Iterator[str]:
    try:
        yield from _index_damage(ask)
        broken = first_break(audit_entries(ask))
        if broken is not None:
            yield f"the audit log: entry {broken} does not follow from the one before it"
        rows = ask(
            f"SELECT x.id, w.urn, x.hash, x.paragraphs, {quoted(EXPRESSION_COLUMNS, 'x')}"  # noqa: S608
            " FROM expression x JOIN work w ON w.id = x.work_id ORDER BY x.id",
            (),
        )
        for key, urn, digest, paragraphs, *about in rows:
            yield from _expression_damage(store, ask, key, urn, digest, paragraphs, tuple(about))
        # The constraint refuses it; but constraints can be taken away.
        for (urn,) in ask(
            "SELECT w.urn FROM validity a JOIN validity b ON a.work_id = b.work_id"
            " AND a.ctid < b.ctid AND a.during && b.during JOIN work w ON w.id = a.work_id",
            (),
        ):
            yield f"{urn}: validity ranges overlap"
    except LibraryDamaged as problem:
        yield f"the database: {problem.message}"


def _index_damage(ask: Ask) -> Iterator[str]:
    """The engine's own check of its indexes, where the database has it and lets us."""
    rows = ask(
        "SELECT p.oid::regprocedure::text FROM pg_extension e"
        " JOIN pg_proc p ON p.pronamespace = e.extnamespace AND p.proname = 'bt_index_check'"
        " AND p.pronargs = 2 WHERE e.extname = 'amcheck'"
        " AND has_schema_privilege(e.extnamespace, 'USAGE')"
        " AND has_function_privilege(p.oid, 'EXECUTE')",
        (),
    )
    if not rows:
        return
    check = str(rows[0][0]).partition("(")[0]
    for number, name in ask(
        "SELECT i.oid::bigint, i.relname::text FROM pg_class i JOIN pg_am m ON m.oid = i.relam"
        " WHERE i.relkind = 'i' AND m.amname = 'btree'"
        " AND i.relnamespace = current_schema()::regnamespace ORDER BY 2",
        (),
    ):
        try:
            ask(f"SELECT {check}(%s::oid::regclass, true)", (number,))
        except LibraryDamaged as problem:
            yield f"the index {name}: {problem.message}"


def _expression_damage(
    store: PostgresStore,
    ask: Ask,
    key: int,
    urn: str,
    digest: str,
    paragraphs: bytes,
    about: tuple[Any, ...],
) -> Iterator[str]:
    def rows(columns: str, table: str) -> list[PackedRow]:
        kept = ask(
            f"SELECT {columns} FROM {table} WHERE id >= %s AND id < %s ORDER BY id",  # noqa: S608
            (key << ORDINAL_BITS, (key + 1) << ORDINAL_BITS),
        )
        return [(row[0] & ORDINAL_MASK, *row[1:]) for row in kept]

    placed = rows(f"{NODE_COLUMNS}, citation_path::text", "legal_nodes")
    nodes = [row[:-1] for row in placed]

    def kept() -> tuple[str, list[PackedRow], list[PackedRow], list[PackedRow], bytes]:
        citations = [row[1:] for row in rows(f"id, {CITATION_COLUMNS}", "citation")]
        return store.text(key), nodes, rows(CHUNK_COLUMNS, "chunk"), citations, paragraphs

    problems = list(
        shared.expression_damage(urn, digest, about, kept, lambda: store.documents.page_rows(key))
    )
    yield from problems
    if not problems and citation_paths(key, nodes) != [row[-1] for row in placed]:
        yield f"{urn}: the stored paths are not those of its nodes"


def fingerprint(ask: Ask) -> str:
    return shared.hashed(ask(query, ()) for query in _FINGERPRINTED)


def counts(ask: Ask) -> dict[str, int]:
    every = ", ".join(f"(SELECT count(*) FROM {table})" for table in TABLES.values())  # noqa: S608
    [(*totals, characters)] = ask(
        f"SELECT {every}, (SELECT coalesce(sum(length), 0) FROM expression)",  # noqa: S608
        (),
    )
    return {**dict(zip(TABLES, totals, strict=True)), "characters": int(characters)}
