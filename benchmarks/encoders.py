"""Our own encoders, measured: what they take, beside the borrowed models they stand in for.

    python benchmarks/encoders.py [--rounds 7] [--json FILE]

Everything is timed in one run: in each round the models take turns, so that whatever else the
machine does falls on all of them, and a figure is the median over the rounds. Ratios are taken
round by round. Passages are of exactly 256 tokens, real law where PINCITE_DATA is set and drawn
words elsewhere. Networks see texts that no round before had; the static table sees 4,000 different
passages whose words it knows, as it does after the first thousands of a corpus. Where a borrowed
model is not installed, the figures stand without their ratios.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from tokenizers import Tokenizer

from ingest import unpacked
from lookup import milliseconds, spread
from pincite.encoders.joint import JointNetwork
from pincite.encoders.load import find_model
from pincite.encoders.onnx import Onnx, OnnxDense, OnnxPairs
from pincite.encoders.shipped import shipped
from pincite.encoders.words import WordTable
from pincite.errors import ModelError
from pincite.settings import Settings

TOKENS, THREADS = 256, 2
QUERIES, QUERY_WORDS = 40, 12
# Of each round. The borrowed model gets through fewer, and a fair pace needs no more.
PASSAGES, TABLE_PASSAGES = 48, 4000
PAIRS, PAIR_WORDS, QUESTIONS = 50, 110, 3
_WARMED = 8
_MB = 1_000_000
# Each part of the table: what is told of it, and what it should come to.
AIMS = {
    "query_p50_ms": ("a query, all three heads, p50 ms", "<", 8.0),
    "joint_times": ("passages, all three heads, times bge-small", ">=", 5.0),
    "static_times": ("passages, static table, times bge-small", ">=", 500.0),
    "rerank_share": ("50 pairs, share of ms-marco-MiniLM-L-12", "<=", 1 / 15),
    "weights_mb": ("all shipped weights, MB", "<", 40.0),
}

Figures = dict[str, float]
Kind = TypeVar("Kind", bound=Onnx)


@dataclass(frozen=True)
class Models:
    """None for a borrowed one that is not installed."""

    joint: JointNetwork
    table: WordTable
    reranker: OnnxPairs
    bge: OnnxDense | None
    cross: OnnxPairs | None


def models() -> Models:
    folder = Settings().models_folder

    def borrowed(kind: type[Kind], name: str, does: str) -> Kind | None:
        try:
            return kind(*find_model(folder, name, does), THREADS)
        except ModelError as error:
            print(f"{error.message}: its ratio is left out", file=sys.stderr)
            return None

    return Models(
        JointNetwork(*find_model(folder, "pincite-encoder-1", "dense"), THREADS),
        WordTable(*find_model(folder, "pincite-encoder-1-static", "static"), THREADS),
        OnnxPairs(*find_model(folder, "pincite-reader-1", "pairs"), THREADS),
        borrowed(OnnxDense, "bge-small-en-v1.5", "dense"),
        borrowed(OnnxPairs, "ms-marco-MiniLM-L-12-v2", "pairs"),
    )


# Texts.


def law() -> Iterator[str]:
    """Acts one by one, those of all years mixed; nothing where there is no data."""
    root = unpacked("zimbabwe")
    files = sorted(root.glob("*.json")) if root else []
    for at in np.random.default_rng(5).permutation(len(files)).tolist():
        act = json.loads(files[at].read_text("utf-8"))
        yield "\n".join(one["content"] for one in act["provisions"])


def drawn(tokenizer: Tokenizer) -> Iterator[str]:
    """Words of the vocabulary, the common ones most often, without end."""
    words = [one for one in tokenizer.get_vocab() if one.isalpha() and len(one) > 1]
    words.sort(key=tokenizer.token_to_id)
    chances = 1 / np.arange(20, len(words) + 20)
    random = np.random.default_rng(5)
    while True:
        chosen = random.choice(len(words), 20_000, p=chances / chances.sum())
        yield " ".join(words[one] for one in chosen.tolist())


def passages(tokenizer: Tokenizer, count: int) -> list[str]:
    """So many different ones, each of TOKENS tokens with the two that open and close it."""
    found: dict[str, None] = {}
    for source in (law(), drawn(tokenizer)):
        for text in source:
            for one in _cut(tokenizer, text):
                found.setdefault(one)
            if len(found) >= count:
                return list(found)[:count]
        if found:
            print(f"law for {len(found)} passages; the others are drawn words", file=sys.stderr)
    return []


def _cut(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    read = tokenizer.encode(text, add_special_tokens=False)
    words, offsets = read.word_ids, read.offsets
    size, start = TOKENS - 2, 0
    while start + size < len(words):
        # Both ends stand where a word does, or the tokens would come out otherwise.
        if any(words[at] == words[at - 1] for at in (start, start + size) if at):
            start += 1
            continue
        one = text[offsets[start][0] : offsets[start + size - 1][1]]
        if len(tokenizer.encode(one).ids) == TOKENS:
            yield one
        start += size


# Rounds.


def run(used: Models, rounds: int) -> tuple[list[float], list[Figures]]:
    """Milliseconds of every query, and what each round came to."""
    table = passages(used.joint.network.tokenizer, rounds * PASSAGES + TABLE_PASSAGES)
    pool, table = table[:-TABLE_PASSAGES], table[-TABLE_PASSAGES:]
    queries = [" ".join(one.split()[20 : 20 + QUERY_WORDS]) for one in table]
    windows = [" ".join(one.split()[:PAIR_WORDS]) for one in table]
    _warm(used, table, queries, windows)
    asked: list[float] = []
    found: list[Figures] = []
    for number in range(rounds):
        fresh = queries[number * QUERIES : (number + 1) * QUERIES]
        asked += [milliseconds(used.joint.query, one) for one in fresh]
        taken = pool[number * PASSAGES : (number + 1) * PASSAGES]
        figures = {"joint_a_second": _pace(used.joint.passages, taken)}
        figures["static_a_second"] = _pace(used.table.passages, table)
        if used.bge:
            figures["bge_a_second"] = _pace(used.bge.passages, taken)
        figures |= _reranked(used, windows, range(number * QUESTIONS, (number + 1) * QUESTIONS))
        found.append(figures | _ratios(figures))
    return asked, found


def _reranked(used: Models, windows: list[str], questions: range) -> Figures:
    """The models take turns question by question: one is not asked cold and the other warm."""
    times: dict[str, list[float]] = {"rerank_ms": [], "cross_ms": []}
    for number in questions:
        beside = windows[number * PAIRS : (number + 1) * PAIRS]
        question = f"{' '.join(windows[-1 - number].split()[:QUERY_WORDS])}?"
        times["rerank_ms"].append(milliseconds(used.reranker.score, question, beside))
        if used.cross:
            times["cross_ms"].append(milliseconds(used.cross.score, question, beside))
    return {name: statistics.median(found) for name, found in times.items() if found}


def _warm(used: Models, table: list[str], queries: list[str], windows: list[str]) -> None:
    """Weights are read, and the table knows the words of what it will see."""
    used.table.passages(table)
    for one in queries[-_WARMED:]:
        used.joint.query(one)
    for dense in (used.joint, used.bge):
        if dense:
            dense.passages(table[:_WARMED])
    for pairs in (used.reranker, used.cross):
        if pairs:
            pairs.score(queries[-1], windows[-_WARMED:])


def _pace(encode: Callable[[list[str]], object], texts: list[str]) -> float:
    began = time.perf_counter()
    encode(texts)
    return len(texts) / (time.perf_counter() - began)


def _ratios(figures: Figures) -> Figures:
    found: Figures = {}
    if bge := figures.get("bge_a_second"):
        found["joint_times"] = figures["joint_a_second"] / bge
        found["static_times"] = figures["static_a_second"] / bge
    if cross := figures.get("cross_ms"):
        found["rerank_share"] = figures["rerank_ms"] / cross
    return found


def weights() -> Figures:
    """Megabytes of each shipped model, all its files."""
    return {
        name: round(sum(one.stat().st_size for one in folder.iterdir()) / _MB, 2)
        for name, folder in shipped().items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    asked, rounds = run(models(), chosen.rounds)
    medians = {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}
    sizes = weights()
    found: dict[str, object] = {f"query_{name}": value for name, value in spread(asked).items()}
    found |= {name: round(value, 4) for name, value in medians.items()}
    found |= {"weights_mb": round(sum(sizes.values()), 2), "weights": sizes}
    found["rounds"] = [{name: round(value, 4) for name, value in one.items()} for one in rounds]
    print(json.dumps(found, indent=2))
    for name in ("query_p95_ms", *medians):
        if name not in AIMS:
            print(f"{name.replace('_', ' '):44}{found[name]:>12.2f}")
    for name, (told, sign, aim) in AIMS.items():
        if name not in found:
            print(f"{told:44}{'-':>12}  (the borrowed model is not installed)")
            continue
        value = float(found[name])
        met = {"<": value < aim, "<=": value <= aim, ">=": value >= aim}[sign]
        print(f"{told:44}{value:>12.3f}  {sign} {aim:.4g}: {'met' if met else 'NOT MET'}")
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
