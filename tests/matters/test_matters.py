"""Matters on disk: isolated, closed, archived, deleted to the last byte."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from commands import Done, pincite
from matters.on_server import CANARY
from pincite.errors import (
    InputError,
    LibraryBusy,
    LibraryClosed,
    LibraryDamaged,
    LibraryExists,
    NoLibrary,
    NotFound,
)
from pincite.matters import Matters, MatterState
from pincite.matters.lock import locked
from pincite.settings import Settings
from waiting import LONG


@pytest.fixture
def matters(tmp_path: Path) -> Matters:
    return Matters(tmp_path / "matters", settings=Settings(workers=1))


def holds(root: Path, words: str) -> list[str]:
    """The files below that hold the words, in UTF-8 or UTF-16."""
    needles = (words.encode(), words.encode("utf-16-le"))
    return [
        path.name
        for path in root.rglob("*")
        if path.is_file() and any(needle in path.read_bytes() for needle in needles)
    ]


def test_a_matter_is_made_listed_and_found_by_its_name(matters: Matters) -> None:
    card = matters.create("Smith v. Jones", number="2024-CV-01234")
    assert (card.slug, card.name, card.state) == ("smith-v-jones", "Smith v. Jones", "open")
    matters.create("Þorgerður gegn Landsbankanum hf.")
    assert [one.slug for one in matters.all()] == [
        "smith-v-jones",
        "thorgerdur-gegn-landsbankanum-hf",
    ]
    assert matters.card("Smith v. Jones") == card
    with pytest.raises(LibraryExists):
        matters.create("SMITH V JONES")
    with pytest.raises(InputError):
        matters.create("...")
    with pytest.raises(NoLibrary, match="nobody") as raised:
        matters.open("nobody")
    assert "smith-v-jones" in raised.value.hint


@pytest.mark.parametrize("name", ["../outside", "/etc/x", "a/../../b", "..", "a\0b"])
def test_no_name_leads_out_of_the_matters_folder(matters: Matters, name: str) -> None:
    try:
        card = matters.create(name)
    except InputError:
        return
    assert (matters.root / card.slug).parent == matters.root
    assert {path.parent for path in matters.root.iterdir()} == {matters.root}
    assert not list(matters.root.parent.glob("outside*"))


@pytest.mark.req("C1")
def test_nothing_of_one_matter_is_reachable_from_another(matters: Matters, files: Path) -> None:
    matters.create("one")
    matters.create("two")
    with matters.open("one") as one, matters.open("two") as two:
        one.read_files(files)
        document = one.document("letter.txt")
        assert two.documents() == []
        with pytest.raises(NotFound):
            two.document(document.id)
        urn = f"{one.base}:{document.id}"
        assert two.store.find(urn, at=None, tag=None) == []
        [(stored, _)] = one.store.find(urn, at=None, tag=None)
        assert one.store.text(stored.key).startswith("Dear Sir")
        two.read_files(files / "note.txt")
        assert [path.name for path in two.documents()] == ["note.txt"]
    assert holds(matters.root / "one", CANARY)
    assert not holds(matters.root / "two", CANARY)


@pytest.mark.req("C1")
def test_a_closed_matter_is_read_and_not_changed(matters: Matters, files: Path) -> None:
    matters.create("case")
    with matters.open("case") as case:
        case.read_files(files)
    assert matters.close("case").state is MatterState.CLOSED
    before = (matters.root / "case" / "corpus.sqlite3").read_bytes()
    with matters.open("case") as case:
        assert len(case.documents()) == 2
        assert case.quotes("letter", CANARY)
        with pytest.raises(LibraryClosed):
            case.sync()
        with pytest.raises(LibraryClosed), case.store.write():
            pass
    assert (matters.root / "case" / "corpus.sqlite3").read_bytes() == before
    matters.reopen("case")
    with matters.open("case") as case:
        assert case.sync().unchanged == 2


@pytest.mark.req("C1")
def test_deleting_a_matter_leaves_no_byte_of_it(
    matters: Matters, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    matters.create("Grimsey")
    matters.create("other")
    with matters.open("grimsey") as case:
        case.read_files(files)
        case.quotes("letter", CANARY)
    assert holds(matters.root, CANARY)
    matters.delete("grimsey")
    assert holds(matters.root, CANARY) == []
    assert holds(scratch, CANARY) == []
    assert [path.name for path in matters.root.iterdir()] == ["other"]
    assert (files / "letter.txt").exists()
    with pytest.raises(NoLibrary):
        matters.open("grimsey")


def test_a_matter_that_is_being_written_to_is_not_deleted(matters: Matters, files: Path) -> None:
    matters = Matters(matters.root, settings=Settings(busy_seconds=0.1, workers=1))
    matters.create("case")
    inside, done = threading.Event(), threading.Event()

    def hold() -> None:
        with matters.open("case") as case, case.store.write():
            inside.set()
            done.wait(LONG)

    holder = threading.Thread(target=hold)
    holder.start()
    assert inside.wait(LONG)
    try:
        with pytest.raises(LibraryBusy):
            matters.delete("case")
    finally:
        done.set()
        holder.join()
    assert [one.slug for one in matters.all()] == ["case"]


def test_one_process_at_a_time_reads_files_into_a_matter(matters: Matters, files: Path) -> None:
    matters.settings = matters.settings.model_copy(update={"busy_seconds": 0.1})
    matters.create("case")
    with matters.open("case") as one, locked(matters.root / "case"):
        with pytest.raises(LibraryBusy) as raised:
            one.read_files(files)
        assert raised.value.retryable
        for change in (matters.delete, matters.close, matters.archive):
            with pytest.raises(LibraryBusy):
                change("case")
        assert one.documents() == []
    with matters.open("case") as one:
        assert one.read_files(files).read == 2


def test_matters_that_lie_in_the_folder_are_not_read_as_case_files(files: Path) -> None:
    matters = Matters(files / "matters", settings=Settings(workers=1))
    matters.create("case")
    with matters.open("case") as case:
        report = case.read_files(files)
        assert (report.read, report.unreadable) == (2, [])
        assert [one.path for one in report.ignored] == ["matters"]


def test_a_deletion_that_was_interrupted_is_finished(matters: Matters, files: Path) -> None:
    matters.create("case")
    with matters.open("case") as case:
        case.read_files(files)
    (matters.root / "case").rename(matters.root / ".deleting-case")
    assert matters.all() == []
    assert list(matters.root.iterdir()) == []


def test_an_archived_matter_comes_back_whole(matters: Matters, files: Path) -> None:
    matters.create("case", number="7")
    with matters.open("case") as case:
        case.read_files(files)
        mark = case.verify().fingerprint
    card, archive = matters.archive("case")
    assert card.state is MatterState.ARCHIVED
    assert not (matters.root / "case").exists()
    assert [(one.slug, one.number, one.state) for one in matters.all()] == [
        ("case", "7", "archived")
    ]
    with pytest.raises(NoLibrary, match="archived"):
        matters.open("case")
    with pytest.raises(LibraryExists):
        matters.create("case")
    assert matters.restore("case").state is MatterState.CLOSED
    assert not archive.exists()
    with matters.open("case") as case:
        found = case.verify()
        assert (found.problems, found.fingerprint) == ([], mark)
    matters.archive("case")
    matters.delete("case")
    assert matters.all() == []


def test_a_damaged_archive_is_refused_and_kept(matters: Matters, files: Path) -> None:
    matters.create("case")
    with matters.open("case") as case:
        case.read_files(files)
    _, archive = matters.archive("case")
    data = bytearray(archive.read_bytes())
    data[len(data) // 2] ^= 0xFF
    archive.write_bytes(data)
    with pytest.raises(LibraryDamaged):
        matters.restore("case")
    assert archive.exists()
    assert not (matters.root / "case").exists()
    archive.write_bytes(b"no archive at all")
    matters.create("another")
    assert [(one.slug, one.state) for one in matters.all()] == [
        ("another", "open"),
        ("case", "damaged"),
    ]
    matters.delete("case")
    assert [one.slug for one in matters.all()] == ["another"]


def test_a_matter_folder_is_for_its_owner_only(matters: Matters) -> None:
    matters.create("case")
    assert (matters.root / "case").stat().st_mode & 0o077 == 0


def test_the_command_line_makes_fills_and_deletes_a_matter(tmp_path: Path, files: Path) -> None:
    environment = {
        **os.environ, "PINCITE_MATTERS": str(tmp_path / "matters"), "PINCITE_WORKERS": "1"
    }  # fmt: skip

    def run(*arguments: str) -> Done:
        return pincite(*arguments, env=environment)

    assert run("matter", "create", "Smith v. Jones").returncode == 0
    done = run("--matter", "smith-v-jones", "ingest", str(files))
    assert done.returncode == 0, done.stderr
    assert "read 2 documents" in done.stdout
    assert "letter.txt" in run("documents", "--matter", "smith-v-jones").stdout
    nobody = run("documents")
    assert nobody.returncode == 2
    assert "--matter" in nobody.stderr
    kept = run("matter", "delete", "smith-v-jones")
    assert kept.returncode == 2
    assert "--yes" in kept.stderr
    assert run("matter", "delete", "smith-v-jones", "--yes").returncode == 0
    assert holds(tmp_path / "matters", CANARY) == []


def test_what_killed_commands_left_is_removed_by_the_next(matters: Matters, tmp_path: Path) -> None:
    matters.create("Kept")
    root = matters.root
    made, packed = root / ".making-lost", root / "archive" / ".making-kept.tar.xz"
    upload, arriving = (root / "kept" / "files" / f".{name}.part" for name in ("old", "new"))
    for file in (made / "corpus.db", packed, upload, arriving):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"half")
    for path in (made, upload):
        os.utime(path, (0, 0))
    assert [card.slug for card in matters.all()] == ["kept"]
    assert not made.exists()
    assert not packed.exists()
    with matters.open("kept") as matter:
        matter.sync(tmp_path)
    assert not upload.exists()
    assert arriving.exists()
    matters.archive("kept")
    matters.restore("kept")
    assert not arriving.exists()


def test_what_is_being_made_is_left_alone(matters: Matters) -> None:
    making = matters.root / ".making-next"
    making.mkdir(parents=True)
    with locked(making):
        os.utime(making, (0, 0))
        matters.all()
        assert making.exists()
        with pytest.raises(LibraryBusy):
            matters.create("Next")
    assert matters.create("Next").slug == "next"
    assert not making.exists()
