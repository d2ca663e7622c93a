from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from indexes.synthetic import unit
from pincite.encoders.hashed import text_hash
from pincite.errors import InputError
from pincite.indexes.late import LateIndex, PassageTokens

DIMS = 128


def tokens(count: int, seed: int) -> NDArray[np.float32]:
    return unit(np.random.default_rng(seed).standard_normal((count, DIMS), np.float32))


def named(number: int) -> bytes:
    return text_hash(str(number))


def filled(folder: Path, count: int) -> PassageTokens:
    file = PassageTokens.open(folder, "model", DIMS)
    lengths = np.random.default_rng(1).integers(1, 250, count)
    passages = [tokens(int(length), seed) for seed, length in enumerate(lengths)]
    file.append([named(number) for number in range(count)], passages)
    return file


def expected(file: PassageTokens, slot: int, query: NDArray[np.float32]) -> float:
    """Brute force, in float64."""
    cosines = query.astype(np.float64) @ file.of(slot).astype(np.float64).T
    return float(cosines.max(axis=1).mean())


@pytest.mark.parametrize("length", [1, 7, 32, 300])
def test_scores_are_those_of_brute_force(tmp_path: Path, length: int) -> None:
    with filled(tmp_path, 60) as file:
        index = LateIndex(file, np.arange(60))
        rows = np.random.default_rng(2).permutation(60)
        query = tokens(length, seed=1000)
        wanted = [expected(file, int(row), query) for row in rows]
        assert np.allclose(index.scores(query, rows), wanted, atol=2e-4, rtol=0)


def test_a_passage_that_holds_the_query_scores_one(tmp_path: Path) -> None:
    with filled(tmp_path, 20) as file:
        found = LateIndex(file, np.arange(20)).scores(tokens(10, seed=7)[:5], np.arange(20))
        assert np.argmax(found) == np.argmax(
            [expected(file, n, tokens(10, 7)[:5]) for n in range(20)]
        )
        own = LateIndex(file, np.arange(20)).scores(unit(file.of(3)), np.array([3]))
        assert own[0] == pytest.approx(1, abs=0.01)


def test_rows_share_passages_and_some_have_none(tmp_path: Path) -> None:
    with filled(tmp_path, 5) as file:
        file.append([named(5)], [np.empty((0, DIMS), np.float32)])
        index = LateIndex(file, np.array([2, -1, 2, 5, 0, 99]))
        found = index.scores(tokens(8, seed=50), np.arange(6))
        assert np.isnan(found).tolist() == [False, True, False, True, False, True]
        assert found[0] == found[2]
        assert len(index.scores(tokens(8, seed=50), np.empty(0, np.int64))) == 0
        assert np.isnan(index.scores(tokens(0, seed=50), np.arange(6))).all()


def test_the_score_of_a_row_does_not_depend_on_its_company(tmp_path: Path) -> None:
    with filled(tmp_path, 80) as file:
        index = LateIndex(file, np.arange(80))
        query = tokens(32, seed=60)
        every = index.scores(query, np.arange(80))
        for row in (0, 1, 40, 79):
            assert index.scores(query, np.array([row]))[0] == every[row]
        assert np.array_equal(index.scores(query, np.arange(80)[::-1]), every[::-1])


def test_passages_that_another_process_adds_are_seen_after_a_refresh(tmp_path: Path) -> None:
    filled(tmp_path, 3).close()
    reader = PassageTokens.open(tmp_path, "model", DIMS)
    index = LateIndex(reader, np.arange(4))
    query = tokens(8, seed=70)
    before = index.scores(query, np.arange(4))
    assert np.isnan(before).tolist() == [False, False, False, True]
    with PassageTokens.open(tmp_path, "model", DIMS) as writer:
        writer.append([named(3)], [query])
    reader.refresh()
    after = index.scores(query, np.arange(4))
    assert np.array_equal(after[:3], before[:3])
    assert after[3] == pytest.approx(1, abs=0.01)


def test_a_query_of_another_model_is_refused(tmp_path: Path) -> None:
    with filled(tmp_path, 3) as file:
        index = LateIndex(file, np.arange(3))
        for query in (np.zeros((4, DIMS - 1), np.float32), np.zeros(DIMS, np.float32)):
            with pytest.raises(InputError):
                index.scores(query, np.arange(3))


_RUN = """
import hashlib, sys
from pathlib import Path
import numpy as np
from indexes.test_late import filled, tokens
from pincite.indexes.late import LateIndex

file = filled(Path(sys.argv[1]), 30)
seen = hashlib.sha256()
for length in (1, 5, 32, 300):
    seen.update(LateIndex(file, np.arange(30)).scores(tokens(length, 9), np.arange(30)).tobytes())
print(seen.hexdigest())
"""


def test_every_process_finds_the_same_on_any_number_of_threads(tmp_path: Path) -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", _RUN, str(tmp_path / threads)],
            env=os.environ
            | {"PYTHONPATH": str(Path(__file__).parents[1]), "OPENBLAS_NUM_THREADS": threads},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for threads in ("1", "2", "4")
    }
    assert len(found) == 1
