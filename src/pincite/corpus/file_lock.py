"""A lock in a file, which the threads and the processes of a machine take one at a time."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pincite.errors import LibraryBusy, LibraryError

_LOOK_SECONDS = 0.01


@contextmanager
def in_turn(
    path: Path, seconds: float | None = None, doing: str = "bringing an index up to date"
) -> Generator[None]:
    """Hold the lock in this file, which is made where it is not there. Who holds it must not ask
    for it again. The system lets go of it when the process ends, however it ends. Raises
    LibraryBusy, which says what others are `doing`, where they hold it for more than `seconds`;
    without them it waits."""
    # Each holder opens the file itself: the system then tells threads apart as it does processes.
    until = None if seconds is None else time.monotonic() + seconds
    while True:
        with _opened(path) as stream:
            if not _locked(stream, until):
                raise LibraryBusy(f"another process is {doing}")
            # A folder may have been removed, and made again, while we waited.
            if _is_there(stream, path):
                yield
                return


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("ab")
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise LibraryError(
            f"{path} cannot be written: {problem.strerror}",
            hint="Pincite keeps its indexes beside the documents; let it write there.",
        ) from problem


def _locked(stream: BinaryIO, until: float | None) -> bool:
    if until is None:
        fcntl.flock(stream, fcntl.LOCK_EX)
        return True
    while True:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
            time.sleep(_LOOK_SECONDS)
        else:
            return True


def _is_there(stream: BinaryIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except FileNotFoundError:
        return False
