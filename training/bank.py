"""The questions written by hand, and the passages that answer them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from training.records import Pair
from training.shelf import Shelf

QUESTIONS = Path(__file__).parent / "questions"


def pairs(shelf: Shelf, unresolved: list[str]) -> Iterator[Pair]:
    """A question is about a provision or a part of one: its passages are those that hold it.
    What cannot be found is added to `unresolved`."""
    for corpus, store in shelf.stores.items():
        path = QUESTIONS / f"{corpus}.jsonl"
        if not path.is_file():
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            asked = json.loads(line)
            numbers: list[int] = []
            for stored, node in store.find(asked["urn"], at=None, tag=None)[:1]:
                document = shelf.by_work.get(stored.expression.urn)
                if document is not None and document.key == stored.key:
                    numbers = document.overlapping(node.start, node.end)
                    enacted = [at for at in numbers if document.chunk(at).kind != "note"]
                    numbers = enacted or numbers
            if not numbers:
                unresolved.append(asked["urn"])
                continue
            twins = {twin for one in numbers for twin in shelf.twins(one)} - set(numbers)
            yield Pair(
                asked["question"],
                (*numbers, *sorted(twins)),
                "question",
                corpus,
                tuple(sorted(shelf.beside(numbers))),
            )
