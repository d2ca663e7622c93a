"""A real Ray for tests: a head of two processors in a temporary folder, on the loopback address."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from waiting import LONG

_READING = "ray::pincite-read"
_STARTED = "Ray runtime started"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


class RayServer:
    """Its processes share a session, by which they are found and ended; `ray stop` would end every
    Ray of this machine."""

    def __init__(self) -> None:
        # Short: the paths of Ray's sockets are below it, and may not be long.
        self.folder = Path(tempfile.mkdtemp(prefix="pincite-ray-", dir="/tmp"))
        port = free_port()
        self.address = f"ray://127.0.0.1:{port}"
        # What Ray writes for its user lands in the folder, too.
        self.environment = {
            "HOME": str(self.folder),
            "RAY_AUTH_MODE": "disabled",
            "RAY_USAGE_STATS_ENABLED": "0",
            # Else Ray takes 127.0.0.1 for an address that others reach, and listens on all.
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
            # Else a client is lost at the door now and then (ray-project/ray#63202).
            "GRPC_ENABLE_FORK_SUPPORT": "0",
        }
        self._log = (self.folder / "log").open("wb")
        self._process = subprocess.Popen(
            [
                sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block",
                "--node-ip-address", "127.0.0.1", "--port", "0", "--num-cpus", "2",
                "--ray-client-server-port", str(port), "--include-dashboard=false",
                "--include-log-monitor=false", "--object-store-memory", "200000000",
                "--temp-dir", str(self.folder / "ray"),
            ],
            env={**os.environ, **self.environment},
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )  # fmt: skip
        deadline = time.monotonic() + LONG
        # Either may come first, and who connects before both is not answered.
        while _STARTED not in (log := (self.folder / "log").read_text()) or not _listens(port):
            assert self._process.poll() is None, log
            assert time.monotonic() < deadline, log
            time.sleep(0.05)

    def reading(self) -> list[int]:
        """The processes that read a batch at this moment."""
        return [pid for pid, title in self._processes().items() if title.startswith(_READING)]

    def remove(self) -> None:
        deadline = time.monotonic() + LONG
        while left := self._processes():
            for pid in left:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._process.poll()
            assert time.monotonic() < deadline, f"Ray does not end: {left}"
            time.sleep(0.05)
        self._process.wait()
        self._log.close()
        shutil.rmtree(self.folder)

    def _processes(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                title = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                # One that has ended and is not waited for has no title.
                if title and os.getsid(int(entry.name)) == self._process.pid:
                    found[int(entry.name)] = title
        return found
