"""What runs on the machines of a cluster, and what is installed there."""

from __future__ import annotations

import functools
import gc
import hashlib
import pickle
import sys
import tempfile
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

from pincite import errors
from pincite.ingest.law.cluster.carried import Batch, CarriedSources
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.law.worker import ReadingJob, read_unit
from pincite.ingest.sources import SourceLimits

# A reader can import nothing from above these: the layers of the house do not let it.
_LAYERS = ("errors.py", "settings.py", "model", "text", "corpus", "ingest")


@dataclass(frozen=True, slots=True)
class SharedJob:
    """What all batches of a load need: the job without its files, the names of all files (`known`),
    and the content of the profile where that is a file."""

    reader: str
    options: ReadOptions
    limits: SourceLimits
    encoding: str
    known: frozenset[str]
    profile: bytes | None

    @classmethod
    def of(cls, job: ReadingJob) -> SharedJob:
        sources, path = job.sources, Path(job.options.profile or "")
        own = path.read_bytes() if path.suffix == ".toml" and path.is_file() else None
        names = frozenset(sources.names())
        return cls(job.reader, job.options, sources.limits, sources.encoding, names, own)

    def key(self) -> str:
        about = (installed(), self.reader, self.options, self.limits, self.encoding, self.profile)
        return hashlib.sha256(repr((about, sorted(self.known))).encode()).hexdigest()


@functools.cache
def installed() -> tuple[str, ...]:
    """What decides how a file is read: equal wherever a load is read alike."""
    digest, top = hashlib.sha256(), Path(errors.__file__).parent
    for layer in _LAYERS:
        place = top / layer
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"{file.relative_to(top).as_posix()}\0".encode())
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return (
        f"Python {sys.version_info[0]}.{sys.version_info[1]}",
        f"Pincite {metadata.version('pincite')}",
        f"source {digest.hexdigest()[:12]}",
        f"lxml {metadata.version('lxml')}",
    )


def read_batch(shared: bytes, content: bytes) -> bytes:
    """The answer of a reading process, or nothing where the batch needs a file that it has not."""
    # As in a reading process of our own: drafts hold no cycles.
    gc.disable()
    # Both were written by the process that began the load, for this task.
    common: SharedJob = pickle.loads(shared)  # noqa: S301
    carried: CarriedSources
    batch: Batch
    batch, carried = pickle.loads(content)  # noqa: S301
    with tempfile.TemporaryDirectory() as folder:
        options = common.options
        if common.profile is not None:
            path = Path(folder, Path(options.profile or "").name)
            path.write_bytes(common.profile)
            options = replace(options, profile=path)
        carried = replace(carried, known=common.known)
        job, chosen = ReadingJob(common.reader, carried, options), reader(common.reader)
        results = [read_unit(chosen, unit, job) for unit in batch]
    return b"" if carried.missed else pickle.dumps(results)
