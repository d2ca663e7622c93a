"""Reads the units of a load, here or in several processes, and gives back results in unit order."""

from __future__ import annotations

import pickle
import queue
from collections import deque
from collections.abc import Iterator
from contextlib import closing

from pincite.errors import SourceMalformed
from pincite.ingest.child_process import Arrival, Child, processes
from pincite.ingest.law import cluster as elsewhere
from pincite.ingest.law.readers import Reader, ReadOptions, Unit
from pincite.ingest.law.worker import ReadingJob, Result, read_unit
from pincite.ingest.sources import Sources
from pincite.settings import Settings

# A batch is what one worker reads between two messages; small loads are not worth a second process.
_BATCH_BYTES = 2_000_000
_WORTH_A_POOL = 8_000_000
_START = "from pincite.ingest.law.worker import main; main()"
# Batches that a worker has in hand, the one it reads included; with the answers that wait for an
# earlier one, two more, this bounds memory.
_AHEAD = 2


def results(
    chosen: Reader,
    sources: Sources,
    units: list[Unit],
    options: ReadOptions,
    settings: Settings,
    cluster: elsewhere.Cluster | None = None,
) -> Iterator[tuple[int, Unit, list[Result]]]:
    """(units done, the unit, what became of it), in the order of the units."""
    job = ReadingJob(chosen.name, sources, options)
    if cluster is not None:
        with closing(elsewhere.read(cluster, job, list(_batches(sources, units)))) as read:
            yield from _numbered(read)
        return
    workers = processes(settings.workers)
    total = sum(_size(sources, unit) for unit in units)
    if workers < 2 or len(units) < 2 or total < _WORTH_A_POOL:
        for number, unit in enumerate(units, 1):
            yield number, unit, read_unit(chosen, unit, job)
        return
    pool = _Pool(workers, job)
    try:
        yield from _numbered(pool.run(list(_batches(sources, units))))
    finally:
        pool.stop()


def _numbered(
    read: Iterator[tuple[list[Unit], list[list[Result]]]],
) -> Iterator[tuple[int, Unit, list[Result]]]:
    number = 0
    for batch, outcomes in read:
        for unit, outcome in zip(batch, outcomes, strict=True):
            number += 1
            yield number, unit, outcome


def _size(sources: Sources, unit: Unit) -> int:
    return unit.size or sources.size(unit.names)


def _batches(sources: Sources, units: list[Unit]) -> Iterator[list[Unit]]:
    batch: list[Unit] = []
    size = 0
    for unit in units:
        batch.append(unit)
        size += _size(sources, unit)
        if size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Worker(Child):
    """A process that reads batches."""

    def __init__(self, job: ReadingJob, arrivals: queue.SimpleQueue[Arrival]) -> None:
        super().__init__(_START, arrivals)
        self.batches: deque[int] = deque()
        self.send(job)


class _Pool:
    def __init__(self, count: int, job: ReadingJob) -> None:
        self._arrivals: queue.SimpleQueue[Arrival] = queue.SimpleQueue()
        self._workers = [_Worker(job, self._arrivals) for _ in range(count)]

    def run(self, batches: list[list[Unit]]) -> Iterator[tuple[list[Unit], list[list[Result]]]]:
        done: dict[int, list[list[Result]]] = {}
        sent = wanted = 0
        while wanted < len(batches):
            for worker in sorted(self._workers, key=lambda process: len(process.batches)):
                # The last batches go to whoever is free, so that no worker ends with two.
                hand = 1 if len(batches) - sent <= len(self._workers) else _AHEAD
                while len(worker.batches) < hand and sent < min(
                    len(batches), wanted + self._window
                ):
                    worker.batches.append(sent)
                    worker.send(batches[sent])
                    sent += 1
            while wanted in done:
                yield batches[wanted], done.pop(wanted)
                wanted += 1
            if any(worker.batches for worker in self._workers):
                number, data = self._next(wanted)
                done[number] = _answer(data, batches[number])
                del data

    def _next(self, wanted: int) -> tuple[int, bytes | None]:
        worker, data = self._arrivals.get()
        assert isinstance(worker, _Worker)
        return (worker.batches.popleft() if worker.batches else wanted), data

    @property
    def _window(self) -> int:
        return len(self._workers) * _AHEAD + 2

    def stop(self) -> None:
        for worker in self._workers:
            worker.stop()


def _answer(data: bytes | None, batch: list[Unit]) -> list[list[Result]]:
    if data is None:
        raise SourceMalformed(
            "the process that read this, or a file near it, died",
            file=batch[0].names[0],
            hint="Load again with PINCITE_WORKERS=1; if memory ran out, load fewer files.",
        )
    # Only our own reading process writes to this pipe.
    return pickle.loads(data)  # noqa: S301
