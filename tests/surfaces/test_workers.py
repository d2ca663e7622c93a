"""A server whose worker processes answer: the same bytes as from threads, whoever is killed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pincite.api.processes import WorkerProcesses
from pincite.corpus.file_lock import in_turn
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from surfaces.serving import CANARIES, held, serving
from surfaces.test_mcp_http import HEADERS
from waiting import LONG, wait_until

OWN, OTHER = CANARIES
DEPOSIT = "how much deposit may a landlord ask for"
_CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
# What is of one answer or server and not of the question: how long it took, its number, the port.
_own = re.compile(
    rb'"(?:search_time_ms|request_id|x-request-id)":(?:"\w+"|[\d.]+)|"milliseconds":\{[^}]*\}'
    rb"|\d+ ms|<td>[\d.]+</td>|[0-9a-f]{32}|127\.0\.0\.1(?::|%3A)\d+"
)
GETS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/search", {"query": DEPOSIT}),
    ("/search", {"query": DEPOSIT, "tier": "free", "limit": "2"}),
    ("/search", {"query": CANARIES[OWN], "matter": OWN}),
    ("/search/case", {"query": CANARIES[OWN], "matter": OWN}),
    ("/lookup", {"what": "s 7 of the Rent Act"}),
    ("/versions", {}),
    ("/stats", {}),
    ("/documents", {"matter": OWN}),
    ("/readers", {}),
    ("/matters", {}),
    ("/jobs", {}),
    ("/", {"q": DEPOSIT, "mode": "search"}),
    ("/", {"q": DEPOSIT}),
    ("/about", {}),
    ("/cases", {}),
    (f"/case/{OWN}", {}),
    # And what goes wrong.
    ("/search", {"query": ""}),
    ("/search", {"query": DEPOSIT, "limit": "-1"}),
    ("/search", {"query": DEPOSIT, "at": "yesterday"}),
    ("/search", {"query": DEPOSIT, "matter": "no such matter"}),
    ("/nodes/urn:lex:xx:none", {}),
    ("/law/urn:lex:xx:none", {}),
    ("/law/urn:lex:xx:none", {"at": "yesterday"}),
    ("/documents/passages", {"matter": OWN, "document": "none.pdf"}),
    ("/jobs/none", {}),
)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return held(tmp_path_factory.mktemp("workers")).model_copy(update={"key_rate": 0})


@pytest.fixture(scope="module")
def by_threads(settings: Settings) -> Iterator[httpx.Client]:
    with serving(create_app(settings=settings)) as client:
        yield client


@pytest.fixture(scope="module")
def app(settings: Settings) -> FastAPI:
    return create_app(settings=settings, processes=2)


@pytest.fixture(scope="module")
def by_processes(app: FastAPI) -> Iterator[httpx.Client]:
    with serving(app) as client:
        yield client


@pytest.fixture
def workers(app: FastAPI, by_processes: httpx.Client) -> WorkerProcesses:
    """Both of them ready."""
    processes: WorkerProcesses = app.state.pool.processes
    wait_until(lambda: len(processes.pids) == 2)
    return processes


def same(one: httpx.Response, other: httpx.Response) -> None:
    assert one.status_code == other.status_code
    for header in ("content-type", "retry-after"):
        assert one.headers.get(header) == other.headers.get(header)
    assert _own.sub(b"", one.content) == _own.sub(b"", other.content)


def test_processes_give_the_bytes_that_threads_give(
    by_threads: httpx.Client, by_processes: httpx.Client
) -> None:
    for path, fields in GETS:
        same(by_processes.get(path, params=fields), by_threads.get(path, params=fields))
    pages: list[httpx.Response] = []

    def are_ready() -> bool:
        # Citations are read by a job first, which the list of jobs then has.
        pages[:] = (client.get("/network") for client in (by_processes, by_threads))
        return not any(b"data-preparing" in page.content for page in pages)

    wait_until(are_ready)
    same(*pages)
    found = by_threads.get("/search", params={"query": DEPOSIT}).json()["results"]
    urn = next(hit["law"]["urn"] for hit in found)
    for path in (f"/nodes/{urn}", f"/scope?what={urn}", f"/tree?what={urn}", f"/law/{urn}"):
        answer = by_processes.get(path)
        assert answer.status_code == 200
        same(answer, by_threads.get(path))


def test_answers_and_assistants_get_the_same_bytes(
    by_threads: httpx.Client, by_processes: httpx.Client
) -> None:
    questions: tuple[dict[str, Any], ...] = (
        {"query": DEPOSIT},
        {"query": DEPOSIT, "channel": "whatsapp"},
        {"query": "who is zirconquarry", "matter": OWN},
        {"query": DEPOSIT, "matter": "no such matter"},
        {"query": ""},
    )
    for asked in questions:
        same(by_processes.post("/chat", json=asked), by_threads.post("/chat", json=asked))
    for name, arguments in (
        ("search", {"query": DEPOSIT}),
        ("search", {"query": DEPOSIT, "limit": -1}),
        ("show_node", {"what": "urn:lex:xx:none"}),
        ("list_cases", {}),
    ):
        call = {**_CALL, "params": {"name": name, "arguments": arguments}}
        answers = [
            client.post("/mcp", json=call, headers=HEADERS) for client in (by_processes, by_threads)
        ]
        same(*answers)
        assert answers[0].status_code == 200


def test_every_request_is_answered_rightly_while_workers_are_killed(
    workers: WorkerProcesses, by_processes: httpx.Client
) -> None:
    def asked(_number: int) -> tuple[int, bytes]:
        answer = by_processes.get("/search", params={"query": DEPOSIT})
        return answer.status_code, _own.sub(b"", answer.content)

    right = asked(0)
    before = set(workers.pids)
    with ThreadPoolExecutor(4) as clients:
        answers = [clients.submit(asked, number) for number in range(40)]
        wait_until(lambda: sum(answer.done() for answer in answers) >= 8)
        # One at a time: a call is tried in one other process, and not in a third.
        for pid in before:
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda pid=pid: pid not in workers.pids and len(workers.pids) == 2)
        assert {answer.result(LONG) for answer in answers} == {right}
    assert before.isdisjoint(workers.pids)


def test_a_matter_that_workers_have_open_is_deleted(
    workers: WorkerProcesses, by_processes: httpx.Client, settings: Settings
) -> None:
    folder = (settings.matters / OTHER).resolve()

    def asked(_number: int = 0) -> httpx.Response:
        return by_processes.get("/search", params={"query": CANARIES[OTHER], "matter": OTHER})

    def holding(pid: int) -> bool:
        links = Path(f"/proc/{pid}/fd").iterdir()
        # By its name alone: what is being deleted lies in a folder beside.
        return any(OTHER in str(link.readlink()) for link in links if link.is_symlink())

    with ThreadPoolExecutor(4) as clients:
        wait_until(lambda: list(clients.map(asked, range(8))) and all(map(holding, workers.pids)))
    assert by_processes.delete(f"/matters/{OTHER}").status_code == 200
    assert not folder.exists()
    assert not any(map(holding, workers.pids))
    assert (asked().status_code, asked().json()["error"]) == (404, "no_library")


def test_files_are_read_in_a_process_of_their_own_and_found_by_the_workers(
    workers: WorkerProcesses, by_processes: httpx.Client
) -> None:
    text = "Letter\n\nThe heating of marmaladefalcon House failed on 4 May 2024.\n"
    files = [("files", ("heating.txt", text.encode()))]
    job = by_processes.post("/ingest", data={"matter": OWN}, files=files).json()["id"]

    def ended() -> dict[str, Any] | None:
        view = by_processes.get(f"/jobs/{job}").json()
        return view if view["state"] in ("done", "failed", "cancelled") else None

    seen = wait_until(ended)
    assert seen is not None
    assert (seen["state"], seen["result"]["read"]) == ("done", 1)
    for _ in range(4):
        asked = {"query": "marmaladefalcon", "matter": OWN}
        first = by_processes.get("/search", params=asked).json()["results"][0]
        assert "marmaladefalcon House" in first["text"]


def family(pid: int) -> set[int]:
    """A process and all that it started and that run now."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(path.parent.name)] = int(parent)
    found = {pid} & parents.keys()
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


@pytest.fixture
def served(settings: Settings, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The real command, over a copy of the law of which nothing is indexed, and which nobody can
    index before the lock is let go of."""
    law = tmp_path / "law"
    shutil.copytree(settings.library, law, ignore=shutil.ignore_patterns("indexes", "scope*"))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {
        **os.environ, "PINCITE_LIBRARY": str(law), "PINCITE_MATTERS": str(settings.matters),
        "PINCITE_KEYS": str(tmp_path / "keys.json"), "PINCITE_MODELS": str(settings.models),
        "PINCITE_SERVE_PROCESSES": "2",
    }  # fmt: skip
    command = [sys.executable, "-m", "pincite", "--quiet", "serve", "--port", str(port)]
    server = subprocess.Popen(command, env=environment)
    yield server, f"http://127.0.0.1:{port}"
    server.kill()
    server.wait()


def reached(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=LONG).json() == {"status": "ok"}
    except httpx.TransportError:
        return False


@pytest.mark.slow
def test_a_server_answers_before_the_law_is_indexed_and_leaves_nothing_behind_when_killed(
    served: tuple[subprocess.Popen[bytes], str], tmp_path: Path
) -> None:
    server, url = served
    indexes = tmp_path / "law" / "indexes"
    indexes.mkdir()
    with in_turn(indexes / "search.sqlite3.lock"):
        wait_until(lambda: reached(url))
        [job] = httpx.get(f"{url}/jobs", timeout=LONG).json()
        assert (job["what"], job["state"]) == ("catch_up", "running")
        # What needs no index is answered meanwhile.
        assert httpx.get(f"{url}/versions", timeout=LONG).status_code == 200
    asked = {"query": DEPOSIT}
    wait_until(lambda: httpx.get(f"{url}/jobs", timeout=LONG).json()[0]["state"] == "done")
    assert httpx.get(f"{url}/search", params=asked, timeout=LONG).json()["results_count"]
    started = family(server.pid)
    assert len(started) >= 3
    # In the middle of their work.
    busy = threading.Thread(target=_ask_on, args=(url,), daemon=True)
    busy.start()
    server.send_signal(signal.SIGKILL)
    server.wait()
    wait_until(lambda: not any(Path(f"/proc/{pid}/cmdline").exists() for pid in started))
    busy.join(LONG)


def _ask_on(url: str) -> None:
    """Until nobody answers."""
    try:
        while True:
            httpx.get(f"{url}/search", params={"query": DEPOSIT}, timeout=LONG)
    except httpx.TransportError:
        return
