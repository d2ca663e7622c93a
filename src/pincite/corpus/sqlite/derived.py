"""A file of derived data (an index, a graph) that follows the documents it is made from. It is made
anew where it is damaged or of another version. Each document's part has a seal of its own."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from pincite.corpus.disk_space import is_full
from pincite.corpus.file_lock import in_turn
from pincite.corpus.sqlite.connection import roll_back
from pincite.errors import IndexUnusable, LibraryBusy, LibraryError, NoSpace

_CACHE_KIB = 16384
_BUSY_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class DerivedFile:
    """Describes one kind of derived file. It has no migrations: a file of another version is made
    anew.

    `name` is what people call it ("graph"), `purpose` says what is done while it is written. Its
    table `document` has a key, the state that the document was read in, and a seal. The seal is a
    hash of what the queries in `sealed` return for the key; their order must not depend on row
    ids.
    """

    name: str
    file: str
    purpose: str
    application: int
    version: int
    schema: str
    sealed: Sequence[str]

    def open(
        self, path: Path, busy_seconds: float, *, checked: bool = False
    ) -> tuple[sqlite3.Connection, bool]:
        """The connection, and whether the file was begun anew because it could not be trusted. To
        look at every seal takes a while: `checked` leaves it out.

        Raises LibraryBusy where another process is writing; a busy file is not a damaged one.
        """
        with self.errors():
            if checked:
                return self._connect(path, busy_seconds), False
            # A new one is made in turn; where there is no folder for it, SQLite says so.
            if path.is_file() or not path.parent.is_dir():
                connection = self._trusted(path, busy_seconds)
                if connection is not None:
                    return connection, False
            with in_turn(turn_of(path)):
                # Another may have begun it anew while we waited.
                connection = self._trusted(path, busy_seconds)
                if connection is not None:
                    return connection, False
                for suffix in ("", "-wal", "-shm"):
                    with suppress(FileNotFoundError):
                        path.with_name(path.name + suffix).unlink()
                return self._connect(path, busy_seconds), True

    @contextmanager
    def errors(self) -> Generator[None]:
        """Raises LibraryBusy where another process writes the file, IndexUnusable where it is
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
            if is_full(problem):
                raise NoSpace(f"no room is left on the disk of the {self.name}") from problem
            raise LibraryError(f"the {self.name} cannot be used: {problem}", hint=hint) from problem
        except sqlite3.DatabaseError as problem:
            raise IndexUnusable(
                f"the {self.name}'s file is damaged: {problem}", hint=hint
            ) from problem

    def seal(self, connection: sqlite3.Connection, key: int) -> None:
        """Seal what was written about a document."""
        connection.execute(
            "UPDATE document SET seal = ? WHERE key = ?", (self._hash(connection, key), key)
        )

    def _hash(self, connection: sqlite3.Connection, key: int) -> str:
        digest = hashlib.sha256()
        for query in self.sealed:
            digest.update(repr(connection.execute(query, (key,)).fetchall()).encode())
        return digest.hexdigest()

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
            roll_back(connection)
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
            documents = connection.execute("SELECT key, seal FROM document").fetchall()
            return all(self._hash(connection, key) == seal for key, seal in documents)
        finally:
            roll_back(connection)


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """How many documents were read, were unchanged, and were dropped."""

    read: int
    kept: int
    dropped: int


@dataclass(frozen=True, slots=True)
class Pending:
    """A document as it is now. `state` is its row in the table `document`, without key and seal: if
    that is unchanged, the document is not read again. `write` reads it and replaces what the file
    holds of it, in a transaction that the caller holds, and returns how much it wrote."""

    key: int
    name: str
    state: tuple[object, ...]
    write: Callable[[], int]


class Derived:
    """An open derived file. A process killed at any moment leaves it whole, with the documents read
    so far; queries see those."""

    def __init__(self, file: DerivedFile, path: Path, *, checked: bool = False) -> None:
        """Open the file, or create it; `checked` where this very run has found it whole. Raises
        LibraryBusy."""
        self._file = file
        self._path = path
        # `rebuilt`: it was damaged, torn or of another version, and was begun anew.
        self._connection, self.rebuilt = file.open(path, _BUSY_SECONDS, checked=checked)
        self._opened = path.stat()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def in_turn(self, seconds: float | None = None) -> Generator[None]:
        """Be the only one, of all threads and processes, who writes to it. Raises LibraryBusy where
        others do for more than `seconds`; without them it waits."""
        with in_turn(turn_of(self._path), seconds):
            if self.is_replaced():
                # Another found it damaged, and began it anew in another file.
                self._connection.close()
                self._connection, _ = self._file.open(self._path, _BUSY_SECONDS, checked=True)
                self._opened = self._path.stat()
            yield

    @contextmanager
    def still(self) -> Generator[None]:
        """All that is asked inside sees the same state, whatever others write meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        with self._file.errors():
            self._connection.execute("BEGIN")
            self._connection.execute("SELECT 1 FROM document LIMIT 1").fetchone()
        try:
            yield
        finally:
            roll_back(self._connection)

    @contextmanager
    def seen_after(self, catch_up: Callable[[], object]) -> Generator[None]:
        """In turn, `catch_up`; all that is asked inside then sees what that left, whatever others
        write meanwhile."""
        with ExitStack() as held:
            with self.in_turn():
                catch_up()
                held.enter_context(self.still())
            yield

    def is_replaced(self) -> bool:
        """Whether another file is in its place: one that was found damaged is begun anew."""
        with suppress(FileNotFoundError):
            return not os.path.samestat(self._opened, self._path.stat())
        return True

    def _follow(
        self,
        documents: Iterable[Pending],
        columns: str,
        *,
        remove: Callable[[sqlite3.Connection, int], None],
        a_commit: int,
        progress: Callable[[int, str], None],
        tidy: str = "",
    ) -> CaughtUp:
        """Make it one of exactly these documents. What is written is committed whenever it comes to
        `a_commit`; `tidy` is run at the end of a change. Called in turn: what others did while this
        waited for it is not done again."""
        with self._file.errors():
            known = {
                row[0]: row[1:]
                for row in self._connection.execute(f"SELECT key, {columns} FROM document")  # noqa: S608
            }
            try:
                return self._followed(documents, known, remove, a_commit, progress, tidy)
            except BaseException:
                roll_back(self._connection)
                raise

    def _followed(
        self,
        documents: Iterable[Pending],
        known: dict[int, tuple[object, ...]],
        remove: Callable[[sqlite3.Connection, int], None],
        a_commit: int,
        progress: Callable[[int, str], None],
        tidy: str,
    ) -> CaughtUp:
        present: set[int] = set()
        read, written = 0, 0
        for document in documents:
            present.add(document.key)
            if known.get(document.key) == document.state:
                continue
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            written += 1 + document.write()
            read += 1
            if written > a_commit:
                self._connection.execute("COMMIT")
                written = 0
            progress(read, document.name)
        vanished = sorted(known.keys() - present)
        if read or vanished:
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            for key in vanished:
                remove(self._connection, key)
            if tidy:
                self._connection.execute(tidy)
            self._connection.execute("COMMIT")
        return CaughtUp(read, len(present) - read, len(vanished))


def turn_of(path: Path) -> Path:
    """The lock of whoever writes to a derived file."""
    return path.with_name(f"{path.name}.lock")


def silent(_done: int, _name: str) -> None:
    """Progress that nobody watches."""


def _is_busy(problem: sqlite3.OperationalError) -> bool:
    return "locked" in str(problem) or "busy" in str(problem)


def _tables(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
