"""Clauses of contracts that a lawyer marked, asked for by the name of their kind and otherwise.

Only contracts that are for training; the others are what is measured.
"""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from pincite.evaluation.contract_sets import Squeezed
from pincite.text import MatchingForm, canonicalize
from training.records import Pair
from training.shelf import Shelf
from training.split import for_training, share

CORPUS = "contracts"
CATEGORIES = Path(__file__).parent / "clauses.toml"
_OTHERWISE = 3
_NEGATIVES = 24


def pairs(shelf: Shelf, marked: Path) -> Iterator[Pair]:
    """`marked` is the published file of categories, documents and words."""
    ways: dict[str, list[str]] = tomllib.loads(CATEGORIES.read_text(encoding="utf-8"))
    by_name = {one.name.rpartition("/")[2]: one for one in shelf.of([CORPUS])}
    lines: dict[str, list[dict[str, object]]] = defaultdict(list)
    for line in marked.read_text(encoding="utf-8").splitlines():
        read = json.loads(line)
        if read["spans"] and for_training(read["document"]) and read["document"] in by_name:
            lines[read["document"]].append(read)
    for name in sorted(lines):
        document = by_name[name]
        text = shelf.texts(document)
        squeezed = Squeezed(text)
        for line in lines[name]:
            gold: set[int] = set()
            for span in line["spans"]:
                wanted = MatchingForm.of(canonicalize(span))
                found = squeezed.find(span) or next(iter(MatchingForm.of(text).find(wanted)), None)
                if found is not None:
                    gold.update(document.overlapping(*found))
            others = sorted(set(document.numbers()) - gold)
            if not gold or not others:
                continue
            category = str(line["category"])
            others.sort(key=lambda one: share(name, category, one - document.first))
            for query in (category, *_chosen(ways[category], name)):
                yield Pair(
                    query,
                    tuple(sorted(gold)),
                    "clause",
                    CORPUS,
                    tuple(sorted(gold)),
                    within=document.work,
                    negatives=tuple(others[:_NEGATIVES]),
                )


def _chosen(ways: list[str], name: str) -> list[str]:
    return sorted(ways, key=lambda way: share(name, way))[:_OTHERWISE]
