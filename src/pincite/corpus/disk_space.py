"""Tells a full disk from a damaged file, and raises NoSpace for it."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from pincite.errors import NoSpace

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Kept = TypeVar("Kept", bound="InFolder")

_FULL = (errno.ENOSPC, errno.EDQUOT)
# The second: no room for what readers and writers of a log share.
_SQLITE_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
# With less than this no file of an index can be written.
_NOTHING = 1024 * 1024


class InFolder(Protocol):
    """Something that keeps its files in a folder."""

    folder: Path


def is_full(problem: sqlite3.Error) -> bool:
    return getattr(problem, "sqlite_errorcode", None) in _SQLITE_FULL


def no_room(folder: Path) -> bool:
    """For engines that do not say why they could not write."""
    return shutil.disk_usage(folder).free < _NOTHING


def needs_space(
    method: Callable[Concatenate[Kept, Given], Answer],
) -> Callable[Concatenate[Kept, Given], Answer]:
    """Of something that is kept in a folder: raises NoSpace where it cannot be written there."""

    @wraps(method)
    def guarded(self: Kept, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        try:
            return method(self, *args, **kwargs)
        except (OSError, RuntimeError) as problem:
            # What writes graphs has no other word for it than the system's own.
            if any(os.strerror(number) in str(problem) for number in _FULL):
                raise NoSpace(f"no room is left on the disk of {self.folder}") from problem
            raise

    return guarded
