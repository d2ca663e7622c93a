"""What the table is worth: on questions about laws it was not trained on, and on the graded set.

    python -m training.icelandic.measure LIBRARY training/questions/icelandic.jsonl [--graded]

Each fifth of the laws is asked about by a table trained on the questions of the others, as it is
kept. With --graded, one trained on all is measured on the graded set, which nothing was trained on.
"""

from __future__ import annotations

import argparse
import tempfile
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pincite.evaluation.comparison import difference
from pincite.evaluation.measures import ScoredQuestion, column, score
from pincite.evaluation.published import published
from pincite.evaluation.sets import GradedQuestion
from pincite.evaluation.stages import Searches
from pincite.indexes.dense import DenseIndex
from pincite.library import Library
from pincite.library import open as open_library
from pincite.search.indexed import Vectors
from pincite.search.profiles import LAGASAFN, Boosts, Profile, Weights
from training.icelandic.build import PLAIN, Prepared, icelandic, prepared
from training.icelandic.contrast import trained
from training.icelandic.law import Asked
from training.icelandic.table import Floats, Table, rounded

FOLDS = 5
# So many of the nearest are looked at beside what BM25 finds.
NEAREST = 200
_PLAIN = str.maketrans({"þ": "th", "ð": "d", "æ": "ae"})
_SHOWN = ("hit@1", "hit@10", "recall@100", "mrr", "ndcg@10")


class System(NamedTuple):
    """A profile, and the name of the system it is held against."""

    profile: Profile
    against: str = ""


def systems() -> dict[str, System]:
    plain = replace(PLAIN, boosts=Boosts(1.0, 1.0, 1.0, 1.0, 1.0), title_vector=0.0)
    whole = replace(LAGASAFN, title_vector=0.0)

    def with_table(to: Profile, by_score: float, by_rank: float = 0.0) -> Profile:
        weights = replace(to.weights, nearness=by_score, static=by_rank)
        return replace(to, weights=weights, dense_limit=NEAREST)

    alone = Weights(lexical=0.0, dense=0.0, sparse=0.0, static=1.0, synonyms=0.0)
    words = "lemma BM25"
    return {
        words: System(with_table(plain, 0.0)),
        "table": System(replace(plain, weights=alone, dense_limit=500), words),
        "lemma BM25 + table by rank 0.5": System(with_table(plain, 0.0, 0.5), words),
        "lemma BM25 + table by score 1.5": System(with_table(plain, 1.5), words),
        "whole": System(with_table(whole, 0.0), words),
        "whole + table by rank 0.5": System(with_table(whole, 0.0, 0.5), "whole"),
        "whole + table by score 1.5": System(with_table(whole, 1.5), "whole"),
        "whole + table by score 2.0": System(with_table(whole, 2.0), "whole"),
    }


@dataclass(frozen=True)
class _Encoder:
    """The table as the search knows an encoder."""

    table: Table
    fingerprint: str = "table"
    languages: frozenset[str] = frozenset({"is"})

    @property
    def dims(self) -> int:
        return self.table.vectors.shape[1]

    def query(self, text: str) -> Floats:
        return self.table.query(text)

    def passages(self, texts: list[str]) -> Floats:
        return self.table.passages(texts)


class Bench:
    def __init__(self, library: Library, folder: Path) -> None:
        self.library, self.folder = library, folder

    def use(self, table: Table, passages: Floats) -> None:
        """From now on the library is searched by it; a vector a row."""
        vectors = passages.astype(np.float16)
        content = DenseIndex(vectors, np.arange(len(vectors)), self.folder, "content")
        indexed = self.library.search_index.engine().indexed
        indexed.static = Vectors("static", _Encoder(table), content, None, 1.0)
        indexed.lemmas = Vectors("lemmas", _Encoder(table), content, None, 1.0)

    def scored(self, questions: list[GradedQuestion]) -> dict[str, list[ScoredQuestion]]:
        found: dict[str, list[ScoredQuestion]] = {}
        for name, (profile, _) in systems().items():
            search = Searches(self.library, profile, name)
            found[name] = score(questions, [search(one) for one in questions])
        return found


def shown(results: dict[str, list[ScoredQuestion]]) -> Iterator[str]:
    yield "| system | " + " | ".join(_SHOWN) + " | nDCG@10 gained | recall@100 gained |"
    yield "|---" * (len(_SHOWN) + 3) + "|"
    for name, (_, reference) in systems().items():
        means = [f"{np.mean(column(results[name], one)):.3f}" for one in _SHOWN]
        for measure in ("ndcg@10", "recall@100"):
            if not reference:
                means.append("")
                continue
            found = difference(*(column(results[one], measure) for one in (name, reference)))
            means.append(f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}] on {reference}")
        yield f"| {name} | " + " | ".join(means) + " |"


def crossvalidated(bench: Bench, ready: Prepared) -> dict[str, list[ScoredQuestion]]:
    material = ready.material
    every = icelandic(material.asked)
    found: dict[str, list[ScoredQuestion]] = {name: [] for name in systems()}
    for fold in range(FOLDS):
        others = [at for at in every if material.asked[at].fold(FOLDS) != fold]
        table = rounded(trained(material, ready.begins, others))
        bench.use(table, table.of_passages(material.whole))
        own = [one for one in material.asked if one.fold(FOLDS) == fold]
        own = [one for asked in own for one in _questions(asked)]
        for name, scored in bench.scored(own).items():
            found[name] += scored
    return found


def _questions(asked: Asked) -> Iterator[GradedQuestion]:
    """As it was written, and every fourth also as a keyboard without accents types it."""
    name = sha256(asked.text.encode()).hexdigest()
    yield GradedQuestion(name, asked.language, asked.text, {asked.unit: 1})
    if asked.language == "is" and int(name[:8], 16) % 4 == 0:
        parted = unicodedata.normalize("NFD", asked.text.lower().translate(_PLAIN))
        typed = "".join(one for one in parted if one.isascii())
        yield GradedQuestion(f"{name}-typed", "is, typed without accents", typed, {asked.unit: 1})


def by_kind(results: dict[str, list[ScoredQuestion]]) -> Iterator[str]:
    for kind in sorted({one.question.kind for one in results["whole"] if one.values}):
        of_kind = {
            name: [one for one in scored if one.question.kind == kind]
            for name, scored in results.items()
        }
        count = sum(bool(one.values) for one in of_kind["whole"])
        yield f"\n{kind}: {count}\n"
        yield from shown(of_kind)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("library", "questions"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--graded", action="store_true")
    given = parser.parse_args()
    with open_library(given.library) as library, tempfile.TemporaryDirectory() as folder:
        bench = Bench(library, Path(folder))
        if given.graded:
            ready = prepared(library, given.questions)
            table = rounded(trained(ready.material, ready.begins, icelandic(ready.material.asked)))
            bench.use(table, table.of_passages(ready.material.whole))
            results = bench.scored(list(published("icelandic", library.store).questions))
        else:
            results = crossvalidated(bench, prepared(library, given.questions))
        print("\n".join(shown(results)))
        print("\n".join(by_kind(results)))


if __name__ == "__main__":
    main()
