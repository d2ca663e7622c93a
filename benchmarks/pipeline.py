"""The whole search with the models that come with Pincite, beside the borrowed ones it had.

    python benchmarks/pipeline.py [--sets zimbabwe contracts] [--keep FOLDER] [--bank 150]

Borrowed: bge-small with its static table, and over law the cross-encoder on forty passages, without
regard to time, each as its profile had it. Asked are the graded questions, of contracts those about
files that nothing was trained on, and questions of training/questions about acts that nothing was
trained on. nDCG@10, paired bootstrap. The borrowed models must be installed; to encode with them
takes half an hour the first time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from heads import held_out
from ingest import ROOT
from pincite.evaluation.comparison import difference
from pincite.evaluation.measures import column, score
from pincite.evaluation.published import published
from pincite.evaluation.sets import GradedQuestion
from pincite.evaluation.stages import Searches
from pincite.library import Library
from pincite.search.profiles import Profile, Rerank, profile
from pincite.settings import Settings
from quality import SETS, opened

sys.path.insert(0, str(ROOT))

from training.split import held_out as is_held_out
from training.split import share

BORROWED = {
    "dense_model": "bge-small-en-v1.5", "token_model": "", "sparse_model": "",
    "pair_model": "ms-marco-MiniLM-L-12-v2",
}  # fmt: skip
MEASURED = ("zimbabwe", "contracts")
_NO_HURRY = 1e9


def as_it_was(used: Profile) -> Profile:
    if used.group == "chunk":
        weights = replace(used.weights, dense=0.15, sparse=0.15)
        return replace(used, weights=weights, rerank=Rerank())
    return replace(used, rerank=Rerank(pairs=40, base=0.4, budget_ms=_NO_HURRY))


def asked(name: str, found: Library, chosen: argparse.Namespace) -> dict[str, list[GradedQuestion]]:
    graded = published(name, found.store, sample=chosen.sample)
    if name == "contracts":
        graded = held_out(graded)
    sets = {f"{name}, graded": [one for one in graded.questions if one.ranked]}
    bank = ROOT / "training" / "questions" / f"{name}.jsonl"
    if chosen.bank and bank.is_file():
        sets[f"{name}, of the bank"] = of_bank(bank, chosen.bank)
    return sets


def of_bank(path: Path, count: int) -> list[GradedQuestion]:
    """About works that are held out, drawn; the section that a question is tied to is right."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    kept = [one for one in lines if is_held_out(":".join(one["urn"].split(":")[:4]))]
    kept.sort(key=lambda one: share(one["question"], "bank"))
    return [
        GradedQuestion(
            f"bank-{at}", "question", one["question"], {":".join(one["urn"].split(":")[:5]): 1}
        )
        for at, one in enumerate(kept[:count])
    ]


def measured(
    found: Library, used: Profile, questions: Sequence[GradedQuestion]
) -> tuple[list[float], float]:
    searches = Searches(found, used)
    began = time.perf_counter()
    answers = [searches(one) for one in questions]
    spent = (time.perf_counter() - began) / max(len(questions), 1) * 1000
    return column(score(questions, answers), "ndcg@10"), spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "pincite-bench"
    parser.add_argument("--sets", nargs="*", choices=MEASURED, default=list(MEASURED))
    parser.add_argument("--keep", type=Path, default=cache)
    parser.add_argument("--bank", type=int, default=150)
    parser.add_argument("--sample", type=int, default=600, help="lines of contracts")
    chosen = parser.parse_args()
    columns: dict[str, dict[str, tuple[list[float], float]]] = {}
    for name in chosen.sets:
        used = profile(SETS[name][3])
        for label, settings, searched in (
            ("borrowed", Settings.model_validate(BORROWED), as_it_was(used)),
            ("ours", Settings(), used),
        ):
            with opened(name, chosen.keep, settings=settings) as found:
                if found is None:
                    raise SystemExit("the data is not here; set PINCITE_DATA")
                for kind, questions in asked(name, found, chosen).items():
                    columns.setdefault(kind, {})[label] = measured(found, searched, questions)
    table: dict[str, dict[str, float]] = {}
    for kind, one in columns.items():
        (before, slow), (after, quick) = one["borrowed"], one["ours"]
        gained = difference(after, before)
        table[kind] = {
            "questions": len(after), "borrowed": round(sum(before) / len(before), 4),
            "ours": round(sum(after) / len(after), 4), "gained": round(gained.mean, 4),
            "low": round(gained.low, 4), "high": round(gained.high, 4),
            "borrowed_ms": round(slow), "ours_ms": round(quick),
        }  # fmt: skip
        print(f"{kind:26}" + "".join(f"  {key} {value}" for key, value in table[kind].items()))
    print(json.dumps(table, indent=2))


if __name__ == "__main__":
    main()
