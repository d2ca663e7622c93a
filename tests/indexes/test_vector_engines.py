"""One contract for every engine of vectors: faiss, a real Milvus server, and Milvus Lite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from indexes.synthetic import clustered
from indexes.tables import made_document, made_table, with_year
from indexes.vector_engines import (
    CLOSE,
    DIMS,
    MakeNearest,
    best,
    connected,
    every_row,
    maker,
    queries,
    same_order,
)
from pincite.encoders import SparseVector, text_hash
from pincite.errors import InputError
from pincite.indexes.milvus.collection import MilvusCollection
from pincite.indexes.milvus.dense import MilvusDense
from pincite.indexes.milvus.server import MilvusServer
from pincite.indexes.milvus.sparse import MilvusSparse
from pincite.indexes.ports import Nearest, Weighing
from pincite.indexes.records import Filters
from pincite.indexes.rows import RowTable
from pincite.indexes.sparse import SparseIndex, WeightedTerms
from waiting import wait_until

TERMS = 60


def _none(_row: int) -> bool:
    return False


@pytest.fixture(scope="module", params=["embedded", "milvus_standalone", "milvus_lite"])
def address(request: pytest.FixtureRequest) -> str:
    """Empty for the engine in the folder."""
    if request.param == "embedded":
        return ""
    return request.getfixturevalue(request.param).address.replace("http", "milvus")


@pytest.fixture
def server(address: str) -> Iterator[MilvusServer | None]:
    """With a name of its own for every test."""
    if not address:
        yield None
        return
    found = connected(address)
    yield found
    found.close()


@pytest.fixture(scope="module")
def table() -> RowTable:
    sizes = np.random.default_rng(1).integers(1, 60, 60).tolist()
    return made_table(sizes, superseded=(30, 70, 150, 400))


@pytest.fixture(scope="module")
def vectors(table: RowTable) -> dict[bytes, NDArray[np.float32]]:
    distinct = sorted(set(table.texts))
    return dict(zip(distinct, clustered(len(distinct), DIMS, seed=3), strict=True))


@pytest.fixture
def make(
    server: MilvusServer | None, vectors: dict[bytes, NDArray[np.float32]], tmp_path: Path
) -> MakeNearest:
    return maker(server, vectors, tmp_path)


@pytest.fixture(scope="module")
def index(
    address: str,
    table: RowTable,
    vectors: dict[bytes, NDArray[np.float32]],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Nearest]:
    """Built once, for the tests that only ask it."""
    server = connected(address) if address else None
    made = maker(server, vectors, tmp_path_factory.mktemp("index"))(table)
    made.build()
    yield made
    if server is not None:
        server.close()


def test_the_best_rows_are_those_of_brute_force(
    index: Nearest, table: RowTable, vectors: dict[bytes, NDArray[np.float32]]
) -> None:
    for query in queries(vectors, 8):
        wanted, scores = best(table, vectors, query)
        for limit in (1, 20, 150):
            found = index.search(query, limit)
            assert same_order(found.rows.tolist(), wanted[:limit], scores)
            assert found.scores == pytest.approx(scores[found.rows], abs=CLOSE)


FILTERS = {
    "in force": Filters(),
    "a language": Filters(language=("is",)),
    "two years of one court": Filters(year=("1991", "1993"), court=("court 1",)),
    "opinions, every version": Filters(doc_type=("opinion",), every_version=True),
    "without opinions": Filters(without_types=("opinion",)),
    "some documents": Filters(documents=("d10", "d30", "d590"), every_version=True),
    "a part of one": Filters(subtree="urn:lex:xm:act-20:3"),
    "nothing": Filters(language=("fr",)),
}


@pytest.mark.parametrize("name", list(FILTERS))
def test_filters_let_through_exactly_what_they_say(
    index: Nearest, table: RowTable, vectors: dict[bytes, NDArray[np.float32]], name: str
) -> None:
    rows = table.allowed(FILTERS[name])
    for query in queries(vectors, 4):
        wanted, scores = best(table, vectors, query, rows)
        found = index.search(query, 60, rows)
        assert same_order(found.rows.tolist(), wanted[:60], scores)


def test_any_set_of_rows_is_a_filter(
    index: Nearest, table: RowTable, vectors: dict[bytes, NDArray[np.float32]]
) -> None:
    rng = np.random.default_rng(5)
    for share in (0.9, 0.5, 0.1, 0.01):
        rows = np.flatnonzero(rng.random(len(table)) < share)
        query = queries(vectors, 1)[0]
        wanted, scores = best(table, vectors, query, rows)
        assert same_order(index.search(query, 40, rows).rows.tolist(), wanted[:40], scores)


@pytest.mark.slow
def test_a_graph_misses_little_and_nothing_of_what_a_narrow_filter_leaves(
    server: MilvusServer | None, tmp_path: Path
) -> None:
    table = made_table([100] * 200)
    distinct = sorted(set(table.texts))
    vectors = dict(zip(distinct, clustered(len(distinct), DIMS, seed=3), strict=True))
    make = maker(server, vectors, tmp_path)
    make(table).build()
    # It has grown so large that all of it is no longer looked at.
    index = make(table, exact_up_to=500)
    index.build()
    kept = np.array([vectors[text] for text in table.texts], np.float16).astype(np.float32)
    chance = np.random.default_rng(5).random(len(table.documents))[table.document]
    filters = {share: np.flatnonzero(chance < share) for share in (1, 0.9, 0.8, 0.5, 0.3, 0.1)}
    filters |= {"together": np.arange(3000, 6000), "few together": np.arange(70, 800)}
    for name, rows in filters.items():
        found = 0
        for query in queries(vectors, 10):
            # Ties are found by any of their rows.
            least = np.sort(kept[rows] @ query)[-30] - CLOSE
            got = index.search(query, 30, None if name == 1 else rows).rows
            assert np.isin(got, rows).all()
            found += int(np.count_nonzero(kept[got] @ query >= least))
        assert found >= 10 * 30 * (0.97 if name in (1, 0.9, 0.8, 0.5) else 1), name


def test_rows_that_tie_stand_in_their_order(
    index: Nearest, table: RowTable, vectors: dict[bytes, NDArray[np.float32]]
) -> None:
    shared = [row for row, text in enumerate(table.texts) if text == text_hash("shared 6")]
    assert len(shared) > 40
    for limit in (5, 30):
        found = index.search(vectors[text_hash("shared 6")], limit)
        assert found.rows.tolist() == shared[:limit]


def test_scores_are_of_the_rows_asked_for(
    index: Nearest, table: RowTable, vectors: dict[bytes, NDArray[np.float32]]
) -> None:
    query = queries(vectors, 1)[0]
    _, scores = best(table, vectors, query)
    rows = np.random.default_rng(6).integers(0, len(table), 700)
    assert index.scores(query, rows) == pytest.approx(scores[rows], abs=CLOSE)
    assert len(index.scores(query, rows[:0])) == 0


def test_bad_queries_are_told(index: Nearest) -> None:
    for query in (np.zeros(3, np.float32), np.full(DIMS, np.nan, np.float32)):
        with pytest.raises(InputError, match="32 numbers"):
            index.search(query, 5)
    empty = index.search(np.ones(DIMS, np.float32), 0)
    assert len(empty.rows) == 0


def changed_from(table: RowTable, vectors: dict[bytes, NDArray[np.float32]]) -> RowTable:
    """One document is gone, one has other words, one another year, one is new."""
    documents = list(table.documents)
    words = ["20 says something else now", "shared 6"]
    vectors.setdefault(text_hash(words[0]), clustered(1, DIMS, seed=9)[0])
    return RowTable(
        [
            documents[0],
            made_document(20, words),
            with_year(documents[3], "2024"),
            *documents[4:],
            made_document(9990, ["10 says 0", "10 says 1"]),
        ]
    )


def test_what_changes_is_put_in_its_place(
    make: MakeNearest, table: RowTable, vectors: dict[bytes, NDArray[np.float32]]
) -> None:
    make(table).build()
    changed = changed_from(table, vectors)
    late = int(changed.first[1])
    query = vectors[changed.texts[late]]
    index = make(changed)
    if isinstance(index, MilvusDense):
        # Not there yet, and nothing of what was there is taken for it.
        assert late not in index.search(query, 5).rows
        other = make(changed, _none, machine="two")
        assert np.isnan(other.scores(query, np.array([0, late, 1]))).tolist() == [0, 1, 0]
        assert index.scores(query, np.array([late]))[0] == pytest.approx(1, abs=1e-3)
        assert index.share() < 1
    index.build()
    # Its own writes it sees at once, another machine soon after.
    assert late in index.search(query, 5).rows
    if isinstance(index, MilvusDense):
        other = make(changed, _none, machine="two")
        wait_until(lambda: late in other.search(query, 5).rows)
        assert index.share() == 1.0
    for asked in (*queries(vectors, 4), query):
        for rows in (None, changed.allowed(Filters(year=("2024",)))):
            wanted, scores = best(changed, vectors, asked, rows)
            assert same_order(index.search(asked, 40, rows).rows.tolist(), wanted[:40], scores)


def test_what_one_machine_encodes_another_finds_without_it(
    server: MilvusServer | None,
    make: MakeNearest,
    table: RowTable,
    vectors: dict[bytes, NDArray[np.float32]],
) -> None:
    if server is None:
        pytest.skip("vectors in a folder are of one machine")
    make(table).build()
    other = make(table, _none, machine="two")
    assert isinstance(other, MilvusDense)
    assert other.share() == 1.0
    query = queries(vectors, 1)[0]
    wanted, scores = best(table, vectors, query)
    assert same_order(other.search(query, 30).rows.tolist(), wanted[:30], scores)
    rows = np.random.default_rng(6).integers(0, len(table), 700)
    assert other.scores(query, rows) == pytest.approx(scores[rows], abs=CLOSE)
    some = make(table, lambda row: row % 3 == 0, machine="three")
    assert some.scores(query, rows) == pytest.approx(scores[rows], abs=CLOSE)
    # It has nothing to add, and takes nothing away; made anew, it is carried over.
    other.build()
    other.rebuild()
    collection = MilvusCollection(server, "content", DIMS)
    assert len(collection.versions()) == 2
    other.tidy()
    assert collection.versions() == [collection.live()]
    assert other.share() == 1.0
    assert same_order(other.search(query, 30).rows.tolist(), wanted[:30], scores)


def test_what_leaves_waits_to_return_unless_it_is_to_be_forgotten(
    server: MilvusServer | None, make: MakeNearest, table: RowTable
) -> None:
    if server is None:
        pytest.skip("vectors in a folder are kept by their texts")
    fewer = RowTable(table.documents[:-1])
    make(table).build()
    # Another machine, without a vector of its own, brings it in step with fewer rows.
    other = make(fewer, _none, machine="two")
    assert isinstance(other, MilvusDense)
    other.build()
    assert other.share() == 1.0
    returned = make(table, _none, machine="three")
    assert isinstance(returned, MilvusDense)
    assert returned.share() == 1.0
    wanted = replace(every_row(fewer, np.full(len(fewer), -1)), forgets=True)
    MilvusDense(server, "content", wanted, np.empty((0, DIMS), np.float16)).build()
    wait_until(lambda: returned.share() < 1)
    assert returned.share() == pytest.approx(len(fewer) / len(table))


def test_a_build_that_was_broken_off_goes_on_and_shows_nothing_before_it_is_whole(
    server: MilvusServer | None, make: MakeNearest, table: RowTable
) -> None:
    if server is None:
        pytest.skip("how a graph survives is told in test_dense")
    collection = MilvusCollection(server, "content", DIMS)

    def killed(done: int, _of: int) -> None:
        if done >= 1000:
            raise KeyboardInterrupt

    index = make(table)
    with pytest.raises(KeyboardInterrupt):
        index.build(killed)
    assert collection.live() is None
    [begun] = collection.versions()
    index.build()
    assert collection.live() == begun == collection.versions()[-1]
    told: list[int] = []
    index.build(lambda done, of: told.append(of))
    assert told == []


@pytest.fixture
def weigh(server: MilvusServer | None, tmp_path: Path) -> Iterator[Callable[..., Weighing]]:
    if server is not None and not server.capabilities.sparse:
        pytest.skip(f"{server.capabilities.version} has no sparse vectors")
    files: list[WeightedTerms] = []

    def made(table: RowTable, weights: dict[bytes, SparseVector]) -> Weighing:
        file = WeightedTerms.open(tmp_path, "weights", TERMS)
        files.append(file)
        file.append(list(weights), list(weights.values()))
        slots = file.slots(table.texts)
        if server is None:
            return SparseIndex(file, slots, tmp_path)
        return MilvusSparse(server, "sparse", every_row(table, slots), file)

    yield made
    for file in files:
        file.close()


def test_weights_rank_as_brute_force_does(weigh: Callable[..., Weighing], table: RowTable) -> None:
    rng = np.random.default_rng(7)
    weights = {
        text: SparseVector(
            np.sort(rng.choice(np.arange(1, TERMS, dtype=np.int32), size, replace=False)),
            (rng.random(size, np.float32) + 0.1).astype(np.float16).astype(np.float32),
        )
        for text in sorted(set(table.texts))
        for size in [int(rng.integers(0, 9))]
    }
    index = weigh(table, weights)
    index.build()
    full = np.zeros((len(table), TERMS))
    for row, text in enumerate(table.texts):
        full[row, weights[text].terms] = weights[text].weights
    for seed in range(5):
        rng = np.random.default_rng(seed)
        terms = np.sort(rng.choice(np.arange(1, TERMS, dtype=np.int32), 4, replace=False))
        query = SparseVector(terms, rng.random(4, np.float32) + 0.1)
        scores = np.round(full[:, terms] @ query.weights.astype(np.float64), 6)
        for rows in (None, table.allowed(Filters(language=("is",)))):
            allowed = np.arange(len(table)) if rows is None else rows
            allowed = allowed[scores[allowed] > 0]
            wanted = allowed[np.lexsort((allowed, -scores[allowed]))][:30].tolist()
            found = index.search(query, 30, rows)
            assert same_order(found.rows.tolist(), wanted, scores)
        some = rng.permutation(len(table))[:200]
        assert index.scores(query, some) == pytest.approx(scores[some], abs=1e-5)
    nothing = SparseVector(np.empty(0, np.int32), np.empty(0, np.float32))
    assert len(index.search(nothing, 10).rows) == 0
    with pytest.raises(InputError, match="vocabulary of 60"):
        index.search(SparseVector(np.array([TERMS], np.int32), np.ones(1, np.float32)), 5)
