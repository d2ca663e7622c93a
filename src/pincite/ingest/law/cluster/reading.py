"""The load's side of a cluster: sends batches within a window, spools the answers, and yields them
in order."""

from __future__ import annotations

import pickle
import queue
import re
import socket
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from pincite.errors import InputError, PinciteError, ServerUnreachable, SourceMalformed
from pincite.ingest.child_process import Arrival, Child
from pincite.ingest.law.cluster.bridge import HINT, ReadingTask, reaching
from pincite.ingest.law.cluster.carried import Batch, carry
from pincite.ingest.law.cluster.spool import Spool
from pincite.ingest.law.cluster.task import SharedJob, installed
from pincite.ingest.law.readers import reader
from pincite.ingest.law.worker import ReadingJob, Result, read_unit

_START = "from pincite.ingest.law.cluster.bridge import main; main()"
# How long the cluster may take to accept a connection, to let us in, to run a first task, and then
# to say nothing at all.
_ACCEPT_SECONDS = 5
_CONNECT_SECONDS = 20
_FIRST_SECONDS = 120
_SILENT_SECONDS = 120
# Ray's client server loses a client at the door now and then, unsaid (ray-project/ray#63202).
_TRIES = 3
_address = re.compile(r"ray://(\[[0-9A-Fa-f:.]+\]|[^\s/:@\[\]]+):\d{1,5}")


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Ray cluster by the address of its client server, and the folder of its spool."""

    address: str
    spool: Path

    def __post_init__(self) -> None:
        if not _address.fullmatch(self.address):
            raise InputError(
                f"neither a number of processes nor a cluster: {self.address!r}",
                hint="A cluster is named like ray://host:10001.",
            )

    def finished(self) -> None:
        """The load is kept: what was spooled for it is needed no more."""
        Spool(self.spool).remove()


def read(
    cluster: Cluster, job: ReadingJob, batches: list[Batch]
) -> Generator[tuple[Batch, list[list[Result]]]]:
    """(batch, what became of each unit), in the order of the batches; closing it gives up the rest.
    Raises ServerUnreachable, InputError, and SourceMalformed for a batch that no process survives.
    """
    with closing(_Reading(cluster, job, batches)) as reading:
        yield from reading.run()


class _Reading:
    def __init__(self, cluster: Cluster, job: ReadingJob, batches: list[Batch]) -> None:
        shared = SharedJob.of(job)
        self._job, self._batches, self._load = job, batches, shared.key()
        self._keys: dict[int, str] = {}
        self._flying: set[int] = set()
        # What this machine reads: it cannot be carried whole.
        self._here: set[int] = set()
        self._link = _Link(cluster.address, shared)
        self._spool = Spool(cluster.spool)

    def run(self) -> Generator[tuple[Batch, list[list[Result]]]]:
        sent = 0
        for wanted, batch in enumerate(self._batches):
            while sent < min(len(self._batches), wanted + self._link.window):
                self._send(sent)
                sent += 1
            yield batch, self._found(wanted)

    def close(self) -> None:
        self._link.close()

    def _send(self, number: int) -> None:
        batch = self._batches[number]
        carried = carry(self._job.sources, batch)
        if carried is None:
            self._here.add(number)
            return
        self._keys[number] = carried.key(batch, self._load)
        if self._keys[number] not in self._spool:
            self._link.send(number, pickle.dumps((batch, carried)))
            self._flying.add(number)

    def _found(self, wanted: int) -> list[list[Result]]:
        while wanted not in self._here:
            if wanted not in self._flying:
                content = self._spool.get(self._keys[wanted])
                if content is not None:
                    return content
                self._send(wanted)
            else:
                self._receive()
        chosen = reader(self._job.reader)
        return [read_unit(chosen, unit, self._job) for unit in self._batches[wanted]]

    def _receive(self) -> None:
        number, data = self._link.receive()
        if isinstance(data, str):
            raise SourceMalformed(
                f"the cluster's process that read this, or a file near it, died {data}",
                file=self._batches[number][0].names[0],
                hint="Load again with --workers 1; if memory ran out, load fewer files.",
            )
        self._flying.remove(number)
        if data:
            self._spool.put(self._keys[number], data)
        else:
            self._here.add(number)


class _Link:
    """The process that speaks with Ray."""

    def __init__(self, address: str, shared: SharedJob) -> None:
        if not find_spec("ray") or not find_spec("grpc"):
            raise InputError(
                "a cluster needs Ray, which is not installed",
                hint="Install it with `pip install 'pincite[cluster]'`.",
            )
        self._address = address
        place = urlsplit(address)
        with reaching(address):
            socket.create_connection((place.hostname or "", place.port), _ACCEPT_SECONDS).close()
        task = ReadingTask(address, installed(), pickle.dumps(shared))
        for left in reversed(range(_TRIES)):
            self._arrivals: queue.SimpleQueue[Arrival] = queue.SimpleQueue()
            self._child = Child(_START, self._arrivals)
            entered = False
            try:
                self._child.send(task)
                entered = self._said(_CONNECT_SECONDS) is None
                self.window = cast("int", self._said(_FIRST_SECONDS))
                return
            except BaseException as problem:
                self._child.kill()
                if entered or not left or not isinstance(problem, ServerUnreachable):
                    raise

    def send(self, number: int, content: bytes) -> None:
        self._child.send((number, content))

    def receive(self) -> tuple[int, bytes | str]:
        while (message := self._said(_SILENT_SECONDS)) is None:
            pass
        return cast("tuple[int, bytes | str]", message)

    def close(self) -> None:
        self._child.stop()

    def _said(self, seconds: float) -> object:
        reason = f"the process that speaks with the cluster {self._address} ended"
        try:
            _, data = self._arrivals.get(timeout=seconds)
        except queue.Empty:
            data, reason = None, f"the cluster {self._address} does not answer in {seconds:g} s"
        if data is None:
            raise ServerUnreachable(reason, hint=HINT)
        # Only our own process writes to this pipe; what the cluster said is bytes in it.
        message: object = pickle.loads(data)  # noqa: S301
        if isinstance(message, PinciteError):
            raise message
        return message
