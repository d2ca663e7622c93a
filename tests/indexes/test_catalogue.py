"""The register and the index of words: in step with the corpus, whole after anything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from datetime import date
from pathlib import Path

import pytest

from indexes.documents import Made, asks
from pincite.indexes.catalogue import IndexCatalogue
from pincite.indexes.lexical import Concept, FieldWeights, LexicalIndex, SearchTerm
from pincite.indexes.records import Filters
from waiting import LONG

FIELDS = FieldWeights()


def found(
    catalogue: IndexCatalogue, *words: str, limit: int = 10, filters: Filters | None = None
) -> list[tuple[int, int]]:
    """(document, chunk) of the hits."""
    table = catalogue.table()
    allowed = table.allowed(filters) if filters else None
    rows, scores = catalogue.lexical.search(
        asks(*words), limit, table, fields=FIELDS, allowed=allowed
    )
    assert sorted(scores.tolist(), reverse=True) == scores.tolist()
    return [table.place(row) for row in rows.tolist()]


@pytest.fixture
def three(tmp_path: Path) -> IndexCatalogue:
    catalogue = IndexCatalogue(tmp_path / "indexes")
    catalogue.catch_up(
        [
            Made(1, ["theft of cattle", "robbery of a bank"], year="1990"),
            Made(5, ["theft of a car, and theft again"], year="2001"),
            Made(9, ["marriage of minors"], start=date(2010, 1, 1), end=date(2020, 1, 1)),
        ]
    )
    return catalogue


@pytest.mark.req("C4")
def test_the_best_chunk_comes_first_and_ties_by_document(three: IndexCatalogue) -> None:
    assert found(three, "theft") == [(5, 0), (1, 0)]
    assert found(three, "marriag") == [(9, 0)]
    assert found(three, "of") == [(1, 0), (9, 0), (1, 1), (5, 0)]
    assert found(three, "nothing") == []


def test_only_what_changed_is_read(three: IndexCatalogue) -> None:
    same, changed, new = Made(1, ["theft of cattle", "robbery of a bank"], year="1990"), \
        Made(5, ["arson"], year="2001"), Made(7, ["theft of time"])  # fmt: skip
    done = three.catch_up([same, changed, new])
    assert (done.read, done.kept, done.dropped) == (2, 1, 1)
    assert not same.read
    assert found(three, "theft") == [(1, 0), (7, 0)]
    assert found(three, "arson") == [(5, 0)]
    assert found(three, "marriag") == []


@pytest.mark.req("L5")
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), [(1, 0), (9, 0), (1, 1), (5, 0)]),
        (Filters(documents=("d1",)), [(1, 0), (1, 1)]),
        (Filters(year=("2001", "1990")), [(1, 0), (1, 1), (5, 0)]),
        (Filters(at=date(2015, 6, 1)), [(9, 0)]),
        (Filters(at=date(2020, 1, 1)), []),
        (Filters(subtree="urn:lex:xm:act-1:2"), [(1, 1)]),
        (Filters(subtree="urn:lex:xm:act-1"), [(1, 0), (1, 1)]),
        (Filters(language=("is",)), []),
    ],
)
def test_filters(three: IndexCatalogue, filters: Filters, expected: list[tuple[int, int]]) -> None:
    assert found(three, "of", filters=filters) == expected


def test_what_is_not_current_is_found_only_when_asked_for(tmp_path: Path) -> None:
    catalogue = IndexCatalogue(tmp_path / "indexes")
    catalogue.catch_up([Made(1, ["theft"], current=False, version="old"), Made(2, ["theft"])])
    assert found(catalogue, "theft", filters=Filters()) == [(2, 0)]
    assert found(catalogue, "theft", filters=Filters(version=("old",))) == [(1, 0)]
    assert found(catalogue, "theft", filters=Filters(every_version=True)) == [(1, 0), (2, 0)]


def test_a_term_of_two_words_needs_both(three: IndexCatalogue) -> None:
    table = three.table()
    both = Concept((SearchTerm((("theft",), ("cattl",)), 1.0),))
    rows, _ = three.lexical.search([both], 10, table, fields=FIELDS)
    assert [table.place(row) for row in rows.tolist()] == [(1, 0)]


def test_limits_and_nothing_to_ask(three: IndexCatalogue) -> None:
    assert found(three, "of", limit=0) == []
    assert len(found(three, "of", limit=10**6)) == 4
    assert found(three) == []


@pytest.mark.parametrize("victim", ["words", "search.sqlite3"])
def test_a_damaged_file_is_made_again(tmp_path: Path, victim: str) -> None:
    documents = [Made(1, ["theft of cattle"]), Made(2, ["robbery"])]
    with IndexCatalogue(tmp_path / "indexes") as first:
        first.catch_up(documents)
        expected = found(first, "theft")
    [target] = (one for one in (tmp_path / "indexes").glob(f"{victim}*") if one.suffix != ".lock")
    files = sorted(target.iterdir()) if target.is_dir() else [target]
    for file in files:
        if file.is_file() and file.stat().st_size > 40 and file.suffix != ".lock":
            data = bytearray(file.read_bytes())
            data[len(data) // 2] ^= 0xFF
            data[20] ^= 0xFF
            file.write_bytes(bytes(data))
    with IndexCatalogue(tmp_path / "indexes") as again:
        assert again.rebuilt
        again.catch_up(documents)
        assert found(again, "theft") == expected


def test_a_lost_folder_is_made_again(tmp_path: Path) -> None:
    documents = [Made(1, ["theft of cattle"])]
    with IndexCatalogue(tmp_path / "indexes") as first:
        first.catch_up(documents)
    for file in (tmp_path / "indexes").glob("words*/*"):
        file.unlink()
    with IndexCatalogue(tmp_path / "indexes") as again:
        again.catch_up(documents)
        assert found(again, "theft") == [(1, 0)]


_INTERRUPTED = """
    import os, signal, sys
    from pathlib import Path
    from indexes.documents import Made
    from pincite.indexes import catalogue as module
    module._BATCH = 2
    dying = Made(4, ["theft again"])
    def die(self):
        os.kill(os.getpid(), signal.SIGKILL)
    class Dying(Made):
        chunks = die
    documents = [Made(1, ["theft"]), Made(2, ["robbery"]), Made(3, ["theft"]), Dying(4, ["x"])]
    module.IndexCatalogue(Path(sys.argv[1])).catch_up(documents)
"""


def test_killed_in_the_middle_it_goes_on_and_holds_nothing_twice(tmp_path: Path) -> None:
    folder = tmp_path / "indexes"
    killed = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(_INTERRUPTED), str(folder)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    documents = [Made(1, ["theft"]), Made(2, ["robbery"]), Made(3, ["theft"]), Made(4, ["theft"])]
    with IndexCatalogue(folder) as catalogue:
        done = catalogue.catch_up(documents)
        assert (done.read, done.kept) == (2, 2)
        assert found(catalogue, "theft") == [(1, 0), (3, 0), (4, 0)]
        assert len(catalogue.lexical) == 4


def test_rebuilt_it_answers_to_the_bit(tmp_path: Path) -> None:
    """Whatever the history: added in pieces, replaced and dropped, or all at once."""
    final = [Made(1, ["theft of cattle"]), Made(2, ["theft theft", "robbery"]), Made(3, ["arson"])]
    with IndexCatalogue(tmp_path / "one") as pieces, IndexCatalogue(tmp_path / "other") as whole:
        pieces.catch_up([Made(1, ["something else"]), Made(3, ["arson"]), Made(7, ["theft, of"])])
        pieces.catch_up(final)
        whole.catch_up(final)
        scores = [
            one.lexical.search(asks("theft", "of"), 10, one.table(), fields=FIELDS)
            for one in (pieces, whole)
        ]
    assert scores[0][0].tolist() == scores[1][0].tolist()
    assert scores[0][1].tolist() == scores[1][1].tolist()


def test_a_writer_waits_for_the_one_before_to_let_go_of_its_files(tmp_path: Path) -> None:
    index, other = LexicalIndex(tmp_path / "words"), LexicalIndex(tmp_path / "words")
    entered, done = threading.Event(), threading.Event()

    def hold() -> None:
        with other.writing():
            entered.set()
            done.wait(LONG)

    thread = threading.Thread(target=hold)
    thread.start()
    assert entered.wait(LONG)
    threading.Timer(0.3, done.set).start()
    with index.writing():
        assert done.is_set()
    thread.join(LONG)
