"""A pack as one file: a zip without compression, names in order, no dates. One pack, one archive.

Nothing is deflated, since libraries differ in how. An archive may be hostile: sizes and names are
limited, and nothing is unpacked to a path that an archive names.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

from pincite.errors import InputError
from pincite.packs.records import Pack
from pincite.packs.seal import PackFault
from pincite.packs.serialize import ANCHOR, CANDIDATES, CONTEXT, MANIFEST, PLACES, SEAL, SIGNATURE

SUFFIX = ".zip"
_KNOWN = frozenset((ANCHOR, CANDIDATES, CONTEXT, MANIFEST, PLACES, SEAL, SIGNATURE))
_MOST_BYTES = 1 << 28
_EPOCH = (1980, 1, 1, 0, 0, 0)
_LOCAL = b"PK\x03\x04"
_UNIX, _MODE = 3, 0o100644 << 16


def archived(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(_info(name), files[name])
    return out.getvalue()


def write_pack(pack: Pack, folder: Path, *, as_folder: bool = False) -> Path:
    """A pack under its own name in a folder: an archive, or a folder of its files."""
    path = folder / (pack.name if as_folder else f"{pack.name}{SUFFIX}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if as_folder:
            path.mkdir(exist_ok=True)
    except OSError as problem:
        raise _unwritten(path, problem) from None
    rewrite(path, pack.files)
    return path


def rewrite(path: Path, files: Mapping[str, bytes]) -> None:
    """Make a pack's archive or folder hold these files; an archive is written whole or not."""
    if not path.is_dir():
        _put(path, archived(files))
        return
    for name, data in files.items():
        _put(path / name, data)
    for file in path.iterdir():
        if file.name not in files:
            file.unlink()


def _put(path: Path, data: bytes) -> None:
    # Two processes may write one pack, asked for under two names.
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as problem:
        beside.unlink(missing_ok=True)
        raise _unwritten(path, problem) from None


def _unwritten(path: Path, problem: OSError) -> InputError:
    return InputError(
        f"{path.name} cannot be written: {problem.strerror}", hint="Name another folder: --out."
    )


def read_pack(path: Path) -> tuple[dict[str, bytes], list[PackFault]]:
    """The files of a pack, of its folder or archive, and what is wrong with how they are kept.
    Raises InputError."""
    if path.is_dir():
        return _folder(path), []
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"{path.name} is larger than any pack", hint="Is it a pack?")
        data = path.read_bytes()
    except OSError as problem:
        raise InputError(
            f"{path.name} cannot be read: {problem.strerror}", hint="Name a pack."
        ) from None
    return unarchived(data, path.name)


def unarchived(data: bytes, name: str) -> tuple[dict[str, bytes], list[PackFault]]:
    if not data.startswith(_LOCAL) and not zipfile.is_zipfile(io.BytesIO(data)):
        raise InputError(f"{name} is no pack", hint="A pack is a folder or its archive.")
    files, faults = _entries(data)
    if not faults:
        made = archived(files)
        if made != data:
            faults.append(PackFault(_at(files, _differs(made, data)), "the archive was altered"))
    return files, faults


def _entries(data: bytes) -> tuple[dict[str, bytes], list[PackFault]]:
    files: dict[str, bytes] = {}
    faults: list[PackFault] = []
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError):
        return {}, [PackFault("the archive's directory", "it was altered or cut off")]
    with archive:
        for info in archive.infolist():
            shown = info.filename if info.filename.isprintable() else ascii(info.filename)
            if info.filename not in _KNOWN or info.filename in files:
                faults.append(PackFault(shown, "no file of a pack, or twice there"))
            elif info.compress_type != zipfile.ZIP_STORED or info.file_size > len(data):
                faults.append(PackFault(shown, "its entry in the archive was altered"))
            else:
                try:
                    files[info.filename] = archive.read(info)
                except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OSError,
                        RuntimeError):  # fmt: skip
                    faults.append(
                        PackFault(shown, "it was altered: it does not match its checksum")
                    )
    return files, faults


def _folder(path: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for file in sorted(path.iterdir()):
        if file.is_symlink() or not file.is_file():
            raise InputError(f"{file.name} is no file", hint="A pack's folder holds files alone.")
        if file.stat().st_size > _MOST_BYTES:
            raise InputError(f"{file.name} is larger than any file of a pack", hint="Is it a pack?")
        files[file.name] = file.read_bytes()
    return files


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.create_system, info.external_attr = _UNIX, _MODE
    return info


def _differs(made: bytes, data: bytes) -> int:
    """The first place where they part."""
    same, end = 0, min(len(made), len(data))
    while same < end:
        middle = (same + end + 1) // 2
        if made[same:middle] == data[same:middle]:
            same = middle
        else:
            end = middle - 1
    return same


def _at(files: Mapping[str, bytes], offset: int) -> str:
    """Whose part of the archive this is."""
    end = 0
    for name in sorted(files):
        end += 30 + len(name) + len(files[name])
        if offset < end:
            return name
    return "the archive's directory"
