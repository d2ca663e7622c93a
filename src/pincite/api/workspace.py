"""Where operations run: a workspace has the law and the matters open for one thread; a pool of
workers has several, on threads and in processes."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol, TypeVar, TypeVarTuple

from pincite import library
from pincite.api.jobs import Job, JobBoard, JobView
from pincite.api.processes import WorkerProcesses
from pincite.errors import LibraryBusy
from pincite.library import Library
from pincite.matters import Matters
from pincite.matters.card import CARD, slug
from pincite.matters.matter import Matter
from pincite.settings import Settings

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")
# Matters that a workspace keeps open.
_OPEN = 8


class OperationProgress(Protocol):
    """How far something long has come: any of `done`, `total`, `name`, and whatever else it
    counts. It may raise JobCancelled."""

    def __call__(self, **counted: Any) -> None: ...


def silent(**_counted: Any) -> None:
    """For work that nobody watches."""


class Workspace:
    """Everything is opened when it is first asked for, and kept. `progress` is told how far the
    operation that runs here has come, and `stop` whether it should end."""

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        jobs: JobBoard,
        others: Callable[[], Sequence[Workspace]] = lambda: (),
        progress: OperationProgress = silent,
        stop: threading.Event | None = None,
        discreet: bool = True,
        kept: dict[str, Any] | None = None,
        foreground: bool = False,
        processes: WorkerProcesses | None = None,
    ) -> None:
        self.folder = folder
        self.settings = settings
        self.jobs = jobs
        self.progress = progress
        self.stop = stop or threading.Event()
        self._kept = kept
        self.foreground = foreground
        """Whether somebody sits before it and waits, and nothing goes on once it has answered."""
        self.lock = threading.Lock()
        """Held by whoever works here."""
        self._others = others
        self._processes = processes
        self.matters = Matters(settings=settings, discreet=discreet)
        self._law: Library | None = None
        self._open: OrderedDict[str, tuple[object, Matter]] = OrderedDict()

    def begin(
        self,
        what: str,
        matter: str,
        work: Callable[[Workspace, *Arguments], object],
        *arguments: *Arguments,
        standing: bool = False,
    ) -> JobView:
        """Run it in the background, in a workspace of its own: nobody waits for it. Where there are
        worker processes it has one of its own, so `work` is a function of a module. `standing` work
        goes on until it is stopped."""
        name = slug(matter) if matter else ""
        if name:
            # A name that leads nowhere is told at once.
            self.matters.card(name)

        def run(job: Job) -> object:
            if self._processes is not None:
                return self._processes.run_job(job, work, *arguments)
            own = Workspace(
                self.folder, self.settings, self.jobs, self._others, job.tell, job.stop,
                kept=job.kept,
            )  # fmt: skip
            with closing(own):
                return work(own, *arguments)

        return self.jobs.start(what, name, run, standing=standing)

    @property
    def kept(self) -> dict[str, Any]:
        """What the job that runs here has in hand, for the next time that it is run; what is no job
        keeps nothing."""
        return {} if self._kept is None else self._kept

    def counted(self, done: int, name: str) -> None:
        """How many documents were read, and which is read now."""
        self.progress(done=done, name=name)

    @property
    def law(self) -> Library:
        """Raises NoLibrary."""
        if self._law is None:
            self._law = library.open(self.folder, settings=self.settings)
        return self._law

    def matter(self, name: str) -> Matter:
        """Raises NoLibrary. One that was closed, reopened or deleted since is not the one kept."""
        card = self.matters.card(name)
        state = self._state(card.slug)
        kept = self._open.pop(card.slug, None)
        if kept is not None and kept[0] != state:
            kept[1].close()
            kept = None
        if kept is None:
            kept = (state, self.matters.open(card.slug))
        self._open[card.slug] = kept
        while len(self._open) > _OPEN:
            self._open.popitem(last=False)[1][1].close()
        return kept[1]

    def collection(self, matter: str) -> Library | Matter:
        """A matter, or, where none is named, the law. Raises NoLibrary."""
        return self.matter(matter) if matter else self.law

    def release(self, name: str) -> None:
        """Have no workspace hold a matter open, here or in a worker process, so that it can be
        closed or deleted. Raises LibraryBusy."""
        slug = self.matters.card(name).slug
        self.drop(slug)
        for workspace in self._others():
            if workspace is self:
                continue
            if not workspace.lock.acquire(timeout=self.settings.busy_seconds):
                raise LibraryBusy(f"{slug} is being read")
            try:
                workspace.drop(slug)
            finally:
                workspace.lock.release()
        if self._processes is not None:
            self._processes.release(slug)

    def drop(self, slug: str) -> None:
        """Do not keep a matter open, if it is."""
        kept = self._open.pop(slug, None)
        if kept is not None:
            kept[1].close()

    def close(self) -> None:
        for _, matter in self._open.values():
            matter.close()
        self._open.clear()
        if self._law is not None:
            self._law.close()
            self._law = None

    def _state(self, slug: str) -> object:
        try:
            found = (self.matters.root / slug / CARD).stat()
        except OSError:
            return None
        return (found.st_ino, found.st_mtime_ns)


class WorkerPool:
    """Threads, each with a workspace of its own; and processes, where they are wanted. What is
    asked first is done first."""

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        threads: int | None = None,
        *,
        processes: int = 0,
    ) -> None:
        self._folder = folder
        self._settings = settings
        self._here = threading.local()
        self._workspaces: list[Workspace] = []
        self._lock = threading.Lock()
        count = threads or settings.serve_threads
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self.processes = WorkerProcesses(processes, folder, settings) if processes else None
        self.jobs = JobBoard()

    def submit(self, work: Callable[[Workspace], Result]) -> Future[Result]:
        return self._threads.submit(self._work, work)

    async def run(self, work: Callable[[Workspace], Result]) -> Result:
        """What it gives, on a thread of this process: for what changes something, or concerns this
        process itself."""
        return await asyncio.wrap_future(self.submit(work))

    async def call(
        self,
        work: Callable[[Workspace, *Arguments], Result],
        *arguments: *Arguments,
        here: bool = False,
    ) -> Result:
        """What it gives, in whichever process is free; on a thread where there is none, or if
        `here`. It is a function of a module, and changes nothing. Raises Busy, ProcessLost,
        and what it raises."""
        if self.processes is None or here:
            return await self.run(lambda workspace: work(workspace, *arguments))
        return await asyncio.wrap_future(self.processes.submit(work, *arguments))

    def close(self) -> None:
        """Questions that were begun are answered; jobs are stopped, and go on another time."""
        self.jobs.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for workspace in self._workspaces:
            workspace.close()
        if self.processes is not None:
            self.processes.close()

    def begin(
        self,
        what: str,
        work: Callable[[Workspace, *Arguments], object],
        *arguments: *Arguments,
        standing: bool = False,
    ) -> JobView:
        """Run it in the background, as `Workspace.begin` does, of no matter."""
        own = self._new_workspace()
        return own.begin(what, "", work, *arguments, standing=standing)

    def _work(self, work: Callable[[Workspace], Result]) -> Result:
        workspace = self._workspace()
        with workspace.lock:
            return work(workspace)

    def _all(self) -> Sequence[Workspace]:
        with self._lock:
            return list(self._workspaces)

    def _workspace(self) -> Workspace:
        workspace: Workspace | None = getattr(self._here, "workspace", None)
        if workspace is None:
            workspace = self._here.workspace = self._new_workspace()
            with self._lock:
                self._workspaces.append(workspace)
        return workspace

    def _new_workspace(self) -> Workspace:
        return Workspace(
            self._folder, self._settings, self.jobs, self._all, processes=self.processes
        )
