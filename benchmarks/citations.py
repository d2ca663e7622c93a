"""Citations, measured: find and resolve against eyecite with its fastest tokenizer.

    python benchmarks/citations.py [--opinions 60] [--rounds 3] [--json FILE]

Supreme Court opinions, spread evenly over the years, are read by both in turn in every round; the
ratio is the median over the rounds. eyecite runs with hyperscan, its patterns compiled before the
clock starts. Then texts made to trap a regular expression, at two lengths: time must grow no faster
than the text.
"""

from __future__ import annotations

import argparse
import collections
import json
import logging
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from eyecite import get_citations, resolve_citations
from eyecite.tokenizers import HyperscanTokenizer

from ingest import unpacked
from pincite.citations.find import find
from pincite.citations.reading import CitableText, Locale, raw_reading
from pincite.citations.resolve import resolve

_US = Locale("us", "en")
_TRAPS = {
    "Id.": "Id. ",
    "(a)": "(a)",
    "§": "§",
    "§ 1": "§ 1, ",
    "v.": "A v. B v. ",
    "supra": "Smith, supra, ",
    "digits": "1 ",
    "reporters": "1 U.S. ",
    "full": "Roe v. Wade, 410 U.S. 113 (1973); ",
    "gr.": "1. mgr. 5. gr. ",
    "sections": "section 5 of section ",
    "capitals": "The Act Of ",
    "quotes": '"(',
    "dots": "U. S. C. ",
}
_LENGTHS = (50_000, 100_000)


def opinions(count: int) -> list[CitableText]:
    root = unpacked("scotus")
    if root is None:
        sys.exit("no opinions are here: set PINCITE_DATA")
    lines = (root / "opinions.jsonl").read_text(encoding="utf-8").splitlines()
    chosen = lines[:: max(1, len(lines) // count)][:count]
    return [raw_reading(json.loads(line)["text"], locale=_US) for line in chosen]


def seconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def reference(readings: Sequence[CitableText], tokenizer: HyperscanTokenizer) -> int:
    count = 0
    for reading in readings:
        citations = get_citations(reading.text, tokenizer=tokenizer)
        resolve_citations(citations)
        count += len(citations)
    return count


def ours(readings: Sequence[CitableText]) -> collections.Counter[str]:
    forms: collections.Counter[str] = collections.Counter()
    for reading in readings:
        forms.update(
            f"{one.mention.kind} {one.mention.form}" for one in resolve(reading, find(reading))
        )
    return forms


def compared(readings: Sequence[CitableText], rounds: int) -> dict[str, object]:
    megabytes = sum(len(reading.text) for reading in readings) / 1e6
    with tempfile.TemporaryDirectory() as folder:
        tokenizer = HyperscanTokenizer(cache_dir=folder)
        theirs_found = reference(readings[:1], tokenizer)
        forms = ours(readings[:1])
        theirs, found_in, resolved_in = list[float](), list[float](), list[float]()
        for _ in range(rounds):
            theirs.append(seconds(lambda: reference(readings, tokenizer)))
            found = list[object]()
            found_in.append(seconds(lambda: found.extend(map(find, readings))))  # noqa: B023
            resolved_in.append(seconds(lambda: list(map(resolve, readings, found))))  # noqa: B023
        theirs_found = reference(readings, tokenizer)
        forms = ours(readings)
    both = [a + b for a, b in zip(found_in, resolved_in, strict=True)]
    return {
        "megabytes": round(megabytes, 2),
        "eyecite_mb_s": round(megabytes / statistics.median(theirs), 3),
        "find_mb_s": round(megabytes / statistics.median(found_in), 3),
        "resolve_mb_s": round(megabytes / statistics.median(resolved_in), 3),
        "both_mb_s": round(megabytes / statistics.median(both), 3),
        "time_to_eyecite": round(
            statistics.median(a / b for a, b in zip(both, theirs, strict=True)), 3
        ),
        "eyecite_mentions": theirs_found,
        "mentions": sum(forms.values()),
        "forms": dict(forms.most_common()),
    }


def traps() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for name, piece in _TRAPS.items():
        times: list[float] = []
        for length in _LENGTHS:
            reading = CitableText((piece * (length // len(piece))).strip(), _US)
            times.append(min(seconds(lambda: resolve(reading, find(reading))) for _ in range(2)))  # noqa: B023
        found[name] = {
            "short_s": round(times[0], 3),
            "long_s": round(times[1], 3),
            "growth": round(times[1] / times[0], 2),
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opinions", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    logging.getLogger("eyecite").setLevel(logging.CRITICAL)
    report = {"opinions": compared(opinions(chosen.opinions), chosen.rounds), "traps": traps()}
    print(json.dumps(report, indent=2))
    table = report["opinions"]
    print(
        f"{'eyecite, hyperscan':24}{table['eyecite_mb_s']:>8} MB/s"
        f"{table['eyecite_mentions']:>9} mentions"
    )
    print(f"{'find and resolve':24}{table['both_mb_s']:>8} MB/s{table['mentions']:>9} mentions")
    print(f"{'time, eyecite = 1':24}{table['time_to_eyecite']:>8}")
    print(f"{'trap':14}{_LENGTHS[0]:>10}{_LENGTHS[1]:>10}  growth (2 is linear)")
    for name, one in report["traps"].items():
        print(f"{name:14}{one['short_s']:>9}s{one['long_s']:>9}s{one['growth']:>8}")
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
