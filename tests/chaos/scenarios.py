"""Every fault, on every engine, during everything that it can fall into."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from chaos import vectors
from chaos.faults import Cut, Fault, Full, Killed, postgres, private_network, small_disk
from chaos.faults import impossible as no_root
from chaos.outcome import Outcome
from chaos.place import Place, Writer, logged, placed, settings
from chaos.processes import (
    ClusterReaderKilled,
    ReaderKilled,
    clustered,
    loading_process_killed,
)
from chaos.work import cut_off_for_good, through_catching_up, through_loads, through_questions
from corpus.postgres_server import PACKAGE, PostgresServer, programs
from milvus_server import standalone_possible
from pincite import library

Work = Callable[[Place, Fault], Outcome]
POSTGRES, SQLITE, MILVUS = "PostgreSQL", "SQLite", "Milvus"
RAY = "PostgreSQL and Ray"


def _no_postgres() -> str | None:
    if find_spec("psycopg_pool") is None:
        return "psycopg is not installed (the extra `team`)"
    return None if programs() else f"PostgreSQL is not installed (Debian package {PACKAGE})"


def _no_ray() -> str | None:
    if find_spec("ray") is None:
        return "Ray is not installed (the extra `cluster`)"
    return _no_postgres()


_MISSING = {POSTGRES: _no_postgres, RAY: _no_ray, MILVUS: standalone_possible}


@dataclass(frozen=True, slots=True)
class Scenario:
    """`errors` are the codes that a fault may be told by; `unseen` where it may pass unnoticed;
    `as_root` where it makes disks or networks of its own."""

    engine: str
    fault: str
    during: str
    play: Callable[[Path], Outcome]
    errors: frozenset[str]
    unseen: bool = False
    as_root: bool = False

    def impossible(self) -> str | None:
        """Why it cannot be played here, if so."""
        missing = _MISSING.get(self.engine, lambda: None)()
        return missing or (no_root() if self.as_root else None)

    def __str__(self) -> str:
        return f"{self.engine}, {self.fault}, {self.during}"


def questions(after: float | None) -> Work:
    return lambda place, fault: through_questions(place, fault, after)


def loads(after: float | None) -> Work:
    return lambda place, fault: through_loads(place, fault, after)


def _address(server: PostgresServer) -> str:
    return f"postgresql://postgres@/postgres?host={server.folder}&schema=law"


def server_killed(work: Work, root: Path) -> Outcome:
    with postgres() as server, placed(root, _address(server)) as place:
        return work(place, Killed(server))


def disk_of_server_full(work: Work, root: Path) -> Outcome:
    with (
        small_disk(root / "disk", 200) as disk,
        postgres(disk=disk) as server,
        placed(root, _address(server)) as place,
    ):
        return work(place, Full(disk, server.revive))


def disk_of_log_full(work: Work, root: Path) -> Outcome:
    """The server cannot write ahead, so it stops."""
    with (
        small_disk(root / "disk", 100) as disk,
        postgres(log_disk=disk) as server,
        placed(root, _address(server)) as place,
    ):
        return work(place, Full(disk, server.revive))


@contextmanager
def _behind_a_cable(root: Path) -> Generator[tuple[PostgresServer, Place, Cut]]:
    with (
        private_network() as network,
        postgres(network=network) as server,
        placed(root, f"postgresql://postgres@{network.far}/postgres?schema=law") as place,
    ):
        cut = Cut(network)
        try:
            yield server, place, cut
        finally:
            cut.mend()


def network_cut(work: Work, root: Path) -> Outcome:
    with _behind_a_cable(root) as (_, place, cut):
        return work(place, cut)


def network_cut_for_good(root: Path) -> Outcome:
    with _behind_a_cable(root) as (server, place, cut), ExitStack() as stack:
        beside = library.create(root / "beside", database=_address(server), settings=settings())
        stack.callback(beside.close)
        return cut_off_for_good(place, Writer(beside, place.sources, logged(beside)), cut)


def disk_of_folder_full(root: Path) -> Outcome:
    """Where one machine keeps what it derives from the corpus of a server."""
    with (
        small_disk(root / "disk", 20) as disk,
        postgres() as server,
        placed(root, _address(server), asked_in=disk) as place,
    ):
        return through_catching_up(place, Full(disk))


def disk_of_file_full(work: Work, root: Path) -> Outcome:
    with small_disk(root / "disk", 200) as disk, placed(root, asked_in=disk) as place:
        return work(place, Full(disk))


@contextmanager
def _either(engine: str, root: Path, workers: int | str = 1) -> Generator[Place]:
    with ExitStack() as stack:
        address = _address(stack.enter_context(postgres())) if engine == POSTGRES else ""
        yield stack.enter_context(placed(root, address, workers=workers))


def loader_killed(engine: str, root: Path) -> Outcome:
    with _either(engine, root) as place:
        return loading_process_killed(place)


# Smaller loads are read without another process.
_LARGE = (200, 160)


def reader_killed(engine: str, root: Path) -> Outcome:
    with _either(engine, root, workers=2) as place:
        place.sources.size = _LARGE
        return through_loads(place, ReaderKilled(), None, shares=(0.1,))


def cluster_reader_killed(root: Path) -> Outcome:
    with clustered() as ray, _either(POSTGRES, root, workers=ray.address) as place:
        place.sources.size = _LARGE
        return through_loads(place, ClusterReaderKilled(ray), None, shares=(0.1,))


_AWAY = frozenset({"server_unreachable"})
# A change that was being finished when the server went is there whole, or not at all.
_DOUBT = _AWAY | {"library_error"}
_FULL = frozenset({"no_space"})
_BUSY = frozenset({"library_busy"})

SCENARIOS = (
    Scenario(POSTGRES, "killed, up again after 1 s", "questions",
             partial(server_killed, questions(1)), _AWAY, unseen=True),
    Scenario(POSTGRES, "killed, up again after 15 s", "questions",
             partial(server_killed, questions(15)), _AWAY),
    Scenario(POSTGRES, "killed, up again after 1 s", "loads and questions",
             partial(server_killed, loads(1)), _DOUBT),
    Scenario(POSTGRES, "killed, up again when noticed", "loads and questions",
             partial(server_killed, loads(None)), _DOUBT),
    Scenario(POSTGRES, "network cut for 3 s", "questions",
             partial(network_cut, questions(3)), _AWAY, unseen=True, as_root=True),
    Scenario(POSTGRES, "network cut until noticed", "questions",
             partial(network_cut, questions(None)), _AWAY, as_root=True),
    Scenario(POSTGRES, "network cut for 3 s", "loads and questions",
             partial(network_cut, loads(3)), _AWAY, unseen=True, as_root=True),
    Scenario(POSTGRES, "network cut until noticed", "loads and questions",
             partial(network_cut, loads(None)), _DOUBT, as_root=True),
    Scenario(POSTGRES, "network cut for good", "a load and questions",
             network_cut_for_good, _AWAY | _BUSY, as_root=True),
    Scenario(POSTGRES, "disk of its data full", "questions",
             partial(disk_of_server_full, questions(3)), _FULL, unseen=True, as_root=True),
    Scenario(POSTGRES, "disk of its data full", "loads and questions",
             partial(disk_of_server_full, loads(None)), _FULL, as_root=True),
    Scenario(POSTGRES, "disk of its log full: it stops", "loads and questions",
             partial(disk_of_log_full, loads(None)), _DOUBT | _FULL, as_root=True),
    Scenario(POSTGRES, "disk of a machine's folder full", "a question after a load elsewhere",
             disk_of_folder_full, _FULL, as_root=True),
    Scenario(SQLITE, "disk full", "questions",
             partial(disk_of_file_full, questions(3)), _FULL, unseen=True, as_root=True),
    Scenario(SQLITE, "disk full", "loads and questions",
             partial(disk_of_file_full, loads(None)), _FULL, as_root=True),
    *(Scenario(engine, "the process that loads killed", "loads and questions",
               partial(loader_killed, engine), _BUSY, unseen=True)
      for engine in (POSTGRES, SQLITE)),
    *(Scenario(engine, "a process that reads for a load killed", "loads and questions",
               partial(reader_killed, engine), frozenset({"source_malformed"}))
      for engine in (POSTGRES, SQLITE)),
    Scenario(RAY, "a process of the cluster that reads for a load killed", "loads and questions",
             cluster_reader_killed, frozenset(), unseen=True),
    Scenario(MILVUS, "killed, up again when noticed", "questions",
             partial(vectors.server_killed, vectors.questions(None)), frozenset()),
    Scenario(MILVUS, "killed, up again when noticed", "syncs and questions",
             partial(vectors.server_killed, vectors.syncs), _AWAY),
    Scenario(MILVUS, "network cut until noticed", "questions",
             partial(vectors.network_cut, vectors.questions(None)), frozenset()),
    Scenario(MILVUS, "network cut until noticed", "syncs and questions",
             partial(vectors.network_cut, vectors.syncs), _AWAY),
    Scenario(MILVUS, "disk full, then started again", "questions",
             partial(vectors.disk_full, vectors.questions(3)), frozenset(), as_root=True),
    Scenario(MILVUS, "disk full, then started again", "syncs and questions",
             partial(vectors.disk_full, vectors.syncs), _AWAY, as_root=True),
)  # fmt: skip
