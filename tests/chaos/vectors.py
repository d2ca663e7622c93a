"""Faults of a server that keeps vectors: an answer without them says so, and they come back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chaos.faults import Fault, Full, Killed, small_disk
from chaos.outcome import SYNC_HANGS, Outcome
from chaos.place import Sources
from chaos.watching import DEGRADED, LIMIT, Question, Watch, asked
from chaos.work import asked_through
from milvus_server import MilvusServer, MilvusStandalone
from pincite import library
from pincite.library import Library
from pincite.settings import Settings

Work = Callable[[Path, Fault], Outcome]
# A question waits so long for a server that says nothing.
_SECONDS = 3.0


def _by_meaning(words: str) -> Question:
    def ask(opened: Library) -> object:
        found = opened.search(words, limit=5)
        if found.degraded:
            return DEGRADED
        return [(hit.law.unit_urn if hit.law else "", round(hit.score, 4)) for hit in found.results]

    return ask


QUESTIONS = (_by_meaning("who has to switch on the lights"), _by_meaning("jade lantern"))


@dataclass
class Silent:
    """Nothing that is sent arrives, either way."""

    server: MilvusServer

    def strike(self) -> None:
        self.server.cut()

    def mend(self) -> None:
        self.server.heal()


@contextmanager
def vectors_on(root: Path, server: MilvusServer) -> Generator[Path]:
    """The folder of a library whose vectors are all there."""
    address = f"{server.address.replace('http', 'milvus')}?name=law"
    with library.create(root / "law", vectors=address, settings=_settings(root)) as opened:
        Sources(root / "sources").kept().into(opened)
        assert opened.search_index.encode() == 1.0
    yield root / "law"


def server_killed(work: Work, root: Path) -> Outcome:
    with _milvus() as server, vectors_on(root, server) as folder:
        return work(folder, Killed(server))


def network_cut(work: Work, root: Path) -> Outcome:
    with _milvus() as server, vectors_on(root, server) as folder:
        return work(folder, Silent(server))


def disk_full(work: Work, root: Path) -> Outcome:
    """What it does then is its own; whoever makes room starts it again."""
    with (
        small_disk(root / "disk", 700) as disk,
        _milvus(disk) as server,
        vectors_on(root, server) as folder,
    ):

        def restart() -> None:
            server.kill()
            server.start()

        return work(folder, Full(disk, restart))


@contextmanager
def _milvus(within: Path | None = None) -> Generator[MilvusStandalone]:
    server = MilvusStandalone(within)
    try:
        yield server
    finally:
        server.remove()


def questions(after: float | None) -> Work:
    def work(folder: Path, fault: Fault) -> Outcome:
        with library.open(folder, settings=_settings(folder.parent)) as opened:
            return asked_through(opened, QUESTIONS, fault, after, DEGRADED)

    return work


def syncs(folder: Path, fault: Fault) -> Outcome:
    """Struck at several moments while all vectors are put there anew, and asked meanwhile."""
    chosen = _settings(folder.parent)
    with (
        library.open(folder, settings=chosen) as opened,
        library.open(folder, settings=chosen) as other,
    ):
        watch, recoveries = Watch(), list[float]()
        with asked(other, QUESTIONS) as answers:
            for delay in (0.1, 2.0):
                striking = threading.Timer(delay, fault.strike)
                striking.start()
                _synced(opened, watch, anew=True)
                striking.join()
                fault.mend()
                mended = time.monotonic()
                while _synced(opened, watch, anew=False) != "acknowledged":
                    assert time.monotonic() < mended + LIMIT, watch.events[-1]
                    time.sleep(0.1)
                recoveries.append(time.monotonic() - mended)
                answers.wait("right", 2 * len(QUESTIONS), since=time.monotonic())
        outcome = Outcome.of(watch, answers)
        outcome.recovery = max(recoveries)
        outcome.hangs = SYNC_HANGS
        outcome.damage = _damage(folder, opened)
        return outcome


def _synced(opened: Library, watch: Watch, *, anew: bool) -> str:
    return watch.call(
        lambda: opened.search_index.encode(anew=anew),
        lambda share: "acknowledged" if share == 1.0 else f"{share:.0%} are there",
    ).kind


def _damage(folder: Path, opened: Library) -> list[str]:
    """What is not as where the vectors lie in the folder itself."""
    with library.create(folder.parent / "clean", settings=_settings(folder.parent)) as clean:
        Sources(folder.parent / "sources").kept().into(clean)
        clean.search_index.encode()
        return [
            f"{said} is not {right}"
            for said, right in ((ask(opened), ask(clean)) for ask in QUESTIONS)
            if said != right
        ]


def _settings(root: Path) -> Settings:
    # None but the models that come with Pincite.
    chosen: dict[str, Any] = {"models": root / "models", "vectors_seconds": _SECONDS}
    return Settings(**chosen)
