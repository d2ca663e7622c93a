"""Writes a corpus to one zip archive, and reads it back: a row is a line of JSON, and each table
has a hash. The same corpus gives the same bytes, from whichever engine."""

from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from pincite.corpus.aside import written_aside
from pincite.corpus.transfer import TABLES, Progress, Table, TableRow, TransferableStore, check
from pincite.errors import LibraryDamaged, LibraryNewer

_FORMAT = 1
_MANIFEST = "manifest.json"
_MOMENT = (1980, 1, 1, 0, 0, 0)
_BYTES = "base64"
_LEVEL = 6
_ROWS_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself: the fingerprint and the audit chain of what it holds, and of
    each table how many rows there are and the hash of their lines."""

    format: int
    fingerprint: str
    chain: list[str]
    tables: dict[str, tuple[int, str]]

    def as_dict(self) -> dict[str, object]:
        return {
            "format": self.format, "fingerprint": self.fingerprint, "audit": self.chain,
            "tables": {name: {"rows": rows, "sha256": digest}
                       for name, (rows, digest) in self.tables.items()},
        }  # fmt: skip


def backup(
    store: TransferableStore, path: Path, progress: Progress = lambda _name, _done: None
) -> Manifest:
    """Write all that a store holds at one moment. The file appears under its name when it is
    whole; what a killed backup left beside it is removed."""
    with written_aside(path) as stream:
        manifest = _archived(store, stream, progress)
    # Where backups were written before; one that was killed then is left there.
    path.with_name(f"{path.name}.part").unlink(missing_ok=True)
    return manifest


def _archived(store: TransferableStore, part: IO[bytes], progress: Progress) -> Manifest:
    tables: dict[str, tuple[int, str]] = {}
    with store.still(), zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for table in TABLES:
            with archive.open(_member(f"{table.name}.jsonl"), "w", force_zip64=True) as stream:
                tables[table.name] = _written(stream, store.carried(table))
            progress(table.name, tables[table.name][0])
        chain = [entry.hash for entry in store.audit()]
        manifest = Manifest(_FORMAT, store.fingerprint(), chain, tables)
        text = json.dumps(manifest.as_dict(), indent=2, sort_keys=True) + "\n"
        archive.writestr(_member(_MANIFEST), text, compresslevel=_LEVEL)
    return manifest


def restore(
    path: Path, store: TransferableStore, progress: Progress = lambda _name, _done: None
) -> Manifest:
    """Fill a store that holds nothing from a backup. Raises LibraryDamaged, with nothing filled,
    where the file is not whole."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(archive)
            with store.filling() as take:
                for table in TABLES:
                    with archive.open(f"{table.name}.jsonl") as stream:
                        take(table, _read(stream, table, manifest.tables[table.name]))
                    progress(table.name, manifest.tables[table.name][0])
                check(store, manifest.fingerprint, manifest.chain)
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError, OSError) as problem:
        raise _broken(path, str(problem)) from problem
    return manifest


def _member(name: str) -> zipfile.ZipInfo:
    """Always of the same day, so that the same rows give the same bytes."""
    member = zipfile.ZipInfo(name, _MOMENT)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    return member


def _written(stream: IO[bytes], rows: Iterable[TableRow]) -> tuple[int, str]:
    digest = hashlib.sha256()
    count = 0
    for lines in _lines(rows):
        joined = "".join(lines).encode()
        digest.update(joined)
        stream.write(joined)
        count += len(lines)
    return count, digest.hexdigest()


def _lines(rows: Iterable[TableRow]) -> Iterator[list[str]]:
    lines: list[str] = []
    for row in rows:
        lines.append(
            json.dumps(row, separators=(",", ":"), ensure_ascii=True, default=_plain) + "\n"
        )
        if len(lines) == _ROWS_AT_ONCE:
            yield lines
            lines = []
    yield lines


def _plain(value: object) -> dict[str, str]:
    return {_BYTES: base64.b64encode(cast(bytes, value)).decode()}


def _read(stream: IO[bytes], table: Table, expected: tuple[int, str]) -> Iterator[TableRow]:
    """Raises LibraryDamaged after the last row where they are not those that were written."""
    digest = hashlib.sha256()
    count = 0
    for line in stream:
        digest.update(line)
        count += 1
        row: list[Any] = json.loads(line, object_hook=_unplain)
        if len(row) != len(table.columns):
            raise LibraryDamaged(f"line {count} of {table.name} has {len(row)} values")
        yield tuple(row)
    if (count, digest.hexdigest()) != expected:
        raise LibraryDamaged(f"the table {table.name} of the backup is not what was written")


def _unplain(value: dict[str, Any]) -> bytes:
    return base64.b64decode(value[_BYTES], validate=True)


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    stated = json.loads(archive.read(_MANIFEST))
    if stated["format"] > _FORMAT:
        raise LibraryNewer(
            f"the backup has format {stated['format']}; this Pincite knows {_FORMAT}"
        )
    tables = {name: (table["rows"], table["sha256"]) for name, table in stated["tables"].items()}
    return Manifest(stated["format"], stated["fingerprint"], stated["audit"], tables)


def _broken(path: Path, why: str) -> LibraryDamaged:
    return LibraryDamaged(
        f"{path.name} is no whole backup: {why}", hint="Take another backup; nothing was restored."
    )
