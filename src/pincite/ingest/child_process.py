"""Starts a Python process and exchanges messages with it over two pipes.

It ends when its pipe does, so also when this process dies, however it dies.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection

# How long a process that was told to end may take.
_GRACE_SECONDS = 2


def processes(setting: int) -> int:
    """How many there are: as the settings say, or one a core, eight at most."""
    return setting or min(os.cpu_count() or 1, 8)


class Child:
    """A thread takes its answers off the pipe as they come, so that the child never waits for this
    process. They arrive in `arrivals` as (child, bytes), and None when the child has ended."""

    def __init__(self, start: str, arrivals: queue.SimpleQueue[Arrival]) -> None:
        """`start` is the Python statement that runs in it; the two pipes' numbers are argv."""
        inlet, outlet = os.pipe(), os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-c", start, str(inlet[0]), str(outlet[1])],
            pass_fds=(inlet[0], outlet[1]),
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            # Of its own, so that what it started in turn can be ended with it.
            start_new_session=True,
        )
        os.close(inlet[0])
        os.close(outlet[1])
        self._send = Connection(inlet[1], readable=False)
        self._answers = Connection(outlet[0], writable=False)
        self._arrivals = arrivals
        self.last_sign = time.monotonic()
        self._thread = threading.Thread(target=self._receive, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, message: object) -> None:
        # A child that died is noticed when its answer is missed.
        with suppress(BrokenPipeError):
            self._send.send(message)

    def _receive(self) -> None:
        try:
            while True:
                data = self._answers.recv_bytes()
                self.last_sign = time.monotonic()
                self._arrivals.put((self, data))
        except (EOFError, OSError):
            self._arrivals.put((self, None))

    def stop(self) -> None:
        """Let it finish what it does at the moment, for a little while."""
        self._send.close()
        try:
            self._process.wait(timeout=_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._end()
        self._thread.join()
        self._answers.close()

    def kill(self, *, dying: bool = False) -> int:
        """End it now, with everything it started; returns its exit status. One that is `dying` of
        itself is first given the time to, so that its own status is told."""
        self._send.close()
        if dying:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=_GRACE_SECONDS)
        self._end()
        self._thread.join()
        self._answers.close()
        return self._process.returncode

    def _end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


Arrival = tuple[Child, bytes | None]
