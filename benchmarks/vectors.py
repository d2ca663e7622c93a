"""Searching by vectors, measured: ours against bare faiss, over the same vectors, in one run.

    python benchmarks/vectors.py [--million] [--json FILE]

The vectors are made up (clusters, a fixed seed): 20,000 and 200,000 of 384 numbers, and a million
with `--million`, whose graph takes the better part of an hour. `exact` and `graph` are ours, each
forced; `flat` (float32) and `hnsw` (the very same graph file, asked without scoring again) are
faiss. Recall is of the best 50, against brute force. `graph 400, 0.5` is the graph walked at that
width where a filter leaves a half. Then the sparse index, and late interaction over 100 and 500
passages.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray

from lookup import milliseconds, spread
from pincite.encoders.hashed import text_hash
from pincite.encoders.ports import SparseVector
from pincite.indexes.dense import DenseIndex, DenseRules
from pincite.indexes.late import LateIndex, PassageTokens
from pincite.indexes.sparse import SparseIndex, WeightedTerms

DIMS, LIMIT, EF = 384, 50, 96
EXACT = DenseRules(exact_up_to=1 << 40)
GRAPH = DenseRules(exact_up_to=0)
# Under any filter, and no more widely than it is told to.
WALKED = DenseRules(exact_up_to=0, graph_from_share=0.0, detours=0.0)
SHARES, WIDTHS = (0.25, 0.5, 0.85), (100, 400, 1600)

Row = dict[str, float | str | int]


def unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def matrix_on_disk(path: Path, count: int) -> NDArray[np.float16]:
    rng = np.random.default_rng(count)
    centres = rng.standard_normal((count // 100, DIMS), np.float32)
    found = np.lib.format.open_memmap(path, "w+", np.float16, (count, DIMS))
    for at in range(0, count, 10_000):
        noise = rng.standard_normal((min(10_000, count - at), DIMS), np.float32)
        chosen = centres[rng.integers(0, len(centres), len(noise))]
        found[at : at + len(noise)] = unit(chosen + 0.7 * noise)
    found.flush()
    return np.load(path, mmap_mode="r")


def queries_near(matrix: NDArray[np.float16], count: int) -> NDArray[np.float32]:
    rng = np.random.default_rng(1)
    chosen = matrix[np.sort(rng.integers(0, len(matrix), count))].astype(np.float32)
    return unit(chosen + 0.5 * unit(rng.standard_normal(chosen.shape, np.float32)))


def timed(name: str, search: Callable[[int], object], queries: int) -> Row:
    search(0)
    return {"search": name} | spread([milliseconds(search, at) for at in range(queries)])


def dense(folder: Path, count: int, queries: int) -> list[Row]:
    matrix = matrix_on_disk(folder / f"{count}.npy", count)
    asked = queries_near(matrix, queries)
    slots = np.arange(count)
    graph_folder = folder / f"{count}"
    exact = DenseIndex(matrix, slots, graph_folder, "made up", EXACT)
    graph = DenseIndex(matrix, slots, graph_folder, "made up", GRAPH)
    began = time.perf_counter()
    graph.build()
    built = time.perf_counter() - began
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    half = np.sort(np.random.default_rng(2).choice(count, count // 2, replace=False))
    run = np.arange(count // 10, count // 5)
    flat = faiss.IndexFlatIP(DIMS)
    for at in range(0, count, 10_000):
        flat.add(matrix[at : at + 10_000].astype(np.float32))
    bare = faiss.read_index(str(graph_folder / "neighbours.bin"))
    options = faiss.SearchParametersHNSW(efSearch=EF)
    found: dict[str, Callable[[int], NDArray[np.int64]]] = {
        "exact": lambda at: exact.search(asked[at], LIMIT).rows,
        "graph": lambda at: graph.search(asked[at], LIMIT, ef=EF).rows,
        "flat (faiss)": lambda at: flat.search(asked[at][None], LIMIT)[1][0],
        "hnsw (faiss)": lambda at: bare.search(asked[at][None], LIMIT, params=options)[1][0],
    }
    best = [set(np.argsort(-(flat_scores(flat, one)))[:LIMIT].tolist()) for one in asked]
    rows: list[Row] = []
    for name, search in found.items():
        row = timed(name, search, queries)
        shares = [len(best[at] & set(search(at).tolist())) / LIMIT for at in range(queries)]
        rows.append(row | {"recall": round(float(np.mean(shares)), 4)})
    rows.append(timed("exact, half", lambda at: exact.search(asked[at], LIMIT, half), queries))
    rows.append(timed("exact, a run", lambda at: exact.search(asked[at], LIMIT, run), queries))
    walked = DenseIndex(matrix, slots, graph_folder, "made up", WALKED)
    for share in SHARES:
        rows += filtered(share, exact, walked, flat, asked)
    times = {row["search"]: float(row["p50_ms"]) for row in rows}
    for ours, theirs in (("exact", "flat (faiss)"), ("graph", "hnsw (faiss)")):
        row = next(row for row in rows if row["search"] == ours)
        row["times_faiss"] = round(times[ours] / times[theirs], 2)
    rows[1] |= {"build_s": round(built, 1), "resident_mb": resident}
    return [{"rows": count} | row for row in rows]


def filtered(
    share: float,
    exact: DenseIndex,
    walked: DenseIndex,
    flat: faiss.IndexFlatIP,
    asked: NDArray[np.float32],
) -> list[Row]:
    """What a graph finds of what a filter leaves, documents of fifty at a time, by its width, and
    how long it takes to look at all of it."""
    chance = np.random.default_rng(5).random(flat.ntotal // 50)
    left = np.flatnonzero(np.repeat(chance < share, 50))
    best = [set(left[np.argsort(-flat_scores(flat, one)[left])[:LIMIT]].tolist()) for one in asked]
    rows: list[Row] = []
    for name, index, width in [("exact", exact, 0)] + [
        (f"graph {width}", walked, width) for width in WIDTHS
    ]:

        def search(at: int, index: DenseIndex = index, width: int = width) -> set[int]:
            return set(index.search(asked[at], LIMIT, left, ef=width).rows.tolist())

        row = timed(f"{name}, {share}", search, len(asked))
        shares = [len(best[at] & search(at)) / LIMIT for at in range(len(asked))]
        rows.append(row | {"recall": round(float(np.mean(shares)), 4)})
    return rows


def flat_scores(flat: faiss.IndexFlatIP, query: NDArray[np.float32]) -> NDArray[np.float32]:
    return faiss.rev_swig_ptr(flat.get_xb(), flat.ntotal * DIMS).reshape(-1, DIMS) @ query


def sparse(folder: Path, count: int, queries: int) -> Row:
    rng = np.random.default_rng(3)
    terms = 30_522
    # As in a language: the rank of a term decides how often it comes.
    chances = np.cumsum(1 / np.arange(20, terms + 20))

    def weighted(length: int) -> SparseVector:
        drawn = np.unique(np.searchsorted(chances, rng.random(length) * chances[-1]))
        return SparseVector(drawn.astype(np.int32), rng.random(len(drawn), np.float32) + 0.01)

    with WeightedTerms.open(folder, "made up", terms) as file:
        for at in range(0, count, 20_000):
            hashes = [text_hash(str(number)) for number in range(at, at + 20_000)]
            file.append(hashes, [weighted(130) for _ in hashes])
        index = SparseIndex(file, np.arange(count), folder)
        began = time.perf_counter()
        index.build()
        built = time.perf_counter() - began
        asked = [weighted(32) for _ in range(queries)]
        row = timed("sparse, 30 terms", lambda at: index.search(asked[at], LIMIT), queries)
        return {"rows": count} | row | {"build_s": round(built, 1)}


def late(folder: Path, queries: int) -> list[Row]:
    rng = np.random.default_rng(4)
    with PassageTokens.open(folder, "made up", 128) as file:
        for at in range(0, 2000, 500):
            passages = [
                unit(rng.standard_normal((length, 128), np.float32))
                for length in rng.integers(150, 250, 500)
            ]
            file.append([text_hash(str(number)) for number in range(at, at + 500)], passages)
        index = LateIndex(file, np.arange(2000))
        asked = [unit(rng.standard_normal((32, 128), np.float32)) for _ in range(queries)]
        rows: list[Row] = []
        for count in (100, 500):
            chosen = np.sort(rng.choice(2000, count, replace=False))
            row = timed("late", lambda at, chosen=chosen: index.scores(asked[at], chosen), queries)
            rows.append({"rows": count} | row)
        return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    # Ours keeps to one thread, too.
    faiss.omp_set_num_threads(1)
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base)
        for count in (20_000, 200_000, *([1_000_000] if chosen.million else [])):
            found += dense(folder, count, chosen.queries)
        found.append(sparse(folder / "sparse", 200_000, chosen.queries))
        found += late(folder / "late", chosen.queries)
    print(json.dumps(found, indent=2))
    print(f"{'':18}{'rows':>9}{'p50 ms':>9}{'p95 ms':>9}{'recall':>9}{'x faiss':>9}")
    for row in found:
        print(
            f"{row['search']:18}{row['rows']:>9}{row['p50_ms']:>9}{row['p95_ms']:>9}"
            f"{row.get('recall', ''):>9}{row.get('times_faiss', ''):>9}"
        )
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
