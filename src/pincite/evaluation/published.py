"""The published sets by name, read against the library that holds what they ask about."""

from __future__ import annotations

from pathlib import Path

from pincite.corpus import CorpusStore
from pincite.errors import NotFound
from pincite.evaluation.contract_sets import SAMPLE, contracts
from pincite.evaluation.gold import opinions_of, places_of, provisions_of
from pincite.evaluation.law_sets import icelandic, scotus, zimbabwe
from pincite.evaluation.sets import GradedSet, data_folder

NAMES = ("icelandic", "zimbabwe", "scotus", "contracts")


def published(
    name: str, store: CorpusStore, *, data: Path | None = None, sample: int | None = SAMPLE
) -> GradedSet:
    """A set by name; `sample` bears on contracts alone, and None takes every line of it."""
    if name not in NAMES:
        raise NotFound(f"no set {name!r}", hint=f"One of {', '.join(NAMES)}, or a file.")
    path = (data or data_folder()) / "eval" / f"{name}.jsonl"
    if name == "icelandic":
        return icelandic(path, provisions_of(store))
    if name == "zimbabwe":
        return zimbabwe(path, provisions_of(store))
    if name == "scotus":
        return scotus(path, opinions_of(store))
    return contracts(path, places_of(store), sample=sample)
