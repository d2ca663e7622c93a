"""Opens a SQLite library: pragmas, numbered migrations, errors in our own words."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from pincite.corpus.disk_space import is_full
from pincite.errors import LibraryBusy, LibraryDamaged, LibraryError, LibraryNewer, NoSpace

_PAGE_SIZE = 8192
_CACHE_KIB = 65536


def connect(path: Path, busy_seconds: float, *, read_only: bool = False) -> sqlite3.Connection:
    """Open, or create, and bring to the newest schema; read-only, neither."""
    address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    with engine_errors():
        connection = sqlite3.connect(
            address, timeout=busy_seconds, isolation_level=None, check_same_thread=False, uri=True
        )
        try:
            if read_only:
                connection.execute("PRAGMA query_only = ON")
                check_known(schema_version(connection))
                return connection
            connection.execute(f"PRAGMA page_size = {_PAGE_SIZE}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            # No word of a library is ever written outside its folder.
            connection.execute("PRAGMA temp_store = MEMORY")
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            migrate(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def migrations() -> list[tuple[int, str]]:
    """(number, SQL), in order; the numbers run from 1 without gaps."""
    folder = resources.files("pincite.corpus.sqlite") / "migrations"
    files = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    return [(int(name[:4]), (folder / name).read_text(encoding="utf-8")) for name in files]


def migrate(connection: sqlite3.Connection) -> None:
    steps = migrations()
    newest = steps[-1][0]
    current = schema_version(connection)
    check_known(current)
    if current == newest:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        current = schema_version(connection)
        for number, script in steps:
            if number > current:
                for statement in _statements(script):
                    connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {newest}")
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise


def roll_back(connection: sqlite3.Connection) -> None:
    """A full disk makes SQLite do it by itself."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def check_known(version: int) -> None:
    newest = migrations()[-1][0]
    if version > newest:
        raise LibraryNewer(f"the library has schema {version}; this Pincite knows {newest}")


def schema_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _statements(script: str) -> Iterator[str]:
    # executescript() would commit the transaction that makes a migration all or nothing.
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


@contextmanager
def engine_errors() -> Generator[None]:
    try:
        yield
    except sqlite3.OperationalError as problem:
        if "locked" in str(problem) or "busy" in str(problem):
            raise LibraryBusy("another process is writing to the library") from problem
        if is_full(problem):
            raise NoSpace("no room is left on the disk of the library") from problem
        raise LibraryError(f"the library cannot be used: {problem}") from problem
    except sqlite3.DatabaseError as problem:
        raise LibraryDamaged(f"the library file is damaged: {problem}") from problem
