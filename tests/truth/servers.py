"""`pincite serve` in processes of their own, on loopback, over one corpus."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from loopback import closed_port
from pincite.settings import Settings
from waiting import LONG, wait_until

WORDS_ALONE = {f"PINCITE_{kind}_MODEL": "" for kind in ("DENSE", "TOKEN", "SPARSE", "LEMMA")}
# A table of words, of which all is there at once.
TABLE_ALONE = {f"PINCITE_{kind}_MODEL": "" for kind in ("DENSE", "TOKEN", "SPARSE")}
ALL_MODELS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Place:
    """Where everything lies: the libraries (folders of one corpus), the matters, what is loaded.
    `models` is what the environment says of them."""

    root: Path
    folders: tuple[Path, ...]
    models: Mapping[str, str] = field(default_factory=lambda: WORDS_ALONE)
    environment: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def encodes(self) -> bool:
        """Whether networks have a part in replies."""
        return "PINCITE_DENSE_MODEL" not in self.models

    @property
    def matters(self) -> Path:
        return self.root / "matters"

    @property
    def sources(self) -> Path:
        return self.root / "sources"

    def settings(self, folder: Path, matters: Path | None = None) -> Settings:
        chosen = {
            name.removeprefix("PINCITE_").lower(): value for name, value in self.models.items()
        }
        return Settings.model_validate(
            {**chosen, "library": folder, "matters": matters or self.matters, "workers": 1,
             "models": self.root / "no-models", "log_days": 0}
        )  # fmt: skip

    def told(self, folder: Path) -> dict[str, str]:
        """The environment of a process."""
        return {
            **os.environ,
            "PINCITE_LIBRARY": str(folder),
            "PINCITE_MATTERS": str(self.matters),
            "PINCITE_KEYS": str(self.root / "keys.json"),
            "PINCITE_ROOTS": str(self.sources),
            "PINCITE_MODELS": str(self.root / "no-models"),
            "PINCITE_KEY_RATE": "0",
            "PINCITE_KEY_REQUESTS": "0",
            "PINCITE_REQUEST_RATE": "0",
            "PINCITE_WORKERS": "1",
            "PINCITE_LOG_DAYS": "0",
            **self.models,
            **self.environment,
        }


class Server:
    """One that keeps its address when it is started again. `log` is what it wrote."""

    def __init__(self, place: Place, folder: Path, number: int) -> None:
        self._place, self._folder = place, folder
        self.number = number
        self.port = closed_port()
        self.log = place.root / f"server-{number}.log"
        # Let go before the server does: what is sent to it at that very moment is lost.
        limits = httpx.Limits(
            max_connections=100, max_keepalive_connections=100, keepalive_expiry=2.0
        )
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}", timeout=LONG, limits=limits, verify=False
        )
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pincite", "--quiet", "serve", "--port", str(self.port)],
                env=self._place.told(self._folder), stdout=log, stderr=log,
            )  # fmt: skip

    def wait(self) -> None:
        """Until it answers."""
        wait_until(self._answers, lambda: f"the server does not start: {self.log.read_text()}")

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()
        try:
            self.client.get("/health").raise_for_status()
        except httpx.TransportError:
            return False
        return True

    def kill(self) -> None:
        """As kill -9 does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=LONG)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=LONG)

    def memory(self) -> int:
        """Bytes that are resident of it and of the processes that answer for it. Those that do one
        job and end are not among them."""
        assert self.process is not None
        answering = [
            child
            for child in _children(self.process.pid)
            if b"job" not in Path(f"/proc/{child}/cmdline").read_bytes()
        ]
        return sum(map(_resident, (self.process.pid, *answering)))


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _resident(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(status.partition("VmRSS:")[2].split()[0])


@contextmanager
def serving(place: Place) -> Generator[Sequence[Server]]:
    """A server for each folder of the place."""
    place.sources.mkdir(exist_ok=True)
    with ExitStack() as stack:
        servers = [Server(place, folder, number) for number, folder in enumerate(place.folders)]
        for server in servers:
            stack.callback(server.client.close)
            stack.callback(server.stop)
            server.start()
        for server in servers:
            server.wait()
        yield servers
