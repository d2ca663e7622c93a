"""What the sparse head adds to a question: its heaviest words, and passages it finds by them alone.

    python benchmarks/expansions.py [QUERY …] [--sets contracts zimbabwe] [--keep FOLDER]

For each query the words that weigh most, a plus before those that do not stand in it, and the first
passages of each corpus that hold none of its content words in any form.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from pincite.encoders.joint import JointNetwork
from pincite.encoders.load import find_model
from pincite.encoders.ports import SparseVector
from pincite.library import Library
from pincite.settings import Settings
from pincite.text.languages import language
from pincite.text.words import forms
from quality import SETS, opened

QUERIES = (
    "negligence",
    "breach of fiduciary duty",
    "motion to dismiss standard",
    "indemnification",
)
_WORDS, _PASSAGES, _LOOKED_AT, _SHOWN, _STEM = 14, 3, 500, 180, 6


@dataclass(frozen=True)
class Passage:
    place: int
    work: str
    text: str


@dataclass
class Told:
    weights: dict[str, float]
    passages: dict[str, list[Passage]] = field(default_factory=dict[str, list[Passage]])


def stems(text: str) -> set[str]:
    """No longer than six letters: "indemnification" and "indemnify" are one."""
    english = language("en")
    said = (form for form in forms(text) if form not in english.stop)
    return {lemma[:_STEM] for form in said for lemma in english.lemmas(form)}


def heaviest(encoder: JointNetwork, query: str) -> dict[str, float]:
    terms, weights = encoder.query(query).sparse
    first = np.argsort(-weights, kind="stable")[:_WORDS]
    name = encoder.network.tokenizer.id_to_token
    return {str(name(int(terms[at]))): round(float(weights[at]), 2) for at in first}


def without_a_word(found: Library, query: str) -> list[Passage]:
    """The first passages that share none with the query, and at which place each stands."""
    indexed = found.search_index.engine().indexed
    assert indexed.sparse is not None
    weighed: SparseVector = indexed.sparse.encoder.query(query)
    said = stems(query)
    kept: list[Passage] = []
    for place, row in enumerate(indexed.sparse.index.search(weighed, _LOOKED_AT).rows, 1):
        key, ordinal = indexed.table.place(int(row))
        chunk = found.store.chunk(key, ordinal)
        if chunk is None or said & stems(chunk.text):
            continue
        text = " ".join(chunk.text.split())[:_SHOWN]
        kept.append(Passage(place, indexed.table.facets(int(row)).work, text))
        if len(kept) == _PASSAGES:
            break
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "pincite-bench"
    parser.add_argument("queries", nargs="*", default=list(QUERIES))
    parser.add_argument("--sets", nargs="*", choices=SETS, default=["contracts", "zimbabwe"])
    parser.add_argument("--keep", type=Path, default=cache)
    chosen = parser.parse_args()
    encoder = JointNetwork(*find_model(Settings().models_folder, "pincite-encoder-1", "sparse"))
    told = {one: Told(heaviest(encoder, one)) for one in chosen.queries}
    for name in chosen.sets:
        with opened(name, chosen.keep) as found:
            if found is None:
                raise SystemExit("the data is not here; set PINCITE_DATA")
            for query, one in told.items():
                one.passages[name] = without_a_word(found, query)
    print(json.dumps({query: asdict(one) for query, one in told.items()}, indent=2))
    for query, one in told.items():
        own = encoder.network.tokenizer.encode(query).tokens
        words = (f"{'' if word in own else '+'}{word} {by}" for word, by in one.weights.items())
        print(f"\n{query}: {', '.join(words)}")
        for name, passages in one.passages.items():
            for passage in passages:
                print(f"  {name}, place {passage.place}: {passage.text}")


if __name__ == "__main__":
    main()
