"""What the tests of worker processes have carried out in them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from pincite.api.workspace import Workspace
from pincite.errors import NotFound
from waiting import wait_until


def pid(_workspace: Workspace) -> int:
    return os.getpid()


def waits_for(_workspace: Workspace, begun: Path, until: Path) -> int:
    """Says that it has begun, and goes on until it may end."""
    begun.touch()
    wait_until(until.exists)
    return os.getpid()


def dies_once(_workspace: Workspace, marker: Path) -> int:
    """Kills the process it is in, but the second time it does not."""
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return os.getpid()
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("it lives")


def dies(_workspace: Workspace) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuses(_workspace: Workspace) -> None:
    raise NotFound("there is no such thing", hint="Look elsewhere.")


def breaks(_workspace: Workspace) -> None:
    raise KeyError("words of a document")


def gives_what_cannot_travel(_workspace: Workspace) -> object:
    return lambda: None


def counts_on(workspace: Workspace) -> None:
    """A job that only ends when it is stopped."""
    done = 0
    while True:
        done += 1
        workspace.progress(done=done, pid=os.getpid())
        time.sleep(0.01)


def counts_to(workspace: Workspace, last: int) -> dict[str, int]:
    for done in range(1, last + 1):
        workspace.progress(done=done, total=last, pid=os.getpid())
    return {"counted": last}
