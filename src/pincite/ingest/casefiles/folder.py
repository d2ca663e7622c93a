"""Lists a folder: the files to read, and those that are ignored, with the reason."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pincite.errors import InputError

_BLOCK = 1 << 20
# Left by editors and systems beside the files themselves.
_LITTER = frozenset({"thumbs.db", "desktop.ini"})
_LITTER_STARTS = ("~$", ".~lock.")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of a folder. `sha256` is "" where it cannot be opened."""

    folder: str
    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Ignored:
    path: str
    reason: str


@dataclass(slots=True)
class FolderContents:
    """What was listed. Files are sorted by folder and path, so in one order on every machine."""

    folders: list[str] = field(default_factory=list[str])
    files: list[FoundFile] = field(default_factory=list[FoundFile])
    ignored: list[Ignored] = field(default_factory=list[Ignored])


def contents(paths: list[Path], without: Path | None = None) -> FolderContents:
    """Everything below the given folders, and the given files, but for what lies below `without`.
    Raises InputError for a path that is not there."""
    folder = FolderContents()
    spared = os.path.realpath(without) if without is not None else ""
    for given in dict.fromkeys(paths):
        path = Path(os.path.abspath(given))  # noqa: PTH100 (resolve() would follow links)
        if path.is_symlink():
            raise InputError(
                f"{given} is a symbolic link", hint="Name the file or folder it leads to."
            )
        if path.is_dir():
            folder.folders.append(path.as_posix())
            folder.files.extend(_below(path, "", path.as_posix(), folder.ignored, spared))
        elif path.is_file():
            folder.files.append(_hashed(path, path.parent.as_posix(), path.name))
        else:
            raise InputError(f"no such file or folder: {given}", hint="Check the path's spelling.")
    folder.files.sort(key=lambda file: (file.folder, file.path))
    return folder


def _below(
    at: Path, prefix: str, folder: str, ignored: list[Ignored], spared: str
) -> Iterator[FoundFile]:
    try:
        with os.scandir(at) as scan:
            entries = sorted(scan, key=lambda entry: entry.name)
    except OSError as problem:
        ignored.append(Ignored(prefix or ".", f"cannot be listed: {problem.strerror}"))
        return
    for entry in entries:
        path = f"{prefix}{entry.name}"
        reason = _reason_to_ignore(entry)
        if reason:
            ignored.append(Ignored(path.encode(errors="replace").decode(), reason))
        elif entry.is_dir() and os.path.realpath(entry.path) == spared:
            ignored.append(Ignored(path, "Pincite's own files"))
        elif entry.is_dir():
            yield from _below(Path(entry.path), f"{path}/", folder, ignored, spared)
        elif not entry.name.startswith("."):
            yield _hashed(Path(entry.path), folder, path)


def _reason_to_ignore(entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        return "a symbolic link; copy the file to have it read"
    try:
        entry.name.encode()
    except UnicodeEncodeError:
        return "its name is not UTF-8; rename it to have it read"
    if entry.is_dir():
        return "a hidden folder" if entry.name.startswith(".") else ""
    if not entry.is_file():
        return "not an ordinary file"
    if entry.name.lower() in _LITTER or entry.name.startswith((*_LITTER_STARTS, ".")):
        return "left by a program, not a document"
    return ""


def _hashed(file: Path, folder: str, path: str) -> FoundFile:
    size, digest = 0, hashlib.sha256()
    try:
        with file.open("rb", buffering=0) as stream:
            while block := stream.read(_BLOCK):
                digest.update(block)
                size += len(block)
    except OSError:
        return FoundFile(folder, path, 0, "")
    return FoundFile(folder, path, size, digest.hexdigest())
