"""The HTTP server, measured against the library called directly, in the same run.

    python benchmarks/serve.py [--keep FOLDER] [--requests N] [--json FILE]

A library of some 20,000 passages (acts of Zimbabwe), a real server in a process of its own on
loopback, and the graded questions asked by 1, 8 and 32 clients at once: requests a second, p50 and
p95 of /search and /chat; what HTTP adds to a call; the memory of the server over many requests; and
how long questions take while files are read into a matter.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import httpx
import numpy as np

from answers import built, questions
from ingest import unpacked
from pincite.api.body import as_json
from pincite.library import Library

_CLIENTS = (1, 8, 32)
_FILES = 400


def started(law: Path, matters: Path) -> tuple[subprocess.Popen[bytes], str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {
        **os.environ, "PINCITE_LIBRARY": str(law), "PINCITE_MATTERS": str(matters),
        "PINCITE_KEYS": str(matters / "no-keys.json"), "PINCITE_KEY_RATE": "0",
    }  # fmt: skip
    server = subprocess.Popen(
        [sys.executable, "-m", "pincite", "--quiet", "serve", "--port", str(port)], env=environment
    )
    url = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            httpx.get(f"{url}/health")
            return server, url
        except httpx.TransportError:
            time.sleep(0.05)
    raise SystemExit("the server did not start")


def memory(server: subprocess.Popen[bytes]) -> float:
    """Resident, in MB."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    line = next(one for one in status.splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


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


def timed(url: str, what: str, route: str, asked: Sequence[str], clients: int, **more: str):
    began = time.perf_counter()
    spent = asyncio.run(load(url, route, asked, clients, **more))
    return row(what, clients, spent, time.perf_counter() - began)


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "pincite-bench"
    parser.add_argument("--keep", type=Path, default=cache)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    if unpacked("zimbabwe") is None:
        raise SystemExit("the data is not here; set PINCITE_DATA")
    chosen.keep.mkdir(parents=True, exist_ok=True)
    asked = questions()
    with (
        built(chosen.keep, "small") as law,
        tempfile.TemporaryDirectory(prefix="serve-") as folder,
    ):
        law.ask(asked[0])
        server, url = started(law.folder, Path(folder) / "matters")
        try:
            # Each desk opens what it needs.
            asyncio.run(load(url, "/chat", asked[:8], 4))
            times = [
                timed(url, f"{route} {more or ''}", route, asked, clients, **more)
                for route, more in (
                    ("/search", {"tier": "free"}), ("/search", {}), ("/chat", {}),
                    ("/chat", {"channel": "whatsapp"}),
                )
                for clients in _CLIENTS
            ]  # fmt: skip
            overhead = added(url, law, asked)
            reading = while_reading(url, asked)
            kept: list[tuple[int, float]] = []
            many = [one for _ in range(chosen.requests // len(asked) + 1) for one in asked]
            step = max(chosen.requests // 5, 1)
            for at in range(0, chosen.requests, step):
                asyncio.run(load(url, "/search", many[at : at + step], 8, tier="free"))
                kept.append((at + step, round(memory(server), 1)))
        finally:
            server.terminate()
            server.wait(30)
    for one in times:
        print(f"{one['what']:<34} {one['clients']:>3} clients {one['a_second']:>8}/s "
              f"{one['p50_ms']:>8} {one['p95_ms']:>8}")  # fmt: skip
    told = {"times": times, "overhead": overhead, "while_reading": reading, "memory_mb": kept}
    for name in ("overhead", "while_reading", "memory_mb"):
        print(f"{name}: {told[name]}")
    print(json.dumps(told))
    if chosen.json:
        chosen.json.write_text(json.dumps(told, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
