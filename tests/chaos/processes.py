"""Processes of Pincite that are killed: the one that loads, and one that reads for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from chaos.outcome import Outcome
from chaos.place import QUESTIONS, Load, Place
from chaos.watching import LIMIT, asked
from ingest.ray_server import RayServer

_LOADS = """
import sys
from pathlib import Path
from chaos.place import Load, settings
from pincite import library

folder, path, reader, tag, share = sys.argv[1:]

def progress(done, total, _name):
    if done == round(total * float(share)):
        print("struck", flush=True)

with library.open(folder, settings=settings(busy_seconds=30)) as opened:
    Load(Path(path), reader, tag).into(opened, progress)
"""


def loading_process_killed(place: Place) -> Outcome:
    """In the middle of a load, and while another is being finished; whoever waits to write goes
    on."""
    writer = place.writer()
    recoveries: list[float] = []
    with asked(place.asks, QUESTIONS) as watch:
        for share in (0.5, 1.0):
            large = place.sources.large()
            _kill_while(place.writes.folder, large, share)
            killed = time.monotonic()
            recoveries.append(writer.until_done(place.sources.small()).ended - killed)
            writer.until_done(large)
        watch.wait("right", len(QUESTIONS), since=time.monotonic())
    return writer.outcome(max(recoveries), watch)


def _kill_while(folder: Path, load: Load, share: float) -> None:
    process = subprocess.Popen(
        [
            sys.executable, "-c", _LOADS, str(folder), str(load.path), load.reader, load.tag,
            str(share),
        ],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"struck\n"
        process.send_signal(signal.SIGKILL)


@dataclass
class ClusterReaderKilled:
    """One of the processes of a cluster that read for a load; the cluster gives its batch to
    another."""

    ray: RayServer

    def strike(self) -> None:
        deadline = time.monotonic() + LIMIT
        while not (reading := self.ray.reading()):
            assert time.monotonic() < deadline, "no process of the cluster reads"
            time.sleep(0.01)
        os.kill(reading[0], signal.SIGKILL)

    def mend(self) -> None:
        """The cluster does."""


@contextmanager
def clustered() -> Generator[RayServer]:
    server = RayServer()
    before = dict(os.environ)
    os.environ.update(server.environment)
    try:
        yield server
    finally:
        os.environ.clear()
        os.environ.update(before)
        server.remove()


@dataclass
class ReaderKilled:
    """One of the processes that read for a load of this process."""

    def strike(self) -> None:
        for task in Path("/proc/self/task").iterdir():
            for child in (task / "children").read_text().split():
                if b"pincite.ingest.law.worker" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(int(child), signal.SIGKILL)
                    return
        raise AssertionError("no process reads for the load")

    def mend(self) -> None:
        """The next load has processes of its own."""
