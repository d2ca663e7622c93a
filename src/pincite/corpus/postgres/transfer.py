"""Reads a corpus in PostgreSQL out whole, and fills an empty one."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby

from pincite.corpus.postgres import rows as named
from pincite.corpus.postgres.bulk import ANALYZE
from pincite.corpus.postgres.integrity import audit_entries
from pincite.corpus.postgres.paths import citation_paths
from pincite.corpus.postgres.schema import Connection
from pincite.corpus.postgres.server import Server
from pincite.corpus.rows import ORDINAL_BITS, ORDINAL_MASK
from pincite.corpus.transfer import TABLES, Table, TableRow, Take, holds_something, numbered

# Columns that are kept as another type than they are carried as.
_CARRIED_AS = {
    "active": "active::int", "valid_from": "valid_from::text", "valid_to": "valid_to::text",
}  # fmt: skip
_SPAN = {"valid_from": "lower(during)::text", "valid_to": "upper(during)::text"}


def carried(server: Server, table: Table) -> Iterator[TableRow]:
    kept_as = _SPAN if table.name == "validity" else _CARRIED_AS
    columns = ", ".join(kept_as.get(column, f'"{column}"') for column in table.columns)
    order = [f'"{column}" NULLS FIRST' for column in table.columns[: table.keys]]
    if table.name == "validity":
        order = ["work_id", "during"]
    elif table.name == "entry":
        # Undated ones may be alike in all of the key.
        order.append("id")
    return server.stream(f"SELECT {columns} FROM {_kept(table)} ORDER BY {', '.join(order)}")  # noqa: S608


@contextmanager
def filling(server: Server) -> Generator[Take]:
    with server.writing() as connection, server.pinned(connection):
        if any(server.rows(f"SELECT 1 FROM {_kept(table)} LIMIT 1") for table in TABLES):  # noqa: S608
            raise holds_something()
        yield lambda table, rows: _fill(connection, table, rows)
        for name, number in numbered(audit_entries(server.rows)).items():
            connection.execute(
                "INSERT INTO counter (name, last) VALUES (%s, %s)", (named.TABLES[name], number)
            )
        connection.execute(ANALYZE)


def _kept(table: Table) -> str:
    return named.TABLES.get(table.name, table.name)


def _fill(connection: Connection, table: Table, rows: Iterable[TableRow]) -> None:
    columns = [f'"{column}"' for column in table.columns]
    if table.name == "node":
        columns.append("citation_path")
        rows = _placed(rows)
    elif table.name == "validity":
        columns = ["work_id", "during", "expression_id", "version_id"]
        rows = ((work, f"[{start},{end or ''})", *by) for work, start, end, *by in rows)
    copied = f"COPY {_kept(table)} ({', '.join(columns)}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(copied.encode()) as copy:
        for row in rows:
            copy.write_row(row)


def _placed(rows: Iterable[TableRow]) -> Iterator[TableRow]:
    """With their paths, which are not carried, for they follow from the tree."""
    for key, group in groupby(rows, lambda row: int(row[0]) >> ORDINAL_BITS):
        nodes = list(group)
        paths = citation_paths(key, [(row[0] & ORDINAL_MASK, *row[1:]) for row in nodes])
        for row, path in zip(nodes, paths, strict=True):
            yield (*row, path)
