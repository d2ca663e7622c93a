"""Identifies the code that builds packs by the id that git gives its folder, without git itself.

The id of the folder (`git rev-parse HEAD:src/pincite/packs`), and not of the commit: it is the same
wherever that code is installed, and another as soon as a letter of it is.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable


@cache
def git_tree(package: str = "pincite.packs") -> str:
    return _tree(resources.files(package)).hex()


def _tree(folder: Traversable) -> bytes:
    entries: list[tuple[bytes, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name != "__pycache__":
                # Git sorts a folder as if its name ended in a slash.
                row = b"40000 " + entry.name.encode() + b"\0" + _tree(entry)
                entries.append((entry.name.encode() + b"/", row))
        elif not entry.name.endswith(".pyc"):
            # As git keeps it, whatever line ends a checkout writes.
            data = entry.read_bytes().replace(b"\r\n", b"\n")
            row = b"100644 " + entry.name.encode() + b"\0" + _object(b"blob", data)
            entries.append((entry.name.encode(), row))
    return _object(b"tree", b"".join(row for _, row in sorted(entries)))


def _object(kind: bytes, data: bytes) -> bytes:
    head = kind + b" " + str(len(data)).encode() + b"\0"
    return hashlib.sha1(head + data, usedforsecurity=False).digest()
