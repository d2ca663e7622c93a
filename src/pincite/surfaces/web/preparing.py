"""Citations that were not read yet are read in the background; the page says how far that is."""

from __future__ import annotations

import asyncio
import time

from pincite.api.access import Access, Power
from pincite.api.jobs import JobState, JobView
from pincite.api.workspace import WorkerPool, Workspace
from pincite.matters.card import slug

JOB = "index_citations"
# What takes no longer is waited for, so that a small library has its page at once.
_PATIENCE_SECONDS = 0.3
_LOOK_SECONDS = 0.02


async def preparing(pool: WorkerPool, access: Access, matter: str) -> JobView | None:
    """The job that reads the citations of a matter, or of the law; None once they are read. One
    that failed is None too: whoever asks for the citations is told why. Raises Forbidden,
    NoLibrary."""
    access.check(Power.READ, matter)
    view = _running(pool, matter) or await pool.run(lambda workspace: _begun(workspace, matter))
    until = time.monotonic() + _PATIENCE_SECONDS
    while view is not None and not view.state.ended:
        if time.monotonic() > until:
            return view
        await asyncio.sleep(_LOOK_SECONDS)
        view = pool.jobs.view(view.id)
    return None


def _running(pool: WorkerPool, matter: str) -> JobView | None:
    name = slug(matter) if matter else ""
    same = (job for job in pool.jobs.all() if (job.what, job.matter) == (JOB, name))
    return next((job for job in same if not job.state.ended), None)


def _begun(workspace: Workspace, matter: str) -> JobView | None:
    if not workspace.collection(matter).citations.unread():
        return None
    return workspace.begin(JOB, matter, _read, matter)


def _read(workspace: Workspace, matter: str) -> int:
    citations = workspace.collection(matter).citations
    total = citations.unread()
    workspace.progress(done=0, total=total)

    def tell(done: int, name: str) -> None:
        workspace.progress(done=done, total=max(done, total), name=name)

    with citations.index(tell):
        return total


def is_waiting(job: JobView) -> bool:
    """Whether other work goes before it."""
    return job.state is JobState.WAITING
