"""A file of derived data: opened whole, or, where it cannot be trusted, begun anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pincite.errors import LibraryBusy, LibraryDamaged, LibraryError

_CACHE_KIB = 16384


@dataclass(frozen=True, slots=True)
class DerivedFile:
    """What one kind of derived file is. It has no migrations: another version is begun anew.

    `name` is what people call it ("graph"), `purpose` what it is made for, `holds` says whether the
    rows of an open file are as they were written.
    """

    name: str
    file: str
    purpose: str
    application: int
    version: int
    schema: str
    holds: Callable[[sqlite3.Connection], bool]

    def open(self, path: Path, busy_seconds: float) -> tuple[sqlite3.Connection, bool]:
        """The connection, and whether the file was begun anew because it could not be trusted.

        Raises LibraryBusy where another process is writing; a busy file is not a damaged one.
        """
        with self.errors():
            connection = self._trusted(path, busy_seconds)
            if connection is not None:
                return connection, False
            for suffix in ("", "-wal", "-shm"):
                with suppress(FileNotFoundError):
                    path.with_name(path.name + suffix).unlink()
            return self._connect(path, busy_seconds), True

    @contextmanager
    def errors(self) -> Generator[None]:
        """Raises LibraryBusy where another process writes the file, LibraryDamaged where it is
        damaged, and LibraryError where it cannot be used at all."""
        hint = f"Delete {self.file}: it is made again from the documents, and nothing is lost."
        try:
            yield
        except sqlite3.OperationalError as problem:
            if _is_busy(problem):
                raise LibraryBusy(
                    f"another process is writing to the {self.name}",
                    hint=f"Another process is {self.purpose}; try again when it is done.",
                ) from problem
            raise LibraryError(f"the {self.name} cannot be used: {problem}", hint=hint) from problem
        except sqlite3.DatabaseError as problem:
            raise LibraryDamaged(
                f"the {self.name}'s file is damaged: {problem}", hint=hint
            ) from problem

    def _trusted(self, path: Path, busy_seconds: float) -> sqlite3.Connection | None:
        try:
            connection = self._connect(path, busy_seconds)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return None
        try:
            if self._is_whole(connection):
                return connection
        except sqlite3.OperationalError as problem:
            if _is_busy(problem):
                connection.close()
                raise
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            pass
        connection.close()
        return None

    def _connect(self, path: Path, busy_seconds: float) -> sqlite3.Connection:
        connection = sqlite3.connect(
            path, timeout=busy_seconds, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA journal_mode = WAL")
            # Derived data: what a power cut takes from the end is read again.
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            if not _tables(connection):
                self._create(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _create(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        try:
            if not _tables(connection):
                for statement in self.schema.strip().split(";\n"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {self.application}")
                connection.execute(f"PRAGMA user_version = {self.version}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise

    def _is_whole(self, connection: sqlite3.Connection) -> bool:
        # One transaction: what another process commits meanwhile must not look like damage.
        connection.execute("BEGIN")
        try:
            marks = [
                connection.execute(f"PRAGMA {mark}").fetchone()[0]
                for mark in ("application_id", "user_version")
            ]
            if marks != [self.application, self.version]:
                return False
            if connection.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                return False
            return self.holds(connection)
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def _is_busy(problem: sqlite3.OperationalError) -> bool:
    return "locked" in str(problem) or "busy" in str(problem)


def _tables(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
