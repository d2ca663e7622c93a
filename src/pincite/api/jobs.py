"""Long work in the background: begun, watched, cancelled. What is asked meanwhile is not kept
waiting: a job opens what it needs for itself."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pincite.api.discretion import discreet
from pincite.errors import JobCancelled, NotFound, PinciteError
from pincite.traces import our_fault

log = logging.getLogger(__name__)
# Jobs that are remembered once they have ended.
_REMEMBERED = 200


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        return self not in (JobState.WAITING, JobState.RUNNING)


@dataclass(frozen=True, slots=True)
class JobView:
    """A job as it is told. `seen` counts what was told of it, so that a watcher knows of news."""

    id: str
    what: str
    matter: str
    state: JobState
    progress: dict[str, Any]
    seconds: float
    result: Any = None
    error: dict[str, object] | None = None
    seen: int = 0


@dataclass(slots=True)
class Job:
    """What the work itself holds: it tells how far it has come, and hears whether to stop."""

    id: str
    what: str
    matter: str
    stop: threading.Event = field(default_factory=threading.Event)
    state: JobState = JobState.WAITING
    progress: dict[str, Any] = field(default_factory=dict[str, Any])
    result: Any = None
    error: dict[str, object] | None = None
    began: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    seen: int = 0

    def tell(self, **progress: Any) -> None:
        """Raises JobCancelled where someone wants it to stop: nothing that was done is lost."""
        self.progress = progress
        self.seen += 1
        if self.stop.is_set():
            raise JobCancelled(f"{self.what} was stopped")

    def view(self) -> JobView:
        spent = (self.ended or time.monotonic()) - self.began
        return JobView(
            self.id, self.what, self.matter, self.state, self.progress, round(spent, 2),
            self.result, self.error, self.seen,
        )  # fmt: skip


class JobBoard:
    def __init__(self, at_once: int = 1) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="job")
        # Work that goes on until it is stopped has a thread of its own.
        self._standing: list[threading.Thread] = []

    def start(
        self, what: str, matter: str, work: Callable[[Job], Any], *, standing: bool = False
    ) -> JobView:
        """Begin it, or have it wait for those before it. `standing` work ends when stopped."""
        job = Job(uuid.uuid4().hex, what, matter)
        with self._lock:
            self._jobs[job.id] = job
            ended = [id for id, kept in self._jobs.items() if kept.state.ended]
            for id in ended[: max(len(self._jobs) - _REMEMBERED, 0)]:
                del self._jobs[id]
        if standing:
            thread = threading.Thread(target=_run, args=(job, work), name="job", daemon=True)
            self._standing.append(thread)
            thread.start()
        else:
            self._threads.submit(_run, job, work)
        return job.view()

    def view(self, id: str) -> JobView:
        """Raises NotFound."""
        return self._job(id).view()

    def all(self) -> list[JobView]:
        """The newest first."""
        with self._lock:
            return [job.view() for job in reversed(self._jobs.values())]

    def cancel(self, id: str) -> JobView:
        job = self._job(id)
        job.stop.set()
        if job.state is JobState.WAITING:
            job.state = JobState.CANCELLED
        return job.view()

    def close(self) -> None:
        """Every job is stopped where it stands, and waited for."""
        with self._lock:
            for job in self._jobs.values():
                job.stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for thread in self._standing:
            thread.join(timeout=10)

    def _job(self, id: str) -> Job:
        with self._lock:
            job = self._jobs.get(id)
        if job is None:
            raise NotFound("there is no such job", hint="Jobs are forgotten when the server ends.")
        return job


def _run(job: Job, work: Callable[[Job], Any]) -> None:
    if job.state.ended:
        return
    job.state, job.began = JobState.RUNNING, time.monotonic()
    try:
        job.result = work(job)
        state = JobState.CANCELLED if job.stop.is_set() and job.result is None else JobState.DONE
    except JobCancelled:
        state = JobState.CANCELLED
    except PinciteError as problem:
        job.error, state = discreet(problem).as_dict(), JobState.FAILED
    except Exception as problem:
        told = our_fault(problem, f"the job {job.what}", log, job.id)
        job.error, state = told.as_dict(), JobState.FAILED
    job.ended = time.monotonic()
    job.state = state
    job.seen += 1
