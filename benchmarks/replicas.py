"""What a second node costs: the CPU until it is ready, against that of the first.

    python benchmarks/replicas.py [--acts 120] [--server lite|standalone] [--json FILE]

So many acts of Zimbabwe are loaded into a PostgreSQL of this machine, whose vectors are on a Milvus
of this machine, those of the tests. The first node runs `pincite index`. Others are made ready from
the vector server alone, from the first one's folder, and from its address over HTTP. The time is
that of user and system of their processes, the servers' own not counted. Says, too, what it costs a
question to look whether others have put vectors on the server.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "tests"))

import httpx

from corpus.postgres_server import PostgresServer
from ingest import unpacked
from lookup import milliseconds
from loopback import closed_port
from milvus_server import MilvusLite, MilvusStandalone
from pincite import library
from waiting import wait_until

SERVERS = {"lite": MilvusLite, "standalone": MilvusStandalone}
LOOKS = 200


class Nodes:
    """Folders of one library, and its commands, each in a process of its own."""

    def __init__(self, root: Path, database: str, vectors: str) -> None:
        self.root = root
        self.servers = ["--database", database, "--vectors", vectors]
        self._environment = {**os.environ, "PINCITE_MATTERS": str(root / "matters")}

    def environment(self, node: str) -> dict[str, str]:
        return {**self._environment, "PINCITE_LIBRARY": str(self.root / node)}

    def run(self, node: str, *words: str) -> tuple[float, float, Any]:
        """Seconds of CPU, seconds by the clock, and what it prints."""
        before, began = _spent(), time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "pincite", "--json", "--quiet", *words],
            env=self.environment(node), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return _spent() - before, time.perf_counter() - began, json.loads(done.stdout or "null")

    def ready(self, node: str, *words: str) -> dict[str, Any]:
        """A node that is made, indexed and asked nothing yet."""
        made = self.run(node, "init", *self.servers)
        indexed = self.run(node, "index", *words)
        return {
            "cpu_s": round(made[0] + indexed[0], 1), "wall_s": round(made[1] + indexed[1], 1),
            "encoded": indexed[2]["encoded"], "tokens": indexed[2]["tokens_encoded"],
            "passages": indexed[2]["passages"],
        }  # fmt: skip

    @contextmanager
    def serving(self, node: str) -> Iterator[str]:
        port = closed_port()
        process = subprocess.Popen(
            [sys.executable, "-m", "pincite", "--quiet", "serve", "--port", str(port)],
            env=self.environment(node),
        )
        address = f"http://127.0.0.1:{port}"
        try:
            wait_until(lambda: _answers(address))
            yield address
        finally:
            process.terminate()
            process.wait()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health", timeout=10).is_success
    except httpx.TransportError:
        return False


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(nodes: Nodes, sources: list[Path]) -> dict[str, Any]:
    nodes.run("loads", "init", *nodes.servers)
    with library.open(nodes.root / "loads") as loads:
        loads.ingest(*sources, reader_name="zimlii", version="v1")
    rows = {"the first node": nodes.ready("first")}
    rows["from the vector server alone"] = nodes.ready("second")
    rows["from the first one's folder"] = nodes.ready("third", "--from", str(nodes.root / "first"))
    with nodes.serving("first") as address:
        rows["from the first one over HTTP"] = nodes.ready("fourth", "--from", address)
    rows["nothing to do"] = {"cpu_s": round(nodes.run("first", "index")[0], 1)}
    for row in rows.values():
        row["of_the_first"] = round(row["cpu_s"] / rows["the first node"]["cpu_s"], 3)
    with library.open(nodes.root / "second") as second:
        indexed = second.search_index.engine().indexed
        looks = [milliseconds(indexed.overtaken) for _ in range(LOOKS)]
    ordered = sorted(looks)
    look = {"p50": round(ordered[LOOKS // 2], 2), "p95": round(ordered[LOOKS * 95 // 100], 2)}
    return {"nodes": rows, "look_ms": look}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--acts", type=int, default=120)
    parser.add_argument("--server", choices=SERVERS, default="lite")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    root = unpacked("zimbabwe")
    if root is None:
        print("zimbabwe: its data is not here; set PINCITE_DATA")
        return
    database, milvus = PostgresServer(), SERVERS[chosen.server]()
    try:
        with tempfile.TemporaryDirectory() as temporary:
            address = f"postgresql://postgres@/postgres?host={database.folder}&schema=replicas"
            vectors = f"{milvus.address.replace('http', 'milvus')}?name=replicas"
            nodes = Nodes(Path(temporary), address, vectors)
            found = measured(nodes, sorted(root.glob("*.json"))[: chosen.acts])
    finally:
        milvus.remove()
        database.remove()
    print(f"{'':32}{'CPU s':>8}{'of the first':>14}{'clock s':>9}{'encoded':>9}{'tokens':>8}")
    for name, row in found["nodes"].items():
        print(f"{name:32}{row['cpu_s']:>8}{row['of_the_first']:>14}{row.get('wall_s', ''):>9}"
              f"{row.get('encoded', ''):>9}{row.get('tokens', ''):>8}")  # fmt: skip
    print(f"a look before a question: p50 {found['look_ms']['p50']} ms,"
          f" p95 {found['look_ms']['p95']} ms")  # fmt: skip
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=2), encoding="utf-8")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
