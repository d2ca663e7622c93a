"""Looking up, measured: `show` in a library that holds every corpus there is.

    python benchmarks/lookup.py [--count 300] [--json FILE]

Every corpus is loaded into one library; then `count` provisions, spread evenly over all nodes, are
shown with their lines, locator and source, each compared with the bare SQLite look-up of the same
URN in the same run. It also counts the URNs that two works share, which must be none.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path

from ingest import CORPORA, pincite, unpacked
from pincite import library

_SHARED = (
    "SELECT count(*) FROM (SELECT n.urn FROM node n JOIN expression x ON x.id = n.id >> 24"
    " GROUP BY n.urn HAVING count(DISTINCT x.work_id) > 1)"
)


def milliseconds(call: object, *arguments: object) -> float:
    began = time.perf_counter()
    call(*arguments)
    return (time.perf_counter() - began) * 1e3


def spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "p50_ms": round(statistics.median(ordered), 3),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)], 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        pincite(base, "init")
        for reader, (archive, below, _, _, options) in CORPORA.items():
            if root := unpacked(archive):
                words = ("--reader", reader, "--version", reader, "--no-encode", *options)
                path = root / below / ("opinions.jsonl" if reader == "opinions" else "")
                pincite(base, "ingest", str(path), *words)
        bare = sqlite3.connect(base / "corpus.sqlite3")
        total = bare.execute("SELECT count(*) FROM node").fetchone()[0]
        if not total:
            sys.exit("no corpus is here: set PINCITE_DATA")
        rows = bare.execute("SELECT urn FROM node ORDER BY id").fetchall()
        urns = [urn for (urn,) in rows[:: max(1, total // chosen.count)]]
        found = {"nodes": total, "urns_of_two_works": bare.execute(_SHARED).fetchone()[0]}

        def row(urn: str) -> object:
            return bare.execute("SELECT * FROM node WHERE urn = ?", (urn,)).fetchall()

        with library.open(base) as opened:
            shown = {urn for urn in urns if opened.store.find(urn, at=None, tag=None)}
            shows = [milliseconds(opened.show, urn) for urn in urns if urn in shown]
        looks = [milliseconds(row, urn) for urn in urns if urn in shown]
        bare.close()
    found |= {"shown": len(shows), "show": spread(shows), "bare_row": spread(looks)}
    print(json.dumps(found, indent=2))
    print(f"{'':10}{'p50 ms':>10}{'p95 ms':>10}")
    for name in ("show", "bare_row"):
        print(f"{name:10}{found[name]['p50_ms']:>10}{found[name]['p95_ms']:>10}")
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
