"""Writes rows to the database in bulk, by COPY."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.corpus.layout import PageRow
from pincite.corpus.packing import PackedRow
from pincite.corpus.postgres.rows import (
    CHUNK_COLUMNS,
    CITATION_COLUMNS,
    EXPRESSION_COLUMNS,
    NODE_COLUMNS,
)
from pincite.corpus.postgres.schema import Connection

_HELD_BYTES = 8 * 1024 * 1024
# After so many rows what the planner believed of the tables is no longer true.
_MANY_ROWS = 5_000
ANALYZE = (
    "ANALYZE work, expression, entry, validity, legal_nodes (id, depth, urn), chunk (id), citation,"
    " text_page (id)"
)


@dataclass(frozen=True, slots=True)
class _Table:
    """How it is filled, and about how many bytes a row takes."""

    columns: str
    bytes: int


# A table that refers to another comes after it.
_TABLES = {
    "work": _Table("id, urn, jurisdiction", 100),
    "source": _Table("id, sha256, name, size, reader", 150),
    "expression": _Table(f"id, work_id, hash, length, paragraphs, {EXPRESSION_COLUMNS}", 1_000),
    "expression_source": _Table("expression_id, position, source_id", 50),
    "entry": _Table("version_id, work_id, expression_id, label, valid_from, valid_to", 100),
    "text_page": _Table("id, text", 20_000),
    "legal_nodes": _Table(f"{NODE_COLUMNS}, citation_path", 300),
    "chunk": _Table(CHUNK_COLUMNS, 300),
    "citation": _Table(f"id, {CITATION_COLUMNS}", 150),
    "page": _Table(", ".join(("id", *PageRow._fields[1:])), 5_000),
}


class Bulk:
    def __init__(self, connection: Connection) -> None:
        self._db = connection
        self._waiting: dict[str, list[PackedRow]] = {name: [] for name in _TABLES}
        self._held = 0
        self._sent = 0

    def add(self, table: str, rows: Sequence[PackedRow]) -> None:
        self._waiting[table] += rows
        self._held += len(rows) * _TABLES[table].bytes
        if self._held > _HELD_BYTES:
            self.flush()

    def flush(self) -> None:
        """Send what waits; to be done before these tables are asked, and at the end."""
        for table, rows in self._waiting.items():
            if rows:
                copied = f"COPY {table} ({_TABLES[table].columns}) FROM STDIN"
                with self._db.cursor() as cursor, cursor.copy(copied.encode()) as copy:
                    for row in rows:
                        copy.write_row(row)
                self._sent += len(rows)
                rows.clear()
        self._held = 0

    def finish(self) -> None:
        self.flush()
        if self._sent > _MANY_ROWS:
            self._db.execute(ANALYZE)
