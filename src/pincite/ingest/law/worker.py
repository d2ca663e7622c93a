"""Reads and checks units: called in place, or run as a process that serves batches over pipes."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

from pincite.corpus import Packed, pack
from pincite.errors import SourceError
from pincite.ingest.law import gates
from pincite.ingest.law.pictures import with_pictures
from pincite.ingest.law.readers import Reader, ReadOptions, Unit, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft, Refused, Skipped

Result = Packed | Skipped | Refused


@dataclass(frozen=True, slots=True)
class ReadingJob:
    """What all units of a load have in common."""

    reader: str
    sources: Sources
    options: ReadOptions


def read_unit(chosen: Reader, unit: Unit, job: ReadingJob) -> list[Result]:
    """Read and check one unit. What a reader or a gate refuses is a value here."""
    results: list[Result] = []
    try:
        read = chosen.read(job.sources, unit, job.options)
        for outcome in with_pictures(read, chosen.name, unit, job.sources):
            if isinstance(outcome, Draft):
                reasons = gates.refusals(outcome, min_chunks=job.sources.limits.min_chunks)
                results.extend(map(Refused, reasons))
                if not reasons:
                    results.append(pack(outcome))
            else:
                results.append(outcome)
    except SourceError as error:
        results.append(Refused(error))
    except Exception as problem:
        # A defect of a reader is no reason to lose the place where it showed.
        reason = f"the reader {chosen.name!r} failed on it: {type(problem).__name__}: {problem}"
        hint = "This is a defect of the reader; report it with the file."
        results.append(Refused(SourceError(reason, file=unit.names[0], hint=hint)))
    return results


def serve(batches: Connection, answers: Connection) -> None:
    """Read a ReadingJob, then batches of units until the other side goes away."""
    # Drafts hold no cycles; collecting would only walk them again and again.
    gc.disable()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        job: ReadingJob = batches.recv()
        chosen = reader(job.reader)
        while True:
            batch: list[Unit] = batches.recv()
            answers.send([read_unit(chosen, unit, job) for unit in batch])


def main() -> None:
    """Serve on the two pipes whose numbers are the arguments."""
    serve(
        Connection(int(sys.argv[1]), writable=False), Connection(int(sys.argv[2]), readable=False)
    )
