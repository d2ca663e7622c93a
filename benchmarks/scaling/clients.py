"""Clients that ask as fast as they are answered: threads, of as many processes as there are cores.

So no engine is held back by Python's one lock, and each is asked as a server of several processes
asks it.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

PROCESSES = os.cpu_count() or 1
_WARMING = 20
# Each thread begins elsewhere among the questions.
_STRIDE = 7919
_START_SECONDS = 600

Ask = Callable[[int], Any]
Times = NDArray[np.float64]


class ClientFailed(Exception):
    """The engine gave it an error in the place of an answer."""


class Opened(Protocol):
    def asker(self, what: str, thread: int) -> Ask:
        """Asks the question of that number; for that thread alone."""
        ...

    def close(self) -> None: ...


class Engine(Protocol):
    """What every client process opens for itself."""

    def open(self, threads: int) -> Opened: ...


class Clients:
    """`most` is how many will ask at once."""

    def __init__(self, engine: Engine, most: int) -> None:
        self._workers: list[tuple[Any, Connection]] = []
        context = get_context("spawn")
        threads = -(-most // PROCESSES)
        for _ in range(min(PROCESSES, most)):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, engine, threads), daemon=True)
            process.start()
            theirs.close()
            self._workers.append((process, ours))
        _answers([pipe for _, pipe in self._workers])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process, pipe in self._workers:
            with suppress(OSError):
                pipe.send(None)
            process.join(60)
            if process.is_alive():
                process.terminate()

    def measure(self, what: str, clients: int, seconds: float) -> dict[str, float]:
        """What so many get done in that time, each asking again when it has its answer. Raises
        ClientFailed."""
        shares = [len(range(at, clients, len(self._workers))) for at in range(len(self._workers))]
        pipes = [pipe for (_, pipe), share in zip(self._workers, shares, strict=True) if share]
        for number, (pipe, share) in enumerate(zip(pipes, shares, strict=False)):
            pipe.send(("warm", what, share, number))
        _answers(pipes)
        for pipe in pipes:
            pipe.send(("measure", seconds))
        found = [thread for threads in _answers(pipes) for thread in threads]
        times = np.concatenate([times for times, _ in found]) * 1e3
        p50, p95 = np.percentile(times, [50, 95])
        return {
            "questions": len(times),
            "a_second": round(sum(len(times) / elapsed for times, elapsed in found), 1),
            "mean_ms": round(float(times.mean()), 3),
            "p50_ms": round(float(p50), 3),
            "p95_ms": round(float(p95), 3),
        }

    def answers(self, what: str, count: int) -> list[Any]:
        """Of the first so many questions, by one client."""
        pipe = self._workers[0][1]
        pipe.send(("answers", what, count))
        return _answers([pipe])[0]

    def resident_mb(self) -> dict[str, float]:
        """Of one of the processes: what is its own, and what it has mapped of files, which the
        others share."""
        pipe = self._workers[0][1]
        pipe.send(("resident",))
        return _answers([pipe])[0]


def resident_mb() -> dict[str, float]:
    status = Path("/proc/self/status").read_text()
    own, mapped = (
        int(status.partition(f"{name}:")[2].split()[0]) / 1024 for name in ("RssAnon", "RssFile")
    )
    return {"client_mb": round(own, 1), "client_mapped_mb": round(mapped, 1)}


def _answers(pipes: Sequence[Connection]) -> list[Any]:
    """Of all, before any is told to have failed."""
    found: list[tuple[str, Any]] = []
    for pipe in pipes:
        if not pipe.poll(_START_SECONDS):
            raise SystemExit("a client does not answer")
        found.append(pipe.recv())
    for problem, _ in found:
        if problem:
            raise ClientFailed(problem)
    return [answer for _, answer in found]


def _work(pipe: Connection, engine: Engine, threads: int) -> None:
    opened = engine.open(threads)
    pipe.send(("", None))
    ready: list[tuple[Ask, int]] = []
    while command := pipe.recv():
        found: Any = None
        try:
            match command:
                case ("warm", what, share, number):
                    ready = _warmed(opened, what, share, number)
                case ("measure", seconds):
                    found = _measured(ready, seconds)
                case ("answers", what, count):
                    ask = opened.asker(what, 0)
                    found = [ask(at) for at in range(count)]
                case _:
                    found = resident_mb()
        except Exception as problem:
            pipe.send((repr(problem), None))
        else:
            pipe.send(("", found))
    opened.close()


def _warmed(opened: Opened, what: str, threads: int, number: int) -> list[tuple[Ask, int]]:
    """For each thread, what it asks and the question that it begins with."""
    ready: list[tuple[Ask, int]] = []
    for at in range(threads):
        ask, first = opened.asker(what, at), (number * threads + at) * _STRIDE
        for question in range(_WARMING // threads + 1):
            ask(first + question)
        ready.append((ask, first))
    return ready


def _measured(ready: Sequence[tuple[Ask, int]], seconds: float) -> list[tuple[Times, float]]:
    """The seconds of every answer and of all of them, for each thread."""
    found: list[tuple[Times, float]] = []
    failed: list[Exception] = []

    def client(ask: Ask, first: int) -> None:
        times: list[float] = []
        began = now = time.perf_counter()
        try:
            while now < began + seconds:
                ask(first + len(times))
                before, now = now, time.perf_counter()
                times.append(now - before)
        except Exception as problem:
            failed.append(problem)
        found.append((np.array(times), now - began))

    running = [threading.Thread(target=client, args=one) for one in ready]
    for one in running:
        one.start()
    for one in running:
        one.join()
    if failed:
        raise failed[0]
    return found
