"""Progress notifications: a client that asks for them is told how a job goes while it waits."""

from __future__ import annotations

import time
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext

from pincite.api.body import body
from pincite.api.jobs import JobView
from pincite.api.operation import Operation
from pincite.api.workspace import WorkerPool
from pincite.collection.stages import in_words, share_done

LONGEST = 45.0
"""Seconds that a call is held open for a job: clients give up on one after a minute."""
_LOOK_SECONDS = 0.2
_OF_ONE_JOB = ("job_status", "resume_job")


def wants_progress(context: ServerRequestContext[Any, Any], operation: Operation[Any]) -> bool:
    """Whether the client gave a token, and the call is about a job that it can be told of."""
    given = context.meta is not None and context.meta.get("progress_token") is not None
    return given and (operation.long or operation.name in _OF_ONE_JOB)


async def followed(
    pool: WorkerPool, context: ServerRequestContext[Any, Any], job: str
) -> dict[str, Any]:
    """The job as it is once it has ended, or was paused, or the call has been held open for long
    enough; each piece of news is told until then."""
    until = time.monotonic() + LONGEST
    seen, told = -1, 0.0
    while True:
        view = pool.jobs.view(job)
        if view.seen != seen:
            seen = view.seen
            # The protocol has it grow with every notification, whatever the job does.
            told = max(share_done(view.progress), told + 1e-6)
            await context.session.report_progress(told, 1.0, _message(view))
        if view.state.ended or view.state == "paused" or time.monotonic() > until:
            return body(view)
        await anyio.sleep(_LOOK_SECONDS)


def _message(view: JobView) -> str:
    return in_words(view.progress) if view.state == "running" and view.progress else view.state
