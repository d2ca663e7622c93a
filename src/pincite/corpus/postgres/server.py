"""One schema of a PostgreSQL server: pooled connections, reads that are tried again, one writer."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar, cast

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from pincite.corpus.postgres.problems import is_lost, passes, pincite_error
from pincite.corpus.postgres.schema import Connection, lock_key, prepare
from pincite.errors import InputError, LibraryError, ServerUnreachable

Answer = TypeVar("Answer")
Rows = list[tuple[Any, ...]]
# A question to the library: SQL with %s for each value; all rows of the answer.
Ask = Callable[[str, Sequence[object]], Rows]

_TRIES = 3
# Of the time that the other end may be silent, the first part passes before it is probed.
_PROBES = 4
_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
# Every statement after the lock was granted sees all that the writer before it left. REPEATABLE
# READ would take its snapshot before the wait; and nobody else writes while the lock is held.
_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL statement_timeout = 0"

# What the pool logs on losing a connection is raised, too, where it matters.
logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class ServerTimeouts:
    """How long to wait, in seconds: for whoever is writing, for one statement that reads (0 sets no
    limit), for a connection, and for a sign of life from the other end of it."""

    busy: float = 10.0
    statement: float = 0.0
    connect: float = 5.0
    silence: int = 12


class _Pins(threading.local):
    """The connection that a thread is held to, if any."""

    connection: Connection | None = None


class Server:
    def __init__(
        self,
        address: str,
        schema: str,
        timeouts: ServerTimeouts,
        *,
        connections: int,
        read_only: bool,
    ) -> None:
        """Raises ServerUnreachable."""
        if connections < 2:
            raise InputError("a writer and a reader need two connections", hint="Allow more.")
        self._address = address
        self._timeouts = timeouts
        self._read_only = read_only
        self._lock = lock_key(schema)
        self._options: dict[str, Any] = {
            "autocommit": True,
            "application_name": f"pincite {schema}"[:63],
            "client_encoding": "UTF8",
            "connect_timeout": max(2, round(timeouts.connect)),
            # Else a cable that was pulled is noticed after a quarter of an hour.
            "keepalives_idle": timeouts.silence // _PROBES,
            "keepalives_interval": timeouts.silence // _PROBES,
            "keepalives_count": _PROBES - 1,
            "tcp_user_timeout": timeouts.silence * 1000,
        }
        self._pins = _Pins()
        self._streams = count(1)
        self._search_path = "pg_catalog"
        with self._connected() as connection:
            self._search_path = prepare(connection, schema, read_only=read_only)
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            address,
            kwargs=self._options,
            configure=self._configure,
            min_size=0,
            max_size=connections,
            timeout=timeouts.connect,
            # An attempt that goes on longer would keep the next one waiting once the server is up.
            reconnect_timeout=timeouts.connect,
            num_workers=1,
            name=f"pincite {schema}",
            open=True,
        )

    def close(self) -> None:
        self._pool.close()

    def rows(self, query: str, values: Sequence[object] = ()) -> Rows:
        """Ask one question; it sees the last finished transaction."""
        return self._tried(lambda connection: _rows(connection, query, values))

    def reading(self, asking: Callable[[Ask], Answer]) -> Answer:
        """Several questions of which all see the same state; asked again from the first where the
        connection is lost."""

        def whole(connection: Connection) -> Answer:
            if self._pins.connection is not None:
                return asking(lambda query, values: _rows(connection, query, values))
            connection.execute(_READ)
            answer = asking(lambda query, values: _rows(connection, query, values))
            connection.commit()
            return answer

        return self._tried(whole)

    def stream(self, query: str) -> Iterator[tuple[Any, ...]]:
        """The rows of one question, a few at a time where they are asked inside `still`."""
        if self._pins.connection is None:
            yield from self.rows(query)
            return
        with _spoken(), self._pins.connection.cursor(f"stream_{next(self._streams)}") as cursor:
            yield from cursor.execute(query.encode())

    @contextmanager
    def still(self) -> Generator[None]:
        """All that this thread asks inside sees the same state."""
        connection = self._begun(_READ)
        try:
            with self.pinned(connection):
                yield
        finally:
            _undo(connection)
            self._pool.putconn(connection)

    @contextmanager
    def pinned(self, connection: Connection) -> Generator[None]:
        """All that this thread asks inside is asked in the transaction of that connection."""
        self._pins.connection = connection
        try:
            yield
        finally:
            self._pins.connection = None

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """A transaction that holds the lock of the only writer. Raises LibraryBusy. What was begun
        is never tried again by itself."""
        connection = self._begun(_WRITE, self._lock)
        try:
            with _spoken():
                try:
                    yield connection
                except BaseException:
                    _undo(connection)
                    raise
                _commit(connection)
        finally:
            self._pool.putconn(connection)

    def _begun(self, begin: str, lock: int | None = None) -> Connection:
        left = _TRIES
        while True:
            left -= 1
            connection = self._taken()
            try:
                connection.execute(begin.encode(), prepare=False)
                if lock is not None:
                    connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock,))
                return connection
            except BaseException as problem:
                _undo(connection)
                self._pool.putconn(connection)
                if not isinstance(problem, psycopg.Error):
                    raise
                if not left or not is_lost(problem):
                    raise pincite_error(problem) from problem
                self._pool.check()

    def _tried(self, asking: Callable[[Connection], Answer]) -> Answer:
        if self._pins.connection is not None:
            with _spoken():
                return asking(self._pins.connection)
        left = _TRIES
        while True:
            left -= 1
            connection = self._taken()
            try:
                return asking(connection)
            except psycopg.Error as problem:
                if not left or not passes(problem):
                    raise pincite_error(problem) from problem
                lost = is_lost(problem)
            finally:
                _undo(connection)
                self._pool.putconn(connection)
            if lost:
                # The others in the pool are older than the server is, if it was started again.
                self._pool.check()

    def _taken(self) -> Connection:
        try:
            return self._pool.getconn()
        except PoolTimeout:
            # Either they are all in use or none can be made; only the second says why.
            with self._connected():
                pass
        except psycopg.Error as problem:
            raise pincite_error(problem) from problem
        try:
            # The server may have come back only now.
            return self._pool.getconn()
        except psycopg.Error as problem:
            raise pincite_error(problem) from problem

    @contextmanager
    def _connected(self) -> Generator[Connection]:
        """A connection outside the pool."""
        try:
            connection = psycopg.connect(self._address, **self._options)
        except psycopg.Error as problem:
            raise ServerUnreachable(f"the database cannot be reached: {problem}") from problem
        with _spoken(), connection:
            self._configure(connection)
            yield connection

    def _configure(self, connection: Connection) -> None:
        settings = {
            "search_path": self._search_path,
            # 0 would be to wait without end.
            "lock_timeout": f"{max(1, round(self._timeouts.busy * 1000))}ms",
            "statement_timeout": f"{round(self._timeouts.statement * 1000)}ms",
            # A load reads files for minutes between two statements.
            "idle_in_transaction_session_timeout": "0",
            # The server, too: whoever was cut off while writing keeps the lock until it notices.
            "tcp_keepalives_idle": f"{self._timeouts.silence // _PROBES}",
            "tcp_keepalives_interval": f"{self._timeouts.silence // _PROBES}",
            "tcp_keepalives_count": f"{_PROBES - 1}",
            "tcp_user_timeout": f"{self._timeouts.silence * 1000}ms",
            "default_transaction_read_only": "on" if self._read_only else "off",
            "datestyle": "ISO, YMD",
            "client_min_messages": "warning",
            "jit": "off",
        }
        calls = ", ".join(["set_config(%s, %s, false)"] * len(settings))
        values = [value for pair in settings.items() for value in pair]
        connection.execute(f"SELECT {calls}".encode(), values)


def _rows(connection: Connection, query: str, values: Sequence[object]) -> Rows:
    return connection.execute(query.encode(), [_askable(value) for value in values]).fetchall()


def _askable(value: object) -> object:
    """NULL, which is equal to nothing, in place of words that PostgreSQL cannot hold."""
    if isinstance(value, list):
        return [_askable(inner) for inner in cast("list[object]", value)]
    if isinstance(value, str) and ("\0" in value or not _encodes(value)):
        return None
    return value


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def _spoken() -> Generator[None]:
    """What the database complains of, in our own words."""
    try:
        yield
    except psycopg.Error as problem:
        raise pincite_error(problem) from problem


def _undo(connection: Connection) -> None:
    with suppress(psycopg.Error):
        connection.rollback()


def _commit(connection: Connection) -> None:
    try:
        connection.commit()
    except psycopg.Error as problem:
        if not is_lost(problem):
            raise
        raise LibraryError(
            "the connection was lost while the change was being finished: it is there whole, or"
            " not at all",
            hint="Look with `pincite audit log` whether it is there before doing it again.",
        ) from problem
