"""Reads the units of a load, here or in several processes, and gives back results in unit order.

Each worker has its own pipe, so that a worker ends when this process does, however it ends.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection

from pincite.errors import SourceMalformed
from pincite.ingest.readers import Reader, ReadOptions, Unit
from pincite.ingest.sources import Sources
from pincite.ingest.worker import Job, Result, read_unit
from pincite.settings import Settings

# A batch is what one worker reads between two messages; small loads are not worth a second process.
_BATCH_BYTES = 2_000_000
_WORTH_A_POOL = 8_000_000
_START = "from pincite.ingest.worker import main; main()"
# Batches that a worker has in hand, the one it reads included; with the answers that wait for an
# earlier one, two more, this bounds memory.
_AHEAD = 2


def results(
    chosen: Reader, sources: Sources, units: list[Unit], options: ReadOptions, settings: Settings
) -> Iterator[tuple[int, Unit, list[Result]]]:
    """(units done, the unit, what became of it), in the order of the units."""
    job = Job(chosen.name, sources, options)
    workers = settings.workers or min(os.cpu_count() or 1, 8)
    total = sum(_size(sources, unit) for unit in units)
    if workers < 2 or len(units) < 2 or total < _WORTH_A_POOL:
        for number, unit in enumerate(units, 1):
            yield number, unit, read_unit(chosen, unit, job)
        return
    pool = _Pool(workers, job)
    try:
        number = 0
        for batch, found in pool.run(list(_batches(sources, units))):
            for unit, outcome in zip(batch, found, strict=True):
                number += 1
                yield number, unit, outcome
    finally:
        pool.stop()


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


class _Worker:
    """A process that reads batches. It ends when its pipe does, so also when this process dies.

    A thread takes its answers off the pipe as they come, so that it reads on while this process
    writes.
    """

    def __init__(self, job: Job, arrivals: queue.SimpleQueue[_Arrival]) -> None:
        inlet, outlet = os.pipe(), os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, str(inlet[0]), str(outlet[1])],
            pass_fds=(inlet[0], outlet[1]),
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        os.close(inlet[0])
        os.close(outlet[1])
        self._send = Connection(inlet[1], readable=False)
        self._answers = Connection(outlet[0], writable=False)
        self._arrivals = arrivals
        self._thread = threading.Thread(target=self._receive, daemon=True)
        self._thread.start()
        self.batches: deque[int] = deque()
        self.send(job)

    def send(self, message: object) -> None:
        # A worker that died is noticed when its answer is missed.
        with suppress(BrokenPipeError):
            self._send.send(message)

    def _receive(self) -> None:
        try:
            while True:
                self._arrivals.put((self, self._answers.recv_bytes()))
        except (EOFError, OSError):
            self._arrivals.put((self, None))

    def stop(self) -> None:
        self._send.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._thread.join()
        self._answers.close()


_Arrival = tuple[_Worker, bytes | None]


class _Pool:
    def __init__(self, count: int, job: Job) -> None:
        self._arrivals: queue.SimpleQueue[_Arrival] = queue.SimpleQueue()
        self._workers = [_Worker(job, self._arrivals) for _ in range(count)]

    def run(self, batches: list[list[Unit]]) -> Iterator[tuple[list[Unit], list[list[Result]]]]:
        done: dict[int, list[list[Result]]] = {}
        sent = wanted = 0
        while wanted < len(batches):
            for worker in sorted(self._workers, key=lambda one: len(one.batches)):
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
