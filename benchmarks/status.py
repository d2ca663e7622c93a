"""What is called repealed, expired, suspended or unknown over whole collections; and what it costs.

    python benchmarks/status.py [--collections zimbabwe,bylaws,dc,lagasafn] [--sample N]
                                [--out FILE] [--json FILE]

Counts works and sections by status on a day, and writes a seeded sample of those that are not in
force, each with the words that say so, to be read by a person. Times: the status of every section,
and a search with and without it.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from force import READERS, kept
from pincite.library import Library
from pincite.model import UNITS
from pincite.scope.library_index import FoundPlace
from pincite.status.wording import described, flag_described

_QUESTIONS = (
    "At what age can a person marry?", "How much notice must an employer give?",
    "Who may issue a licence?", "What is the penalty for late payment?",
    "When does the tribunal sit?", "Who appoints the board?",
)  # fmt: skip


def statuses(law: Library) -> tuple[Counter[str], list[dict[str, Any]], float]:
    counted: Counter[str] = Counter()
    rows: list[dict[str, Any]] = []
    spent = 0.0
    for work, _ in law.store.works():
        for stored, root in law.store.find(work, at=None, tag=None)[:1]:
            nodes = {node.urn: node for node in law.store.nodes(stored.key) if node.kind in UNITS}
            every = {root.urn: root, **nodes}
            places = [FoundPlace(urn, work, stored.validity is None) for urn in every]
            began = time.perf_counter()
            found = law.scope_index.statuses(places, None)
            spent += time.perf_counter() - began
            for urn, node in every.items():
                kind = "work" if node is root else "section"
                status = found.get(urn)
                counted[f"{kind} {status.status.value if status else 'in force'}"] += 1
                if status is None:
                    continue
                counted.update(f"{kind} flag: {flag.flag.value}" for flag in status.flags)
                rows.append(
                    {
                        "urn": urn, "kind": kind, "status": status.status.value,
                        "title": stored.expression.title, "year": stored.expression.year,
                        "says": described(status),
                        "flags": [flag_described(flag) for flag in status.flags],
                        "by": status.by.locator if status.by else None,
                        "words": status.by.words if status.by else None,
                        "text": law.store.text(stored.key, node.start, node.end)[:300],
                    }
                )  # fmt: skip
    return counted, rows, spent


def cost(law: Library) -> dict[str, float]:
    """What a search takes in all, and its stage of status, in milliseconds."""
    law.search(_QUESTIONS[0])
    times: list[float] = []
    labels: list[float] = []
    for question in _QUESTIONS * 5:
        found = law.search(question)
        places = [
            FoundPlace(hit.law.urn, hit.source.document_id, hit.law.valid_from is None)
            for hit in found.results
            if hit.law
        ]
        began = time.perf_counter()
        law.scope_index.statuses(places, None)
        labels.append((time.perf_counter() - began) * 1000)
        times.append(found.milliseconds.get("status", 0.0) + labels[-1])
    ordered = sorted(times)
    return {
        "status_ms_p50": round(median(times), 3),
        "status_ms_p95": round(ordered[int(len(ordered) * 0.95)], 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--collections", default=",".join(READERS))
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    result: dict[str, Any] = {"on": date.today().isoformat()}  # noqa: DTZ011
    sample: list[dict[str, Any]] = []
    for name in chosen.collections.split(","):
        with kept(name) as law:
            began = time.perf_counter()
            law.index_scope()
            read = time.perf_counter() - began
            counted, rows, spent = statuses(law)
            result[name] = {
                "counts": dict(sorted(counted.items())), "reading_s": round(read, 1),
                "statuses_s": round(spent, 2), **cost(law),
            }  # fmt: skip
        drawn = random.Random(7)
        for kind in ("work", "section"):
            some = [row for row in rows if row["kind"] == kind]
            drawn.shuffle(some)
            sample += [{"collection": name, **row} for row in some[: chosen.sample]]
        print(name, json.dumps(result[name], ensure_ascii=False))
    if chosen.out:
        lines = (json.dumps(row, ensure_ascii=False) for row in sample)
        chosen.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(json.dumps(result))
    if chosen.json:
        chosen.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
