"""A matter as one compressed file: its card, then its corpus; what can be rebuilt is left out."""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import os
import shutil
import tarfile
from dataclasses import asdict
from pathlib import Path

from pincite.errors import LibraryDamaged
from pincite.library import FILE
from pincite.matters.card import CARD, MatterCard, card_of, damaged

SUFFIX = ".tar.xz"
_PRESET = 3
_BROKEN = (OSError, tarfile.TarError, lzma.LZMAError, ValueError, LookupError, TypeError, EOFError)


def pack(folder: Path, target: Path, card: MatterCard) -> None:
    said = json.dumps(asdict(card) | {"sha256": _digest(folder / FILE)}).encode()
    with tarfile.open(target, "w:xz", preset=_PRESET) as archive:
        entry = tarfile.TarInfo(CARD)
        entry.size = len(said)
        archive.addfile(entry, io.BytesIO(said))
        entry = tarfile.TarInfo(FILE)
        entry.size = (folder / FILE).stat().st_size
        with (folder / FILE).open("rb") as stream:
            archive.addfile(entry, stream)
    with target.open("rb") as stream:
        os.fsync(stream.fileno())


def unpack(archive: Path, folder: Path) -> None:
    """Raises LibraryDamaged where the archive does not hold what was put into it."""
    try:
        with tarfile.open(archive, "r:xz") as packed:
            said = json.load(packed.extractfile(CARD) or io.BytesIO())
            inner = packed.extractfile(FILE)
            with (folder / FILE).open("wb") as stream:
                shutil.copyfileobj(inner or io.BytesIO(), stream)
        whole = _digest(folder / FILE) == said["sha256"]
    except _BROKEN as problem:
        raise LibraryDamaged(f"{archive.name} cannot be unpacked: {problem}") from problem
    if not whole:
        raise LibraryDamaged(f"{archive.name} does not hold what was put into it")


def archived_card(archive: Path) -> MatterCard:
    """What the archive says of itself; DAMAGED where it cannot be read."""
    try:
        with tarfile.open(archive, "r:xz") as packed:
            values = json.load(packed.extractfile(CARD) or io.BytesIO())
        values.pop("sha256")
        return card_of(values)
    except _BROKEN:
        return damaged(archive.name.removesuffix(SUFFIX))


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
