"""The engines of a team (PostgreSQL, Milvus) against the embedded ones (SQLite, faiss), in one run.

    python benchmarks/scale.py [--sizes 50000,200000,1000000] [--clients 1,8,32] [--seconds 5]
                               [--only corpus|vectors] [--resume FOLDER] [--json FILE]
                               [--measurements FILE]

So many nodes of made-up acts are loaded into either engine of the corpus, and so many vectors of
384 numbers into either engine of vectors; then each is asked by 1, 8 and 32 clients at once:
threads of as many processes as there are cores. Everything is asked warm. Threads of one process
take turns by the slice, so that with several clients the mean says more than the p50. Recall is of
the best 100, against brute force. At the end, what holds of the growth from the smallest size to
the largest: queries no worse than the logarithm, loads linear.

The servers are real ones, those of the tests, on this machine: they share its cores with the
clients, and what goes to Milvus and back is passed on by a process in between. PostgreSQL has 512
MB of shared buffers and is reached by a socket, Milvus is as it comes but for segments that are
full from the first; both engines of the corpus have on the disk what is committed. A million
vectors take faiss some twenty minutes, in one thread, and Milvus a quarter of an hour on two cores,
and as long again to merge its segments before it is asked (`settled`).

With --resume, every cell is in the folder as soon as it is measured, and is not measured again;
acts, vectors and what the embedded engines made are used again, the servers are filled anew.
--measurements writes what benchmarks/capacity.py takes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "tests"))

from pincite.indexes.dense import DenseRules
from scaling import corpora, growth, vectors
from scaling.clients import ClientFailed, Clients
from scaling.growth import Row
from scaling.processes import Processes, bytes_in

_KEY = ("part", "engine", "by", "size", "what", "clients")
_ENGINES = {"corpus": ("sqlite", "postgresql"), "vectors": ("faiss", "milvus")}


@dataclass(frozen=True, slots=True)
class Asked:
    folder: Path
    clients: Sequence[int]
    seconds: float
    exact_up_to: int

    @property
    def cells(self) -> Path:
        return self.folder / "cells.jsonl"


class Stage:
    """One engine at one size: the cells that it has by now."""

    def __init__(self, asked: Asked, part: str, engine: str, by: str, size: int) -> None:
        self.asked, self.size, self.engine = asked, size, engine
        self.folder = asked.folder / f"{part}-{size}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self._about: Row = {"part": part, "engine": engine, "by": by, "size": size}
        looks = corpora.LOOKS if part == "corpus" else ()
        together = (corpora.TOGETHER,) if part == "corpus" else tuple(vectors.SHARES)
        self.questions = [(look, 1) for look in looks] + [
            (name, clients) for name in together for clients in asked.clients
        ]
        self._known: dict[tuple[Any, ...], Row] = {}
        if asked.cells.exists():
            for line in asked.cells.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                self._known[tuple(row[name] for name in _KEY)] = row

    def has(self, what: str, clients: int = 0) -> bool:
        return self._key(what, clients) in self._known

    def lacking(self) -> list[str]:
        return [
            f"{self.engine} {self.size} {what} {clients}"
            for what, clients in [("load", 0), ("memory", 0), *self.questions]
            if not self.has(what, clients)
        ]

    def keep(self, what: str, found: Row, clients: int = 0) -> None:
        row = self._about | {"what": what, "clients": clients} | found
        self._known[self._key(what, clients)] = row
        with self.asked.cells.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(row) + "\n")
        print(" ".join(f"{value}" for value in row.values()), file=sys.stderr)

    def ask(self, clients: Clients, processes: Processes) -> None:
        for what, many in self.questions:
            if self.has(what, many):
                continue
            try:
                found = clients.measure(what, many, self.asked.seconds)
            except ClientFailed as problem:
                # Not kept, so that it is measured when the run is resumed.
                print(f"{self.engine} {self.size} {what} {many}: {problem}", file=sys.stderr)
            else:
                self.keep(what, found, many)
        self.keep("memory", {"server_mb": processes.server_mb()} | clients.resident_mb())

    def rows(self) -> list[Row]:
        cells = [("load", 0), ("memory", 0), ("recall", 0), *self.questions]
        return [self._known[self._key(*one)] for one in cells if self.has(*one)]

    def _key(self, what: str, clients: int) -> tuple[Any, ...]:
        return (*self._about.values(), what, clients)


def of_corpus(stage: Stage) -> None:
    made = corpora.made(stage.folder, stage.size)
    with corpora.served(stage.engine == "postgresql") as server:
        address = server.address if server else ""
        corpus = corpora.Corpus(stage.folder / "corpus.sqlite3", made.targets, address)
        processes = Processes(corpora.postmaster(server) if server else 0)
        if server or not (stage.has("load") and corpus.file.exists()):
            if not server:
                for file in stage.folder.glob("corpus.sqlite3*"):
                    file.unlink()
            store = corpus.store()
            told = corpora.load(store, made.acts, processes)
            store.close()
            stage.keep("load", told | {"bytes": corpora.bytes_kept(corpus, server)})
        with Clients(corpus, max(stage.asked.clients)) as clients:
            stage.ask(clients, processes)


def of_vectors(stage: Stage) -> None:
    file = vectors.made(stage.folder, stage.size)
    with vectors.served(stage.engine == "milvus") as server:
        address = server.address.replace("http", "milvus") if server else ""
        graph = stage.folder / "graph"
        engine = vectors.Vectors(file, graph, stage.asked.exact_up_to, address)
        processes = Processes(server.pid if server else 0)
        if server or not stage.has("load"):
            if not server:
                shutil.rmtree(graph, ignore_errors=True)
                graph.mkdir()
            told = vectors.build(engine, processes)
            kept = bytes_in(server.folder) if server else file.stat().st_size + bytes_in(graph)
            # Milvus merges what it was given, and indexes it anew, after it says that it is ready.
            settled = {"settled_seconds": round(processes.settle(), 1)} if server else {}
            stage.keep("load", told | {"bytes": kept} | settled)
        with Clients(engine, max(stage.asked.clients)) as clients:
            if not stage.has("recall"):
                best = engine.open(1).best()
                stage.keep("recall", {
                    name: vectors.recall(clients.answers(name, vectors.RECALLED), best[name])
                    for name in vectors.SHARES
                })  # fmt: skip
            stage.ask(clients, processes)


def measured(
    asked: Asked, sizes: Sequence[int], parts: Sequence[str]
) -> tuple[list[Row], list[str]]:
    """What was measured, and what could not be."""
    rows: list[Row] = []
    lacking: list[str] = []
    for size in sizes:
        for part in parts:
            for engine in _ENGINES[part]:
                by = ""
                if part == "vectors":
                    by = "graph" if size > asked.exact_up_to else "exact"
                stage = Stage(asked, part, engine, by, size)
                began = time.perf_counter()
                if stage.lacking():
                    (of_corpus if part == "corpus" else of_vectors)(stage)
                spent = time.perf_counter() - began
                print(f"{part} {engine} {size}: {spent:.0f} s in all", file=sys.stderr)
                rows += stage.rows()
                lacking += stage.lacking()
    return rows, lacking


def show(told: dict[str, Any]) -> None:
    rows: list[Row] = told["cells"]
    print(f"\n{'':12}{'':8}{'size':>9}{'seconds':>9}{'core s':>9}{'a second':>10}{'MB':>9}"
          f"{'server MB':>11}{'client MB':>11}{'+ mapped':>10}{'settled':>10}")  # fmt: skip
    for row in rows:
        if row["what"] == "load":
            alike = [o for o in rows if all(o[n] == row[n] for n in ("engine", "by", "size"))]
            kept = next((o for o in alike if o["what"] == "memory"), Row())
            print(f"{row['engine']:12}{row['by']:8}{row['size']:>9}{row['seconds']:>9}"
                  f"{row['core_seconds']:>9}{row['a_second']:>10}{row['bytes'] / 1e6:>9.0f}"
                  f"{kept.get('server_mb', ''):>11}{kept.get('client_mb', ''):>11}"
                  f"{kept.get('client_mapped_mb', ''):>10}"
                  f"{row.get('settled_seconds', ''):>10}")  # fmt: skip
    print(f"\n{'':12}{'':8}{'size':>9}  {'':13}{'clients':>8}{'a second':>10}{'mean ms':>9}"
          f"{'p50 ms':>9}{'p95 ms':>9}{'recall':>8}")  # fmt: skip
    recalls = {(o["engine"], o["by"], o["size"]): o for o in rows if o["what"] == "recall"}
    for row in rows:
        if row["clients"]:
            recall = recalls.get((row["engine"], row["by"], row["size"]), {}).get(row["what"], "")
            print(f"{row['engine']:12}{row['by']:8}{row['size']:>9}  {row['what']:13}"
                  f"{row['clients']:>8}{row['a_second']:>10}{row['mean_ms']:>9}{row['p50_ms']:>9}"
                  f"{row['p95_ms']:>9}{recall:>8}")  # fmt: skip
    print("\nqueries, the smallest size to the largest:")
    for one in told["queries"]:
        at = ", ".join(f"{value}" for value in one["at"].values())
        print(f"{one['engine']:12}{one['what']:13}{one['told'][:3]} {at} ms: {one['ratio']} times"
              f" (log {one['log']}, linear {one['linear']}): {one['verdict']}"
              f" {one['by'].strip()}")  # fmt: skip
    print("\nloads, microseconds for each node or vector:")
    for one in told["loads"]:
        at = ", ".join(f"{value}" for value in one["microseconds_each"].values())
        print(f"{one['engine']:12}{one['by']:8}{at}: {one['ratio']} times"
              f" ({one['core_ratio']} in core seconds): {one['verdict']}")  # fmt: skip


def numbers(written: str) -> list[int]:
    return sorted({int(one) for one in written.split(",")})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=numbers, default=[50_000, 200_000, 1_000_000])
    parser.add_argument("--clients", type=numbers, default=[1, 8, 32])
    parser.add_argument("--seconds", type=float, default=5.0, help="for each cell")
    parser.add_argument("--only", choices=sorted(_ENGINES))
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--exact-up-to", type=int, default=DenseRules().exact_up_to)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--measurements", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pincite-scale-") as temporary:
        asked = Asked(
            chosen.resume or Path(temporary), chosen.clients, chosen.seconds, chosen.exact_up_to
        )
        parts = [chosen.only] if chosen.only else list(_ENGINES)
        rows, lacking = measured(asked, chosen.sizes, parts)
    told = {
        "cells": rows,
        "lacking": lacking,
        "queries": growth.queries(rows),
        "loads": growth.loads(rows),
        "costs": growth.costs(rows),
        "measurements": growth.measurements(rows),
    }
    show(told)
    for one in lacking:
        print(f"not measured: {one}")
    print(f"\nmeasurements: {json.dumps(told['measurements'])}")
    for file, what in ((chosen.json, told), (chosen.measurements, told["measurements"])):
        if file:
            file.write_text(json.dumps(what, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
