"""Checks that a downloaded file is whole and of the kind that was asked for.

Each check answers with a fault, in words that follow "the publisher sent", or with nothing.
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import os
import re
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pincite.settings import MIB, Settings

_HEAD = 64 * 1024
_BLOCK = 1 << 20
_LOCAL_HEADER = b"PK\x03\x04"
_web_page = re.compile(rb"\s*(?:\xef\xbb\xbf)?<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_root = re.compile(rb"<([A-Za-z_][\w.:-]*)")
_prolog = re.compile(rb"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>", re.DOTALL)

_READ_FAULTS = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class ZipContents:
    """A zip archive's directory: its comment, and its files in the archive's order."""

    comment: str
    names: tuple[str, ...]

    def ending(self, tail: str) -> str:
        """The first file whose path ends so, whatever the case; empty when there is none."""
        wanted = tail.casefold()
        return next((name for name in self.names if name.casefold().endswith(wanted)), "")


def contents(path: Path) -> ZipContents:
    """The directory of an archive that has been found whole."""
    with zipfile.ZipFile(path) as archive:
        return _directory(archive)


def zip_fault(path: Path, also: Callable[[ZipContents], str] = lambda _contents: "") -> str:
    """Reads the directory at the end, not every member: ingest checks each one as it reads it."""
    try:
        with zipfile.ZipFile(path) as archive, path.open("rb") as raw:
            for info in archive.infolist()[:1] + archive.infolist()[-1:]:
                raw.seek(info.header_offset)
                if raw.read(len(_LOCAL_HEADER)) != _LOCAL_HEADER:
                    return "a zip archive with bytes missing"
            archived = _directory(archive)
    except _READ_FAULTS as problem:
        return _web_page_for(path, "a zip archive") or f"a broken zip archive ({problem})"
    except OSError as problem:
        # A directory that points before the beginning of the file.
        if problem.errno != errno.EINVAL:
            raise
        return "a zip archive with bytes missing"
    return also(archived) if archived.names else "an empty zip archive"


def xml_fault(path: Path, roots: tuple[str, ...]) -> str:
    """Looks at the first and the last tag; ingest parses what is between."""
    head, tail = _ends(path)
    root = _root.search(_prolog.sub(b"", head))
    name = root[1].decode("ascii", "replace") if root else ""
    if name not in roots:
        instead = f"<{name}>" if name else "something else"
        return _web_page_for(path, "XML") or f"{instead} instead of XML with the root <{roots[0]}>"
    return "" if tail.rstrip().endswith(f"</{name}>".encode()) else "XML that is cut short"


def member_head(path: Path, name: str) -> bytes:
    """The beginning of a file of an archive; nothing when it cannot be unpacked."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(name) as member:
            return member.read(_HEAD)
    except (*_READ_FAULTS, OSError, KeyError):
        return b""


def file_head(path: Path) -> bytes:
    return _ends(path)[0]


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def unpack_gzip(packed: Path, whole: Path, limit: int) -> str:
    """Unpacks within a limit; the stream's own checksum proves it. Answers with the fault."""
    size = 0
    try:
        with gzip.open(packed) as stream, whole.open("wb") as out:
            while block := stream.read(_BLOCK):
                size += len(block)
                if size > limit:
                    return f"over {limit:,} bytes, unpacked"
                out.write(block)
            out.flush()
            os.fsync(out.fileno())
    except (gzip.BadGzipFile, EOFError, zlib.error) as problem:
        return f"gzip that cannot be unpacked ({problem})"
    except OSError:
        whole.unlink(missing_ok=True)
        raise
    return ""


def size_notes(path: Path, settings: Settings) -> tuple[str, ...]:
    """What to set before loading a file that is over the limits of reading."""
    sizes = _sizes(path)
    name, size = max(sizes, key=lambda entry: entry[1])
    total = sum(size for _, size in sizes)
    notes: list[str] = []
    if size > settings.max_source_bytes:
        notes.append(_over(name, size, "PINCITE_MAX_SOURCE_BYTES"))
    if path.suffix == ".zip" and total > settings.max_archive_bytes:
        notes.append(_over(path.name, total, "PINCITE_MAX_ARCHIVE_BYTES"))
    return tuple(notes)


def _over(name: str, size: int, setting: str) -> str:
    enough = -(-size // MIB) * MIB
    return f"{name} has {size:,} bytes: set {setting}={enough} to load it"


def _sizes(path: Path) -> list[tuple[str, int]]:
    if path.suffix != ".zip":
        return [(path.name, path.stat().st_size)]
    with zipfile.ZipFile(path) as archive:
        return [(info.filename, info.file_size) for info in archive.infolist()]


def _directory(archive: zipfile.ZipFile) -> ZipContents:
    names = tuple(info.filename for info in archive.infolist() if not info.is_dir())
    return ZipContents(archive.comment.decode("ascii", "replace"), names)


def _web_page_for(path: Path, kind: str) -> str:
    return f"a web page instead of {kind}" if _web_page.match(_ends(path)[0]) else ""


def _ends(path: Path) -> tuple[bytes, bytes]:
    with path.open("rb") as file:
        head = file.read(_HEAD)
        file.seek(max(0, path.stat().st_size - 1024))
        return head, file.read()
