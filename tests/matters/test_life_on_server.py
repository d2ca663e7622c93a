"""Matters in PostgreSQL closed, deleted, archived and brought back, with a server that goes away."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from matters.on_server import CANARY, Database, There, made
from pincite.corpus.engines import SERVER, server_of
from pincite.errors import (
    LibraryBusy,
    LibraryClosed,
    LibraryDamaged,
    LibraryError,
    ServerUnreachable,
)
from pincite.matters import Matters, MatterState
from pincite.settings import Settings
from waiting import LONG


@pytest.mark.req("C1")
def test_a_closed_matter_is_read_and_not_changed(there: There, files: Path) -> None:
    matters = there()
    mark = made(matters, files)
    with matters.open("case") as case, case.store.write(), pytest.raises(LibraryBusy):
        matters.close("case")
    assert matters.close("case").state is MatterState.CLOSED
    with matters.open("case") as case:
        assert case.quotes("letter", CANARY)
        with pytest.raises(LibraryClosed):
            case.sync()
        with pytest.raises(LibraryClosed), case.store.write():
            pass
        with pytest.raises(LibraryError, match="read-only"):
            case.store.engine._server.rows("DELETE FROM text_page RETURNING 1")
        assert case.store.fingerprint() == mark
    matters.reopen("case")
    with matters.open("case") as case:
        assert case.sync().unchanged == 2


@pytest.mark.req("C1")
def test_deleting_a_matter_leaves_no_row_and_no_byte_of_it(
    there: There, database: Database, files: Path
) -> None:
    matters = there()
    for name in ("case", "other"):
        made(matters, files, name)
    matters.close("other")
    with matters.open("case") as case:
        case.search("sheep")
    kept = server_of(matters.root / "other").schema
    matters.delete("case")
    assert database.schemas() == [kept]
    assert [one.name for one in matters.root.iterdir()] == ["other"]
    matters.delete("other")
    assert database.schemas() == []
    assert list(matters.root.iterdir()) == []


def test_whoever_holds_a_deleted_matter_open_does_not_find_the_next_one_of_its_name(
    there: There, files: Path
) -> None:
    matters = there()
    matters.create("case")
    with matters.open("case") as held:
        matters.delete("case")
        made(matters, files)
        with pytest.raises(LibraryDamaged):
            held.documents()


def test_a_matter_that_is_written_to_or_read_from_is_not_deleted(
    there: There, database: Database, files: Path
) -> None:
    matters = there()
    mark = made(matters, files)
    with matters.open("case") as case:
        with case.store.write(), pytest.raises(LibraryBusy):
            matters.delete("case")
        matters.close("case")
        # Who had it open before may be writing still.
        with case.store.write(), pytest.raises(LibraryBusy):
            matters.delete("case")
    with matters.open("case") as case, case.store.still():
        assert case.store.counts()
        with pytest.raises(LibraryBusy):
            matters.delete("case")
    with matters.open("case") as case:
        assert case.store.fingerprint() == mark
    assert [one.name for one in matters.root.iterdir()] == ["case"]


def test_a_deletion_that_is_going_on_is_left_to_whoever_does_it(
    there: There, database: Database, files: Path
) -> None:
    """Who lists matters meanwhile neither waits nor takes it over."""
    matters = there(busy_seconds=LONG)
    made(matters, files)
    matters.close("case")
    with matters.open("case") as case:
        with case.store.still():
            case.store.counts()
            deleting = threading.Thread(target=lambda: matters.delete("case"))
            deleting.start()
            while (matters.root / "case").exists():
                assert deleting.is_alive()
            assert matters.all() == []
            assert len(database.schemas()) == 1
        deleting.join(60)
    assert database.schemas() == []
    assert list(matters.root.iterdir()) == []


@pytest.mark.req("C1")
def test_while_the_server_is_away_nothing_is_lost_and_all_can_be_repeated(
    there: There, database: Database, files: Path
) -> None:
    matters = there()
    mark = made(matters, files)
    made(matters, files, "closed")
    matters.close("closed")
    made(matters, files, "dying")
    (matters.root / "dying").rename(matters.root / ".deleting-dying")
    database.server.stop()
    try:
        for name in ("case", "closed"):
            for change in (matters.delete, matters.archive, matters.open):
                with pytest.raises(ServerUnreachable):
                    change(name)
        with pytest.raises(ServerUnreachable):
            matters.create("new")
        assert [one.slug for one in matters.all()] == ["case", "closed"]
        assert (matters.root / ".deleting-dying" / SERVER).exists()
    finally:
        database.server.start()
    assert [one.slug for one in matters.all()] == ["case", "closed"]
    assert len(database.schemas()) == 2
    with matters.open("case") as case:
        assert case.store.fingerprint() == mark
    matters.create("new")
    for name in ("case", "closed", "new"):
        matters.delete(name)
    assert database.schemas() == []
    assert list(matters.root.iterdir()) == []


@pytest.mark.parametrize("target", ["server", "file"])
@pytest.mark.parametrize("source", ["server", "file"])
def test_an_archived_matter_comes_back_whole_to_where_new_ones_are_kept(
    there: There, database: Database, files: Path, source: str, target: str
) -> None:
    def kept(where: str) -> Matters:
        address = database.address if where == "server" else ""
        settings = there().settings.model_copy(update={"matters_database": address})
        return Matters(there().root, settings=settings)

    mark = made(kept(source), files)
    own = kept(source).root / "case" / "files"
    own.mkdir()
    (own / "scan.pdf").write_bytes(b"put into it")
    _, archive = kept(source).archive("case")
    assert database.schemas() == []
    assert not (archive.parent.parent / "case").exists()
    assert [one.state for one in kept(target).all()] == ["archived"]
    assert kept(target).restore("case").state is MatterState.CLOSED
    assert not archive.exists()
    assert len(database.schemas()) == (target == "server")
    with kept(target).open("case") as case:
        found = case.verify()
        assert (found.problems, found.fingerprint) == ([], mark)
        assert case.quotes("letter", CANARY)
        with pytest.raises(LibraryClosed):
            case.sync()
    assert (own / "scan.pdf").read_bytes() == b"put into it"
    assert not list(archive.parent.parent.rglob("corpus.backup*"))
    assert (own.parent / "corpus.sqlite3").exists() == (target == "file")
    kept(target).reopen("case")
    with kept(target).open("case") as case:
        assert case.sync().unchanged == 2
    kept(source).delete("case")
    assert database.schemas() == []


def test_a_damaged_archive_is_refused_and_leaves_no_schema_with_anything_in_it(
    there: There, database: Database, files: Path
) -> None:
    matters = there()
    made(matters, files)
    _, archive = matters.archive("case")
    whole = archive.read_bytes()
    archive.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(LibraryDamaged):
        matters.restore("case")
    assert database.schemas() == []
    archive.write_bytes(whole)
    matters.restore("case")
    matters.delete("case")
    assert database.schemas() == []


def test_a_matter_in_files_goes_on_as_it_is(there: There, database: Database, files: Path) -> None:
    kept = there()
    at_home = Matters(kept.root, settings=Settings(workers=1))
    made(at_home, files)
    with kept.open("case") as case:
        assert case.sync().unchanged == 2
    kept.close("case")
    kept.delete("case")
    assert database.schemas() == []
