"""One process at a time reads files into a matter, closes it or deletes it.

It first removes what killed ones left there."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from pincite.errors import LibraryBusy
from pincite.matters.erase import erase

FILES = "files"
"""The folder of files that were put into a matter, and lie nowhere else."""
_FILE = "in-use"
_AN_HOUR = 3600.0


@contextmanager
def locked(folder: Path) -> Generator[None]:
    """Hold the matter. The system lets go of it when this process ends, however it ends. Raises
    LibraryBusy where another process holds it."""
    with (folder / _FILE).open("w") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LibraryBusy("another process is reading files into this matter") from None
        _remove_left(folder / FILES)
        yield


def _remove_left(files: Path) -> None:
    """Uploads that broke off. Each is written at one go, so that an hour without a word means that
    nobody is writing it."""
    for part in files.glob(".*.part"):
        with suppress(FileNotFoundError):
            if time.time() - part.stat().st_mtime > _AN_HOUR:
                erase(part)
