"""The size, time and checksum of each file in a folder, to tell later whether any has changed."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path

Stamps = dict[str, tuple[int, int, int]]
"""Size, time and sum by name."""


def stamped(folder: Path, before: Mapping[str, tuple[int, int, int]]) -> Stamps:
    """Of every file; one that has its size and time of `before` is not read again."""
    return {
        path.name: before[path.name]
        if path.name in before and before[path.name][:2] == _stamp(path)
        else (*_stamp(path), zlib.crc32(path.read_bytes()))
        for path in sorted(folder.iterdir())
        if path.is_file() and not path.name.startswith(".") and path.suffix != ".lock"
    }


def same_files(
    folder: Path, stamps: Mapping[str, tuple[int, int, int]], *, doubting: bool = False
) -> bool:
    """Whether the folder has these files as they were; a file with another time is read before it
    is trusted, and every file by who is `doubting`. Nothing is never the same."""
    for name, (size, time, total) in stamps.items():
        path = folder / name
        try:
            if (doubting or _stamp(path) != (size, time)) and zlib.crc32(
                path.read_bytes()
            ) != total:
                return False
        except FileNotFoundError:
            return False
    return bool(stamps)


def _stamp(path: Path) -> tuple[int, int]:
    known = path.stat()
    return known.st_size, known.st_mtime_ns
