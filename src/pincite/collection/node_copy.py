"""Takes over the derived data of another node of the same library, instead of deriving it again.

All of it is first copied aside and checked; what is then put in place is whole at every moment, and
is still compared with the corpus, document by document, by whoever catches up next.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import uuid
import zlib
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from pincite.collection.law import HeldLaw
from pincite.collection.node_archive import ArchiveReader
from pincite.collection.node_snapshot import (
    FILES,
    HEADER,
    INDEXES,
    VECTORS,
    WORDS,
    Manifest,
    head_of,
    sealed_files,
    snapshot,
    words_of,
)
from pincite.corpus.file_lock import in_turn
from pincite.corpus.sqlite.derived import DerivedFile, turn_of
from pincite.encoders.appended import AppendedBlock, AppendedFiles
from pincite.errors import InputError, LibraryDamaged, NoSpace
from pincite.indexes.catalogue import FILE as REGISTER
from pincite.indexes.sealed import unsealed

# The files that each kind of vectors is kept in, in the order of its log, by one that it alone has.
_KEPT_IN = {
    "dense.f16": ("hashes.bin", "dense.f16"),
    "tokens.i8": ("hashes.bin", "counts.u32", "scales.f32", "tokens.i8"),
    "weights.f16": ("hashes.bin", "counts.u32", "terms.i32", "weights.f16"),
}
_HASH_BYTES = 16
_ASIDE = ".fetching"
_BUSY_SECONDS = 10.0
_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class NodeCopy:
    """What was taken over: how many files and bytes."""

    files: int
    bytes: int


def copy_from_folder(held: HeldLaw, other: HeldLaw) -> NodeCopy:
    """Take over what is derived in the folder of another node. Raises InputError where that is of
    another corpus or not ready, LibraryDamaged where it is damaged, LibraryBusy, NoSpace."""
    if other.folder.resolve() == held.folder.resolve():
        raise InputError("that is this library's own folder", hint="Name another node's folder.")
    with _aside(held.folder) as aside, snapshot(other.folder, other.store) as taken:
        _check_corpus(held, taken.manifest, str(other.folder))
        _check_room(held.folder, taken.manifest)
        for file in taken.manifest.files:
            path = aside / file.name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as stream:
                stream.writelines(taken.read(file))
            os.utime(path, ns=(file.modified, file.modified))
        return _taken_over(held, aside, taken.manifest, str(other.folder))


def copy_from_stream(
    held: HeldLaw, reader: Callable[[], ArchiveReader], most: int, place: str
) -> NodeCopy:
    """The same from another node's stream, of so many bytes at most. Raises FetchError where it
    breaks off or was altered, too."""
    with _aside(held.folder) as aside:
        archive = reader()
        manifest = archive.manifest
        _check_corpus(held, manifest, place)
        if manifest.size > most:
            raise InputError(
                f"the copy has {manifest.size} bytes, more than may be fetched",
                hint="Raise PINCITE_MAX_FETCH_BYTES if you trust that node.",
            )
        _check_room(held.folder, manifest)
        archive.unpack(aside)
        return _taken_over(held, aside, manifest, place)


@contextmanager
def _aside(folder: Path) -> Generator[Path]:
    """An empty folder for the copy; what a killed one left is removed."""
    with in_turn(folder / f"{_ASIDE}.lock", 0.0, "copying another node"):
        shutil.rmtree(folder / _ASIDE, ignore_errors=True)
        (folder / _ASIDE).mkdir()
        try:
            yield folder / _ASIDE
        finally:
            shutil.rmtree(folder / _ASIDE, ignore_errors=True)


def _check_corpus(held: HeldLaw, manifest: Manifest, place: str) -> None:
    known, head = head_of(held.store, manifest.revision)
    if known and head == manifest.head:
        return
    newest, _ = head_of(held.store)
    if manifest.revision > newest:
        raise InputError(
            f"{place} is of a later state of the corpus ({manifest.revision}) than this library"
            f" ({newest}), or of another corpus",
            hint="Copy only between nodes of one library; its history is `pincite audit log`.",
        )
    raise InputError(
        f"{place} is derived from another corpus: entry {manifest.revision} of its audit log is not"
        " the one here",
        hint="Name a node of the same library; `pincite index` alone derives everything here.",
    )


def _check_room(folder: Path, manifest: Manifest) -> None:
    if shutil.disk_usage(folder).free < manifest.size:
        raise NoSpace(f"{manifest.size} bytes are to be copied, and {folder} has no room for them")


def _taken_over(held: HeldLaw, aside: Path, manifest: Manifest, place: str) -> NodeCopy:
    _check_sealed(aside, place)
    vectors = [_checked_vectors(each, place) for each in (aside / VECTORS).glob("*/")]
    opened: dict[str, sqlite3.Connection] = {}
    try:
        for name, file in FILES.items():
            if (aside / name).is_file():
                opened[name] = _checked_database(aside / name, file, place)
        _check_words(aside, opened[f"{INDEXES}/{REGISTER.file}"], place)
        indexes = held.folder / INDEXES
        indexes.mkdir(parents=True, exist_ok=True)
        with in_turn(indexes / "encoding.lock", 0.0, "encoding what is here"):
            for each in vectors:
                _take_vectors(each, held.folder / VECTORS / each.folder.name)
            _replace_sealed(aside, held.folder)
            _name_words(aside, opened[f"{INDEXES}/{REGISTER.file}"], indexes)
            for name, connection in opened.items():
                _take_database(connection, FILES[name], held.folder / name)
    finally:
        for connection in opened.values():
            connection.close()
    return NodeCopy(len(manifest.files), manifest.size)


# Checking.


def _damaged(place: str, what: str) -> LibraryDamaged:
    return LibraryDamaged(
        f"{what} of {place} is damaged, or of another version",
        hint="Run `pincite index` there, which makes it again, then copy once more.",
    )


def _checked_database(path: Path, file: DerivedFile, place: str) -> sqlite3.Connection:
    connection, anew = file.open(path, _BUSY_SECONDS)
    if anew:
        connection.close()
        raise _damaged(place, f"the {file.name}")
    return connection


def _check_words(aside: Path, register: sqlite3.Connection, place: str) -> None:
    _, files, _ = words_of(register)
    for name, (size, _, checksum) in files.items():
        path = aside / WORDS / name
        if not path.is_file() or path.stat().st_size != size or _checksum(path) != checksum:
            raise _damaged(place, "the index of words")


def _checksum(path: Path) -> int:
    found = 0
    with path.open("rb") as stream:
        while read := stream.read(_AT_ONCE):
            found = zlib.crc32(read, found)
    return found


def _check_sealed(aside: Path, place: str) -> None:
    for path in sealed_files(aside):
        if unsealed(path) is None:
            raise _damaged(place, path.relative_to(aside).as_posix())


@dataclass(frozen=True, slots=True)
class _Vectors:
    """A folder of vectors: its files in the order of its log, and its blocks."""

    folder: Path
    names: tuple[str, ...]
    header: dict[str, object]
    files: AppendedFiles

    def payloads(self, block: AppendedBlock) -> list[bytes]:
        return [
            _payload(self.folder / name, span.start, span.end)
            for name, span in zip(self.names, block.spans, strict=True)
        ]

    def texts(self, *, whole: bool = True) -> set[bytes]:
        """The hashes of the texts in blocks that are whole, or in those that are not."""
        first = self.folder / self.names[0]
        return {
            digest
            for block in self.files.blocks
            if block.whole == whole and block.spans
            for digest in _split(_payload(first, block.spans[0].start, block.spans[0].end))
        }


def _checked_vectors(folder: Path, place: str) -> _Vectors:
    """Every block is compared with its checksum. One that rotted is never served; its texts must
    have been encoded again since."""
    try:
        header = json.loads((folder / HEADER).read_text("utf-8"))
        names = next(names for only, names in _KEPT_IN.items() if (folder / only).is_file())
    except (ValueError, StopIteration):
        raise _damaged(place, f"the folder of vectors {folder.name}") from None
    found = _Vectors(folder, names, header, AppendedFiles(folder, names, header))
    if not found.texts() >= found.texts(whole=False):
        raise _damaged(place, f"the folder of vectors {folder.name}")
    return found


# Putting in place.


def _take_vectors(copied: _Vectors, kept: Path) -> None:
    """As they are, where there are none of this encoder yet; else the blocks with a text that has
    no vector here."""
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        copied.folder.rename(kept)
        return
    with closing(AppendedFiles(kept, copied.names, copied.header)) as files:
        files.hold()
        known = _Vectors(kept, copied.names, copied.header, files).texts()
        for block in copied.files.blocks:
            if block.whole:
                payloads = copied.payloads(block)
                if not known.issuperset(_split(payloads[0])):
                    files.append(payloads)


def _payload(path: Path, start: int, end: int) -> bytes:
    with path.open("rb") as stream:
        stream.seek(start)
        return stream.read(end - start)


def _split(hashes: bytes) -> list[bytes]:
    return [hashes[at : at + _HASH_BYTES] for at in range(0, len(hashes), _HASH_BYTES)]


def _replace_sealed(aside: Path, folder: Path) -> None:
    """Each says what it was made of, and is left aside where that is not what is here."""
    for path in sealed_files(aside):
        target = folder / path.relative_to(aside)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)


def _name_words(aside: Path, register: sqlite3.Connection, indexes: Path) -> None:
    """Nobody reads them before the register names them. It forgets which state of the corpus it is
    of, and what it counts of the vectors: whoever catches up compares every document, and counts
    what is here. Its generation is a later one than was ever here."""
    name = f"words-{uuid.uuid4().hex[:12]}"
    (aside / WORDS).rename(indexes / name)
    with closing(sqlite3.connect(indexes / REGISTER.file)) as here:
        numbers = [_generation(register), _generation(here) if _has_state(here) else 0]
    register.execute("BEGIN IMMEDIATE")
    register.executemany(
        "INSERT OR REPLACE INTO state VALUES (?, ?)",
        [("folder", name), ("generation", str(max(numbers) + 1))],
    )
    register.execute("DELETE FROM state WHERE name IN ('revision', 'vectors')")
    register.execute("COMMIT")


def _has_state(register: sqlite3.Connection) -> bool:
    tables = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'state'"
    return register.execute(tables).fetchone() is not None


def _generation(register: sqlite3.Connection) -> int:
    found = register.execute("SELECT value FROM state WHERE name = 'generation'").fetchone()
    return int(found[0]) if found else 0


def _take_database(copied: sqlite3.Connection, file: DerivedFile, path: Path) -> None:
    """In one transaction of the file that is there: whoever reads it sees the old or the new."""
    connection, _ = file.open(path, _BUSY_SECONDS)
    with closing(connection), in_turn(turn_of(path)), file.errors():
        copied.backup(connection)
