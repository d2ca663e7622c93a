"""Reads a SQLite corpus out whole, and fills an empty one."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager

from pincite.corpus.sqlite.connection import engine_errors, roll_back
from pincite.corpus.sqlite.integrity import audit_entries
from pincite.corpus.transfer import TABLES, Table, TableRow, Take, holds_something, numbered

# The only ones that are words of SQL.
_QUOTED = {"by", "end"}


def _columns(table: Table) -> str:
    return ", ".join(f'"{column}"' if column in _QUOTED else column for column in table.columns)


def carried(db: sqlite3.Connection, table: Table) -> Iterator[TableRow]:
    order = ", ".join(str(at + 1) for at in range(table.keys))
    with engine_errors():
        # A cursor of its own: the reader may ask for something else between two rows.
        yield from db.cursor().execute(
            f"SELECT {_columns(table)} FROM {table.name} ORDER BY {order}"  # noqa: S608
        )


@contextmanager
def still(db: sqlite3.Connection) -> Generator[None]:
    with engine_errors():
        db.execute("BEGIN")
        try:
            yield
        finally:
            db.execute("ROLLBACK")


@contextmanager
def filling(db: sqlite3.Connection) -> Generator[Take]:
    with engine_errors():
        db.execute("BEGIN IMMEDIATE")
        try:
            empty_checks = (f"SELECT 1 FROM {table.name} LIMIT 1" for table in TABLES)  # noqa: S608
            if any(db.execute(check).fetchone() for check in empty_checks):
                raise holds_something()
            yield lambda table, rows: _fill(db, table, rows)
            for name, number in numbered(audit_entries(db)).items():
                db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
                db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, number))
            db.execute("COMMIT")
        except BaseException:
            roll_back(db)
            raise


def _fill(db: sqlite3.Connection, table: Table, rows: Iterable[TableRow]) -> None:
    marks = ", ".join("?" * len(table.columns))
    db.executemany(
        f"INSERT INTO {table.name} ({_columns(table)}) VALUES ({marks})",  # noqa: S608
        rows,
    )
