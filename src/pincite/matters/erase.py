"""Removes files so that their bytes are gone, as far as the file system lets one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pincite.errors import LibraryBusy

_BLOCK = 1 << 20


def erase_tree(folder: Path) -> None:
    if folder.is_file():
        erase(folder)
        return
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_symlink() or not path.is_dir():
            erase(path)
        else:
            path.rmdir()
    folder.rmdir()


def erase(path: Path) -> None:
    """Overwritten, then removed; a link is removed and what it leads to left alone."""
    if not path.is_symlink():
        with suppress(PermissionError):
            path.chmod(0o600)
        try:
            with path.open("r+b", buffering=0) as stream:
                left = path.stat().st_size
                while left > 0:
                    left -= stream.write(bytes(min(left, _BLOCK)))
                os.fsync(stream.fileno())
        except OSError as problem:
            raise LibraryBusy(f"{path.name} cannot be removed: {problem.strerror}") from problem
    path.unlink()
