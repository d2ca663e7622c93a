"""Which opinion cites which, from the words alone, against the edges that are known.

    python benchmarks/citation_edges.py [--every 1] [--extras 200] [--json FILE]

An edge is recovered where the citing opinion's text, found and resolved, cites a case under the
U.S. citation of the cited opinion; edges of opinions that hold no U.S. citation at all, or whose
cited opinion has none, cannot be. Extras are edges that the words give and the list does not
have; a seeded sample of them is kept with its words, to be judged.
"""

from __future__ import annotations

import argparse
import collections
import csv
import json
import random
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from ingest import unpacked
from pincite.citations.find import find
from pincite.citations.reading import Locale, raw_reading
from pincite.citations.resolve import resolve

_us = re.compile(r"\d+ U\. ?S\. ")
_AROUND = 100


def keys(line: str) -> tuple[str, bool, dict[str, tuple[str, str]]]:
    """An opinion's id, whether it holds a U.S. citation, and what it cites, with its words."""
    record = json.loads(line)
    reading = raw_reading(record["text"], locale=Locale("us", "en"))
    found: dict[str, tuple[str, str]] = {}
    for one in resolve(reading, find(reading)):
        mention = one.mention
        around = reading.text[max(mention.start - _AROUND, 0) : mention.end + _AROUND]
        said = (reading.text[mention.start : mention.end], around)
        for key in {one.key, mention.key}:
            if key:
                found.setdefault(key, said)
    return str(record["id"]), bool(_us.search(reading.text)), found


def opinions(file: Path, every: int) -> Iterator[str]:
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % every == 0:
                yield line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--extras", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    root = unpacked("scotus")
    if root is None:
        sys.exit("no opinions are here: set PINCITE_DATA")
    file = root / "opinions.jsonl"
    cite_of: dict[str, str] = {}
    ids_of: dict[str, list[str]] = collections.defaultdict(list)
    for line in opinions(file, 1):
        record = json.loads(line)
        cite = record["citation"].get("federal_cite_one") or ""
        if cite:
            cite_of[str(record["id"])] = cite
            ids_of[cite].append(str(record["id"]))
    with (root / "edges.tsv").open(encoding="utf-8", newline="") as rows:
        edges = {
            (row["citing_id"], row["cited_id"]) for row in csv.DictReader(rows, delimiter="\t")
        }
    known: dict[str, set[str]] = collections.defaultdict(set)
    for citing, cited in edges:
        known[citing].add(cited)
    counts: collections.Counter[str] = collections.Counter()
    missed: list[tuple[str, str, str]] = []
    extras: list[tuple[str, str, str, str, str]] = []
    with ProcessPoolExecutor(chosen.workers) as pool:
        for citing, holds, found in pool.map(keys, opinions(file, chosen.every), chunksize=8):
            for cited in sorted(known[citing]):
                if not holds or cited not in cite_of:
                    counts["cannot be"] += 1
                elif cite_of[cited] in found:
                    counts["recovered"] += 1
                else:
                    counts["missed"] += 1
                    missed.append((citing, cited, cite_of[cited]))
            for key, said in found.items():
                ids = ids_of.get(key, [])
                if ids and citing not in ids and not known[citing].intersection(ids):
                    counts["extra"] += 1
                    extras.append((citing, ids[0], key, *said))
    possible = counts["recovered"] + counts["missed"]
    report = {
        "edges": sum(len(known[citing]) for citing in known),
        **counts,
        "share": round(counts["recovered"] / max(possible, 1), 4),
        "missed_examples": missed[:40],
        "extras_sample": random.Random(1).sample(sorted(extras), min(chosen.extras, len(extras))),
    }
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    report["extras_sample"] = len(report["extras_sample"])
    print(json.dumps(report, indent=2))
    print(f"{'recovered':12}{counts['recovered']:>8} of {possible} ({report['share']:.2%})")
    print(f"{'extra':12}{counts['extra']:>8}")


if __name__ == "__main__":
    main()
