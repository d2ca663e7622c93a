"""Loading, measured: files, nodes and characters a second for each reader, peak memory, and the
ratio to bare parsing of the same files in the same run.

    python benchmarks/ingest.py [READER …] [--repeat 3] [--json FILE]

Bare parsing is the same parser (lxml or json) over the same bytes, one process, nothing kept. The
load is the whole of `pincite ingest` in a fresh process: starting readers, reading, hashing,
building, chunking, gates and the SQLite transaction, by its own clock; `process_s` adds the start
of Python, the walk over the folder and the index of words. `floor` is what parsing, one SHA-256 of
the files and writing the bare text to SQLite cost, in times of parsing: no loader that keeps what
it reads can be below it on one core. Peak memory is the sum over the process and its readers,
sampled. Growth is measured at 1x, 4x and 16x of the same material.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from lxml import etree

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests"))

from data import data_folder, unpacked  # noqa: E402, F401

_RUN = "import sys; from pincite.surfaces.cli import main; main()"


def xml(data: bytes) -> object:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    return etree.fromstring(data, parser)


def lines(data: bytes) -> object:
    for line in data.splitlines():
        json.loads(line)
    return None


CORPORA: dict[str, tuple[str, str, str, Callable[[bytes], object], tuple[str, ...]]] = {
    # reader: archive, folder below it, files, bare parser, more options
    "lagasafn": ("lagasafn", "156b", "*.xml", xml, ()),
    "akn": ("akn-bylaws", "by-laws", "**/*.xml", xml, ()),
    "zimlii": ("zimbabwe", "", "*.json", json.loads, ()),
    "uslm": ("us-code", "uslm", "*.xml", xml, ()),
    "dclaw": ("dc-code", "", "**/*.xml", xml, ("--date", "2016-03-10")),
    "ecfr": ("cfpb-regs", "regulation", "*/*", json.loads, ()),
    "opinions": ("scotus", "", "opinions.jsonl", lines, ()),
}


def bare(files: list[Path], parse: Callable[[bytes], object]) -> float:
    began = time.perf_counter()
    for file in files:
        if file.stat().st_size > 64 * 2**20:
            with file.open("rb") as stream:
                for line in stream:
                    json.loads(line)
        else:
            parse(file.read_bytes())
    return time.perf_counter() - began


def tree_memory(pid: int) -> int:
    """Bytes in memory of a process and its children; a page that two share counts once."""
    total = 0
    for process in [pid, *children(pid)]:
        try:
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
            total += int(rollup.partition("Pss:")[2].split()[0]) * 1024
        except (OSError, IndexError):
            continue
    return total


def children(pid: int) -> list[int]:
    try:
        found = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return found + [below for child in found for below in children(child)]


def pincite(folder: Path, *arguments: str) -> tuple[dict, float, int]:
    """(its JSON, seconds, peak bytes)."""
    command = [
        sys.executable,
        "-c",
        _RUN,
        "--library",
        str(folder),
        "--json",
        "--quiet",
        *arguments,
    ]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    peak = 0
    done = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(0.05):
            peak = max(peak, tree_memory(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    out, err = process.communicate()
    seconds = time.perf_counter() - began
    done.set()
    watcher.join()
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)}: {err.decode()[-2000:]}")
    return json.loads(out), seconds, peak


def keeping(folder: Path) -> float:
    """Seconds to write the same text, and nothing else, into a bare SQLite file."""
    source = sqlite3.connect(folder / "corpus.sqlite3")
    pages = source.execute("SELECT id, text FROM text_page").fetchall()
    source.close()
    began = time.perf_counter()
    db = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE text_page (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    db.execute("BEGIN")
    db.executemany("INSERT INTO text_page VALUES (?, ?)", pages)
    db.execute("COMMIT")
    db.close()
    return time.perf_counter() - began


def hashing(files: list[Path]) -> float:
    began = time.perf_counter()
    for file in files:
        with file.open("rb") as stream:
            hashlib.file_digest(stream, "sha256")
    return time.perf_counter() - began


def load(
    paths: list[Path], reader: str, options: tuple[str, ...]
) -> tuple[dict, float, int, float]:
    """(its report, seconds of the process, peak bytes, seconds to keep the text alone)."""
    with tempfile.TemporaryDirectory() as folder:
        pincite(Path(folder), "init")
        where = [str(path) for path in paths]
        words = ("ingest", *where, "--reader", reader, "--version", "v", "--no-encode", *options)
        return *pincite(Path(folder), *words), keeping(Path(folder))


def measure(reader: str, repeat: int) -> dict | None:
    archive, below, pattern, parse, options = CORPORA[reader]
    root = unpacked(archive)
    if root is None:
        return None
    root = root / below
    files = sorted(path for path in root.glob(pattern) if path.is_file())
    size = sum(path.stat().st_size for path in files)
    source = [files[0]] if reader == "opinions" else [root]
    bare(files, parse)  # Warms the file cache for both sides.
    bares, loads, walls, peaks, floors, report = [], [], [], [], [], {}
    for _ in range(repeat):
        bares.append(bare(files, parse))
        report, wall, peak, kept = load(source, reader, options)
        floors.append(bares[-1] + hashing(files) + kept)
        loads.append(report["seconds"])
        walls.append(wall)
        peaks.append(peak)
    seconds, parsing = statistics.median(loads), statistics.median(bares)
    return {
        "reader": reader,
        "files": len(files),
        "megabytes": round(size / 1e6, 1),
        "expressions": report["expressions"] + report["unchanged"],
        "skipped": len(report.get("skipped", [])),
        "nodes": report["nodes"],
        "chunks": report["chunks"],
        "characters": report["characters"],
        "bare_s": round(parsing, 3),
        "load_s": round(seconds, 3),
        "process_s": round(statistics.median(walls), 3),
        "ratio": round(seconds / parsing, 2),
        "floor": round(statistics.median(floors) / parsing, 2),
        "files_per_s": round(len(files) / seconds),
        "nodes_per_s": round(report["nodes"] / seconds),
        "megacharacters_per_s": round(report["characters"] / seconds / 1e6, 2),
        "peak_mb": round(max(peaks) / 1e6),
    }


def growth(repeat: int) -> list[dict]:
    """One law of n, 4n and 16n articles, and one sixteenth, a quarter and all of a collection."""
    from lagasafn_pages import law_xml

    rows: list[dict] = []
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        for times in (1, 4, 16):
            one = base / f"law{times}"
            one.mkdir()
            (one / "2031.1.xml").write_text(law_xml(1, articles=1000 * times), encoding="utf-8")
            rows.append(_grown("one law", times, one, "lagasafn", repeat))
        root = unpacked("lagasafn")
        if root is not None:
            files = sorted((root / "156b").glob("[12]*.xml"))
            for times in (1, 4, 16):
                some = base / f"laws{times}"
                some.mkdir()
                for file in files[:: 16 // times]:
                    shutil.copy(file, some / file.name)
                rows.append(_grown("collection", times, some, "lagasafn", repeat))
    return rows


def crowded(repeat: int) -> dict | None:
    """One load into an empty library and into one that holds sixteen times as much."""
    root = unpacked("lagasafn")
    if root is None:
        return None
    alone, after = [], []
    for _ in range(repeat):
        with tempfile.TemporaryDirectory() as folder:
            base = Path(folder)
            some = base / "some"
            some.mkdir()
            for file in sorted((root / "156b").glob("[12]*.xml"))[::16]:
                shutil.copy(file, some / file.name)
            words = ("--reader", "lagasafn", "--no-encode", "--date", "2025-09-01", "--version")
            for name in ("empty", "full"):
                pincite(base / name, "init")
            pincite(base / "full", "ingest", str(root / "153c"), *words, "before")
            for name, times in (("empty", alone), ("full", after)):
                found = pincite(base / name, "ingest", str(some), *words, "v")[0]
                times.append(found["seconds"])
    first, second = statistics.median(alone), statistics.median(after)
    return {
        "into_empty_s": round(first, 3),
        "into_full_s": round(second, 3),
        "ratio": round(second / first, 2),
    }


def _grown(what: str, times: int, folder: Path, reader: str, repeat: int) -> dict:
    runs = [load([folder], reader, ("--date", "2025-09-01")) for _ in range(repeat)]
    report, peak = runs[0][0], max(run[2] for run in runs)
    # The load's own clock, so that the start of Python does not flatter the small sizes.
    seconds = statistics.median(run[0]["seconds"] for run in runs)
    return {
        "what": what,
        "times": times,
        "characters": report["characters"],
        "load_s": round(seconds, 3),
        "microseconds_per_character": round(seconds / report["characters"] * 1e6, 3),
        "peak_mb": round(peak / 1e6),
    }


def table(rows: list[dict]) -> str:
    if not rows:
        return ""
    columns = list(rows[0])
    widths = [
        max(len(str(row[c])) for row in [dict(zip(columns, columns, strict=True)), *rows])
        for c in columns
    ]
    head = "  ".join(str(c).ljust(w) for c, w in zip(columns, widths, strict=True))
    body = [
        "  ".join(str(row[c]).rjust(w) for c, w in zip(columns, widths, strict=True))
        for row in rows
    ]
    return "\n".join([head, *body])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", default=list(CORPORA))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    rows = [row for reader in chosen.readers if (row := measure(reader, chosen.repeat))]
    grown = growth(chosen.repeat)
    full = crowded(chosen.repeat)
    found = {"cores": os.cpu_count(), "readers": rows, "growth": grown, "crowded": full}
    print(json.dumps(found, indent=2))
    print(table(rows), table(grown), table([full] if full else []), sep="\n\n")
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
