"""One process at a time reads files into a matter, closes it or deletes it."""

from __future__ import annotations

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from pincite.errors import LibraryBusy

_FILE = "in-use"


@contextmanager
def locked(folder: Path) -> Generator[None]:
    """Hold the matter. The system lets go of it when this process ends, however it ends. Raises
    LibraryBusy where another process holds it."""
    with (folder / _FILE).open("w") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LibraryBusy("another process is reading files into this matter") from None
        yield
