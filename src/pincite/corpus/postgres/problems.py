"""Turns errors of PostgreSQL into our own, and says which are worth another attempt."""

from __future__ import annotations

import psycopg
from psycopg import errors
from psycopg_pool import PoolClosed, PoolTimeout

from pincite.errors import (
    InputError,
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    NoSpace,
    PinciteError,
    ServerUnreachable,
)

# The server is going down, is coming up, or was not there.
_AWAY = ("57P01", "57P02", "57P03")
_CLASHES = (errors.SerializationFailure, errors.DeadlockDetected)
_BUSY = (errors.LockNotAvailable, errors.TooManyConnections, *_CLASHES)
_DAMAGE = (
    errors.DataCorrupted,
    errors.IndexCorrupted,
    errors.UndefinedTable,
    errors.UndefinedColumn,
    errors.UndefinedFunction,
)


def is_lost(problem: psycopg.Error) -> bool:
    """Whether the connection is gone; another one may do better."""
    if not isinstance(problem, psycopg.OperationalError) or isinstance(
        problem, (PoolTimeout, PoolClosed)
    ):
        return False
    code = problem.sqlstate
    return code is None or code.startswith("08") or code in _AWAY


def passes(problem: psycopg.Error) -> bool:
    """Whether what was only read can be read again."""
    return is_lost(problem) or isinstance(problem, _CLASHES)


def pincite_error(problem: psycopg.Error) -> PinciteError:
    """The error to raise for it."""
    words = str(problem).strip()
    if isinstance(problem, errors.LockNotAvailable):
        return LibraryBusy("another process is writing to the library")
    if isinstance(problem, _BUSY):
        return LibraryBusy(f"the library is in use: {words}")
    if isinstance(problem, PoolClosed):
        return LibraryError("the library was closed", hint="Open it again.")
    if isinstance(problem, PoolTimeout):
        return LibraryBusy(
            "every connection to the database is in use", hint="Try again, or allow more of them."
        )
    if is_lost(problem):
        return ServerUnreachable(f"the database does not answer: {words}")
    if isinstance(problem, errors.DiskFull):
        return NoSpace(f"no room is left on the disk of the database: {words}")
    if isinstance(problem, errors.QueryCanceled):
        return LibraryError(
            f"the database stopped a question: {words}",
            hint="Ask for less, or allow a statement more time.",
        )
    if isinstance(problem, errors.CharacterNotInRepertoire) or "NUL (0x00)" in words:
        return InputError(
            "a NUL character cannot be kept in PostgreSQL", hint="Take it out of the text."
        )
    if isinstance(problem, errors.InsufficientPrivilege):
        return LibraryError(
            f"the database does not allow it: {words}",
            hint="Ask the owner of the database for the right to create schemas in it.",
        )
    if isinstance(problem, _DAMAGE):
        return LibraryDamaged(f"the library is damaged: {words}")
    if isinstance(problem, psycopg.IntegrityError):
        return LibraryError(f"the library refuses it: {words}")
    return LibraryError(f"the library cannot be used: {words}")
