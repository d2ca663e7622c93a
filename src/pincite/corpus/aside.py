"""Files and folders that are there only while they are written: a lock tells which of them a killed
process left, and whoever comes next removes those."""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_ENDING = ".pincite-part"
_SCRATCH = "pincite-scratch-"


@contextmanager
def written_aside(path: Path) -> Generator[BinaryIO]:
    """A file to write to, which takes the name of `path` at the end; where that fails, what had
    that name keeps it. Removes what killed processes left in its folder. Raises OSError."""
    remove_left(path.parent)
    part = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}{_ENDING}")
    with _locked_new(part) as stream:
        try:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def remove_left(folder: Path) -> None:
    """Remove the files and folders that processes were writing here when they were killed."""
    with suppress(OSError):
        for part in folder.glob(f".*{_ENDING}"):
            _remove_if_left(part)


@contextmanager
def folder_aside(beside: Path) -> Generator[Path]:
    """A folder in this one, for as long as this lasts. Removes those that killed processes left
    here."""
    remove_left(beside)
    made, handle = _locked_folder(f".{secrets.token_hex(6)}", _ENDING, beside)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        os.close(handle)


@contextmanager
def scratch_folder() -> Generator[Path]:
    """A folder of the system's temporary ones, for as long as this lasts. Removes those that
    killed processes of this user left."""
    for left in Path(tempfile.gettempdir()).glob(f"{_SCRATCH}*"):
        _remove_if_left(left)
    made, handle = _locked_folder(_SCRATCH)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        os.close(handle)


def _locked_folder(start: str, end: str = "", beside: Path | None = None) -> tuple[Path, int]:
    while True:
        made = Path(tempfile.mkdtemp(end, start, beside))
        with suppress(FileNotFoundError):
            handle = os.open(made, os.O_RDONLY)
            fcntl.flock(handle, fcntl.LOCK_EX)
            # Until it was locked, another process could take it for one that was left.
            if made.exists():
                return made, handle
            os.close(handle)


@contextmanager
def _locked_new(part: Path) -> Generator[BinaryIO]:
    while True:
        with part.open("xb") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)
            # Likewise.
            if part.exists():
                yield stream
                return


def _remove_if_left(path: Path) -> None:
    """Unless a living process holds it, or it is not ours to remove."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            if os.fstat(handle).st_uid == os.geteuid():
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink()
        finally:
            os.close(handle)
