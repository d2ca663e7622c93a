"""A matter as one compressed file: its card, its corpus (a database, or the backup of one that a
server kept), and the files that were put into it; what can be rebuilt is left out."""

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

from pincite.corpus.engines import FILE
from pincite.errors import LibraryDamaged
from pincite.matters.card import CARD, MatterCard, card_of, damaged
from pincite.matters.lock import FILES
from pincite.matters.storage import BACKUP

SUFFIX = ".tar.xz"
_CORPUS = "corpus"
_PRESET = 3
_BROKEN = (OSError, tarfile.TarError, lzma.LZMAError, ValueError, LookupError, TypeError, EOFError)


def pack(folder: Path, target: Path, card: MatterCard, corpus: str = FILE) -> None:
    """`corpus` names the file that holds it."""
    files = _files(folder)
    hashes = {name: _digest(folder / FILES / name) for name in files}
    values = asdict(card) | {"sha256": _digest(folder / corpus), FILES: hashes, _CORPUS: corpus}
    said = json.dumps(values).encode()
    with tarfile.open(target, "w:xz", preset=_PRESET) as archive:
        entry = tarfile.TarInfo(CARD)
        entry.size = len(said)
        archive.addfile(entry, io.BytesIO(said))
        for name in (corpus, *(f"{FILES}/{file}" for file in files)):
            entry = tarfile.TarInfo(name)
            entry.size = (folder / name).stat().st_size
            with (folder / name).open("rb") as stream:
                archive.addfile(entry, stream)
    with target.open("rb") as stream:
        os.fsync(stream.fileno())


def unpack(archive: Path, folder: Path) -> None:
    """Raises LibraryDamaged where the archive does not hold what was put into it."""
    try:
        with tarfile.open(archive, "r:xz") as packed:
            said = json.load(packed.extractfile(CARD) or io.BytesIO())
            corpus = said.get(_CORPUS, FILE)
            if corpus not in (FILE, BACKUP):
                raise ValueError("no corpus")
            hashes: dict[str, str] = {corpus: said["sha256"]}
            for name, digest in said.get(FILES, {}).items():
                if name != Path(name).name:
                    raise ValueError("a name that leads elsewhere")
                hashes[f"{FILES}/{name}"] = digest
            if len(hashes) > 1:
                (folder / FILES).mkdir(mode=0o700)
            for name in hashes:
                inner = packed.extractfile(name)
                with (folder / name).open("xb") as stream:
                    shutil.copyfileobj(inner or io.BytesIO(), stream)
        whole = all(_digest(folder / name) == digest for name, digest in hashes.items())
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
        values.pop(FILES, None)
        values.pop(_CORPUS, None)
        return card_of(values)
    except _BROKEN:
        return damaged(archive.name.removesuffix(SUFFIX))


def _files(folder: Path) -> list[str]:
    inside = folder / FILES
    return sorted(file.name for file in inside.glob("[!.]*")) if inside.is_dir() else []


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
