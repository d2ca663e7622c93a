"""A hash of all the citation rules: when it changes, every document is read again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable

_LIBRARIES = ("courts-db", "eyecite", "reporters-db")
_RULES = (".py", ".toml")


@cache
def fingerprint() -> str:
    """Of the code, the grammars and the lists of reporters and courts."""
    digest = hashlib.sha256()
    for file in _files(resources.files("pincite.citations")):
        rules = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(file.name.encode() + b"\0" + rules + b"\0")
    for library in _LIBRARIES:
        digest.update(f"{library} {metadata.version(library)}\0".encode())
    return digest.hexdigest()


def _files(folder: Traversable) -> Iterator[Traversable]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.is_dir():
            yield from _files(file)
        elif file.name.endswith(_RULES):
            yield file
