"""A process that speaks with Ray for a load, over the two pipes of a Child.

Ray's client may wait for minutes, and stays half connected when it fails; a process can be ended.
It receives a ReadingTask and then batches, (number, content). It sends how many batches may be
under way, and then (number, answer) as they come; the answer is text where every attempt lost its
process. It sends None while there is nothing to report, and the error where one ends the load.
"""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from pincite.errors import InputError, PinciteError, ServerUnreachable

# How often a batch is begun before its files are held to be what kills the process.
_ATTEMPTS = 4
# Batches on their way for each processor, the one it reads included; some more, so that a cluster
# which grows with its work does.
_AHEAD = 2
_LEAST = 16
# The pause after which we say that we are there, and look for new batches.
_PULSE_SECONDS = 0.5
_GRACE_SECONDS = 5
HINT = (
    "Check that the cluster is up and that this is the address of its Ray client server (port 10001"
    " by default); then run the same command again: what was read is not read twice."
)
_ALIKE = "Install on every machine of the cluster what is installed here."

Installed = tuple[str, ...]


class ReadingTask(NamedTuple):
    address: str
    installed: Installed
    shared: bytes


@dataclass(frozen=True, slots=True)
class _Flight:
    number: int
    content: Any
    attempt: int = 1


class _Tasks:
    """The batches that are on their way. Ray has no types: what it gives is Any."""

    def __init__(self, errand: ReadingTask) -> None:
        self._errand = errand
        with reaching(errand.address):
            self._ray: Any = import_module("ray")
            try:
                self._ray.init(errand.address, logging_level=logging.CRITICAL, log_to_driver=False)
            except RuntimeError as problem:
                # What Ray says of a cluster that has another Ray or Python.
                raise InputError(f"{errand.address}: {problem}", hint=_ALIKE) from problem
        self.flying: dict[Any, _Flight] = {}

    def check(self) -> int:
        """That a process there starts, and reads as we do; how many batches may be on their way."""
        with reaching(self._errand.address):
            task = self._ray.remote(_portable())
            first = task.options(name="pincite-check").remote(self._errand.installed, None, None)
            self._understood(self._ray.get(first))
            # Tried again here and not by Ray, which does so for ever where memory runs out.
            self._task: Any = task.options(name="pincite-read", max_retries=0)
            self._shared: Any = self._ray.put(self._errand.shared)
            processors = int(self._ray.cluster_resources().get("CPU", 1))
        return max(_LEAST, processors * _AHEAD + 2)

    def begin(self, number: int, content: bytes) -> None:
        with reaching(self._errand.address):
            self._send(_Flight(number, self._ray.put(content)))

    def done(self) -> Generator[tuple[int, bytes | str]]:
        """What has come back, after a pulse at the latest."""
        with reaching(self._errand.address):
            ready, _ = self._ray.wait(list(self.flying), timeout=_PULSE_SECONDS)
            for reference in ready:
                flight = self.flying.pop(reference)
                try:
                    yield flight.number, self._understood(self._ray.get(reference))
                except self._ray.exceptions.RayError as problem:
                    if flight.attempt == _ATTEMPTS:
                        yield flight.number, f"{_ATTEMPTS} times ({type(problem).__name__})"
                    else:
                        self._send(_Flight(flight.number, flight.content, flight.attempt + 1))

    def leave(self) -> None:
        """What is on its way is given up."""
        with suppress(Exception):
            self._ray.shutdown()

    def _send(self, flight: _Flight) -> None:
        task = self._task.remote(self._errand.installed, self._shared, flight.content)
        self.flying[task] = flight

    def _understood(self, answer: bytes | Installed) -> bytes:
        if isinstance(answer, bytes):
            return answer
        raise InputError(
            f"a machine of {self._errand.address} has {', '.join(answer)};"
            f" here it is {', '.join(self._errand.installed)}",
            hint=_ALIKE,
        )


def _portable() -> Callable[..., bytes | Installed]:
    """The task. A function in a function is sent by value, so that a machine that has no Pincite,
    or another one, can say so; each looks, as not all need have been set up alike."""

    def read(ours: Installed, shared: bytes | None, content: bytes | None) -> bytes | Installed:
        try:
            from pincite.ingest.law.cluster.task import installed, read_batch
        except ImportError as problem:
            return (f"no Pincite that can read this ({problem})",)
        if installed() != tuple(ours):
            return installed()
        return b"" if shared is None or content is None else read_batch(shared, content)

    return read


@contextmanager
def reaching(address: str) -> Generator[None]:
    """Whatever Ray raises says that it cannot be reached."""
    try:
        yield
    except PinciteError:
        raise
    except Exception as problem:
        reason = f"the cluster {address} does not answer: {problem or type(problem).__name__}"
        raise ServerUnreachable(reason, hint=HINT) from problem


def _listen(batches: Connection, inbox: queue.SimpleQueue[Any]) -> None:
    with suppress(EOFError, OSError):
        while True:
            inbox.put(batches.recv())
    inbox.put(None)
    # The load is over: a call of Ray that still waits is not waited for.
    time.sleep(_GRACE_SECONDS)
    os._exit(0)


def serve(batches: Connection, answers: Connection) -> None:
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(batches, inbox), daemon=True).start()
    errand = inbox.get()
    if errand is None:
        return
    try:
        tasks = _Tasks(errand)
        answers.send(None)
        answers.send(tasks.check())
        while True:
            while not tasks.flying or not inbox.empty():
                batch = inbox.get()
                if batch is None:
                    tasks.leave()
                    return
                tasks.begin(*batch)
                answers.send(None)
            for answer in tasks.done():
                answers.send(answer)
            answers.send(None)
    except PinciteError as error:
        answers.send(error)


def main() -> None:
    """Serve on the two pipes whose numbers are the arguments."""
    # Ray and gRPC warn and write of their own accord; what matters is said over the pipe.
    warnings.simplefilter("ignore")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(
            Connection(int(sys.argv[1]), writable=False),
            Connection(int(sys.argv[2]), readable=False),
        )
