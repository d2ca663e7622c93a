"""A load that a Ray cluster reads: a real one, whose processes are killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from commands import pincite
from ingest.ray_server import RayServer, free_port
from lagasafn_pages import edition
from pincite import library
from pincite.errors import InputError, ServerUnreachable, SourceMalformed
from pincite.ingest.law import pool
from pincite.ingest.law.cluster import reading
from pincite.library import Library
from pincite.settings import Settings
from search.bundled_law import LAW

needs_ray = pytest.mark.skipif(
    not (find_spec("ray") and find_spec("grpc") and Path("/proc").exists()),
    reason="Ray is not installed (the extra `cluster`), or there is no /proc",
)
BUNDLED = tomllib.loads((LAW / "loads.toml").read_text(encoding="utf-8"))["load"]
LAGASAFN = next(one for one in BUNDLED if one["reader"] == "lagasafn")
TWICE = [LAGASAFN, {**LAGASAFN, "version": "again"}]
_DRIVER = """
# A batch for each file, however small.
from pincite.ingest.law import pool
pool._BATCH_BYTES = 1
from pincite.surfaces.cli import main
main()
"""


@pytest.fixture(scope="module")
def ray() -> Iterator[RayServer]:
    server = RayServer()
    yield server
    server.remove()


@pytest.fixture
def cluster(ray: RayServer, monkeypatch: pytest.MonkeyPatch) -> str:
    for name, value in ray.environment.items():
        monkeypatch.setenv(name, value)
    return ray.address


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the batches that the cluster was sent."""
    found: list[int] = []
    send = reading._Link.send

    def noting(link: reading._Link, number: int, content: bytes) -> None:
        found.append(number)
        send(link, number, content)

    monkeypatch.setattr(reading._Link, "send", noting)
    return found


def made(folder: Path, **settings: object) -> Library:
    return library.create(folder, settings=Settings(models=folder / "none", **settings))


def loaded_here(folder: Path, sources: Path) -> str:
    with made(folder) as opened:
        opened.ingest(sources, reader_name="lagasafn", version="1", workers=1)
        return opened.verify().fingerprint


@needs_ray
@pytest.mark.parametrize(
    "loads",
    [pytest.param(BUNDLED, marks=pytest.mark.slow, id="bundled"), pytest.param(TWICE, id="twice")],
)
def test_a_cluster_loads_the_same_as_this_machine(
    cluster: str, sent: list[int], loads: list[dict[str, Any]], tmp_path: Path
) -> None:
    prints, ticks, counted = [], [], []
    for name, workers in (("here", 1), ("there", cluster)):
        told: list[tuple[int, int, str]] = []
        with made(tmp_path / name) as opened:
            for one in loads:
                report = opened.ingest(
                    *(LAW / path for path in one["paths"]),
                    reader_name=one["reader"],
                    version=one["version"],
                    collection=one["collection"],
                    day=one.get("date"),
                    profile=one.get("profile"),
                    workers=workers,
                    progress=lambda *tick: told.append(tick),  # noqa: B023
                )
            counted.append((report.expressions, report.unchanged))
            prints.append(opened.verify().fingerprint)
        ticks.append(told)
        assert not (tmp_path / name / "spool").exists()
    assert prints[0] == prints[1] != ""
    assert ticks[0] == ticks[1]
    assert counted[0] == counted[1]
    if loads is TWICE:
        assert counted[0][0] == 0 < counted[0][1]
    assert len(sent) == len(loads)


@needs_ray
def test_a_refused_file_is_told_as_here(cluster: str, sent: list[int], tmp_path: Path) -> None:
    sources = edition(tmp_path / "e", 3)
    (sources / "2031.4.xml").write_text("<law nr='4'>\n<name>", encoding="utf-8")
    (sources / "2031.5.xml").write_bytes(b" " * 200_001)
    told = []
    for name, workers in (("here", 1), ("there", cluster)):
        with made(tmp_path / name, max_source_bytes=200_000) as opened:
            report = opened.ingest(
                sources, reader_name="lagasafn", version="1", allow_refusals=True, workers=workers
            )
            told.append(([one.as_dict() for one in report.refused], opened.verify().fingerprint))
    assert told[0] == told[1]
    assert [one["file"] for one in told[0][0]] == ["2031.4.xml", "2031.5.xml"]


@contextmanager
def killing(ray: RayServer, times: int) -> Generator[list[int]]:
    """Kill -9 processes in the middle of a batch, so many times."""
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        while len(killed) < times and not over.wait(0.02):
            for pid in ray.reading()[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


@pytest.mark.slow
@needs_ray
def test_a_killed_process_costs_nothing_and_one_that_always_dies_names_the_file(
    cluster: str, ray: RayServer, sent: list[int], tmp_path: Path
) -> None:
    # Each takes long enough to be caught at it.
    sources = edition(tmp_path / "e", 2, articles=8000)
    with made(tmp_path / "there") as opened:
        nothing = opened.store.fingerprint()
        with killing(ray, 100) as killed, pytest.raises(SourceMalformed, match="died") as refused:
            opened.ingest(sources, reader_name="lagasafn", version="1", workers=cluster)
        assert len(killed) >= 4
        assert refused.value.file in ("2031.1.xml", "2031.2.xml")
        assert opened.store.fingerprint() == nothing
        with killing(ray, 1) as killed:
            opened.ingest(sources, reader_name="lagasafn", version="1", workers=cluster)
        assert len(killed) == 1
        there = opened.verify().fingerprint
    assert there == loaded_here(tmp_path / "here", sources)


def awaited(condition: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    while not condition():
        assert process.poll() is None, "the load ended before it could be killed"
        time.sleep(0.002)


@pytest.mark.slow
@needs_ray
def test_a_killed_load_goes_on_where_it_was(
    cluster: str, sent: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws = 40
    sources = edition(tmp_path / "e", laws, articles=300)
    made(tmp_path / "there").close()
    spool = tmp_path / "there" / "spool"

    def spooled() -> int:
        return len([one for one in spool.glob("*") if not one.suffix])

    process = subprocess.Popen(
        [sys.executable, "-c", _DRIVER, "--library", str(tmp_path / "there"), "ingest",
         str(sources), "--reader", "lagasafn", "--version", "1", "--workers", cluster],
    )  # fmt: skip
    awaited(lambda: spooled() >= 3, process)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    kept = spooled()
    assert 3 <= kept < laws
    monkeypatch.setattr(pool, "_BATCH_BYTES", 1)
    with library.open(tmp_path / "there") as opened:
        opened.ingest(sources, reader_name="lagasafn", version="1", workers=cluster)
        assert len(sent) == laws - kept
        assert not spool.exists()
        there = opened.verify().fingerprint
    assert there == loaded_here(tmp_path / "here", sources)


@pytest.mark.slow
@needs_ray
def test_a_cluster_that_would_read_otherwise_is_refused(
    cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "installed", lambda: ("Python 3.11", "Pincite 0.0.1"))
    with made(tmp_path / "l") as opened, pytest.raises(InputError, match=r"Pincite 0\.0\.1") as no:
        opened.ingest(
            edition(tmp_path / "e", 1), reader_name="lagasafn", version="1", workers=cluster
        )
    assert "every machine" in no.value.hint


@needs_ray
@pytest.mark.parametrize("listens", [False, True])
def test_a_cluster_that_does_not_answer_is_said(
    listens: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(reading, "_CONNECT_SECONDS", 2)
    port = free_port()
    with socket.socket() as mute, made(tmp_path / "l") as opened:
        if listens:
            mute.bind(("127.0.0.1", port))
            mute.listen()
        with pytest.raises(ServerUnreachable, match="does not answer") as unreachable:
            opened.ingest(
                edition(tmp_path / "e", 1),
                reader_name="lagasafn",
                version="1",
                workers=f"ray://127.0.0.1:{port}",
            )
        assert opened.versions() == []
    assert unreachable.value.retryable
    assert "client server" in unreachable.value.hint


def test_without_ray_the_way_to_have_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with made(tmp_path / "l") as opened, pytest.raises(InputError) as said:
        opened.ingest(
            edition(tmp_path / "e", 1),
            reader_name="lagasafn",
            version="1",
            workers="ray://127.0.0.1:1",
        )
    assert "pip install 'pincite[cluster]'" in said.value.hint


@pytest.mark.parametrize("workers", ["ray:/x", "ray://host", "ray://user@host:1", "many", "-1", -1])
def test_what_is_neither_a_number_nor_a_cluster_is_refused(
    workers: int | str, tmp_path: Path
) -> None:
    with made(tmp_path / "l") as opened, pytest.raises(InputError, match="nor a cluster"):
        opened.ingest(
            edition(tmp_path / "e", 1), reader_name="lagasafn", version="1", workers=workers
        )


def test_case_files_are_not_sent_to_a_cluster(tmp_path: Path) -> None:
    done = pincite("--matter", "x", "ingest", tmp_path, "--workers", "ray://127.0.0.1:1")
    assert done.returncode == 2
    assert "--workers is for law" in done.stderr
