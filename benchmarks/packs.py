"""Packs, measured: how many a second, in how much memory, and whether time grows with their number.

    python benchmarks/packs.py [--library FOLDER] [--keep FOLDER] [--json FILE]

Over the Supreme Court's opinions, with the index of citations caught up before the clock starts:
250, 500 and 1,000 anchors by one process and 1,000 by two, as `pincite pack build --all` builds
them, each in a fresh process; and, apart, 200 anchors of about the median size. A run of one anchor
is the start: opening the library, checking the index, reading what is held of decisions. The time
of each pack is counted from the first that is done to the last, so without the start.

The reference, in the same run: reading the same anchors' texts from the store and hashing them.
Peak memory is the sum over the process and its children, sampled.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ingest import tree_memory, unpacked
from pincite import library
from pincite.corpus.engines import FILE
from pincite.library import Library

_COUNTS = (250, 500, 1000)
_MEDIAN = 200
_BUILD = """
import json, sys, time
from functools import partial
from pathlib import Path
from pincite import library
from pincite.packs.bulk import PackRequest, freeze_all
if __name__ == "__main__":
    folder, anchors, out, workers = sys.argv[1:]
    wanted = [PackRequest(line) for line in Path(anchors).read_text().split()]
    times = [time.perf_counter()]
    def tell(_done, _total, _name):
        times.append(time.perf_counter())
    report = freeze_all(
        partial(library.open, folder), wanted, Path(out), workers=int(workers), progress=tell
    )
    assert report.built == len(wanted), report.failed[:3]
    print(time.perf_counter() - times[0], times[-1] - times[1])
"""
_BARE = """
import hashlib, sys, time
from pathlib import Path
from pincite import library
wanted = Path(sys.argv[2]).read_text().split()
with library.open(sys.argv[1]) as law:
    began = time.perf_counter()
    for urn in wanted:
        stored, _ = law.place(urn)
        hashlib.sha256(law.store.text(stored.key).encode()).hexdigest()
    print(time.perf_counter() - began, 0)
"""


def opened(chosen: argparse.Namespace) -> Library:
    if chosen.library:
        return library.open(chosen.library)
    folder = chosen.keep / "packs-scotus"
    if (folder / FILE).is_file():
        return library.open(folder)
    root = unpacked("scotus")
    if root is None:
        sys.exit("the data is not here: set PINCITE_DATA")
    made = library.create(folder)
    made.ingest(root / "opinions.jsonl", reader_name="opinions", version="v1", allow_refusals=True)
    return made


def anchors(law: Library) -> tuple[list[str], list[str]]:
    """1,000 spread evenly over the decisions, and those of the median size."""
    every = sorted(urn for urn, _ in law.store.works())
    spread = every[:: max(len(every) // max(_COUNTS), 1)][: max(_COUNTS)]
    sizes = sorted((len(law.store.text(law.place(urn)[0].key)), urn) for urn in spread)
    middle = max(len(sizes) // 2 - _MEDIAN // 2, 0)
    return spread, [urn for _, urn in sizes[middle : middle + _MEDIAN]]


def measured(base: Path, code: str, *arguments: str) -> tuple[float, float, int]:
    """The seconds that a fresh process says it took, those after the first pack, and the peak bytes
    of it and its children."""
    script = base / "script.py"
    script.write_text(code)
    process = subprocess.Popen(
        [sys.executable, str(script), *arguments], stdout=subprocess.PIPE, text=True
    )
    peak, done = 0, threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(0.05):
            peak = max(peak, tree_memory(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    out, _ = process.communicate()
    done.set()
    watcher.join()
    if process.returncode:
        sys.exit(f"{' '.join(arguments)}: it failed")
    whole, later = map(float, out.split())
    return whole, later, peak


class Ran(NamedTuple):
    seconds: float
    each: float
    peak: int
    written: int


def run(folder: Path, urns: Sequence[str], base: Path, workers: int) -> Ran:
    names = base / "anchors"
    names.write_text("\n".join(urns))
    out = base / f"out-{len(urns)}-{workers}-{time.monotonic_ns()}"
    seconds, later, peak = measured(base, _BUILD, str(folder), str(names), str(out), str(workers))
    written = sum(one.stat().st_size for one in out.glob("*.zip"))
    return Ran(seconds, later / max(len(urns) - 1, 1), peak, written)


def bare(folder: Path, urns: Sequence[str], base: Path) -> float:
    names = base / "anchors"
    names.write_text("\n".join(urns))
    return statistics.median(measured(base, _BARE, str(folder), str(names))[0] for _ in range(3))


def _told(what: str, count: int, ran: Ran) -> list[dict[str, object]]:
    return [
        {
            "what": f"{what}, packs/s",
            "value": round(count / ran.seconds, 1),
            "ms_each": round(ran.each * 1000, 2),
            "seconds": round(ran.seconds, 1),
        },
        {"what": f"{what}, peak MB", "value": ran.peak >> 20},
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--keep", type=Path, default=Path("~/.cache/pincite-bench").expanduser())
    chosen = parser.parse_args()
    rows: list[dict[str, object]] = []
    with opened(chosen) as law:
        folder = law.folder
        began = time.perf_counter()
        with law.citations.index(lambda _done, _name: None):
            pass
        rows.append({"what": "catching up, s", "value": round(time.perf_counter() - began, 1)})
        spread, median = anchors(law)
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        start = run(folder, spread[:1], base, 1).seconds
        rows.append({"what": "start: a run of one anchor, s", "value": round(start, 1)})
        by_count = {
            count: run(folder, spread[:: max(_COUNTS) // count], base, 1) for count in _COUNTS
        }
        for count, ran in by_count.items():
            rows += _told(f"{count} anchors, 1 process", count, ran)
        most = by_count[max(_COUNTS)]
        growth = most.each / by_count[min(_COUNTS)].each
        rows.append({"what": "growth: a pack's time, 1,000 to 250", "value": round(growth, 2)})
        reference = bare(folder, spread, base)
        ratio = most.each * len(spread) / reference
        rows += [
            {"what": "reference: read and hash 1,000 texts, s", "value": round(reference, 3)},
            {"what": "times the reference", "value": round(ratio, 1)},
            {"what": "written by 1,000 packs, MB", "value": round(most.written / 2**20, 1)},
        ]
        rows += _told("1000 anchors, 2 processes", len(spread), run(folder, spread, base, 2))
        ran = run(folder, median, base, 1)
        ratio = ran.each * len(median) / bare(folder, median, base)
        rows += _told(f"{len(median)} of median size, 1 process", len(median), ran)
        rows.append({"what": "times the reference, median size", "value": round(ratio, 1)})
    for row in rows:
        more = f"{row['ms_each']} ms each" if "ms_each" in row else ""
        print(f"{row['what']:<44} {row['value']!s:>10} {more:>18}")
    print(json.dumps(rows))
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
