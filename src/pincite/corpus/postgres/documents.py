"""Documents and page layouts in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.corpus.clock import now
from pincite.corpus.layout import PageRow, unpack_page
from pincite.corpus.packing import Packed
from pincite.corpus.postgres.bulk import Bulk
from pincite.corpus.postgres.rows import quoted
from pincite.corpus.postgres.schema import Connection
from pincite.corpus.postgres.server import Rows, Server
from pincite.corpus.rows import (
    DOCUMENT_FIELDS,
    PAGE_BITS,
    document_row,
    read_document,
    read_page,
)
from pincite.model.document import Document
from pincite.model.layout import PageLayout

_columns = quoted(", ".join(DOCUMENT_FIELDS))
_marks = ", ".join(["%s"] * len(DOCUMENT_FIELDS))
_updates = ", ".join(f'"{name}" = excluded."{name}"' for name in DOCUMENT_FIELDS[1:])
_PAGE_COLUMNS = ", ".join(PageRow._fields).replace("number", "id", 1)


class PostgresDocuments:
    def __init__(self, server: Server) -> None:
        self._server = server

    def folders(self) -> list[str]:
        return [path for (path,) in self._server.rows("SELECT path FROM folder ORDER BY path")]

    def all(self) -> list[Document]:
        rows = self._server.rows(f"SELECT {_columns} FROM document ORDER BY folder, path")  # noqa: S608
        return [read_document(row) for row in rows]

    def pages(self, key: int) -> list[PageLayout]:
        return [unpack_page(row) for row in self.page_rows(key)]

    def page(self, key: int, number: int) -> PageLayout | None:
        rows = self._page_rows(key, "AND id = %s", (key << PAGE_BITS | number,))
        return unpack_page(read_page(rows[0])) if rows else None

    def pages_with(self, key: int, start: int, end: int) -> list[PageLayout]:
        rows = self._page_rows(
            key,
            "AND (body_start < %s AND body_end > %s OR note_start < %s AND note_end > %s)",
            (end, start, end, start),
        )
        return [unpack_page(read_page(row)) for row in rows]

    def page_rows(self, key: int) -> list[PageRow]:
        """As they are kept, to check their hash."""
        return [read_page(row) for row in self._page_rows(key)]

    def _page_rows(self, key: int, where: str = "", values: tuple[object, ...] = ()) -> Rows:
        return self._server.rows(
            f"SELECT {_PAGE_COLUMNS} FROM page WHERE id >= %s AND id < %s {where} ORDER BY id",  # noqa: S608
            (key << PAGE_BITS, (key + 1) << PAGE_BITS, *values),
        )


class PostgresDocumentWriter:
    def __init__(
        self,
        connection: Connection,
        bulk: Bulk,
        keep: Callable[[Packed, int], int],
        audit: Callable[[str, dict[str, object]], None],
    ) -> None:
        """`keep` puts an expression under a key, or finds the key it has; `audit` logs."""
        self._db = connection
        self._bulk = bulk
        self._keep = keep
        self._audit = audit

    def log(self, action: str, detail: dict[str, object]) -> None:
        self._audit(action, detail)

    def add_folder(self, path: str) -> None:
        self._db.execute(
            "INSERT INTO folder (path, added_at) VALUES (%s, %s) ON CONFLICT DO NOTHING",
            (path, now()),
        )

    def next_key(self) -> int:
        self._bulk.flush()
        row = self._db.execute(
            "SELECT greatest((SELECT max(id) FROM expression), (SELECT max(key) FROM document), 0)"
        ).fetchone()
        assert row is not None
        return int(row[0]) + 1

    def register(self, document: Document) -> None:
        self._db.execute(
            f"INSERT INTO document ({_columns}) VALUES ({_marks})"  # noqa: S608
            f" ON CONFLICT (id) DO UPDATE SET {_updates}".encode(),
            document_row(document),
        )

    def put(self, packed: Packed, pages: Sequence[PageRow], document: Document) -> None:
        key = self._keep(packed, document.key)
        if key == document.key:
            self._bulk.add("page", [(key << PAGE_BITS | page.number, *page[1:]) for page in pages])
        self.register(replace(document, key=key))
