"""Processes that write, killed in the middle: a command beside the servers, and a server itself."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from truth.clients import Change, Client
from truth.servers import Place, Server
from truth.sources import Load
from waiting import LONG


def loaded_in_spite(place: Place, folder: Path, load: Load, client: Client) -> None:
    """By a command that is killed in the middle, and run again until the load is there."""
    sent = time.monotonic()
    words = (
        "ingest", str(load.path), "--reader", "plain", "--version", load.tag,
        "--collection", load.collection,
    )  # fmt: skip
    killed_within(place, folder, words, client.random.uniform(0.4, 4.0))
    while True:
        code, said = _ran(place, folder, words)
        if code == 0 or f"{load.tag!r} is in use" in said:
            break
        if "try again" not in said:
            client.record.faults.append(f"`pincite ingest` of {load.tag}: {code} {said[:400]}")
            return
        client.record.busy += 1
    client.record.changes.append(Change("load", load.tag, sent, time.monotonic()))


def killed_within(place: Place, folder: Path, words: Sequence[str], seconds: float) -> None:
    """A command that is killed after so long, unless it has ended."""
    process = _begun(place, folder, words)
    try:
        process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate(timeout=LONG)


def _ran(place: Place, folder: Path, words: Sequence[str]) -> tuple[int, str]:
    process = _begun(place, folder, words)
    said, _ = process.communicate(timeout=LONG)
    return process.returncode, said


def _begun(place: Place, folder: Path, words: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pincite", *words],
        env=place.told(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


@contextmanager
def killed_now_and_then(servers: Sequence[Server], seconds: float, until: float) -> Generator[None]:
    """One of the servers is killed every so many seconds, and started again; not any more after
    `until`, so that what was begun can be finished."""
    over = threading.Event()

    def kill() -> None:
        number = 0
        while not over.wait(seconds) and time.monotonic() < until:
            server = servers[number % len(servers)]
            server.kill()
            server.start()
            server.wait()
            number += 1

    thread = threading.Thread(target=kill, name="killer")
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def killed_writer(
    place: Place, next_load: Callable[[], Load], times: Callable[[], Generator[int]]
) -> Callable[[Client], None]:
    """A client whose commands are killed in the middle: loads, and what brings indexes up to date."""

    def steps(client: Client) -> None:
        for number in times():
            folder = place.folders[number % len(place.folders)]
            if number % 3 == 2:
                words = ("index", "--rebuild") if number % 2 else ("index",)
                killed_within(place, folder, words, client.random.uniform(0.4, 4.0))
            else:
                loaded_in_spite(place, folder, next_load(), client)

    return steps
