"""Files that are there whole or not at all: written aside, sealed with a header and a checksum at
their end, renamed."""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, cast

_TAIL = struct.Struct("<II8s")
_MAGIC = b"PINCITE1"
_READ = 1 << 20


def aside(path: Path) -> Path:
    """Where to write what `seal` then puts in the place of `path`; the one writer that a library
    has at a time writes over what a killed one left."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.with_name(f"{path.name}.part")


def reserve(path: Path, size: int) -> Path:
    """So many zeros aside from `path`, to be mapped and filled. They are written: a hole that the
    disk has no room to fill kills the process that maps it."""
    with aside(path).open("wb") as stream:
        for start in range(0, size, _READ):
            stream.write(bytes(min(_READ, size - start)))
    return aside(path)


def seal(path: Path, header: Mapping[str, str | int]) -> None:
    with aside(path).open("r+b") as stream:
        checksum = _checksum(stream, -1)
        written = json.dumps(header, sort_keys=True).encode()
        stream.write(written)
        stream.write(_TAIL.pack(zlib.crc32(written, checksum), len(written), _MAGIC))
        stream.flush()
        os.fsync(stream.fileno())
    aside(path).replace(path)


def unsealed(path: Path) -> dict[str, str | int] | None:
    """The header of a file that is whole; None where it is not, or there is none."""
    try:
        with path.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, size - _TAIL.size))
            tail = stream.read(_TAIL.size)
            if len(tail) < _TAIL.size:
                return None
            checksum, length, magic = _TAIL.unpack(tail)
            start = size - _TAIL.size - length
            if magic != _MAGIC or start < 0:
                return None
            stream.seek(0)
            found = _checksum(stream, start)
            written = stream.read(length)
    except OSError:
        return None
    if zlib.crc32(written, found) != checksum:
        return None
    return cast(dict[str, str | int], json.loads(written))


def _checksum(stream: BinaryIO, left: int) -> int:
    """Of so many bytes from here on, or of all where `left` is negative."""
    found = 0
    while left and (read := stream.read(_READ if left < 0 else min(left, _READ))):
        found = zlib.crc32(read, found)
        left -= len(read) if left > 0 else 0
    return found
