"""One process at a time reads files into a matter, closes it or deletes it.

It first removes what killed ones left there."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from pincite.corpus.file_lock import in_turn
from pincite.matters.erase import erase

FILES = "files"
"""The folder of files that were put into a matter, and lie nowhere else."""
_FILE = "in-use"
_AN_HOUR = 3600.0


@contextmanager
def locked(folder: Path, seconds: float = 0.0) -> Generator[None]:
    """Hold the matter. The system lets go of it when this process ends, however it ends. Raises
    LibraryBusy where another process holds it for longer than `seconds`."""
    with in_turn(folder / _FILE, seconds, "reading files into this matter"):
        _remove_left(folder / FILES)
        yield


def _remove_left(files: Path) -> None:
    """Uploads that broke off. Each is written at one go, so that an hour without a word means that
    nobody is writing it."""
    for part in files.glob(".*.part"):
        with suppress(FileNotFoundError):
            if time.time() - part.stat().st_mtime > _AN_HOUR:
                erase(part)
