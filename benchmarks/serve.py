"""The HTTP server, measured against the library called directly, in the same run.

    python benchmarks/serve.py [--reference FOLDER] [--keep FOLDER] [--requests N] [--json FILE]

A library of some 20,000 passages (acts of Zimbabwe), a real server in processes of its own on
loopback, and the graded questions asked by 1, 8 and 32 clients at once: requests a second, p50 and
p95 of /search and /chat; what HTTP adds to a call; how soon it listens, over a library that was not
indexed yet too; the memory of all its processes over many requests; and how long questions take
while files are read into a matter. With `--reference`, a checkout of another commit, its server is
asked too, in turn, and each row says how many times as much is answered as by that one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import numpy as np

from answers import built, questions
from ingest import unpacked
from pincite.api.body import as_json
from pincite.library import Library
from pincite.search.library_index import FOLDER as INDEXES

_CLIENTS = (1, 8, 32)
_FILES = 400
# Each server is asked so often in turn: what else the machine does then slows all of them alike.
_ROUNDS = 3


@dataclass(frozen=True)
class Served:
    name: str
    process: subprocess.Popen[bytes]
    url: str
    listens_after: float
    """Seconds."""

    def memory(self) -> float:
        """Of all its processes together, in MB; what they share is counted once."""
        return sum(map(_share, _family(self.process.pid))) / 1024


@contextmanager
def started(name: str, code: Path, law: Path, matters: Path) -> Iterator[Served]:
    """The server of a checkout, over a library."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {
        **os.environ, "PINCITE_LIBRARY": str(law), "PINCITE_MATTERS": str(matters),
        "PINCITE_KEYS": str(matters / "no-keys.json"), "PINCITE_KEY_RATE": "0",
        "PINCITE_KEY_REQUESTS": "0", "PINCITE_REQUEST_RATE": "0",
        "PYTHONPATH": str(code / "src"),
    }  # fmt: skip
    began = time.perf_counter()
    command = [sys.executable, "-m", "pincite", "--quiet", "serve", "--port", str(port)]
    process = subprocess.Popen(command, env=environment, cwd=code)
    url = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                httpx.get(f"{url}/health")
                break
            except httpx.TransportError:
                if process.poll() is not None or time.perf_counter() > began + 600:
                    raise SystemExit("the server did not start") from None
                time.sleep(0.02)
        yield Served(name, process, url, round(time.perf_counter() - began, 2))
    finally:
        process.terminate()
        process.wait(60)


def _family(pid: int) -> list[int]:
    """A process and all that it started."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name, in brackets, may hold spaces.
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
    family = [pid]
    for member in family:
        family += [child for child, parent in parents.items() if parent == member]
    return family


def _share(pid: int) -> int:
    """The memory of a process in KB, what is shared by its part of it (PSS)."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


async def load(
    url: str, route: str, asked: Sequence[str], clients: int, **more: str
) -> list[float]:
    """Every question once, by so many clients at once; what each took, in milliseconds."""
    waiting = list(reversed(asked))
    spent: list[float] = []

    async def client() -> None:
        async with httpx.AsyncClient(base_url=url, timeout=120) as session:
            while waiting:
                one = {"query": waiting.pop(), **more}
                began = time.perf_counter()
                if route == "/chat":
                    response = await session.post(route, json=one)
                else:
                    response = await session.get(route, params=one)
                response.raise_for_status()
                spent.append((time.perf_counter() - began) * 1000)

    await asyncio.gather(*(client() for _ in range(clients)))
    return spent


def added(url: str, law: Library, asked: Sequence[str]) -> dict[str, object]:
    """What HTTP adds to a search: the same question to the library and to the server, in turn."""
    direct: list[float] = []
    served: list[float] = []
    with httpx.Client(base_url=url, timeout=60) as session:
        for one in asked:
            began = time.perf_counter()
            as_json(law.search(one, tier="free"))
            direct.append((time.perf_counter() - began) * 1000)
            began = time.perf_counter()
            session.get("/search", params={"query": one, "tier": "free"}).read()
            served.append((time.perf_counter() - began) * 1000)
    return {
        "direct_p50_ms": round(float(np.median(direct)), 2),
        "served_p50_ms": round(float(np.median(served)), 2),
        "overhead_p50_ms": round(float(np.median(np.array(served) - np.array(direct))), 2),
    }


def row(what: str, clients: int, spent: Sequence[float], seconds: float) -> dict[str, object]:
    p50, p95 = np.percentile(spent, [50, 95])
    return {
        "what": what, "clients": clients, "a_second": round(len(spent) / seconds, 1),
        "p50_ms": round(float(p50), 1), "p95_ms": round(float(p95), 1),
    }  # fmt: skip


def timed(
    servers: Sequence[Served], route: str, asked: Sequence[str], clients: int, **more: str
) -> Iterator[dict[str, object]]:
    """Of each server, asked in turn, round by round; the first is what the others are held to."""
    spent: dict[str, list[float]] = {server.name: [] for server in servers}
    seconds = dict.fromkeys(spent, 0.0)
    for _ in range(_ROUNDS):
        for server in servers:
            began = time.perf_counter()
            spent[server.name] += asyncio.run(load(server.url, route, asked, clients, **more))
            seconds[server.name] += time.perf_counter() - began
    first = servers[0].name
    for name, times in spent.items():
        found = row(f"{route} {more or ''}", clients, times, seconds[name])
        times_as_much = seconds[first] / seconds[name]
        yield {"server": name, **found, "times_as_much": round(times_as_much, 2)}


def while_reading(url: str, asked: Sequence[str]) -> dict[str, object]:
    """Questions to the law while files are read into a matter."""
    quiet = asyncio.run(load(url, "/search", asked, 1, tier="free"))
    httpx.post(f"{url}/matters", json={"name": "Bench"}).raise_for_status()
    words = "The tenant shall pay the rent on the first day of each month. " * 60
    files = [("files", (f"{at}.txt", f"Letter {at}. {words}".encode())) for at in range(_FILES)]
    begun = httpx.post(f"{url}/ingest", data={"matter": "bench"}, files=files, timeout=120).json()
    began = time.perf_counter()
    busy: list[float] = []
    state = "running"
    while state in ("waiting", "running"):
        busy += asyncio.run(load(url, "/search", asked[:10], 1, tier="free"))
        state = httpx.get(f"{url}/jobs/{begun['id']}").json()["state"]
    return {
        "files": _FILES, "state": state, "reading_s": round(time.perf_counter() - began, 1),
        "search_quiet_p95_ms": round(float(np.percentile(quiet, 95)), 1),
        "search_reading_p95_ms": round(float(np.percentile(busy, 95)), 1),
    }  # fmt: skip


def growth(server: Served, asked: Sequence[str], requests: int) -> list[tuple[int, float]]:
    """The memory of a server after so many requests."""
    many = [one for _ in range(requests // len(asked) + 1) for one in asked]
    step = max(requests // 5, 1)
    kept: list[tuple[int, float]] = []
    for at in range(0, requests, step):
        asyncio.run(load(server.url, "/search", many[at : at + step], 8, tier="free"))
        kept.append((at + step, round(server.memory(), 1)))
    return kept


def listening_unindexed(law: Path, folder: Path) -> float:
    """Seconds until it listens over a library that nothing was indexed of."""
    shutil.copytree(law, folder / "unindexed", ignore=shutil.ignore_patterns(INDEXES, "*.idx"))
    with started("", Path(__file__).parents[1], folder / "unindexed", folder / "none") as server:
        return server.listens_after


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "pincite-bench"
    parser.add_argument("--keep", type=Path, default=cache)
    parser.add_argument("--reference", type=Path, help="a checkout of another commit")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    if unpacked("zimbabwe") is None:
        raise SystemExit("the data is not here; set PINCITE_DATA")
    chosen.keep.mkdir(parents=True, exist_ok=True)
    asked = questions()
    places = {"here": Path(__file__).parents[1]}
    if chosen.reference:
        places = {"reference": chosen.reference.absolute(), **places}
    with (
        built(chosen.keep, "small") as law,
        tempfile.TemporaryDirectory(prefix="serve-") as scratch,
        ExitStack() as running,
    ):
        folder = Path(scratch)
        law.ask(asked[0])
        unindexed = listening_unindexed(law.folder, folder)
        servers = [
            running.enter_context(started(name, place, law.folder, folder / name))
            for name, place in places.items()
        ]
        for server in servers:
            # Each process, or thread, opens what it needs.
            asyncio.run(load(server.url, "/chat", asked[:16], 8))
        fresh = {server.name: round(server.memory(), 1) for server in servers}
        times = [
            found
            for route, more in (
                ("/search", {"tier": "free"}), ("/search", {}), ("/chat", {}),
                ("/chat", {"channel": "whatsapp"}),
            )
            for clients in _CLIENTS
            for found in timed(servers, route, asked, clients, **more)
        ]  # fmt: skip
        told: dict[str, object] = {
            "times": times,
            "listens_after_s": {server.name: server.listens_after for server in servers},
            "listens_unindexed_after_s": unindexed,
            "memory_at_first_mb": fresh,
            "overhead": added(servers[-1].url, law, asked),
            "while_reading": {server.name: while_reading(server.url, asked) for server in servers},
            "memory_mb": {s.name: growth(s, asked, chosen.requests) for s in servers},
        }
    for one in times:
        print(f"{one['server']:<10} {one['what']:<34} {one['clients']:>3} clients"
              f" {one['a_second']:>8}/s {one['p50_ms']:>8} {one['p95_ms']:>8}"
              f" {one['times_as_much']:>6} x")  # fmt: skip
    for name, found in told.items():
        if name != "times":
            print(f"{name}: {found}")
    print(json.dumps(told))
    if chosen.json:
        chosen.json.write_text(json.dumps(told, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
