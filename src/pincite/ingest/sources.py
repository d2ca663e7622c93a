"""The files of a load: folders, single files and zip archives, read whole and within limits.

Nothing is unpacked to disk and no link out of the given paths is followed.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pincite.errors import InputError, SourceMalformed, SourceTooLarge, SourceUnsafe
from pincite.model import Source

if TYPE_CHECKING:
    from pincite.settings import Settings

_CHUNK = 1 << 20


class SourceLimits(NamedTuple):
    """The limits on what is read. A reading process gets only these of all settings."""

    max_source_bytes: int
    max_archive_bytes: int
    max_archive_ratio: int
    min_chunks: int

    @classmethod
    def of(cls, settings: Settings) -> SourceLimits:
        return cls(*(getattr(settings, name) for name in cls._fields))


class _Place(NamedTuple):
    """Where a file is: on disk, or a member of an archive."""

    file: Path
    member: str
    size: int


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file's bytes and the record that is kept of it."""

    source: Source
    data: bytes

    @property
    def name(self) -> str:
        return self.source.name


@dataclass(frozen=True, slots=True)
class Sources:
    """Every file below the given paths by a name relative to them, in one order on any machine."""

    reader: str
    limits: SourceLimits
    encoding: str = ""
    _places: dict[str, _Place] = field(default_factory=dict[str, "_Place"])

    @classmethod
    def of(
        cls, paths: list[Path], *, reader: str, settings: Settings, encoding: str = ""
    ) -> Sources:
        places: dict[str, _Place] = {}
        limits = SourceLimits.of(settings)
        for path in paths:
            if not path.exists():
                raise InputError(
                    f"no such file or folder: {path}", hint="Check the path's spelling."
                )
            for name, place in _walk(path, limits):
                taken = name in places and places[name] != place
                places[f"{path.name}/{name}" if taken else name] = place
        return cls(reader, limits, encoding, dict(sorted(places.items())))

    def names(self) -> list[str]:
        return list(self._places)

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def size(self, names: Iterable[str]) -> int:
        """How many bytes these files have, unpacked."""
        return sum(self._places[name].size for name in names)

    def read(self, name: str) -> SourceFile:
        """The file's bytes. Raises SourceTooLarge, SourceUnsafe or SourceMalformed."""
        file, member, size = self._places[name]
        limit = self.limits.max_source_bytes
        if member:
            data = _read_member(file, member, limit, name)
        else:
            if size > limit:
                raise SourceTooLarge(f"{size:,} bytes; the limit is {limit:,}", file=name)
            with file.open("rb", buffering=0) as stream:
                data = stream.read()
        digest = hashlib.sha256(data).hexdigest()
        return SourceFile(Source(digest, name, len(data), self.reader), data)

    def text(self, name: str) -> tuple[SourceFile, str]:
        """A text file decoded strictly: as UTF-8, by its byte-order mark, or as --encoding says."""
        file = self.read(name)
        return file, decode(file.data, name=name, encoding=self.encoding)

    def lines(self, name: str) -> Iterator[tuple[int, bytes]]:
        """The lines of a file of any size, numbered from 1, each within the document limit."""
        file, member, _ = self._places[name]
        limit = self.limits.max_source_bytes
        with _open(file, member) as stream:
            number = 0
            while line := stream.readline(limit + 1):
                number += 1
                if len(line) > limit:
                    raise SourceTooLarge(
                        f"a line over {limit:,} bytes", file=name, place=f"line {number}"
                    )
                yield number, line

    def byte_lines(self, name: str, start: int, end: int) -> Iterator[bytes]:
        """The lines that begin from byte `start` up to, not at, `end`; `start` begins a line."""
        file, member, _ = self._places[name]
        limit = self.limits.max_source_bytes
        with _open(file, member) as stream:
            stream.seek(start)
            while start < end and (line := stream.readline(limit + 1)):
                if len(line) > limit:
                    raise SourceTooLarge(
                        f"a line over {limit:,} bytes", file=name, place=f"byte {start:,}"
                    )
                start += len(line)
                yield line

    def packed(self, name: str) -> bool:
        """Whether the file is a member of an archive, where seeking means unpacking again."""
        return bool(self._places[name].member)

    def digest(self, name: str) -> Source:
        """The record of a file that is read by lines, without holding it in memory."""
        file, member, _ = self._places[name]
        total, digest = 0, hashlib.sha256()
        with _open(file, member) as stream:
            while block := stream.read(_CHUNK):
                digest.update(block)
                total += len(block)
        return Source(digest.hexdigest(), name, total, self.reader)


def decode(data: bytes, *, name: str, encoding: str = "") -> str:
    if not encoding:
        marks = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
        encoding = next((codec for mark, codec in marks if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except LookupError as problem:
        raise InputError(f"unknown encoding {encoding!r}", hint="Try utf-8 or cp1252.") from problem
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise SourceMalformed(
            f"not {encoding}: byte 0x{data[problem.start]:02x}",
            file=name,
            place=f"line {line}",
            hint="Say what it is, for example --encoding cp1252, or convert it to UTF-8.",
        ) from problem
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise SourceMalformed(
            "a NUL character: not a text file",
            file=name,
            place=f"line {line}",
            hint="If it is UTF-16 without a byte-order mark, pass --encoding utf-16-le.",
        )
    return text


def _walk(path: Path, limits: SourceLimits) -> Iterator[tuple[str, _Place]]:
    if not path.is_file():
        yield from _below(path, "")
    elif path.suffix == ".zip":
        yield from _members(path, limits)
    else:
        yield path.name, _Place(path, "", path.stat().st_size)


def _below(folder: Path, prefix: str) -> Iterator[tuple[str, _Place]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") or entry.is_symlink():
                continue
            name = f"{prefix}{entry.name}"
            if entry.is_dir():
                yield from _below(Path(entry.path), f"{name}/")
            elif entry.is_file():
                yield name, _Place(Path(entry.path), "", entry.stat().st_size)


def _members(path: Path, limits: SourceLimits) -> Iterator[tuple[str, _Place]]:
    try:
        with zipfile.ZipFile(path) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
    except zipfile.BadZipFile as problem:
        raise SourceMalformed(f"not a zip archive: {problem}", file=path.name) from problem
    total = sum(info.file_size for info in infos)
    if total > limits.max_archive_bytes:
        raise SourceUnsafe(
            f"unpacks to {total:,} bytes; the limit is {limits.max_archive_bytes:,}",
            file=path.name,
        )
    for info in infos:
        packed = max(info.compress_size, 1)
        if info.file_size > _CHUNK and info.file_size / packed > limits.max_archive_ratio:
            raise SourceUnsafe(
                f"unpacks {info.file_size // packed} times its size; "
                f"the limit is {limits.max_archive_ratio}",
                file=path.name,
                place=info.filename,
            )
        if info.filename.startswith("/") or ".." in Path(info.filename).parts:
            raise SourceUnsafe("a name outside the archive", file=path.name, place=info.filename)
        yield info.filename, _Place(path, info.filename, info.file_size)


def _open(file: Path, member: str):
    return zipfile.ZipFile(file).open(member) if member else file.open("rb")


def _read_member(file: Path, member: str, limit: int, name: str) -> bytes:
    try:
        with zipfile.ZipFile(file) as archive, archive.open(member) as stream:
            data = stream.read(limit + 1)
    except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError) as problem:
        raise SourceMalformed(f"cannot unpack: {problem}", file=name) from problem
    if len(data) > limit:
        raise SourceTooLarge(f"over {limit:,} bytes unpacked", file=name)
    return data
