"""Documents and page layouts in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pincite.corpus.clock import now
from pincite.corpus.layout import PageRow, unpack_page
from pincite.corpus.packing import Packed
from pincite.corpus.rows import (
    DOCUMENT_FIELDS,
    PAGE_BITS,
    document_row,
    read_document,
    read_page,
)
from pincite.corpus.sqlite.connection import engine_errors
from pincite.model.document import Document
from pincite.model.layout import PageLayout

_columns = ", ".join(DOCUMENT_FIELDS)
_marks = ", ".join("?" * len(DOCUMENT_FIELDS))
_updates = ", ".join(f"{name} = excluded.{name}" for name in DOCUMENT_FIELDS[1:])
_PAGE_COLUMNS = (
    "id, label, width, height, method, confidence, reason, body_start, body_end, note_start,"
    " note_end, lines"
)
_page_marks = ", ".join("?" * 12)


class SqliteDocuments:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def folders(self) -> list[str]:
        return [path for (path,) in self._rows("SELECT path FROM folder ORDER BY path")]

    def all(self) -> list[Document]:
        rows = self._rows(f"SELECT {_columns} FROM document ORDER BY folder, path")  # noqa: S608
        return [read_document(row) for row in rows]

    def pages(self, key: int) -> list[PageLayout]:
        return [unpack_page(read_page(row)) for row in self._page_rows(key)]

    def page(self, key: int, number: int) -> PageLayout | None:
        rows = self._page_rows(key, "AND id = ?", (key << PAGE_BITS | number,))
        return unpack_page(read_page(rows[0])) if rows else None

    def pages_with(self, key: int, start: int, end: int) -> list[PageLayout]:
        rows = self._page_rows(
            key,
            "AND (body_start < ? AND body_end > ? OR note_start < ? AND note_end > ?)",
            (end, start, end, start),
        )
        return [unpack_page(read_page(row)) for row in rows]

    def page_rows(self, key: int) -> list[PageRow]:
        """As they are kept, to check their hash."""
        return [read_page(row) for row in self._page_rows(key)]

    def _page_rows(
        self, key: int, where: str = "", values: tuple[object, ...] = ()
    ) -> list[tuple[Any, ...]]:
        return self._rows(
            f"SELECT {_PAGE_COLUMNS} FROM page WHERE id >= ? AND id < ? {where} ORDER BY id",  # noqa: S608
            (key << PAGE_BITS, (key + 1) << PAGE_BITS, *values),
        )

    def _rows(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with engine_errors():
            return self._db.execute(sql, values).fetchall()


class SqliteDocumentWriter:
    def __init__(
        self,
        connection: sqlite3.Connection,
        keep: Callable[[Packed, int], int],
        audit: Callable[[str, dict[str, object]], None],
    ) -> None:
        """`keep` puts an expression under a key, or finds the key it has; `audit` logs."""
        self._db = connection
        self._keep = keep
        self._audit = audit

    def log(self, action: str, detail: dict[str, object]) -> None:
        self._audit(action, detail)

    def add_folder(self, path: str) -> None:
        self._db.execute(
            "INSERT OR IGNORE INTO folder (path, added_at) VALUES (?, ?)", (path, now())
        )

    def next_key(self) -> int:
        row = self._db.execute(
            "SELECT max((SELECT coalesce(max(id), 0) FROM expression),"
            " (SELECT coalesce(max(key), 0) FROM document))"
        ).fetchone()
        return int(row[0]) + 1

    def register(self, document: Document) -> None:
        self._db.execute(
            f"INSERT INTO document ({_columns}) VALUES ({_marks})"  # noqa: S608
            f" ON CONFLICT (id) DO UPDATE SET {_updates}",
            document_row(document),
        )

    def put(self, packed: Packed, pages: Sequence[PageRow], document: Document) -> None:
        key = self._keep(packed, document.key)
        if key == document.key:
            self._db.executemany(
                f"INSERT INTO page ({_PAGE_COLUMNS}) VALUES ({_page_marks})",  # noqa: S608
                [(key << PAGE_BITS | page.number, *page[1:]) for page in pages],
            )
        self.register(replace(document, key=key))
