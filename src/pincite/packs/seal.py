"""The seal: the hash of every file of a pack, and one hash over them all: the pack's id."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pincite.packs.serialize import MANIFEST, SEAL, SIGNATURE, document, sha256


class PackFault(NamedTuple):
    """What is wrong with which file of a pack."""

    file: str
    what: str


class Sealed(NamedTuple):
    """A seal as it was read: the pack's id, and the hash of each file."""

    root: str
    files: Mapping[str, str]


def sealed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """These files and their seal."""
    kept = {name: files[name] for name in sorted(files) if name not in (SEAL, SIGNATURE)}
    hashes = {name: sha256(data) for name, data in kept.items()}
    return {**kept, SEAL: document({"files": hashes, "root": _root(hashes)})}


def read_seal(data: bytes) -> Sealed | None:
    """None where it is not whole."""
    try:
        value = json.loads(data)
        hashes = {str(name): str(digest) for name, digest in value["files"].items()}
        found = Sealed(str(value["root"]), hashes)
        whole = document(value) == data and set(value) == {"files", "root"}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return found if whole and found.root == _root(hashes) else None


def broken(files: Mapping[str, bytes]) -> Iterator[PackFault]:
    """What does not hold to the seal, by file."""
    if SEAL not in files:
        yield PackFault(SEAL, "it is missing")
        return
    seal = read_seal(files[SEAL])
    if seal is None:
        yield PackFault(SEAL, "it was altered")
        return
    for name in sorted(set(seal.files) | {MANIFEST}):
        if name not in files:
            yield PackFault(name, "it is missing")
        elif name not in seal.files:
            yield PackFault(name, "it is not sealed")
        elif sha256(files[name]) != seal.files[name]:
            yield PackFault(name, "it was altered: its hash is not the one that was sealed")
    for name in sorted(set(files) - set(seal.files) - {SEAL, SIGNATURE, MANIFEST}):
        yield PackFault(name, "it is not sealed")


def _root(hashes: Mapping[str, str]) -> str:
    # The lines of `sha256sum`, hashed: anyone can make it again.
    return sha256("".join(f"{hashes[name]}  {name}\n" for name in sorted(hashes)).encode())
