"""How many machines so many chunks take: from what was measured, by a simulation.

    python benchmarks/capacity.py [--chunks 1e7 1e8 1e9] [--rate 10] [--asked 4]
                                  [--vectors HNSW_SQ8] [--measurements FILE] [--json FILE]

Every figure of cost comes from the measurements: built in, each with where it is from, or a JSON
file of the same form (any part of it; what it leaves out stays). A shard is a library of at most
`--shard` chunks. Replicas are added until a simulation of the whole (benchmarks/scatter.py) keeps
the p95 with a node away, and each shard has a replica often enough. Prices are assumptions, to be
replaced by your own.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

if __package__:
    from benchmarks.scatter import Figures, Fleet, all_up, lognormal, simulate
else:
    from scatter import Figures, Fleet, all_up, lognormal, simulate

MEASURED: dict[str, Any] = {
    "where": {
        "bytes_a_chunk": "200 acts of Zimbabwe (14,286 chunks) in PostgreSQL 15, and 45 of them"
        " encoded; tables with their indexes, files of the folder",
        "resident_bytes_a_chunk": "an estimate by the sizes of the files that a search reads:"
        " postings of words and of weights, and the catalogue",
        "core_seconds_a_chunk": "docs/measurements.md (51,000 passages encoded and scope on two"
        " cores, the graph of a million in one thread); load and words: the 14,286 above",
        "memory_bytes": "docs/measurements.md, Surfaces: a server with its models",
        "queries": "docs/measurements.md: Surfaces (/search?tier=free), and Search: time (case pro:"
        " total; one process, SQLite). A million had no token vectors: late interaction as it was"
        " at 200,000 (8.8 and 12.1 ms) is added to its 20.7 and 52.0",
        "growth": "docs/measurements.md: bm25 at 200,000 and 1,000,000 chunks, p50; no other stage"
        " grows as much",
    },
    "bytes_a_chunk": {
        "corpus": 2270, "words": 680, "catalogue": 115, "weights": 1063, "tokens": 8700,
        "vectors": 1750, "scope": 260,
    },
    "resident_bytes_a_chunk": 900,
    "core_seconds_a_chunk": {
        "load": 0.0003, "words": 0.0006, "encode": 0.0094, "scope": 0.0009, "graph": 0.0012,
    },
    "memory_bytes": 1.0e9,
    "lanes": 2,
    "growth": 0.56,
    "queries": [
        {"chunks": 20_000, "clients": 1, "questions": 50, "a_second": 23.5,
         "p50_ms": 41.0, "p95_ms": 56.0},
        {"chunks": 20_000, "clients": 8, "questions": 50, "a_second": 29.4,
         "p50_ms": 240.0, "p95_ms": 337.0},
        {"chunks": 20_000, "clients": 32, "questions": 50, "a_second": 25.4,
         "p50_ms": 802.0, "p95_ms": 1003.0},
        {"chunks": 200_000, "clients": 1, "p50_ms": 33.9, "p95_ms": 62.8},
        {"chunks": 1_000_000, "clients": 1, "p50_ms": 29.5, "p95_ms": 64.1},
    ],
}  # fmt: skip

_FLOATS = 384 * 4
_LINKS = 200
# Bytes a vector in memory and on a local disk. Arithmetic, not measurement: links of M = 16;
# DISKANN with a code of an eighth, a tenth of the vectors cached, two nodes a sector of 4 KiB.
VECTORS = {
    "HNSW": (_FLOATS + _LINKS, 0),
    "HNSW_SQ8": (384 + _LINKS, 0),
    "DISKANN": (_FLOATS // 8 + _FLOATS // 10, 2048),
}
_TASKS = 400_000
_RUNS = 20
_MONTH_H = 730
_MOST_REPLICAS = 12
_ROOM = 1.25
"""Memory and disks are never full."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Assumptions, in any currency."""

    vcpu_hour: float = 0.04
    gib_hour: float = 0.005
    disk_gb_month: float = 0.10
    object_gb_month: float = 0.02


@dataclass(frozen=True, slots=True)
class Wanted:
    rate: float = 10.0
    asked: int = 0
    p95_s: float = 1.0
    availability: float = 0.999
    shard: int = 10_000_000
    vectors: str = "HNSW"
    vector_replicas: int = 2
    between_failures_h: float = 720.0
    repair_h: float = 0.0
    """0 for as long as it takes to derive everything anew, for a node whose disk is lost."""
    gather_s: float = 0.005


@dataclass(frozen=True, slots=True)
class Plan:
    chunks: int
    shards: int
    asked: int
    replicas: int
    nodes: int
    node_memory_gib: float
    node_disk_gb: float
    vectors: str
    vector_memory_gib: float
    vector_disk_gb: float
    corpus_gb: float
    core_hours: float
    repair_h: float
    availability: float
    whole: Figures
    one_away: Figures
    month: dict[str, float]


def read(file: Path | None) -> dict[str, Any]:
    found = dict(MEASURED)
    given: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file else {}
    for name, value in given.items():
        if name not in MEASURED:
            raise SystemExit(f"no such measurement: {name}; there are {', '.join(MEASURED)}")
        found[name] = {**found[name], **value} if isinstance(value, dict) else value
    return found


def crowding(measured: dict[str, Any]) -> float:
    """How much slower a lane is beside a busy one: by what one client and many get done."""
    rows = [one for one in measured["queries"] if "a_second" in one]
    size = max(one["chunks"] for one in rows)
    alone = next(o["a_second"] for o in rows if o["chunks"] == size and o["clients"] == 1)
    most = max(one["a_second"] for one in rows if one["chunks"] == size)
    return max(measured["lanes"] * alone / most, 1.0)


def fleet(measured: dict[str, Any], chunks: int, **more: Any) -> Fleet:
    """With the service times of the largest library that was measured, made longer for one that is
    larger still."""
    alone = [one for one in measured["queries"] if one["clients"] == 1]
    row = max(alone, key=lambda one: one["chunks"])
    longer = max(chunks / row["chunks"], 1.0) ** measured["growth"] / 1000
    return Fleet(
        lognormal(row["p50_ms"] * longer, row["p95_ms"] * longer), lanes=measured["lanes"],
        crowding=crowding(measured), **more,
    )  # fmt: skip


def plan(chunks: int, wanted: Wanted, measured: dict[str, Any], prices: Prices) -> Plan:
    shards = math.ceil(chunks / wanted.shard)
    size = math.ceil(chunks / shards)
    asked = min(wanted.asked or shards, shards)
    kept, cores = measured["bytes_a_chunk"], measured["core_seconds_a_chunk"]
    encode = cores["encode"] + cores["words"] + cores["scope"]
    repair = wanted.repair_h or size * encode / measured["lanes"] / 3600
    for replicas in range(2, _MOST_REPLICAS + 1):
        up = all_up(asked, replicas, wanted.between_failures_h, repair)
        options = {"shards": shards, "replicas": replicas, "gather": wanted.gather_s}
        whole, away = (
            simulate(
                fleet(measured, size, down=down, **options), rate=wanted.rate, asked=asked,
                questions=max(_TASKS // asked // 10, 4000),
            )
            for down in (0, 1)
        )  # fmt: skip
        if up >= wanted.availability and away.p95 <= wanted.p95_s and whole.utilisation < 0.7:
            break
    else:
        raise SystemExit(f"{_MOST_REPLICAS} replicas of {shards} shards are not enough")
    memory = (measured["memory_bytes"] + size * measured["resident_bytes_a_chunk"]) * _ROOM / 2**30
    disk = size * sum(value for name, value in kept.items() if name != "corpus") * _ROOM / 1e9
    held, beside = VECTORS[wanted.vectors]
    copies = chunks * wanted.vector_replicas * _ROOM
    found = Plan(
        chunks=chunks, shards=shards, asked=asked, replicas=replicas, nodes=shards * replicas,
        node_memory_gib=memory, node_disk_gb=disk, vectors=wanted.vectors,
        vector_memory_gib=held * copies / 2**30, vector_disk_gb=beside * copies / 1e9,
        corpus_gb=chunks * kept["corpus"] * _ROOM / 1e9,
        core_hours=chunks * (sum(cores.values()) + encode * (replicas - 1)) / 3600,
        repair_h=repair, availability=up, whole=whole, one_away=away, month={},
    )  # fmt: skip
    found.month.update(_month(found, measured, prices))
    return found


def _month(found: Plan, measured: dict[str, Any], prices: Prices) -> dict[str, float]:
    """Vector memory comes with a core for each 8 GiB; each 500 GB of corpus with a server of 8
    cores and 32 GiB, and another that stands by."""

    def machines(vcpu: float, gib: float) -> float:
        return _MONTH_H * (vcpu * prices.vcpu_hour + gib * prices.gib_hour)

    servers = 2 * math.ceil(found.corpus_gb / 500)
    month = {
        "nodes": found.nodes * machines(measured["lanes"], found.node_memory_gib),
        "node disks": found.nodes * found.node_disk_gb * prices.disk_gb_month,
        "vectors": machines(found.vector_memory_gib / 8, found.vector_memory_gib)
        + found.vector_disk_gb * prices.disk_gb_month
        + found.chunks * _FLOATS / 1e9 * prices.object_gb_month,
        "corpus": servers * machines(8, 32) + 2 * found.corpus_gb * prices.disk_gb_month,
    }
    return month | {"all": sum(month.values())}


def checked(measured: dict[str, Any]) -> list[dict[str, float]]:
    """What the simulation says of the very clients that were measured, beside what was measured."""
    rows = [one for one in measured["queries"] if "a_second" in one]
    alone = {one["chunks"]: one for one in rows if one["clients"] == 1}
    told: list[dict[str, float]] = []
    for row in rows:
        if row["clients"] == 1 or row["chunks"] not in alone:
            continue
        one = alone[row["chunks"]]
        node = Fleet(
            lognormal(one["p50_ms"] / 1000, one["p95_ms"] / 1000), lanes=measured["lanes"],
            crowding=crowding(measured),
        )  # fmt: skip
        # As many questions as were asked: a short run is not what a long one settles to.
        runs = [
            simulate(node, clients=row["clients"], questions=row["questions"], seed=seed, warming=0)
            for seed in range(_RUNS)
        ]
        a_second, p50, p95 = (
            sum(getattr(run, name) for run in runs) / _RUNS for name in ("a_second", "p50", "p95")
        )
        told.append(
            row | {"simulated_a_second": round(a_second, 1),
                   "simulated_p50_ms": round(p50 * 1000, 1),
                   "simulated_p95_ms": round(p95 * 1000, 1)}
        )  # fmt: skip
    return told


def show(found: Plan) -> None:
    print(f"\n{found.chunks:,} chunks: {found.shards} shards x {found.replicas} replicas,"
          f" {found.asked} asked")  # fmt: skip
    print(f"  a node   {found.node_memory_gib:,.0f} GiB memory, {found.node_disk_gb:,.0f} GB disk;"
          f" made anew in {found.repair_h:,.1f} h")  # fmt: skip
    print(f"  vectors  {found.vectors}: {found.vector_memory_gib:,.0f} GiB memory,"
          f" {found.vector_disk_gb:,.0f} GB disk")  # fmt: skip
    print(f"  corpus   {found.corpus_gb:,.0f} GB; all made in {found.core_hours:,.0f} core hours")
    for name, one in (("whole", found.whole), ("one away", found.one_away)):
        print(f"  {name:<9}p50 {one.p50 * 1000:,.0f}  p95 {one.p95 * 1000:,.0f}"
              f"  p99 {one.p99 * 1000:,.0f} ms, utilisation {one.utilisation:.2f}")  # fmt: skip
    print(f"  a replica everywhere {found.availability:.5f} of the time")
    print("  a month  " + ", ".join(f"{name} {value:,.0f}" for name, value in found.month.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=float, nargs="+", default=[1e7, 1e8, 1e9])
    parser.add_argument("--measurements", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--vectors", choices=sorted(VECTORS), default="HNSW")
    options: dict[str, float | str] = {**asdict(Wanted()), **asdict(Prices())}
    for name, value in options.items():
        if name != "vectors":
            parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    chosen = parser.parse_args()
    measured = read(chosen.measurements)
    wanted = Wanted(**{name: getattr(chosen, name) for name in asdict(Wanted())})
    prices = Prices(**{name: getattr(chosen, name) for name in asdict(Prices())})
    told = checked(measured)
    for row in told:
        print(f"{row['clients']:>3} clients: measured {row['a_second']}/s, p50 {row['p50_ms']},"
              f" p95 {row['p95_ms']}; simulated {row['simulated_a_second']}/s,"
              f" {row['simulated_p50_ms']}, {row['simulated_p95_ms']}")  # fmt: skip
    plans = [plan(int(one), wanted, measured, prices) for one in chosen.chunks]
    for one in plans:
        show(one)
    if chosen.json:
        record = {"measured": measured, "wanted": asdict(wanted), "prices": asdict(prices),
                  "checked": told, "plans": [asdict(one) for one in plans]}  # fmt: skip
        chosen.json.write_text(json.dumps(record, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
