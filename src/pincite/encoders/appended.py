"""Files that only grow, several in step, block by block; the ground of the vector stores.

A block is written to every file and brought to disk before its line is written to the log, so a
process that is killed leaves at most bytes that no line speaks of; the next writer cuts them off.
A line holds where its block lies in each file and a checksum of it: a block that rotted on disk is
left out, and so is one whose line rotted. Checksums are computed again when a file has another time
than when they last were, or is shorter; where it is longer, only those of what has come: to read
gigabytes at every start would take longer than to search.
"""

from __future__ import annotations

import fcntl
import json
import os
import struct
import uuid
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pincite.errors import IndexUnusable, LibraryBusy

_HEADER = "header.json"
_LOG = "blocks.bin"
_LOCK = "writing"
_CHECKED = "checked.json"
_READ = 1 << 20


@dataclass(frozen=True, slots=True)
class ByteSpan:
    """Where a block lies in one file, in bytes."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AppendedBlock:
    """One append: where it lies in each of the files, and whether that still is what was written.
    Without spans where its line cannot be read."""

    spans: tuple[ByteSpan, ...]
    whole: bool


def log_sizes(folder: Path) -> dict[str, int]:
    """The bytes that each store's log has now, by the name of its folder."""
    return {log.parent.name: log.stat().st_size for log in folder.glob(f"*/{_LOG}")}


class AppendedFiles:
    """Several files that grow together. Readers see the blocks that were there when they opened;
    `refresh` looks again. The first append takes the lock of the one writer, and holds it until
    `close`. With `upto`, a reader sees no more than that many bytes of the log, ever. `doubting`,
    it reads every block again, whenever that was last done."""

    def __init__(
        self,
        folder: Path,
        names: Sequence[str],
        header: Mapping[str, object],
        upto: int | None = None,
        *,
        doubting: bool = False,
    ) -> None:
        self.folder = folder
        self._upto = upto
        self._log_path = folder / _LOG
        self._paths = [folder / name for name in names]
        # A line: start, end and checksum for each file, and a checksum of the line itself.
        self._line = struct.Struct("<" + "QQI" * len(names) + "I")
        self._lock: BinaryIO | None = None
        self._logged = 0
        self.blocks: list[AppendedBlock] = []
        self._prepare(dict(header))
        # Blocks up to here were checked before, and these of them were not whole.
        self._checked, self._broken = (0, frozenset[int]()) if doubting else self._checked_before()
        stamps = self._stamps()
        self.refresh()
        if len(self.blocks) > self._checked and stamps == self._stamps():
            self._note_checked(stamps)

    def refresh(self) -> bool:
        """Read the lines that were added to the log; True where there were any."""
        log = self._log()
        known = len(self.blocks)
        size = self._line.size
        for at in range(self._logged, len(log) - size + 1, size):
            block = self._block(log[at : at + size], len(self.blocks))
            if not block.spans and at + 2 * size > len(log):
                break  # the last line is being written, or was when its writer was killed
            self.blocks.append(block)
        self._logged = len(self.blocks) * size
        return len(self.blocks) > known

    def append(self, payloads: Sequence[bytes]) -> AppendedBlock:
        """One block, a payload for each file; on disk when this returns. Raises LibraryBusy where
        another process is writing; call `hold` first where what is there decides what is added."""
        self.hold()
        ends = self._ends()
        fields: list[int] = []
        spans: list[ByteSpan] = []
        for path, start, payload in zip(self._paths, ends, payloads, strict=True):
            _extend(path, start, payload)
            spans.append(ByteSpan(start, start + len(payload)))
            fields += [start, start + len(payload), zlib.crc32(payload)]
        _extend(self._log_path, self._logged, self._sealed(fields))
        self._logged += self._line.size
        self.blocks.append(AppendedBlock(tuple(spans), whole=True))
        return self.blocks[-1]

    def hold(self) -> None:
        """Become the one writer, know all that is there, and cut off what a killed one left."""
        if self._lock:
            return
        if self._upto is not None:
            raise ValueError("what was opened up to a point is only read")
        stream = (self.folder / _LOCK).open("wb")
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            stream.close()
            raise LibraryBusy(f"another process is writing vectors to {self.folder}") from None
        self._lock = stream
        self.refresh()
        ends = {**dict(zip(self._paths, self._ends(), strict=True)), self._log_path: self._logged}
        for path, end in ends.items():
            if path.exists() and path.stat().st_size > end:
                os.truncate(path, end)

    def close(self) -> None:
        if self._lock:
            self._note_checked(self._stamps())
            self._lock.close()
            self._lock = None

    def _prepare(self, header: dict[str, object]) -> None:
        path = self.folder / _HEADER
        try:
            found = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            self.folder.mkdir(parents=True, exist_ok=True)
            fresh = path.with_name(_unused(_HEADER))
            fresh.write_text(json.dumps(header, sort_keys=True), "utf-8")
            fresh.replace(path)
            return
        except (OSError, ValueError):
            found = None
        if found != header:
            raise IndexUnusable(
                f"the vectors in {self.folder} are not those of this encoder",
                hint="Delete that folder; its vectors are made again from the texts.",
            )

    def _log(self) -> bytes:
        try:
            return self._log_path.read_bytes()[: self._upto]
        except FileNotFoundError:
            return b""

    def _stamps(self) -> dict[str, list[int]]:
        """Size and time of each file."""
        found: dict[str, list[int]] = {}
        for path in (self._log_path, *self._paths):
            with suppress(FileNotFoundError):
                known = path.stat()
                found[path.name] = [known.st_size, known.st_mtime_ns]
        return found

    def _checked_before(self) -> tuple[int, frozenset[int]]:
        with suppress(OSError, ValueError, KeyError, TypeError):
            kept = json.loads((self.folder / _CHECKED).read_text("utf-8"))
            if _only_grew(kept["files"], self._stamps()):
                return int(kept["blocks"]), frozenset(map(int, kept["broken"]))
        return 0, frozenset()

    def _note_checked(self, stamps: dict[str, list[int]]) -> None:
        broken = [at for at, block in enumerate(self.blocks) if block.spans and not block.whole]
        noted = {"files": stamps, "blocks": len(self.blocks), "broken": broken}
        fresh = self.folder / _unused(_CHECKED)
        with suppress(OSError):
            fresh.write_text(json.dumps(noted), "utf-8")
            fresh.replace(self.folder / _CHECKED)

    def _block(self, line: bytes, number: int) -> AppendedBlock:
        *fields, seal = self._line.unpack(line)
        if zlib.crc32(line[:-4]) != seal:
            return AppendedBlock((), whole=False)
        spans = [ByteSpan(*fields[at : at + 2]) for at in range(0, len(fields), 3)]
        whole = number not in self._broken
        if number >= self._checked:
            whole = all(
                _checksum(path, span) == fields[3 * at + 2]
                for at, (path, span) in enumerate(zip(self._paths, spans, strict=True))
            )
        return AppendedBlock(tuple(spans), whole)

    def _sealed(self, fields: list[int]) -> bytes:
        line = self._line.pack(*fields, 0)[:-4]
        return line + struct.pack("<I", zlib.crc32(line))

    def _ends(self) -> list[int]:
        known = [block.spans for block in self.blocks if block.spans]
        return [span.end for span in known[-1]] if known else [0] * len(self._paths)


def _only_grew(before: Mapping[str, Sequence[int]], now: Mapping[str, Sequence[int]]) -> bool:
    """Whether each file is the one that it was, or that one with more behind it."""
    return before.keys() <= now.keys() and all(
        now[name][0] > size or list(now[name]) == [size, time]
        for name, (size, time) in before.items()
    )


def _unused(name: str) -> str:
    """A name beside it that no other thread or process writes to."""
    return f"{name}.{uuid.uuid4().hex[:12]}"


def _extend(path: Path, start: int, payload: bytes) -> None:
    with path.open("ab") as stream:
        if stream.tell() < start:
            # Bytes of an earlier block are gone; what follows must still lie where its line says.
            stream.truncate(start)
        stream.write(payload)
        stream.flush()
        os.fsync(stream.fileno())


def _checksum(path: Path, span: ByteSpan) -> int:
    found, left = 0, span.end - span.start
    try:
        with path.open("rb") as stream:
            stream.seek(span.start)
            while left and (read := stream.read(min(left, _READ))):
                found = zlib.crc32(read, found)
                left -= len(read)
    except FileNotFoundError:
        return -1
    return -1 if left else found
