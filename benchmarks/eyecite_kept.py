"""Whether everything that eyecite finds in real opinions is found, and what is found besides.

    python benchmarks/eyecite_kept.py [--every 1] [--workers 2] [--theirs FILE] [--json FILE]

Each citation of eyecite, with its default tokenizer, must lie under a mention of ours; those that
do not are counted by its classes and listed with their words. eyecite takes about half an hour for
all 4,843 opinions on two cores: with `--theirs` its findings are kept in a file, and read from it
the next time.
"""

from __future__ import annotations

import argparse
import collections
import json
import logging
import sys
from bisect import bisect_right
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from eyecite import get_citations

from citation_edges import opinions
from ingest import unpacked
from pincite.citations.find import find
from pincite.citations.reading import Locale, raw_reading

_SHOWN = 40
_AROUND = 40

Theirs = list[tuple[str, int, int]]


def eyecite_finds(line: str) -> tuple[str, Theirs]:
    logging.disable(logging.CRITICAL)
    record = json.loads(line)
    text = raw_reading(record["text"]).text
    found = [(type(one).__name__, *one.span()) for one in get_citations(text)]
    return str(record["id"]), found


def compared(pair: tuple[str, Theirs]) -> tuple[collections.Counter[str], list[tuple[str, str]]]:
    line, theirs = pair
    reading = raw_reading(json.loads(line)["text"], locale=Locale("us", "en"))
    text, ours = reading.text, find(reading)
    starts = [one.start for one in ours]
    counts: collections.Counter[str] = collections.Counter({"ours": len(ours)})
    missed: list[tuple[str, str]] = []
    matched: set[int] = set()
    for kind, start, end in theirs:
        while start < end and not (text[start].isalnum() or text[start] == "§"):
            start += 1
        at = bisect_right(starts, start) - 1
        over = [
            index
            for index in (at, at + 1)
            if 0 <= index < len(ours)
            and (ours[index].start <= start < ours[index].end or start <= ours[index].start < end)
        ]
        counts[f"eyecite {kind}"] += 1
        if not over:
            counts[f"missed {kind}"] += 1
            around = text[max(start - _AROUND, 0) : end + _AROUND].replace("\n", " ")
            missed.append((kind, around))
        matched.update(over)
    for index, one in enumerate(ours):
        if index not in matched:
            counts[f"added {one.kind} {one.form}"] += 1
    return counts, missed


def kept(file: Path, lines: list[str], workers: int) -> dict[str, Theirs]:
    """eyecite's findings by opinion, from the file where it has them."""
    if file.is_file():
        with file.open(encoding="utf-8") as rows:
            return dict(map(json.loads, rows))
    with ProcessPoolExecutor(workers) as pool, file.open("w", encoding="utf-8") as out:
        found: dict[str, Theirs] = {}
        for key, theirs in pool.map(eyecite_finds, lines, chunksize=4):
            found[key] = theirs
            out.write(json.dumps((key, theirs)) + "\n")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--theirs", type=Path)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    root = unpacked("scotus")
    if root is None:
        sys.exit("no opinions are here: set PINCITE_DATA")
    lines = list(opinions(root / "opinions.jsonl", chosen.every))
    if chosen.theirs:
        theirs = kept(chosen.theirs, lines, chosen.workers)
    else:
        with ProcessPoolExecutor(chosen.workers) as pool:
            theirs = dict(pool.map(eyecite_finds, lines, chunksize=4))
    counts: collections.Counter[str] = collections.Counter()
    missed: list[tuple[str, str]] = []
    pairs = [(line, theirs[str(json.loads(line)["id"])]) for line in lines]
    with ProcessPoolExecutor(chosen.workers) as pool:
        for some, without in pool.map(compared, pairs, chunksize=8):
            counts += some
            missed += without
    report = {"opinions": len(lines), **dict(sorted(counts.items())), "missed": missed}
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    print(json.dumps({**report, "missed": missed[:_SHOWN]}, indent=2, ensure_ascii=False))
    print(f"{'eyecite':24}{'found':>9}{'missed':>9}")
    for name, count in sorted(counts.items()):
        if name.startswith("eyecite "):
            kind = name.removeprefix("eyecite ")
            print(f"{kind:24}{count:>9}{counts[f'missed {kind}']:>9}")


if __name__ == "__main__":
    main()
