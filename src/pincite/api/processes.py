"""Worker processes: each has the law and the matters open for itself, so that every core answers
questions; and a process for each job, so that reading files slows no question down."""

from __future__ import annotations

import logging
import os
import pickle
import queue
import signal
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from pincite.api.jobs import Job
from pincite.api.messages import STOP, Call, Done, Failed, Kept, Progress, Release, Setup
from pincite.errors import Busy, JobCancelled, LibraryBusy, ProcessLost
from pincite.ingest.child_process import Arrival, Child
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.api.workspace import Workspace

log = logging.getLogger(__name__)
Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

_START_WORKER = "from pincite.api.worker_main import serve_calls; serve_calls()"
_START_JOB = "from pincite.api.worker_main import serve_job; serve_job()"
_MOST_WORKERS = 4
# How soon a job hears that it should stop.
_LOOK_SECONDS = 0.1
# Questions that were begun are waited for so long when the server ends.
_CLOSING_SECONDS = 20.0
# So many in a row die before they are ready, and then no more are started until someone asks.
_MOST_FAILED_STARTS = 3


def worker_count(setting: int | None) -> int:
    """How many there are: as the settings say, or one a core, four at most."""
    return setting if setting is not None else min(os.cpu_count() or 1, _MOST_WORKERS)


@dataclass(slots=True)
class _Asked:
    """A call that waits or runs, pickled; `lost` once the process that had it has died."""

    message: bytes
    answer: Future[Any]
    begun: bool = False
    lost: bool = False


@dataclass(slots=True)
class _Releasing:
    """A matter that no worker is to have open; `left` have not said so yet."""

    slug: str
    released: Future[None] = field(default_factory=Future[None])
    left: set[_Worker] = field(default_factory=set["_Worker"])


class _Worker(Child):
    def __init__(self, setup: bytes, arrivals: queue.SimpleQueue[Any]) -> None:
        super().__init__(_START_WORKER, arrivals)
        self.ready = False
        self.hand: _Asked | _Releasing | None = None
        self.releases: deque[_Releasing] = deque()
        self.send(setup)


class WorkerProcesses:
    """Carries out calls in `count` processes, each call in one that is free. A process that dies
    is replaced, and its call tried once more in another. They end when this process does, however
    it ends."""

    def __init__(self, count: int, folder: Path, settings: Settings) -> None:
        self._count = count
        self._busy_seconds = settings.busy_seconds
        self._most_waiting = settings.serve_waiting
        self._setup = pickle.dumps(Setup(folder, settings))
        # One thread owns all below it: what is asked and what is answered comes in here.
        self._inbox: queue.SimpleQueue[Arrival | _Asked | _Releasing | None] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._waiting: deque[_Asked] = deque()
        self._lock = threading.Lock()
        self._unbegun = 0
        self._starts_failed = 0
        self._thread = threading.Thread(target=self._share_out_all, name="workers", daemon=True)
        self._thread.start()

    @property
    def pids(self) -> list[int]:
        """Of the workers that are ready."""
        return [worker.pid for worker in list(self._workers) if worker.ready]

    def submit(
        self, work: Callable[[Workspace, *Arguments], Result], *arguments: *Arguments
    ) -> Future[Result]:
        """What `work`, a function of a module, gives in the workspace of a worker. Raises
        Busy where too much waits already; the future raises what `work` does, or
        ProcessLost."""
        asked = _Asked(pickle.dumps(Call(work, arguments)), Future())
        with self._lock:
            if self._unbegun >= self._most_waiting:
                raise Busy(f"{self._unbegun} requests are waiting already")
            self._unbegun += 1
        self._inbox.put(asked)
        return asked.answer

    def release(self, slug: str) -> None:
        """Have no worker hold a matter open. Raises LibraryBusy."""
        releasing = _Releasing(slug)
        self._inbox.put(releasing)
        try:
            releasing.released.result(self._busy_seconds)
        except TimeoutError:
            raise LibraryBusy(f"{slug} is being read") from None

    def run_job(
        self, job: Job, work: Callable[[Workspace, *Arguments], Result], *arguments: *Arguments
    ) -> Result:
        """What `work` gives in a process of its own, which tells how far it has come and hears
        whether to stop. Raises what `work` does, or ProcessLost."""
        arrivals: queue.SimpleQueue[Arrival] = queue.SimpleQueue()
        call = pickle.dumps(Call(work, arguments))
        child = Child(_START_JOB, arrivals)
        child.send(self._setup)
        child.send(pickle.dumps(Kept(job.kept)))
        child.send(call)
        told_to_stop = False
        while True:
            if job.stop.is_set() and not told_to_stop:
                child.send(STOP)
                told_to_stop = True
            try:
                _, data = arrivals.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                continue
            if data is None:
                raise ProcessLost(f"the process that did it ended ({_how(child)})")
            # Only our own process writes to this pipe.
            message: Progress | Kept | Done | Failed = pickle.loads(data)  # noqa: S301
            if isinstance(message, Kept):
                job.kept = message.kept
                continue
            if isinstance(message, Progress):
                # It hears of the stop over there, where it can end what it is at.
                with suppress(JobCancelled):
                    job.tell(**message.counted)
                continue
            child.stop()
            if isinstance(message, Failed):
                raise message.problem()
            return message.result

    def close(self) -> None:
        """What was begun is answered; what waits is not."""
        self._inbox.put(None)
        self._thread.join()

    def _share_out_all(self) -> None:
        self._workers = [self._hire() for _ in range(self._count)]
        while (message := self._inbox.get()) is not None:
            self._take(message)
        deadline = time.monotonic() + _CLOSING_SECONDS
        for asked in self._waiting:
            asked.answer.cancel()
        self._waiting.clear()
        while any(worker.hand for worker in self._workers) and time.monotonic() < deadline:
            with suppress(queue.Empty):
                message = self._inbox.get(timeout=_LOOK_SECONDS)
                if isinstance(message, _Asked):
                    message.answer.cancel()
                elif message is not None:
                    self._take(message)
        for worker in self._workers:
            if worker.hand is not None:
                worker.kill()
                self._fail(worker.hand, "the server ended")
            else:
                worker.stop()

    def _hire(self) -> _Worker:
        return _Worker(self._setup, self._inbox)

    def _take(self, message: Arrival | _Asked | _Releasing) -> None:
        if isinstance(message, _Asked):
            self._waiting.append(message)
            while len(self._workers) < self._count:
                self._workers.append(self._hire())
        elif isinstance(message, _Releasing):
            self._begin_release(message)
        else:
            worker, data = message
            assert isinstance(worker, _Worker)
            if data is None:
                self._replace(worker)
            else:
                self._answered(worker, data)
        self._share_out()

    def _share_out(self) -> None:
        for worker in self._workers:
            if not worker.ready or worker.hand is not None:
                continue
            if worker.releases:
                worker.hand = worker.releases.popleft()
                worker.send(pickle.dumps(Release(worker.hand.slug)))
            elif (asked := self._next()) is not None:
                worker.hand = asked
                worker.send(asked.message)

    def _next(self) -> _Asked | None:
        while self._waiting:
            asked = self._waiting.popleft()
            if asked.begun:
                return asked
            with self._lock:
                self._unbegun -= 1
            # Else whoever asked has gone away.
            if asked.answer.set_running_or_notify_cancel():
                asked.begun = True
                return asked
        return None

    def _answered(self, worker: _Worker, data: bytes) -> None:
        hand, worker.hand = worker.hand, None
        if hand is None:
            # The first it says is that it is ready.
            worker.ready = True
        elif isinstance(hand, _Releasing):
            self._released(hand, worker)
        else:
            # Only our own process writes to this pipe.
            message: Done | Failed = pickle.loads(data)  # noqa: S301
            if isinstance(message, Failed):
                hand.answer.set_exception(message.problem())
            else:
                hand.answer.set_result(message.result)

    def _begin_release(self, releasing: _Releasing) -> None:
        releasing.left = {worker for worker in self._workers if worker.ready}
        for worker in releasing.left:
            worker.releases.append(releasing)
        if not releasing.left:
            releasing.released.set_result(None)

    def _released(self, releasing: _Releasing, worker: _Worker) -> None:
        releasing.left.discard(worker)
        if not releasing.left and not releasing.released.done():
            releasing.released.set_result(None)

    def _replace(self, worker: _Worker) -> None:
        """Another in its place; what it had in hand goes to whoever is free first."""
        if worker not in self._workers:
            return
        how = _how(worker)
        log.warning("a worker process ended (%s)", how)
        self._workers.remove(worker)
        hand, worker.hand = worker.hand, None
        for releasing in (*worker.releases, *([hand] if isinstance(hand, _Releasing) else [])):
            self._released(releasing, worker)
        if isinstance(hand, _Asked):
            if hand.lost:
                self._fail(hand, how)
            else:
                hand.lost = True
                self._waiting.appendleft(hand)
        self._starts_failed = 0 if worker.ready else self._starts_failed + 1
        if self._starts_failed < _MOST_FAILED_STARTS:
            self._workers.append(self._hire())
        elif not self._workers:
            # Nobody should wait for what cannot start. Whoever asks next has it tried again.
            while (asked := self._next()) is not None:
                self._fail(asked, f"it cannot start: {how}")

    def _fail(self, hand: _Asked | _Releasing, how: str) -> None:
        if isinstance(hand, _Asked):
            problem = ProcessLost(f"the process that answered ended ({how})")
            hand.answer.set_exception(problem)


def _how(child: Child) -> str:
    status = child.kill(dying=True)
    return signal.Signals(-status).name if status < 0 else f"status {status}"
