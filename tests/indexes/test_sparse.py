from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pincite.encoders.hashed import text_hash
from pincite.encoders.ports import SparseVector
from pincite.errors import InputError
from pincite.indexes import sparse
from pincite.indexes.sparse import SparseIndex, WeightedTerms

TERMS = 900


def weighted(count: int, seed: int) -> SparseVector:
    rng = np.random.default_rng(seed)
    # Some terms are in nearly every text, most in few.
    chances = 1 / np.arange(1, TERMS + 1)
    terms = np.sort(rng.choice(TERMS, count, replace=False, p=chances / chances.sum()))
    return SparseVector(terms.astype(np.int32), rng.random(count, np.float32) + 0.01)


def named(number: int) -> bytes:
    return text_hash(str(number))


def append(file: WeightedTerms, start: int, end: int) -> None:
    lengths = np.random.default_rng(1).integers(0, 60, end)
    file.append(
        [named(number) for number in range(start, end)],
        [weighted(int(lengths[number]), number) for number in range(start, end)],
    )


def filled(folder: Path, count: int) -> WeightedTerms:
    file = WeightedTerms.open(folder, "model", TERMS)
    append(file, 0, count)
    return file


def score(file: WeightedTerms, slot: int, query: SparseVector) -> float:
    """Brute force, in float64."""
    own = dict(zip(*(part.tolist() for part in file.of(slot)), strict=True))
    terms, weights = (part.tolist() for part in query)
    return sum(own.get(term, 0) * weight for term, weight in zip(terms, weights, strict=True))


def expected(
    file: WeightedTerms,
    slots: NDArray[np.int64],
    query: SparseVector,
    rows: NDArray[np.int64] | None = None,
) -> dict[int, float]:
    """Rows with a score, best first."""
    each = {slot: score(file, slot, query) for slot in set(slots.tolist()) if slot >= 0}
    allowed = range(len(slots)) if rows is None else rows.tolist()
    found = {row: each[int(slots[row])] for row in allowed if slots[row] >= 0}
    found = {row: value for row, value in found.items() if value > 0}
    return dict(sorted(found.items(), key=lambda item: (-round(item[1], 6), item[0])))


@pytest.mark.parametrize("kept", [0, 250, 400])
def test_best_rows_are_those_of_brute_force(
    tmp_path: Path, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sparse, "_ENTRIES_A_BLOCK", 1000)
    rng = np.random.default_rng(2)
    with filled(tmp_path, kept or 1) as file:
        SparseIndex(file, np.arange(file.end), tmp_path).build()
        append(file, file.end, 400)
        slots = rng.integers(-1, 400, 700)
        index = SparseIndex(file, slots, tmp_path)
        assert index.behind == 400 - max(kept, 1)
        for seed in range(10):
            query = weighted(30, 5000 + seed)
            for rows in (None, np.flatnonzero(rng.random(700) < 0.3)):
                wanted = expected(file, slots, query, rows)
                found = index.search(query, 25, rows)
                assert found.scores == pytest.approx(list(wanted.values())[:25], abs=1e-5)
                # Rows that tie to the last place but one may change places.
                sure = [row for row in wanted if wanted[row] > found.scores[-1] + 1e-5]
                assert set(sure) <= set(found.rows.tolist())
                assert np.array_equal(index.scores(query, found.rows), found.scores)


def test_what_is_kept_and_what_is_not_yet_score_alike(tmp_path: Path) -> None:
    with filled(tmp_path, 200) as file:
        fresh = SparseIndex(file, np.arange(200), tmp_path)
        kept = SparseIndex(file, np.arange(200), tmp_path)
        kept.build()
        assert (fresh.behind, kept.behind) == (200, 0)
        again = SparseIndex(file, np.arange(200), tmp_path)
        assert again.behind == 0
        before = (tmp_path / "postings.bin").read_bytes()
        for seed in range(5):
            query = weighted(30, 6000 + seed)
            for index in (kept, again):
                for one, other in zip(
                    fresh.search(query, 50), index.search(query, 50), strict=True
                ):
                    assert np.array_equal(one, other)
        (tmp_path / "postings.bin").unlink()
        fresh.build()
        assert (tmp_path / "postings.bin").read_bytes() == before


def test_rows_of_one_text_stand_in_their_order_and_ties_go_to_the_first(tmp_path: Path) -> None:
    with WeightedTerms.open(tmp_path, "model", TERMS) as file:
        same = SparseVector(np.array([3], np.int32), np.array([0.5], np.float32))
        file.append([named(number) for number in range(50)], [same] * 50)
        slots = np.concatenate([np.arange(50)[::-1], np.full(50, 9)])
        index = SparseIndex(file, slots, tmp_path)
        found = index.search(same, 10)
        assert found.rows.tolist() == list(range(10))
        assert found.scores.tolist() == [0.25] * 10
        assert index.search(same, 3, np.array([60, 70, 80, 90])).rows.tolist() == [60, 70, 80]


def test_rows_without_weights_or_without_a_common_term_are_not_found(tmp_path: Path) -> None:
    with WeightedTerms.open(tmp_path, "model", TERMS) as file:
        ones = np.ones(1, np.float32)
        nothing = SparseVector(np.empty(0, np.int32), np.empty(0, np.float32))
        left = SparseVector(np.array([0], np.int32), ones)
        right = SparseVector(np.array([TERMS - 1], np.int32), ones)
        empty = SparseIndex(file, np.array([-1, 4]), tmp_path)
        assert len(empty.search(left, 10).rows) == 0
        file.append([named(0), named(1), named(2)], [left, nothing, right])
        index = SparseIndex(file, np.array([-1, 0, 1, 2, 7]), tmp_path)
        assert index.search(left, 10).rows.tolist() == [1]
        assert index.search(right, 10).rows.tolist() == [3]
        assert len(index.search(nothing, 10).rows) == len(index.search(left, 0).rows) == 0
        assert len(index.search(left, 10, np.empty(0, np.int64)).rows) == 0
        scores = index.scores(left, np.arange(5))
        assert np.array_equal(scores, np.array([np.nan, 1, 0, 0, np.nan]), equal_nan=True)


def test_a_query_of_another_model_is_refused(tmp_path: Path) -> None:
    with filled(tmp_path, 5) as file:
        index = SparseIndex(file, np.arange(5), tmp_path)
        for term in (-1, TERMS):
            query = SparseVector(np.array([term], np.int32), np.ones(1, np.float32))
            with pytest.raises(InputError):
                index.search(query, 10)


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "killed"])
def test_damaged_postings_are_as_good_as_none(tmp_path: Path, damage: str) -> None:
    with filled(tmp_path, 100) as file:
        index = SparseIndex(file, np.arange(100), tmp_path)
        index.build()
        path = tmp_path / "postings.bin"
        whole = path.read_bytes()
        middle = len(whole) // 2
        changed = {
            "cut": whole[:middle],
            "flipped": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            "empty": b"",
            "killed": whole,
        }[damage]
        path.unlink()
        path.with_name("postings.bin.part" if damage == "killed" else path.name).write_bytes(
            changed
        )
        opened = SparseIndex(file, np.arange(100), tmp_path)
        assert opened.behind == 100
        query = weighted(30, 7000)
        assert np.array_equal(opened.search(query, 20).rows, index.search(query, 20).rows)
        opened.build()
        assert path.read_bytes() == whole


def test_postings_of_weights_in_another_order_are_not_used(tmp_path: Path) -> None:
    with filled(tmp_path / "one", 100) as file:
        SparseIndex(file, np.arange(100), tmp_path).build()
    with WeightedTerms.open(tmp_path / "two", "model", TERMS) as file:
        append(file, 50, 100)
        append(file, 0, 50)
        assert SparseIndex(file, np.arange(100), tmp_path).behind == 100
