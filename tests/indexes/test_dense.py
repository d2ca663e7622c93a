from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from indexes.synthetic import clustered, near, unit
from pincite.encoders import VectorFile
from pincite.errors import InputError
from pincite.indexes.dense import DenseIndex, DenseRules
from pincite.indexes.halves import as_floats
from pincite.indexes.neighbours import Neighbours

DIMS = 48
SCANNED = DenseRules(score_all_up_to=10)
GRAPHED = DenseRules(exact_up_to=500, score_all_up_to=10)


def expected(
    matrix: NDArray[np.float16],
    slots: NDArray[np.int64],
    query: NDArray[np.float32],
    limit: int,
    rows: NDArray[np.int64] | None = None,
) -> list[int]:
    """Brute force, in float64."""
    allowed = np.arange(len(slots)) if rows is None else rows
    allowed = allowed[slots[allowed] >= 0]
    scores = np.round(matrix[slots[allowed]].astype(np.float64) @ query.astype(np.float64), 6)
    return allowed[np.lexsort((allowed, -scores))][:limit].tolist()


@pytest.fixture(scope="module")
def vectors() -> NDArray[np.float32]:
    return clustered(4000, DIMS, seed=1)


@pytest.fixture(scope="module")
def matrix(vectors: NDArray[np.float32]) -> NDArray[np.float16]:
    return vectors.astype(np.float16)


@pytest.fixture(scope="module")
def queries(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    return near(vectors, 40, seed=2)


@pytest.fixture(scope="module")
def graph_folder(matrix: NDArray[np.float16], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graph")
    DenseIndex(matrix, np.arange(4000), folder, "model", GRAPHED).build()
    return folder


@pytest.mark.parametrize("rules", [DenseRules(), SCANNED])
def test_best_rows_are_those_of_brute_force(
    matrix: NDArray[np.float16], queries: NDArray[np.float32], tmp_path: Path, rules: DenseRules
) -> None:
    rng = np.random.default_rng(3)
    slots = rng.integers(-1, len(matrix), 6000)
    index = DenseIndex(matrix, slots, tmp_path, "model", rules)
    for query in queries:
        for share in (1.0, 0.5, 0.01, 0.001):
            rows = np.flatnonzero(rng.random(len(slots)) < share)
            for given in (rows, None):
                found = index.search(query, 30, given)
                assert found.rows.tolist() == expected(matrix, slots, query, 30, given)
                assert np.array_equal(index.scores(query, found.rows), found.scores)


def test_rows_of_one_text_share_its_score_and_stand_in_their_order(
    matrix: NDArray[np.float16], queries: NDArray[np.float32], tmp_path: Path
) -> None:
    slots = np.concatenate([np.full(300, 7), np.arange(4000), np.full(300, 7)])
    query = matrix[7].astype(np.float32)
    for rules in (DenseRules(), SCANNED):
        index = DenseIndex(matrix, slots, tmp_path, "model", rules)
        assert index.search(query, 5).rows.tolist() == [0, 1, 2, 3, 4]
        odd = np.arange(1, len(slots), 2)
        found = index.search(query, 400, odd)
        assert found.rows[:301].tolist() == [*range(1, 300, 2), 307, *range(4301, 4600, 2)]
        assert len(found.rows) == 400
    few = DenseIndex(matrix[:3], np.arange(5000) % 3, tmp_path, "model")
    assert few.search(queries[0], 50).rows.tolist() == expected(
        matrix, np.arange(5000) % 3, queries[0], 50
    )


def test_ties_at_the_limit_go_to_the_first_rows(tmp_path: Path) -> None:
    same = np.repeat(clustered(1, DIMS, seed=4).astype(np.float16), 3000, axis=0)
    index = DenseIndex(same, np.arange(3000)[::-1].copy(), tmp_path, "model", SCANNED)
    assert index.search(same[0].astype(np.float32), 20).rows.tolist() == list(range(20))


def test_rows_without_a_vector_are_not_found_and_have_no_score(
    matrix: NDArray[np.float16], queries: NDArray[np.float32], tmp_path: Path
) -> None:
    slots = np.array([5, -1, 6, len(matrix) + 3])
    index = DenseIndex(matrix, slots, tmp_path, "model")
    assert sorted(index.search(queries[0], 10).rows.tolist()) == [0, 2]
    assert np.isnan(index.scores(queries[0], np.array([1, 0, 3, 0]))).tolist() == [
        True,
        False,
        True,
        False,
    ]
    for empty in (
        index.search(queries[0], 10, np.array([1, 3])),
        index.search(queries[0], 10, np.empty(0, np.int64)),
        index.search(queries[0], 0),
        DenseIndex(matrix[:0], np.full(3, -1), tmp_path, "model").search(queries[0], 10),
        DenseIndex(matrix, np.empty(0, np.int64), tmp_path, "model").search(queries[0], 10),
    ):
        assert len(empty.rows) == len(empty.scores) == 0


def test_a_query_of_another_model_is_refused(matrix: NDArray[np.float16], tmp_path: Path) -> None:
    index = DenseIndex(matrix, np.arange(4000), tmp_path, "model")
    for query in (np.zeros(DIMS + 1, np.float32), np.full(DIMS, np.nan, np.float32)):
        with pytest.raises(InputError):
            index.search(query, 10)
        with pytest.raises(InputError):
            index.scores(query, np.arange(3))


def test_a_vector_file_is_searched_where_it_lies(
    vectors: NDArray[np.float32], queries: NDArray[np.float32], tmp_path: Path
) -> None:
    hashes = [hashlib.blake2b(bytes([n]), digest_size=16).digest() for n in range(200)]
    with VectorFile.open(tmp_path, "model", DIMS) as file:
        file.append(hashes, vectors[:200])
        index = DenseIndex(file.matrix, file.slots(hashes), tmp_path, "model", SCANNED)
        assert index.search(queries[0], 20).rows.tolist() == expected(
            vectors.astype(np.float16), np.arange(200), queries[0], 20
        )


def recall(
    index: DenseIndex,
    matrix: NDArray[np.float16],
    slots: NDArray[np.int64],
    queries: NDArray[np.float32],
    rows: NDArray[np.int64] | None = None,
) -> float:
    shares: list[float] = []
    for query in queries:
        found = index.search(query, 20, rows, ef=64)
        assert len(found.rows) == 20
        assert np.array_equal(index.scores(query, found.rows), found.scores)
        wanted = expected(matrix, slots, query, 20, rows)
        shares.append(len(set(found.rows.tolist()) & set(wanted)) / 20)
    return float(np.mean(shares))


def test_the_graph_finds_nearly_all_and_scores_exactly(
    matrix: NDArray[np.float16], queries: NDArray[np.float32], graph_folder: Path
) -> None:
    slots = np.arange(4000)
    index = DenseIndex(matrix, slots, graph_folder, "model", GRAPHED)
    assert index.behind == 0
    assert recall(index, matrix, slots, queries) >= 0.95
    assert recall(index, matrix, slots, queries, np.flatnonzero(slots % 7)) >= 0.95
    # So few that they are scanned.
    assert recall(index, matrix, slots, queries, np.flatnonzero(slots % 2)) == 1


def test_what_the_graph_lacks_is_found_all_the_same(
    matrix: NDArray[np.float16], queries: NDArray[np.float32], tmp_path: Path
) -> None:
    early, late = np.arange(1500), np.arange(2200)
    DenseIndex(matrix, early, tmp_path, "model", GRAPHED).build()
    before = DenseIndex(matrix, late, tmp_path, "model", GRAPHED)
    assert before.behind == 700
    for slot in (1500, 1999, 2199):
        assert before.search(matrix[slot].astype(np.float32), 1).rows.tolist() == [slot]
    seen: list[tuple[int, int]] = []
    before.build(lambda done, of: seen.append((done, of)))
    assert seen == [(700, 700)]
    extended = DenseIndex(matrix, late, tmp_path, "model", GRAPHED)
    assert extended.behind == 0
    assert recall(extended, matrix, late, queries) >= 0.95
    for query in queries[:10]:
        assert np.array_equal(before.search(query, 20).rows, extended.search(query, 20).rows)


def test_a_graph_of_mostly_dead_vectors_is_made_again(
    matrix: NDArray[np.float16], queries: NDArray[np.float32], graph_folder: Path, tmp_path: Path
) -> None:
    copied = tmp_path / "neighbours.bin"
    copied.write_bytes((graph_folder / "neighbours.bin").read_bytes())
    fewer, far_fewer = np.arange(3500), np.arange(600)
    some_dead = DenseIndex(matrix, fewer, tmp_path, "model", GRAPHED)
    assert some_dead.behind == 0
    assert recall(some_dead, matrix, fewer, queries) >= 0.95
    most_dead = DenseIndex(matrix, far_fewer, tmp_path, "model", GRAPHED)
    assert most_dead.behind == 600
    assert recall(most_dead, matrix, far_fewer, queries) == 1
    most_dead.build()
    assert copied.stat().st_size < (graph_folder / "neighbours.bin").stat().st_size / 2


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "other", "tail"])
def test_a_damaged_graph_is_as_good_as_none(
    matrix: NDArray[np.float16],
    queries: NDArray[np.float32],
    graph_folder: Path,
    tmp_path: Path,
    damage: str,
) -> None:
    whole = (graph_folder / "neighbours.bin").read_bytes()
    middle = len(whole) // 2
    (tmp_path / "neighbours.bin").write_bytes(
        {
            "cut": whole[:middle],
            "flipped": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            "empty": b"",
            "other": os.urandom(5000),
            "tail": whole[:-30] + b"\x00" * 30,
        }[damage]
    )
    slots = np.arange(700)
    index = DenseIndex(matrix, slots, tmp_path, "model", GRAPHED)
    assert index.behind == 700
    assert recall(index, matrix, slots, queries) == 1
    index.build()
    assert DenseIndex(matrix, slots, tmp_path, "model", GRAPHED).behind == 0


def test_a_graph_of_another_encoder_or_order_is_not_used(
    matrix: NDArray[np.float16], graph_folder: Path
) -> None:
    assert Neighbours.open(graph_folder, "model", matrix) is not None
    assert Neighbours.open(graph_folder, "model", matrix[::-1]) is None
    assert DenseIndex(matrix, np.arange(4000), graph_folder, "other", GRAPHED).behind == 4000


def test_a_save_that_was_killed_leaves_the_graph_that_was_there(
    matrix: NDArray[np.float16], graph_folder: Path, tmp_path: Path
) -> None:
    whole = (graph_folder / "neighbours.bin").read_bytes()
    (tmp_path / "neighbours.bin").write_bytes(whole)
    (tmp_path / "neighbours.bin.part").write_bytes(whole[: len(whole) // 3])
    slots = np.arange(4000)
    assert DenseIndex(matrix, slots, tmp_path, "model", GRAPHED).behind == 0
    (tmp_path / "neighbours.bin").unlink()
    index = DenseIndex(matrix[:600], slots[:600], tmp_path, "model", GRAPHED)
    assert index.behind == 600
    index.build()
    assert index.behind == 0
    assert [path.name for path in tmp_path.iterdir()] == ["neighbours.bin"]


_RUN = """
import hashlib, sys
from pathlib import Path
import numpy as np
from indexes.synthetic import clustered, near
from pincite.indexes.dense import DenseIndex, DenseRules

vectors = clustered(1200, 48, seed=5)
matrix = vectors.astype(np.float16)
seen = hashlib.sha256()
for limit in (500, 100_000):
    rules = DenseRules(exact_up_to=limit, score_all_up_to=10)
    index = DenseIndex(matrix, np.arange(1200), Path(sys.argv[1]), "model", rules)
    index.build()
    for query in near(vectors, 20, seed=6):
        for rows in (None, np.arange(0, 1200, 2)):
            for part in index.search(query, 40, rows):
                seen.update(part.tobytes())
seen.update((Path(sys.argv[1]) / "neighbours.bin").read_bytes())
print(seen.hexdigest())
"""


def test_every_process_finds_the_same_on_any_number_of_threads(tmp_path: Path) -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", _RUN, str(tmp_path / threads)],
            env=os.environ
            | {"PYTHONPATH": str(Path(__file__).parents[1])}
            | dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), threads),
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for threads in ("1", "2", "4")
    }
    assert len(found) == 1


def test_the_score_of_a_row_does_not_depend_on_its_company(
    matrix: NDArray[np.float16], tmp_path: Path
) -> None:
    index = DenseIndex(matrix, np.arange(4000), tmp_path, "model")
    query = unit(np.ones(DIMS, np.float32))
    every = index.scores(query, np.arange(4000))
    for row in (0, 1, 255, 256, 3999):
        assert index.scores(query, np.array([row]))[0] == every[row]


def test_numbers_of_two_bytes_are_looked_up_as_they_are() -> None:
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    assert np.array_equal(as_floats(every), every.astype(np.float32), equal_nan=True)
