"""Reads the bytes of one file, whole, and follows no link out of its folder."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

from pincite.errors import SourceChanging, SourceMalformed, SourceTooLarge, SourceUnsafe

_TRIES = 4
_PAUSE_SECONDS = 0.2


def read_bytes(folder: str, path: str, limit: int) -> bytes:
    """The bytes of a regular file below the folder.

    Raises SourceUnsafe where a link leads out of it, SourceTooLarge, SourceChanging where someone
    keeps writing to it, SourceMalformed where the system refuses."""
    full = Path(folder) / path
    inside = Path(os.path.realpath(folder))
    if not Path(os.path.realpath(full)).is_relative_to(inside):
        raise SourceUnsafe("a link that leads out of the folder", file=path, hint="Copy the file.")
    for attempt in range(_TRIES):
        if attempt:
            time.sleep(_PAUSE_SECONDS * attempt)
        try:
            data = _whole(full, path, limit)
        except OSError as problem:
            reason = f"cannot be opened: {problem.strerror or problem}"
            raise SourceMalformed(
                reason, file=path, hint="Check who may read it, then sync again."
            ) from problem
        if data is not None:
            return data
    raise SourceChanging("it changes while it is read", file=path)


def _whole(full: Path, path: str, limit: int) -> bytes | None:
    """All bytes, or None where the file was written to meanwhile."""
    descriptor = os.open(full, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb", buffering=0) as stream:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            raise SourceUnsafe("not an ordinary file", file=path, hint="Leave it out.")
        if before.st_size > limit:
            raise SourceTooLarge(f"{before.st_size:,} bytes; the limit is {limit:,}", file=path)
        data = stream.read(limit + 1)
        after = os.fstat(descriptor)
    same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    return data if same and len(data) == before.st_size else None
