"""A node's derived data as one stream of bytes: a manifest, then each file with its hash.

Only names that a library's folder has for derived data are written from it, no file is larger than
the manifest said, and a stream that ends early is no archive.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pincite.collection.node_snapshot import CopiedFile, Manifest, NodeSnapshot
from pincite.errors import FetchMismatch

_MAGIC = b"pincite node 1\n"
_END = b"end\n"
_LONGEST_MANIFEST = 64 * 1024 * 1024
_part = r"\.?\w[\w.-]*"
_name = re.compile(
    r"(scope|citations)\.sqlite3|indexes/(search\.sqlite3|links"
    rf"|words/{_part}|vectors/{_part}/{_part}|(graphs|postings)(/{_part}){{0,3}})",
    re.ASCII,
)


def archived(taken: NodeSnapshot) -> Iterator[bytes]:
    """The stream."""
    written = json.dumps(asdict(taken.manifest)).encode()
    yield _MAGIC + len(written).to_bytes(8) + written
    for file in taken.manifest.files:
        digest = hashlib.sha256()
        for block in taken.read(file):
            digest.update(block)
            yield block
        yield digest.digest()
    yield _END


class ArchiveReader:
    """Reads a stream of such bytes, in whatever pieces they come. Raises FetchMismatch."""

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self._blocks = iter(blocks)
        self._rest = b""
        if self._exactly(len(_MAGIC)) != _MAGIC:
            raise FetchMismatch(
                "what came is no copy of a node", hint="Name the address of `pincite serve`."
            )
        length = int.from_bytes(self._exactly(8))
        if length > _LONGEST_MANIFEST:
            raise FetchMismatch("the copy's list of files is too long")
        self.manifest = _read(self._exactly(length))

    def unpack(self, folder: Path) -> None:
        """Write every file below this folder, which is empty."""
        for file in self.manifest.files:
            path = folder / file.name
            path.parent.mkdir(parents=True, exist_ok=True)
            digest = hashlib.sha256()
            with path.open("xb") as stream:
                for block in self._of(file.size):
                    digest.update(block)
                    stream.write(block)
            if self._exactly(digest.digest_size) != digest.digest():
                raise FetchMismatch(f"{file.name} was altered on its way")
            os.utime(path, ns=(file.modified, file.modified))
        if self._exactly(len(_END)) != _END:
            raise FetchMismatch("the copy has no end")

    def _of(self, size: int) -> Iterator[bytes]:
        while size > 0:
            block = self._rest or self._next()
            self._rest = block[size:]
            block = block[:size]
            size -= len(block)
            yield block

    def _exactly(self, size: int) -> bytes:
        return b"".join(self._of(size))

    def _next(self) -> bytes:
        for block in self._blocks:
            if block:
                return block
        raise FetchMismatch("the copy ended before its end", hint="Run the same command again.")


def _read(written: bytes) -> Manifest:
    try:
        said: dict[str, Any] = json.loads(written)
        files = tuple(
            CopiedFile(str(file["name"]), int(file["size"]), int(file["modified"]))
            for file in said["files"]
        )
        manifest = Manifest(int(said["revision"]), str(said["head"]), files)
    except (ValueError, KeyError, TypeError) as problem:
        raise FetchMismatch("the copy's list of files cannot be read") from problem
    names = [file.name for file in files]
    bad = [name for name in names if not _name.fullmatch(name)]
    if bad or len(set(names)) != len(names) or any(file.size < 0 for file in files):
        raise FetchMismatch(f"the copy has a file that a node has not: {(bad or names)[0][:80]!r}")
    return manifest
