"""How what was measured grows with the size, and what of it holds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import groupby
from typing import Any

Row = dict[str, Any]
# Two runs of the same cell differ by so much on a machine that does nothing else.
NOISE = 1.15
LINEAR = 1.2


def queries(rows: Iterable[Row]) -> list[Row]:
    """Of the p50 and p95 of one client, from the smallest size to the largest: no worse than the
    logarithm of the size, or what else."""
    found: list[Row] = []
    alone = (one for one in rows if one.get("clients") == 1)
    for about, some in _grouped(alone, ("part", "engine", "what")):
        first, last = some[0], some[-1]
        if first["size"] == last["size"]:
            continue
        times = last["size"] / first["size"]
        log = math.log(last["size"]) / math.log(first["size"])
        for told in ("p50_ms", "p95_ms"):
            ratio = last[told] / first[told]
            found.append(
                about
                | {
                    "told": told, "at": {str(one["size"]): one[told] for one in some},
                    "by": " ".join(one["by"] for one in some), "ratio": round(ratio, 2),
                    "log": round(log, 2), "linear": round(times, 1),
                    "exponent": round(math.log(ratio) / math.log(times), 2),
                    "verdict": _query_verdict(ratio, log, times),
                }
            )  # fmt: skip
    return found


def loads(rows: Iterable[Row]) -> list[Row]:
    """Seconds for each node or vector. A size that is searched in another way is built in another
    way, and is compared with its like alone."""
    found: list[Row] = []
    built = (one for one in rows if one["what"] == "load" and one["seconds"] >= 0.1)
    for about, some in _grouped(built, ("part", "engine", "by")):
        each = {str(one["size"]): one["seconds"] / one["count"] for one in some}
        ratio, cores = (
            (some[-1][told] / some[-1]["count"]) / (some[0][told] / some[0]["count"])
            for told in ("seconds", "core_seconds")
        )
        verdict = "one size only"
        if len(each) > 1:
            verdict = "linear" if ratio <= LINEAR else "worse than linear"
        found.append(
            about
            | {
                "microseconds_each": {size: round(one * 1e6, 1) for size, one in each.items()},
                "ratio": round(ratio, 2), "core_ratio": round(cores, 2), "verdict": verdict,
            }
        )  # fmt: skip
    return found


def measurements(rows: Iterable[Row]) -> Row:
    """What benchmarks/capacity.py takes, of the servers at the largest size that was measured. Not
    the time of a load, which is here without that of reading files."""
    built = [one for one in rows if one["what"] == "load"]
    found: Row = {"where": {}}
    for engine, by, name, part in (
        ("postgresql", "", "bytes", "corpus"),
        ("milvus", "graph", "core_seconds", "graph"),
    ):
        alike = [one for one in built if (one["engine"], one["by"]) == (engine, by)]
        if alike:
            row = max(alike, key=lambda one: one["size"])
            found[f"{name}_a_chunk"] = {part: _each(row, name)}
            found["where"][f"{name}_a_chunk"] = (
                f"benchmarks/scale.py for {part}: {row['chunks']:,} made-up chunks in {engine};"
                " the rest as built in"
            )
    return found


def costs(rows: Iterable[Row]) -> list[Row]:
    """Of each engine at each size: bytes and seconds a chunk, and milliseconds by clients."""
    found: list[Row] = []
    for row, some in _grouped(rows, ("part", "engine", "by", "size")):
        for one in some:
            if one["what"] == "load":
                for what in ("bytes", "seconds", "core_seconds"):
                    row[f"{what}_a_chunk"] = _each(one, what)
            elif one["what"] in ("a provision", "all"):
                row.setdefault("query_mean_ms", {})[str(one["clients"])] = one["mean_ms"]
        found.append(row)
    return found


def _query_verdict(ratio: float, log: float, linear: float) -> str:
    if ratio <= log * NOISE:
        return "no worse than log"
    return "worse than log, below linear" if ratio < linear else "linear or worse"


def _each(row: Row, what: str) -> float:
    return round(row[what] / row["chunks"], 7)


def _grouped(rows: Iterable[Row], names: tuple[str, ...]) -> list[tuple[Row, list[Row]]]:
    """What those of each group have in common, and they, in the order of the size."""

    def key(row: Row) -> tuple[Any, ...]:
        return tuple(row[name] for name in names)

    ordered = sorted(rows, key=lambda one: (key(one), one["size"]))
    return [
        (dict(zip(names, common, strict=True)), list(some))
        for common, some in groupby(ordered, key)
    ]
