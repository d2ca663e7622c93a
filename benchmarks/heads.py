"""Each head of our encoders alone, measured: how well it orders one fixed pool of candidates.

    python benchmarks/heads.py [--sets zimbabwe …] [--pool 100] [--e5 FOLDER] [--exact FOLDER]
        [--keep FOLDER] [--keep-libraries FOLDER] [--json FILE]

For each question the pool is the first sections of plain BM25 and those of the static table, each
by the passage that it was found by, so every model is asked to order the same ones. Shown is
nDCG@10, and by how much each is better than bge-small (paired bootstrap, 95%); `best order` is what
a model that knew the answers would reach. Of the contracts only those count that nothing was
trained on. Vectors are kept by the hash of their text and scores by that of the pair, so that a
second run makes only what is new; what the libraries hold already is taken from there. Models that
are not installed are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from head_scores import Contender, Passages, contenders
from ingest import ROOT
from pincite.encoders.hashed import text_hash
from pincite.encoders.vectors import VectorFile
from pincite.encoders.words import WordTable
from pincite.errors import LibraryDamaged
from pincite.evaluation.comparison import difference, interval
from pincite.evaluation.measures import column, graded_as, score
from pincite.evaluation.published import published
from pincite.evaluation.sets import GradedQuestion, GradedSet, data_folder
from pincite.evaluation.stages import DEPTH, Searches, baselines
from pincite.evaluation.systems import Answered
from pincite.indexes.columns import passage_text
from pincite.indexes.dense import DenseIndex, DenseRules
from pincite.indexes.records import Filters
from pincite.library import Library
from pincite.search.diversify import grouped
from pincite.search.engine import FoundRows
from pincite.search.highlight import wanted_lemmas
from pincite.search.library_index import FOLDER
from pincite.search.profiles import Rerank, profile
from pincite.search.recall import lexical
from pincite.search.rerank import window
from quality import SETS, opened

sys.path.insert(0, str(ROOT))

from training.split import for_training

MEASURED = ("zimbabwe", "contracts", "scotus")
BM25, BEST, REFERENCE = "BM25", "best order", "bge-small-en-v1.5"
NDCG = "ndcg@10"
_EXACT = DenseRules(exact_up_to=1 << 40)
# Among so many times as many rows as are wanted there are as many sections.
_DEEPER = 5
_PART = 10_000
_WINDOW = Rerank().window

Columns = dict[str, list[float]]


def held_out(graded: GradedSet) -> GradedSet:
    """Without the questions about contracts that may have been trained on. Ids that come again are
    numbered, as the set itself does it."""
    seen: Counter[str] = Counter()
    documents: dict[str, str] = {}
    for line in (data_folder() / "eval" / "contracts.jsonl").read_text("utf-8").splitlines():
        read = json.loads(line)
        seen[read["id"]] += 1
        count = seen[read["id"]]
        documents[f"{read['id']}~{count}" if count > 1 else read["id"]] = read["document"]
    kept = (one for one in graded.questions if not for_training(documents[one.id]))
    return replace(graded, questions=tuple(kept))


class Pools:
    """The candidates of each question in one library."""

    def __init__(
        self, found: Library, name: str, depth: int, table: WordTable, near: DenseIndex
    ) -> None:
        self._store = found.store
        self._profile = profile(SETS[name][3])
        self.searches = Searches(found, baselines(self._profile)["plain BM25"], BM25)
        self._indexed = found.search_index.engine().indexed
        self._depth = depth
        self._table, self._near = table, near

    def of(self, question: GradedQuestion) -> FoundRows:
        """What BM25 finds, behind it what else the static table does, and last what the question
        cites: the shortcut for it would put the answer first for BM25 alone."""
        first = self.searches.found(question)
        filters = Filters(documents=(question.document,)) if question.document else Filters()
        filters = replace(filters, at=question.at, without_types=self._profile.without_types)
        allowed = self._indexed.table.allowed(filters)
        words = lexical(self._indexed, first.question, self.searches.profile, allowed).found
        near = self._near.search(self._table.query(question.text), self._depth * _DEEPER, allowed)
        lists = (grouped(one, self._indexed, self._profile).rows for one in (words, near))
        found = [row for rows in lists for row in rows[: self._depth].tolist()]
        rows = tuple(dict.fromkeys([*found, *first.direct.rows.tolist()]))
        return replace(first, rows=rows, scores=tuple(-float(at) for at in range(len(rows))))

    def passages(self, found: FoundRows) -> Passages:
        """The candidates as each kind of model reads them."""
        wanted = wanted_lemmas(found.question)
        whole: list[str] = []
        pairs: list[str] = []
        for row in found.rows:
            chunk = self._store.chunk(*self._indexed.table.place(row))
            text = f"{chunk.header}\n{chunk.text}".lstrip() if chunk else ""
            if text_hash(text) != self._indexed.table.texts[row]:
                raise LibraryDamaged(f"passage {row} is not the one that was indexed")
            heading = chunk.header.partition(" › ")[2]
            shown = window(chunk.text, wanted, found.question.law_in, _WINDOW)
            whole.append(text)
            pairs.append(f"{heading}. {shown}".lstrip(". "))
        return Passages([text_hash(one) for one in whole], whole, pairs)


def static_index(found: Library, table: WordTable, kept: Path) -> DenseIndex:
    """Every passage of the library by the static table."""
    rows = found.search_index.engine().indexed.table

    def missing() -> Iterator[str]:
        for document in found.search_index.documents():
            yield from (passage_text(one) for one in document.chunks())

    with VectorFile.open(kept, table.fingerprint, table.dims) as file:
        if (file.slots(rows.texts) < 0).any():
            texts = list(missing())
            for at in range(0, len(texts), _PART):
                part = texts[at : at + _PART]
                file.append([text_hash(one) for one in part], table.passages(part))
        slots = file.slots(rows.texts)
        return DenseIndex(file.matrix, slots, kept, table.fingerprint, _EXACT)


def measured(name: str, found: Library, chosen: argparse.Namespace) -> tuple[Columns, str]:
    """nDCG@10 of each model, question by question, and a line on the pools."""
    found.search_index.index()
    graded = published(name, found.store, sample=chosen.sample)
    if name == "contracts":
        graded = held_out(graded)
    questions = [one for one in graded.questions if one.ranked]
    table, models = contenders(
        chosen.keep, found.search_index.folder / FOLDER / "vectors", chosen.e5, chosen.exact
    )
    pools = Pools(found, name, chosen.pool, table, static_index(found, table, chosen.keep))
    candidates = [pools.of(one) for one in questions]
    passages = [pools.passages(one) for one in candidates]
    columns = {BM25: _column(questions, [pools.searches.answered(one) for one in candidates])}
    ideal = [
        _ideal(question, pools.searches.answered(one))
        for question, one in zip(questions, candidates, strict=True)
    ]
    columns[BEST] = _column(questions, ideal)
    for model in models:
        model.prepare(passages)
        answers = [
            pools.searches.answered(_ordered(one, model, question, read))
            for question, one, read in zip(questions, candidates, passages, strict=True)
        ]
        columns[model.name] = _column(questions, answers)
        print(f"{name}: {model.name} {np.mean(columns[model.name]):.3f}", file=sys.stderr)
    size = np.mean([len(one.rows) for one in candidates])
    return columns, f"{len(questions)} questions, {size:.0f} candidates each"


def _ordered(
    found: FoundRows, model: Contender, question: GradedQuestion, read: Passages
) -> FoundRows:
    scores = model.scores(question.text, read)
    # Equals stay as BM25 has them.
    order = np.argsort(-scores, kind="stable").tolist()
    rows, values = (tuple(one[at] for at in order) for one in (found.rows, scores.tolist()))
    return replace(found, rows=rows, scores=values)


def _ideal(question: GradedQuestion, answered: Answered) -> Answered:
    gold = question.gold
    best = sorted(answered.ranked, key=lambda one: -gold.get(graded_as(one.unit, gold), 0))
    return replace(answered, ranked=tuple(best))


def _column(questions: Sequence[GradedQuestion], answers: Sequence[Answered]) -> list[float]:
    return column(score(questions, answers), NDCG)


def mean_of(sets: dict[str, Columns]) -> Columns:
    """All questions of all sets together, weighted so that each set counts alike."""
    every = list(sets.values())
    names = [name for name in every[0] if all(name in one for one in every)]
    total = sum(len(one[BM25]) for one in every)
    return {
        name: [
            value * total / (len(every) * len(one[name])) for one in every for value in one[name]
        ]
        for name in names
    }


def summed(columns: Columns) -> dict[str, dict[str, float]]:
    """Of each model its mean, and its difference to the reference where that was measured."""
    base = columns.get(REFERENCE)
    found: dict[str, dict[str, float]] = {}
    for name, values in columns.items():
        found[name] = {NDCG: round(interval(values).mean, 4)}
        if base is not None and name != REFERENCE:
            gained = difference(values, base)._asdict()
            found[name] |= {key: round(value, 4) for key, value in gained.items()}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser()
    parser.add_argument("--sets", nargs="*", choices=MEASURED, default=list(MEASURED))
    parser.add_argument("--pool", type=int, default=DEPTH, help="of each list")
    parser.add_argument("--sample", type=int, default=150, help="lines of contracts")
    parser.add_argument("--e5", type=Path, help="a folder with e5-small-v2 and its card")
    parser.add_argument("--exact", type=Path, help="our encoder as training.ship --exact wrote it")
    parser.add_argument("--keep", type=Path, default=cache / "pincite-bench" / "heads")
    parser.add_argument("--keep-libraries", type=Path, default=cache / "pincite-bench")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    chosen.keep.mkdir(parents=True, exist_ok=True)
    sets: dict[str, Columns] = {}
    told: dict[str, str] = {}
    for name in chosen.sets:
        with opened(name, chosen.keep_libraries, encoded=False) as found:
            if found is None:
                print(f"{name}: its data is not here; set PINCITE_DATA", file=sys.stderr)
                continue
            sets[name], told[name] = measured(name, found, chosen)
    if len(sets) > 1:
        sets["mean of the sets"] = mean_of(sets)
    table = {name: summed(columns) for name, columns in sets.items()}
    print(json.dumps(table, indent=2))
    for name, rows in table.items():
        print(f"\n{name} {told.get(name, '')}\n{'':34}{NDCG:>9}{'to bge':>9}{'95%':>18}{'p':>8}")
        for model, one in rows.items():
            line = f"{model:34}{one[NDCG]:>9.3f}"
            if "low" in one:
                span = f"{one['low']:+.3f} … {one['high']:+.3f}"
                line += f"{one['mean']:>+9.3f}{span:>18}{one['p']:>8.4f}"
            print(line)
    if chosen.json:
        chosen.json.write_text(json.dumps(table, indent=2) + "\n")


if __name__ == "__main__":
    main()
