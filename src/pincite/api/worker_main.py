"""What runs in the processes of a server: calls one after another, or one job. Each ends when its
pipe does, so also when the server dies, however it dies."""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
import time
from contextlib import closing
from multiprocessing.connection import Connection
from typing import Any

from pincite.api.jobs import JobBoard
from pincite.api.messages import STOP, Call, Done, Failed, Kept, Progress, Release, Setup
from pincite.api.operation import operations
from pincite.api.workspace import Workspace
from pincite.errors import JobCancelled

# Behind the processes that answer questions: a job can wait a moment, people should not.
_NICE = 5
# The server is not told of progress more often.
_TELL_SECONDS = 0.05


class _Server:
    """The other end of the pipes. A thread listens, so that the end of the server is noticed in the
    middle of a call."""

    def __init__(self) -> None:
        self._in = Connection(int(sys.argv[1]), writable=False)
        self._out = Connection(int(sys.argv[2]), readable=False)
        self._inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.stop = threading.Event()
        threading.Thread(target=self._listen, name="server", daemon=True).start()

    def heard(self) -> bytes:
        return self._inbox.get()

    def tell(self, message: bytes) -> None:
        try:
            self._out.send_bytes(message)
        except OSError:
            # The server went away.
            os._exit(0)

    def _listen(self) -> None:
        try:
            while True:
                message = self._in.recv()
                if message == STOP:
                    self.stop.set()
                else:
                    self._inbox.put(message)
        except (EOFError, OSError):
            # Whatever is being written can be cut off at any moment; nobody waits for the rest.
            os._exit(0)


def serve_calls() -> None:
    """Calls, in a workspace that is kept."""
    server = _Server()
    setup: Setup = _read(server.heard())
    # Loaded before it is ready, so that no question waits for it.
    operations()
    workspace = Workspace(setup.folder, setup.settings, JobBoard())
    server.tell(pickle.dumps(Done(None)))
    while True:
        server.tell(_outcome(workspace, server.heard()))


def serve_job() -> None:
    """One call, which tells how far it has come and hears whether to stop."""
    os.nice(_NICE)
    server = _Server()
    setup: Setup = _read(server.heard())
    in_hand: Kept = _read(server.heard())
    progress = _JobProgress(server)
    workspace = Workspace(
        setup.folder, setup.settings, JobBoard(), progress=progress, stop=server.stop,
        kept=in_hand.kept,
    )  # fmt: skip
    with closing(workspace):
        outcome = _outcome(workspace, server.heard())
    progress.flush()
    server.tell(pickle.dumps(in_hand))
    server.tell(outcome)
    # Until the server has heard it, and closes the pipe.
    threading.Event().wait()


def _outcome(workspace: Workspace, message: bytes) -> bytes:
    """Pickled here: what cannot be is an error of the call."""
    try:
        asked: Call | Release = _read(message)
        if isinstance(asked, Release):
            workspace.drop(asked.slug)
            return pickle.dumps(Done(None))
        return pickle.dumps(Done(asked.work(workspace, *asked.arguments)))
    except Exception as problem:
        return pickle.dumps(Failed.by(problem))


def _read(message: bytes) -> Any:
    # Only the server that started this process writes to this pipe.
    return pickle.loads(message)  # noqa: S301


class _JobProgress:
    """Tells the server how far a job has come: now and then, and the last of it always."""

    def __init__(self, server: _Server) -> None:
        self._server = server
        self._told = 0.0
        self._untold: dict[str, Any] | None = None

    def __call__(self, **counted: Any) -> None:
        """Raises JobCancelled where someone wants it to stop: nothing that was done is lost."""
        self._untold = counted
        if time.monotonic() >= self._told + _TELL_SECONDS:
            self.flush()
        if self._server.stop.is_set():
            raise JobCancelled("it was stopped")

    def flush(self) -> None:
        if self._untold is not None:
            self._server.tell(pickle.dumps(Progress(self._untold)))
            self._untold, self._told = None, time.monotonic()
