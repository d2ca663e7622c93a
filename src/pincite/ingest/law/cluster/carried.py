"""The files of a batch in memory, on their way to a machine that does not see our disk."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.errors import SourceError
from pincite.ingest.law.readers import Unit
from pincite.ingest.sources import SourceFile, Sources

Batch = list[Unit]


@dataclass(frozen=True, slots=True)
class CarriedSources(Sources):
    """Answers what a reader's `read` asks of Sources, and no more. `known` are the names of all
    files of the load; a file that is asked for and was not carried is noted in `missed`."""

    files: dict[str, SourceFile] = field(default_factory=dict[str, SourceFile])
    parts: dict[tuple[str, int], bytes] = field(default_factory=dict[tuple[str, int], bytes])
    known: frozenset[str] = frozenset()
    missed: list[str] = field(default_factory=list[str])

    def __contains__(self, name: str) -> bool:
        return name in self.known

    def read(self, name: str) -> SourceFile:
        if name not in self.files:
            self.missed.append(name)
        return self.files[name]

    def byte_lines(self, name: str, start: int, end: int) -> Iterator[bytes]:
        if (name, start) not in self.parts:
            self.missed.append(name)
        yield from io.BytesIO(self.parts[name, start])

    def key(self, batch: Batch, load: str) -> str:
        """A name that this batch has only with this content, in a load like this one."""
        # Not the hash of a pickle, which may differ from run to run.
        parts = [load, *map(repr, batch)]
        parts += [f"{name!r} {file.source.sha256}" for name, file in self.files.items()]
        parts += [f"{at!r} {hashlib.sha256(part).hexdigest()}" for at, part in self.parts.items()]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def carry(sources: Sources, batch: Batch) -> CarriedSources | None:
    """The files of a batch; None where one cannot be read, and then it is to be read here, where
    the reader is told why."""
    carried = CarriedSources(sources.reader, sources.limits, sources.encoding)
    try:
        for unit in batch:
            if unit.start is None:
                carried.files.update((name, sources.read(name)) for name in unit.names)
            else:
                name, end = unit.names[0], unit.start + unit.size
                part = b"".join(sources.byte_lines(name, unit.start, end))
                carried.parts[name, unit.start] = part
    except (SourceError, OSError):
        return None
    return carried
