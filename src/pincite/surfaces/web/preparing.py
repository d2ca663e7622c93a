"""Citations that were not read yet are read in the background; the page says how far that is."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from pincite.api.access import Access, Power
from pincite.api.jobs import JobState, JobView
from pincite.api.workspace import WorkerPool, Workspace
from pincite.matters.card import slug

JOB = "index_citations"
# What takes no longer is waited for, so that a small library has its page at once.
_PATIENCE_SECONDS = 0.3
_LOOK_SECONDS = 0.02
_Look = asyncio.Task[JobView | None]
# Whether anything is to be read is looked up once for all who ask meanwhile.
_looks: WeakKeyDictionary[WorkerPool, dict[str, _Look]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Preparation:
    """Citations that cannot be asked yet. There is no job while it is looked up whether any are to
    be read."""

    job: JobView | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether other work goes before it."""
        return self.job is not None and self.job.state is JobState.WAITING


async def preparing(pool: WorkerPool, access: Access, matter: str) -> Preparation | None:
    """What is done with the citations of a matter, or of the law; None once they are read. Where
    reading them failed it is None too: whoever asks for the citations is told why. Raises
    Forbidden, NoLibrary."""
    access.check(Power.READ, matter)
    until = time.monotonic() + _PATIENCE_SECONDS
    view = _running(pool, matter)
    if view is None:
        look = _look(pool, matter)
        await asyncio.wait({look}, timeout=_PATIENCE_SECONDS)
        if not look.done():
            return Preparation()
        view = look.result()
    while view is not None and not view.state.ended:
        if time.monotonic() > until:
            return Preparation(view)
        await asyncio.sleep(_LOOK_SECONDS)
        view = pool.jobs.view(view.id)
    return None


def _running(pool: WorkerPool, matter: str) -> JobView | None:
    name = slug(matter) if matter else ""
    same = (job for job in pool.jobs.all() if (job.what, job.matter) == (JOB, name))
    return next((job for job in same if not job.state.ended), None)


def _look(pool: WorkerPool, matter: str) -> _Look:
    looks = _looks.setdefault(pool, {})
    if matter not in looks:
        look = looks[matter] = asyncio.ensure_future(_begun(pool, matter))
        look.add_done_callback(lambda done: _forget(looks, matter, done))
    return looks[matter]


def _forget(looks: dict[str, _Look], matter: str, done: _Look) -> None:
    del looks[matter]
    # Whoever asked may have gone; the next to ask is told.
    if not done.cancelled():
        done.exception()


async def _begun(pool: WorkerPool, matter: str) -> JobView | None:
    if not await pool.call(_unread, matter):
        return None
    return await pool.run(lambda workspace: workspace.begin(JOB, matter, _read, matter))


def _unread(workspace: Workspace, matter: str) -> int:
    return workspace.collection(matter).citations.unread()


def _read(workspace: Workspace, matter: str) -> int:
    citations = workspace.collection(matter).citations
    total = citations.unread()
    workspace.progress(done=0, total=total)

    def tell(done: int, name: str) -> None:
        workspace.progress(done=done, total=max(done, total), name=name)

    with citations.index(tell):
        return total
