"""What goes wrong in the graph's file, in the words of this project."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from pincite.errors import LibraryBusy, LibraryDamaged, LibraryError

_HINT = "Delete graph.sqlite3: it is made again from the documents, and nothing is lost."
_BUSY = "Another process is reading the documents for names and dates; try again when it is done."


@contextmanager
def engine_errors() -> Generator[None]:
    """Raises LibraryBusy where another process writes the graph, LibraryDamaged where its file is
    damaged, and LibraryError where it cannot be used at all."""
    try:
        yield
    except sqlite3.OperationalError as problem:
        if "locked" in str(problem) or "busy" in str(problem):
            raise LibraryBusy("another process is writing to the graph", hint=_BUSY) from problem
        raise LibraryError(f"the graph cannot be used: {problem}", hint=_HINT) from problem
    except sqlite3.DatabaseError as problem:
        raise LibraryDamaged(f"the graph's file is damaged: {problem}", hint=_HINT) from problem
