"""Long work in the background: begun, watched, paused, cancelled. What is asked meanwhile is not
kept waiting: a job opens what it needs for itself. A job that is paused, or gives way to one that
waits, ends where it stands, holds nothing, and is run again: each goes on where it was."""

from __future__ import annotations

import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pincite.collection.stages import GIVES_WAY
from pincite.errors import JobCancelled, NotFound, PinciteError

# Jobs that are remembered once they have ended.
_REMEMBERED = 200


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        return self not in (JobState.WAITING, JobState.RUNNING, JobState.PAUSED)


class _Wish(StrEnum):
    """Why a job was told to stop."""

    CANCEL = "cancel"
    PAUSE = "pause"
    GIVE_WAY = "give way"


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
    """What the work itself holds: it tells how far it has come, and hears whether to stop. `kept`
    is what it has in hand, for the next time that it is run."""

    id: str
    what: str
    matter: str
    work: Callable[[Job], Any]
    standing: bool = False
    on_news: Callable[[Job], None] = lambda _job: None
    kept: dict[str, Any] = field(default_factory=dict[str, Any])
    wish: _Wish | None = None
    turns: int = 0
    """How often it was put in the queue: only the last time counts."""
    ran: bool = False
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
        self.on_news(self)
        if self.stop.is_set():
            raise JobCancelled(f"{self.what} was stopped")

    def end(self, wish: _Wish) -> None:
        """Have it end as soon as it looks up."""
        self.wish = wish
        self.stop.set()

    def settle(self, state: JobState) -> None:
        """It does not run now; one that has ended has nothing in hand."""
        if state.ended:
            self.ended = time.monotonic()
            self.kept.clear()
        self.state = state
        self.seen += 1

    @property
    def gives_way(self) -> bool:
        """Whether it is at something that can take hours, and can be stopped and gone on with."""
        running = self.state is JobState.RUNNING and not self.standing
        return running and not self.stop.is_set() and self.progress.get("stage") in GIVES_WAY

    @property
    def comes_first(self) -> bool:
        """Whether it waits for its first turn; one that gave way does not have others give way."""
        return self.state is JobState.WAITING and not self.ran and not self.standing

    def view(self) -> JobView:
        spent = (self.ended or time.monotonic()) - self.began
        return JobView(
            self.id, self.what, self.matter, self.state, self.progress, round(spent, 2),
            self.result, self.error, self.seen,
        )  # fmt: skip


class JobBoard:
    def __init__(self, at_once: int = 1) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.RLock()
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="job")
        # Work that goes on until it is stopped has a thread of its own.
        self._standing: list[threading.Thread] = []
        self._closed = False

    def start(
        self, what: str, matter: str, work: Callable[[Job], Any], *, standing: bool = False
    ) -> JobView:
        """Begin it, or have it wait for those before it. `standing` work ends when stopped."""
        job = Job(uuid.uuid4().hex, what, matter, work, standing, self._on_news)
        with self._lock:
            self._jobs[job.id] = job
            ended = [id for id, kept in self._jobs.items() if kept.state.ended]
            for id in ended[: max(len(self._jobs) - _REMEMBERED, 0)]:
                del self._jobs[id]
            self._queue(job)
            for other in self._jobs.values():
                self._on_news(other)
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
        with self._lock:
            job.end(_Wish.CANCEL)
            if job.state in (JobState.WAITING, JobState.PAUSED):
                job.settle(JobState.CANCELLED)
        return job.view()

    def pause(self, id: str) -> JobView:
        """It lets go of everything as soon as it looks up; one that has ended stays as it is."""
        job = self._job(id)
        with self._lock:
            if job.state is JobState.WAITING:
                job.settle(JobState.PAUSED)
            elif job.state is JobState.RUNNING and job.wish is not _Wish.CANCEL:
                job.end(_Wish.PAUSE)
        return job.view()

    def resume(self, id: str) -> JobView:
        """It goes on where it was, after those that wait; one that is not paused stays as it is."""
        job = self._job(id)
        with self._lock:
            if job.state is JobState.PAUSED:
                self._queue(job)
            elif job.wish is _Wish.PAUSE:
                # It has not looked up yet: as soon as it does, it waits for its next turn.
                job.wish = _Wish.GIVE_WAY
        return job.view()

    def close(self) -> None:
        """Every job is stopped where it stands, and waited for."""
        with self._lock:
            self._closed = True
            for job in self._jobs.values():
                job.end(_Wish.CANCEL)
        self._threads.shutdown(wait=True, cancel_futures=True)
        for thread in self._standing:
            thread.join(timeout=10)

    def _queue(self, job: Job) -> None:
        if self._closed:
            job.settle(JobState.CANCELLED)
            return
        job.stop.clear()
        job.wish = None
        job.settle(JobState.WAITING)
        job.turns += 1
        if job.standing:
            thread = threading.Thread(
                target=self._run, args=(job, job.turns), name="job", daemon=True
            )
            self._standing.append(thread)
            thread.start()
        else:
            self._threads.submit(self._run, job, job.turns)

    def _run(self, job: Job, turn: int) -> None:
        with self._lock:
            if job.state is not JobState.WAITING or job.turns != turn:
                return
            if not job.ran:
                job.began = time.monotonic()
            job.state, job.ran = JobState.RUNNING, True
        ended = _run(job)
        with self._lock:
            if ended is not None:
                job.settle(ended)
            elif job.wish is _Wish.PAUSE:
                job.settle(JobState.PAUSED)
            elif job.wish is _Wish.GIVE_WAY:
                self._queue(job)
            else:
                job.settle(JobState.CANCELLED)

    def _on_news(self, job: Job) -> None:
        """A job that can be gone on with gives way to one that waits for its first turn."""
        if not job.gives_way:
            return
        with self._lock:
            if any(other.comes_first for other in self._jobs.values()):
                job.end(_Wish.GIVE_WAY)

    def _job(self, id: str) -> Job:
        with self._lock:
            job = self._jobs.get(id)
        if job is None:
            raise NotFound("there is no such job", hint="Jobs are forgotten when the server ends.")
        return job


def _run(job: Job) -> JobState | None:
    """How it ended; None where it was stopped."""
    try:
        job.result = job.work(job)
    except JobCancelled:
        return None
    except PinciteError as problem:
        job.error = problem.as_dict()
        return JobState.FAILED
    except Exception as problem:
        # What went wrong may hold words of a document: only its kind is told.
        job.error = PinciteError(f"it failed: {type(problem).__name__}").as_dict()
        return JobState.FAILED
    return None if job.stop.is_set() and job.result is None else JobState.DONE
