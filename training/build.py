"""Builds what models are trained on, from libraries of law and the published sets of questions.

    python -m training.build --libraries FOLDER --out FOLDER

FOLDER of libraries holds one library a corpus, by name (zimbabwe, dc, uscode, cfpb, bylaws,
scotus, icelandic), and the matter `contracts` below `matters`. They are only read. The same
libraries give the same bytes. The build fails where a leak is left.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from pincite.evaluation.sets import data_folder
from training import bank, citing, clauses, cloze, defined, headings
from training.hard_negatives import negatives
from training.leaks import GradedQueries, check, dropped, graded_passages
from training.records import Pair, Passage, pair_line, passage_line, write_lines
from training.shelf import ENGLISH, ICELANDIC, Shelf, opened
from training.split import for_training, held_out, share
from training.summary import summary

# Of the opinions, all passages of so many; of the others, what sentences cite.
_OPINIONS = 0.2
_SUFFIX_ICELANDIC = "-is"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--libraries", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    told = [
        build(chosen.libraries, chosen.out, ENGLISH, ""),
        build(chosen.libraries, chosen.out, ICELANDIC, _SUFFIX_ICELANDIC),
    ]
    text = "\n\n".join(told)
    (chosen.out / "SUMMARY.md").write_text(text + "\n", encoding="utf-8")
    print(text)


def build(libraries: Path, out: Path, corpora: tuple[str, ...], suffix: str) -> str:
    """One language: its passages, pairs, negatives and what is held out; gives a summary."""
    began = time.perf_counter()

    def told(what: str) -> None:
        print(f"{time.perf_counter() - began:7.1f} s  {what}", file=sys.stderr)

    graded_folder = data_folder() / "eval"
    graded = GradedQueries(graded_folder)
    shelf = opened(libraries, corpora)
    barred = graded_passages(shelf, graded_folder)
    told(f"{len(shelf.passages)} passages, {len(barred)} of them graded, {len(graded)} queries")
    kept = _sampled(shelf)
    unresolved: list[str] = []
    counts: Counter[str] = Counter()
    made: list[Pair] = []

    def take(what: str, pairs: Iterable[Pair]) -> None:
        before = len(made)
        made.extend(dropped(pairs, graded, barred, counts))
        told(f"{len(made) - before} {what}")

    take("questions", bank.pairs(shelf, unresolved))
    take("of headings", headings.pairs(shelf, barred))
    take("definitions", defined.pairs(shelf, barred))
    if citing.CORPUS in corpora:
        take("citing sentences", citing.pairs(shelf, libraries / citing.CORPUS))
    if clauses.CORPUS in corpora:
        take("clauses", clauses.pairs(shelf, graded_folder / "contracts.jsonl"))
    take("sentences taken out", cloze.pairs(shelf, kept))
    made, repeated = _once(made)
    counts["the same pair again"] = repeated
    kept.update(number for pair in made for number in pair.positives)
    passages, pairs, barred = _renumbered(shelf, made, kept, barred)
    held = [pair for pair in pairs if _is_held_out(pair, passages)]
    trained = [pair for pair in pairs if not _is_held_out(pair, passages)]
    counts["question: twins in a work that is held out"] = sum(
        1 for pair in trained if _touches(pair, passages)
    )
    trained = [pair for pair in trained if not _touches(pair, passages)]
    told(f"{len(passages)} passages, {len(trained)} pairs, {len(held)} held out")
    hard = negatives([*trained, *held], passages)
    told("hard negatives")
    write_lines(
        out / f"passages{suffix}.jsonl.xz",
        (passage_line(at, one) for at, one in enumerate(passages)),
    )
    write_lines(out / f"pairs{suffix}.jsonl.xz", map(pair_line, trained))
    write_lines(out / f"bm25{suffix}.jsonl.xz", hard[: len(trained)])
    write_lines(
        out / f"valid{suffix}.jsonl.xz",
        (
            {**pair_line(pair), "bm25": ids}
            for pair, ids in zip(held, hard[len(trained) :], strict=True)
        ),
    )
    told("written")
    files = {one.work: one.name.rpartition("/")[2] for one in shelf.of([clauses.CORPUS])}
    days = {one.work: str(one.day or "") for one in shelf.of([citing.CORPUS])}
    check(out, suffix, graded, barred, files, days)
    told("no leaks")
    return summary(passages, trained, held, hard, counts, unresolved)


def _sampled(shelf: Shelf) -> set[int]:
    """All passages, but those of most opinions and of contracts that are measured."""
    kept: set[int] = set()
    for document in shelf.documents:
        if document.corpus == citing.CORPUS and share(document.work, "sample") >= _OPINIONS:
            continue
        name = document.name.rpartition("/")[2]
        if document.corpus == clauses.CORPUS and not for_training(name):
            continue
        kept.update(document.numbers())
    return kept


def _once(pairs: list[Pair]) -> tuple[list[Pair], int]:
    seen: set[tuple[str, tuple[int, ...]]] = set()
    found: list[Pair] = []
    for pair in pairs:
        name = (pair.query.casefold(), pair.positives)
        if name not in seen:
            seen.add(name)
            found.append(pair)
    return found, len(pairs) - len(found)


def _renumbered(
    shelf: Shelf, pairs: list[Pair], kept: set[int], barred: set[int]
) -> tuple[list[Passage], list[Pair], set[int]]:
    """Only what is kept, numbered anew from 0."""
    order = sorted(kept)
    new = {old: at for at, old in enumerate(order)}

    def moved(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(new[one] for one in numbers if one in new)

    return (
        [shelf.passages[old] for old in order],
        [
            replace(
                pair,
                positives=moved(pair.positives),
                exclude=moved(pair.exclude),
                negatives=moved(pair.negatives),
            )
            for pair in pairs
        ],
        {new[one] for one in barred if one in new},
    )


def _is_held_out(pair: Pair, passages: list[Passage]) -> bool:
    return pair.kind == "question" and held_out(passages[pair.positives[0]].work)


def _touches(pair: Pair, passages: list[Passage]) -> bool:
    works = {passages[one].work for one in pair.positives}
    return pair.kind == "question" and any(map(held_out, works))


if __name__ == "__main__":
    main()
