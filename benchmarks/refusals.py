"""Whether questions for a number are refused where they should be.

    python benchmarks/refusals.py [--keep FOLDER] [--count 200]

Questions of the bank in training/questions that ask how much, how many or how long: those about
Zimbabwean law whose provision is among the first eight hits, which should be answered, and those
about other countries' law, asked of Zimbabwe's, which mostly should not. Beside what is shipped
stands the rule of words alone. The questions were trained on, so that finding flatters; refusing is
not learned from them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pincite.answer.sufficiency as sufficiency
from ingest import ROOT
from pincite.answer.expectations import quantity
from pincite.library import Library
from quality import opened

BANK = ROOT / "training" / "questions"
ABROAD = ("dc", "cfpb", "uscode")
_SEED = 5


def questions(*names: str) -> list[dict[str, str]]:
    lines = (line for name in names for line in (BANK / f"{name}.jsonl").open(encoding="utf-8"))
    found = [one for one in map(json.loads, lines) if quantity(one["question"])]
    random.Random(_SEED).shuffle(found)
    return found


def is_found(law: Library, one: dict[str, str]) -> bool:
    hits = (hit.law for hit in law.search(one["question"], limit=8).results)
    return any(
        hit and (one["urn"].startswith(hit.unit_urn) or hit.urn.startswith(one["urn"]))
        for hit in hits
    )


def refused(law: Library, asked: list[dict[str, str]]) -> Iterator[bool]:
    for one in asked:
        yield law.ask(one["question"]).refusal is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "pincite-bench"
    parser.add_argument("--keep", type=Path, default=cache)
    parser.add_argument("--count", type=int, default=200)
    chosen = parser.parse_args()
    with opened("zimbabwe", chosen.keep) as law:
        if law is None:
            raise SystemExit("the data is not here; set PINCITE_DATA")
        home = [one for one in questions("zimbabwe")[: chosen.count] if is_found(law, one)]
        abroad = questions(*ABROAD)[: chosen.count]
        table: dict[str, dict[str, float]] = {}
        shipped = sufficiency._FAR, sufficiency._NEAR
        for name, (far, near) in {"as shipped": shipped, "words alone": (0.0, 2.0)}.items():
            sufficiency._FAR, sufficiency._NEAR = far, near
            rates = {
                kind: sum(refused(law, asked)) / max(len(asked), 1)
                for kind, asked in (("answerable", home), ("of other law", abroad))
            }
            table[name] = {kind: round(rate, 3) for kind, rate in rates.items()}
            print(f"{name:14}" + "".join(f"  {k} {v:.3f}" for k, v in table[name].items()))
    print(json.dumps({"questions": [len(home), len(abroad)], "refused": table}, indent=2))


if __name__ == "__main__":
    sys.exit(main())
