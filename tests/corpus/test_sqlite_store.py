from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from corpus.document_contract import DOC, laid_out, page
from corpus.store_contract import JAN, JUN, WORK, StoreContract, put
from drafts import packed
from pincite.corpus.sqlite import SqliteStore
from pincite.corpus.sqlite.connection import migrations
from pincite.errors import LibraryClosed, LibraryDamaged, LibraryNewer


class TestSqliteStore(StoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[SqliteStore]:
        opened = SqliteStore(tmp_path / "corpus.sqlite3", busy_seconds=0.1)
        yield opened
        opened.close()

    @pytest.fixture
    def another(self, tmp_path: Path) -> Iterator[SqliteStore]:
        opened = SqliteStore(tmp_path / "another.sqlite3")
        yield opened
        opened.close()

    @pytest.fixture
    def reopen(self, tmp_path: Path) -> Callable[[], SqliteStore]:
        return lambda: SqliteStore(tmp_path / "corpus.sqlite3", busy_seconds=0.1)


def tampered(path: Path, sql: str) -> list[str]:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(sql)
    db.close()
    store = SqliteStore(path)
    found = list(store.damaged())
    store.close()
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    store = SqliteStore(tmp_path / "c.sqlite3")
    put(store, "v1", packed())
    put(store, "v2", packed(start=JUN, sections=("Other.",)))
    store.close()
    return tmp_path / "c.sqlite3"


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE text_page SET text = replace(text, 'lit', 'out') WHERE id = (SELECT min(id) FROM text_page)",
        "UPDATE node SET urn = urn || 'x' WHERE kind = 'paragraph'",
        "UPDATE chunk SET locator = 'elsewhere'",
        "UPDATE expression SET title = 'Forged'",
        "DELETE FROM chunk WHERE id = (SELECT min(id) FROM chunk)",
    ],
)
def test_a_changed_character_anywhere_is_found(path: Path, sql: str) -> None:
    assert tampered(path, "SELECT 1") == []
    assert any("hash" in line for line in tampered(path, sql))


def test_the_audit_log_cannot_be_changed_or_shortened_without_notice(path: Path) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("DELETE FROM audit")
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("UPDATE audit SET action = 'nothing'")
    db.execute("DROP TRIGGER audit_is_never_changed")
    db.execute("""UPDATE audit SET detail = '{"tag": "forged"}' WHERE seq = 2""")
    db.close()
    assert any("entry 2" in line for line in tampered(path, "SELECT 1"))


@pytest.mark.req("S10")
def test_the_engine_itself_refuses_overlapping_validity(path: Path) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    insert = (
        "INSERT INTO validity SELECT work_id, expression_id, version_id, ?, ? FROM validity LIMIT 1"
    )
    with pytest.raises(sqlite3.IntegrityError, match="overlap"):
        db.execute(insert, (JAN.replace(month=3).isoformat(), None))
    with pytest.raises(sqlite3.IntegrityError, match="overlap"):
        db.execute(insert, ("2019-01-01", "2020-02-01"))
    db.execute(insert, ("2019-01-01", "2020-01-01"))
    db.close()


def test_migrations_are_numbered_from_one_without_gaps(path: Path) -> None:
    numbers = [number for number, _ in migrations()]
    assert numbers == list(range(1, len(numbers) + 1))
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (numbers[-1],)
    db.close()


def test_a_library_from_a_newer_release_is_not_touched(path: Path) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA user_version = 9999")
    db.close()
    with pytest.raises(LibraryNewer):
        SqliteStore(path)


def test_a_file_that_is_no_library_is_a_clear_error(tmp_path: Path) -> None:
    bad = tmp_path / "bad.sqlite3"
    bad.write_bytes(b"this is not a database, not at all" * 200)
    with pytest.raises(LibraryDamaged):
        SqliteStore(bad)


def plans(store: SqliteStore, act: Callable[[], object], about: str) -> list[str]:
    """How the engine answers what `act` really asks of a table."""
    seen: list[str] = []
    store._db.set_trace_callback(seen.append)
    act()
    store._db.set_trace_callback(None)
    asked = [one for one in seen if about in one]
    assert asked
    return [
        row[3] for one in asked for row in store._db.execute(f"EXPLAIN QUERY PLAN {one}").fetchall()
    ]


def test_points_in_time_are_answered_from_the_index(path: Path) -> None:
    store = SqliteStore(path)
    found = plans(store, lambda: store.find(WORK, at=JAN), "node n")
    assert not [line for line in found if line.startswith("SCAN")]
    store.close()


def test_the_lint_of_one_load_does_not_walk_the_links_of_all_others(path: Path) -> None:
    store = SqliteStore(path)
    found = plans(store, lambda: store.cited_but_missing("v1", 5), "citation c")
    assert not [line for line in found if line.startswith("SCAN c")]
    store.close()


def test_pages_that_were_changed_from_outside_are_noticed(tmp_path: Path) -> None:
    file = tmp_path / "pages.sqlite3"
    store = SqliteStore(file)
    packed_document, rows = laid_out(page(1, 0, 9))
    with store.write() as writer:
        writer.documents.put(packed_document, rows, DOC)
    store.close()
    [problem] = tampered(file, "UPDATE page SET label = 'ix'")
    assert "pages" in problem


def test_a_sealed_store_is_one_file_that_nobody_writes_to(tmp_path: Path) -> None:
    file = tmp_path / "case.sqlite3"
    store = SqliteStore(file)
    put(store, "v1", packed())
    store.seal()
    store.close()
    before = file.read_bytes()
    closed = SqliteStore(file, read_only=True)
    assert [one.tag for one in closed.versions()] == ["v1"]
    with pytest.raises(LibraryClosed), closed.write():
        pass
    with pytest.raises(sqlite3.OperationalError):
        closed._db.execute("DELETE FROM node")
    closed.close()
    assert [path.name for path in tmp_path.iterdir()] == ["case.sqlite3"]
    assert file.read_bytes() == before
