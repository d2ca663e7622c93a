"""How long an answer takes, with every quote checked, and how good answers are.

    python benchmarks/answers.py [--keep FOLDER] [--quality FOLDER] [--json FILE]

Time: the graded questions over law, asked of a library of some 20,000 passages and of one of some
200,000 (acts of Zimbabwe; with Icelandic, D.C., South African and federal law and opinions beside
them), against the search alone in the same run. Good: the four graded sets, over the libraries that
benchmarks/quality.py keeps.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from ingest import unpacked
from pincite import library
from pincite.answer import compose
from pincite.answer.records import AnswerDraft, DraftVerdict, QuotableSource
from pincite.answer.sources import RERANK_MS
from pincite.answer.validate import ValidationRules, validate
from pincite.corpus.engines import FILE
from pincite.evaluation.answers import evaluate_answers, file_sources, law_sources
from pincite.evaluation.answers_report import as_record
from pincite.evaluation.published import published
from pincite.evaluation.sets import read_lines
from pincite.library import Library
from quality import SETS
from quality import opened as kept_set

_FEW_ACTS = 280
_OPINIONS = 1700
_DAY = "2016-03-10"
_WARM = 3
_SHARES = (
    "quotes_verified", "right_cited_where_found", "right_cited", "refused_answerable",
    "refused_unanswerable", "asked_back_ambiguous", "fabricated_passed", "faithful_rejected",
)  # fmt: skip


def built(kept: Path, size: str) -> Library:
    folder = kept / f"answers-{size}"
    if (folder / FILE).is_file():
        return library.open(folder)
    acts = sorted(unpacked("zimbabwe").glob("*.json"))
    loads = [(acts[:_FEW_ACTS] if size == "small" else acts, "zimlii")]
    if size == "large":
        opinions = kept / "some-opinions.jsonl"
        with (unpacked("scotus") / "opinions.jsonl").open("rb") as file:
            opinions.write_bytes(b"".join(islice(file, _OPINIONS)))
        loads += [
            ([unpacked("lagasafn") / "156b"], "lagasafn"),
            ([unpacked("dc-code")], "dclaw"),
            ([unpacked("akn-bylaws") / "by-laws"], "akn"),
            ([unpacked("us-code") / "uslm"], "uslm"),
            ([opinions], "opinions"),
        ]
    made = library.create(folder)
    for number, (paths, reader) in enumerate(loads):
        made.ingest(
            *paths, reader_name=reader, version=f"v{number}", collection=f"c{number}", day=_DAY,
            allow_refusals=True,
        )  # fmt: skip
    return made


def questions() -> list[str]:
    folder = Path(os.environ.get("PINCITE_DATA", Path(__file__).parents[2] / "shared" / "data"))
    lines = [*read_lines(folder / "eval" / "zimbabwe.jsonl")]
    return [line.text("query") for line in lines]


def timed(law: Library, asked: Sequence[str]) -> Iterator[dict[str, object]]:
    """Every question, by stage; the check by itself; the search alone."""
    checks: list[float] = []

    def watched(
        draft: AnswerDraft, sources: Sequence[QuotableSource], rules: ValidationRules
    ) -> DraftVerdict:
        began = time.perf_counter()
        verdict = validate(draft, sources, rules)
        checks.append((time.perf_counter() - began) * 1000)
        return verdict

    compose.validate = watched
    for one in asked[:_WARM]:
        law.ask(one)
    checks.clear()
    replies = [law.ask(one) for one in asked]
    alone: list[float] = []
    for one in asked:
        began = time.perf_counter()
        law.search(one, limit=8, rerank_ms=RERANK_MS)
        alone.append((time.perf_counter() - began) * 1000)
    count = law.stats()["chunk"]
    for stage in ("search", "read", "scope", "compose", "total"):
        spent = [one.milliseconds[stage] for one in replies if stage in one.milliseconds]
        yield row(count, f"ask: {stage}", spent)
    yield row(count, "the check of an answer", checks)
    yield row(count, "search alone", alone)


def row(count: int, what: str, spent: Sequence[float]) -> dict[str, object]:
    p50, p95 = np.percentile(spent, [50, 95])
    return {"passages": count, "what": what, "p50_ms": round(p50, 2), "p95_ms": round(p95, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "pincite-bench"
    parser.add_argument("--keep", type=Path, default=cache)
    parser.add_argument("--quality", type=Path, default=cache)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--sample", type=int, default=300, help="lines of contracts")
    chosen = parser.parse_args()
    if unpacked("zimbabwe") is None:
        raise SystemExit("the data is not here; set PINCITE_DATA")
    chosen.keep.mkdir(parents=True, exist_ok=True)
    times: list[dict[str, object]] = []
    for size in ("small", "large"):
        with built(chosen.keep, size) as law:
            times += timed(law, questions())
    for one in times:
        print(f"{one['passages']:>8} {one['what']:<26} {one['p50_ms']:>9} {one['p95_ms']:>9}")
    good: dict[str, object] = {}
    for name in SETS:
        with kept_set(name, chosen.quality) as held:
            graded = published(name, held.store, sample=chosen.sample)
            # A set that no reader of law loads is over the files of a matter.
            sources = law_sources(held) if SETS[name][2] else file_sources(held)
            good[name] = record = as_record(evaluate_answers(held, sources, graded))
        print(f"\n{name}")
        for share in _SHARES:
            one = record[share]
            print(f"  {share:<26} {one['share']!s:>8}  {one['held']} of {one['of']}")
    told = {"times": times, "answers": good}
    print(json.dumps(told))
    if chosen.json:
        chosen.json.write_text(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
