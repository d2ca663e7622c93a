"""The derived data of a library's folder as one state, while others read and write it."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pincite.citations.index.file import FILE as CITATIONS
from pincite.corpus import CorpusStore
from pincite.corpus.sqlite.derived import DerivedFile
from pincite.errors import InputError, LibraryBusy
from pincite.indexes.catalogue import FILE as REGISTER
from pincite.indexes.links import FILE as LINKS
from pincite.scope.index_file import FILE as SCOPE
from pincite.search.library_index import FOLDER as INDEXES

FILES: dict[str, DerivedFile] = {
    f"{INDEXES}/{REGISTER.file}": REGISTER,
    SCOPE.file: SCOPE,
    CITATIONS.file: CITATIONS,
}
"""The databases, by their place in a library's folder."""
WORDS = f"{INDEXES}/words"
VECTORS = f"{INDEXES}/vectors"
_SEALED = (f"{INDEXES}/graphs/**/*", f"{INDEXES}/postings/**/*", f"{INDEXES}/{LINKS}*")
HEADER, LOG = "header.json", "blocks.bin"
# What a folder of vectors holds for its own process alone.
_OWN = ("writing", "checked.json")
_ASIDE = ".copying-"
_FORGOTTEN_SECONDS = 24 * 3600.0
_ATTEMPTS = 8


@dataclass(frozen=True, slots=True)
class CopiedFile:
    """A file of the copy: its place in a library's folder, its size, and when it was written."""

    name: str
    size: int
    modified: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a copy holds, and of which corpus it is: `head` is the hash of entry `revision` of the
    audit log, which covers all entries before it."""

    revision: int
    head: str
    files: tuple[CopiedFile, ...]

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class NodeSnapshot:
    """A manifest, and where the bytes of each of its files are for as long as this is held."""

    manifest: Manifest
    places: dict[str, Path]

    def read(self, file: CopiedFile, at_once: int = 1 << 20) -> Iterator[bytes]:
        """As many bytes as its size says: what has grown since is left out."""
        left = file.size
        with self.places[file.name].open("rb") as stream:
            while left > 0:
                # Only the end of a file of vectors can have been cut off, which no line speaks of.
                read = stream.read(min(left, at_once)) or bytes(min(left, at_once))
                left -= len(read)
                yield read


@contextmanager
def snapshot(folder: Path, store: CorpusStore) -> Generator[NodeSnapshot]:
    """Of a library's folder, whatever others change meanwhile. Raises InputError where nothing was
    indexed there to its end, LibraryBusy where it changes all the time."""
    _tidy(folder)
    aside = Path(tempfile.mkdtemp(prefix=_ASIDE, dir=folder))
    try:
        places = dict(_databases(folder, aside))
        # After the databases: they speak of no vector that comes later.
        places |= dict(_vectors(folder)) | dict(_sealed(folder, aside))
        revision, head = head_of(store)
        yield NodeSnapshot(Manifest(revision, head, tuple(_described(places))), places)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def head_of(store: CorpusStore, revision: int | None = None) -> tuple[int, str]:
    """The number and hash of an entry of the audit log, without a number the last one; no hash
    where there is none."""
    found = (0, "")
    for entry in store.audit():
        if revision is None or entry.seq == revision:
            found = (entry.seq, entry.hash)
    return found


def words_of(register: sqlite3.Connection) -> tuple[str, dict[str, list[int]], bool]:
    """The folder of the words that a register names, its files with size, time and checksum, and
    whether all of a corpus was ever indexed."""
    state = dict(register.execute("SELECT name, value FROM state"))
    return (
        state.get("folder") or "words",
        json.loads(state.get("files") or "{}"),
        "revision" in state,
    )


def _databases(folder: Path, aside: Path) -> Iterator[tuple[str, Path]]:
    for name in FILES:
        if not (folder / name).is_file():
            continue
        kept = aside / Path(name).name
        if name.startswith(INDEXES):
            yield from _register(folder, aside, folder / name, kept)
        else:
            _backed_up(folder / name, kept)
        yield name, kept
    if not (folder / INDEXES / REGISTER.file).is_file():
        raise _unfinished(folder)


def _register(folder: Path, aside: Path, file: Path, kept: Path) -> Iterator[tuple[str, Path]]:
    """The words that it names are linked: another may remove their folder at any moment."""
    for attempt in range(_ATTEMPTS):
        _backed_up(file, kept)
        with closing(sqlite3.connect(kept)) as register:
            name, files, whole = words_of(register)
        if not whole:
            raise _unfinished(folder)
        linked = aside / f"words-{attempt}"
        with suppress(FileNotFoundError):
            words = folder / INDEXES / name
            found = [one for one in words.iterdir() if one.suffix != ".lock"]
            for one in found:
                _linked(one, linked / one.name)
            if {one.name for one in found} >= set(files):
                yield from ((f"{WORDS}/{one.name}", linked / one.name) for one in found)
                return
    raise LibraryBusy(f"the index in {folder} changes all the time")


def _unfinished(folder: Path) -> InputError:
    return InputError(
        f"nothing was indexed to its end in {folder}", hint="Run `pincite index` there first."
    )


def _backed_up(file: Path, kept: Path) -> None:
    kept.unlink(missing_ok=True)
    with (
        FILES_BY_NAME[file.name].errors(),
        closing(sqlite3.connect(file)) as source,
        closing(sqlite3.connect(kept)) as target,
    ):
        source.backup(target)
        # One file, without a log beside it.
        target.execute("PRAGMA journal_mode = DELETE")


FILES_BY_NAME = {Path(name).name: file for name, file in FILES.items()}


def _vectors(folder: Path) -> Iterator[tuple[str, Path]]:
    """They only grow. The log comes first: what it speaks of is in the other files by then."""
    for of_encoder in sorted((folder / VECTORS).glob("*/")):
        names = [one.name for one in of_encoder.iterdir() if one.is_file()]
        own = [name for name in sorted(names) if name.startswith(_OWN) or ".json." in name]
        rest = sorted(set(names) - set(own) - {HEADER, LOG})
        if HEADER in names and LOG in names and rest:
            for name in (LOG, HEADER, *rest):
                yield f"{VECTORS}/{of_encoder.name}/{name}", of_encoder / name


def _sealed(folder: Path, aside: Path) -> Iterator[tuple[str, Path]]:
    for file in sealed_files(folder):
        name = file.relative_to(folder).as_posix()
        with suppress(FileNotFoundError):
            _linked(file, aside / "sealed" / name)
            yield name, aside / "sealed" / name


def sealed_files(folder: Path) -> list[Path]:
    """What was written aside in a library's folder, and renamed when it was whole."""
    every = (file for pattern in _SEALED for file in folder.glob(pattern))
    return sorted(
        file for file in every if file.is_file() and file.suffix not in (".part", ".lock")
    )


def _described(places: dict[str, Path]) -> Iterator[CopiedFile]:
    for name, path in places.items():
        known = path.stat()
        yield CopiedFile(name, known.st_size, known.st_mtime_ns)


def _linked(file: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(file, target)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copy2(file, target)


def _tidy(folder: Path) -> None:
    """What a killed process left."""
    for left in folder.glob(f"{_ASIDE}*"):
        with suppress(FileNotFoundError):
            if left.stat().st_mtime < time.time() - _FORGOTTEN_SECONDS:
                shutil.rmtree(left, ignore_errors=True)
