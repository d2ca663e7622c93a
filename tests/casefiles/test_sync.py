"""Folders into a matter: resumable, in any order of reading, with nothing lost on the way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from email.message import EmailMessage
from pathlib import Path

import pytest

from casefiles.raw_pdfs import pdf, said
from pincite.ingest.casefiles.sync import SyncReport
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.model.document import DocumentState
from pincite.settings import Settings
from waiting import LONG, wait_until


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    case = tmp_path / "case"
    (case / "pleadings").mkdir(parents=True)
    (case / "pleadings" / "complaint.pdf").write_bytes(
        pdf([said("COMPLAINT"), said("The plaintiff alleges that the lamp was not lit.")])
    )
    (case / "letter.txt").write_text("Dear Sir,\n\nThe lamp was lit at all times.\n")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", "The lamp"
    mail.set_content("See the attached contract and the letter.\n")
    mail.add_attachment(
        pdf([said("This Agreement is made by and between A and B.")]),
        maintype="application", subtype="pdf", filename="../../contract.pdf",
    )  # fmt: skip
    mail.add_attachment(
        (case / "letter.txt").read_bytes(), maintype="text", subtype="plain", filename="copy.txt"
    )
    (case / "mail.eml").write_bytes(bytes(mail))
    return case


@pytest.fixture
def matter(tmp_path: Path) -> Matter:
    return opened(tmp_path / "matters")


def opened(root: Path, name: str = "case", **settings: object) -> Matter:
    every = Matters(root, settings=Settings(**{"workers": 2, **settings}))
    if not (root / name).exists():
        every.create(name)
    return every.open(name)


def states(matter: Matter) -> dict[str, str]:
    return {one.path: one.state.value for one in matter.store.documents.all()}


@pytest.mark.req("C2")
def test_every_kind_of_file_in_a_folder_is_read_and_attachments_are_documents(
    matter: Matter, folder: Path
) -> None:
    report = matter.read_files(folder)
    assert states(matter) == {
        "letter.txt": "read",
        "mail.eml": "read",
        "mail.eml/1 contract.pdf": "read",
        "mail.eml/2 copy.txt": "duplicate",
        "pleadings/complaint.pdf": "read",
    }
    assert (report.read, report.pages, report.unreadable) == (4, 3, [])
    attached = matter.document("mail.eml/1 contract.pdf")
    assert (attached.parent, attached.position) == (matter.document("mail.eml").id, 1)
    [passage] = matter.passages(attached.id)
    assert passage.citation.startswith("1 contract.pdf, p. 1")
    assert passage.source.sha256 == attached.sha256


@pytest.mark.req("U2")
def test_a_second_run_reads_nothing_again(matter: Matter, folder: Path) -> None:
    matter.read_files(folder)
    before = matter.store.documents.all()
    again = matter.read_files(folder)
    assert (again.read, again.unchanged) == (0, 3)
    assert matter.store.documents.all() == before


def test_sync_sees_new_changed_moved_and_removed_files(matter: Matter, folder: Path) -> None:
    matter.read_files(folder)
    letter = matter.document("letter.txt")
    (folder / "new.txt").write_text("Something new.")
    (folder / "letter.txt").write_text("Dear Sir,\n\nThe lamp was out.\n")
    (folder / "pleadings" / "complaint.pdf").rename(folder / "first.pdf")
    (folder / "mail.eml").unlink()
    report = matter.sync()
    assert (report.added, report.changed, report.removed) == (
        ["new.txt"],
        ["letter.txt"],
        ["mail.eml"],
    )
    assert report.moved == [("pleadings/complaint.pdf", "first.pdf")]
    assert matter.document("letter.txt").revision == letter.revision + 1
    assert matter.document("letter.txt").id == letter.id
    assert matter.quotes("letter.txt", "The lamp was out.")
    assert not matter.quotes("letter.txt", "The lamp was lit")
    assert states(matter)["mail.eml/1 contract.pdf"] == "removed"
    # What the removed mail repeated is gone from the folder too, so its copy is not revived.
    assert states(matter)["mail.eml/2 copy.txt"] == "removed"
    assert "mail.eml" not in [one.path for one in matter.documents()]
    assert list(matter.store.damaged()) == []


def test_what_cannot_be_read_is_listed_with_its_reason_and_the_rest_is_read(
    matter: Matter, folder: Path
) -> None:
    (folder / "empty.pdf").write_bytes(b"")
    (folder / "torn.pdf").write_bytes(pdf([said("x")])[:200])
    (folder / "program.exe").write_bytes(b"MZ\x90\0" + b"\0" * 500)
    report = matter.read_files(folder)
    assert report.read == 4
    reasons = {one.path: one.reason for one in report.unreadable}
    assert set(reasons) == {"empty.pdf", "torn.pdf", "program.exe"}
    assert all(reasons.values())
    assert all(one.hint for one in report.unreadable)
    assert [one.path for one in matter.documents("unreadable")] == sorted(reasons)


@pytest.mark.req("U2")
def test_the_result_does_not_depend_on_how_many_read_or_who_is_first(
    tmp_path: Path, folder: Path
) -> None:
    marks: set[str] = set()
    ids: set[tuple[tuple[str, int], ...]] = set()
    for workers in (1, 2, 3):
        with opened(tmp_path / f"m{workers}", workers=workers) as matter:
            matter.read_files(folder)
            marks.add(matter.verify().fingerprint)
            ids.add(tuple((one.path, one.key) for one in matter.documents()))
    assert len(marks) == 1
    assert len(ids) == 1


@pytest.mark.req("U2")
@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_where_it_stopped(tmp_path: Path) -> None:
    case = tmp_path / "case"
    case.mkdir()
    for number in range(40):
        words = [said(f"Exhibit {number}, page {page}: the lamp was lit.") for page in range(30)]
        (case / f"exhibit-{number:02}.pdf").write_bytes(pdf(words))
    with opened(tmp_path / "whole") as matter:
        matter.read_files(case)
        whole = matter.verify().fingerprint
        keys = [(one.path, one.key) for one in matter.documents()]
    environment = {**os.environ, "PINCITE_MATTERS": str(tmp_path / "torn"), "PINCITE_WORKERS": "2"}
    command = [sys.executable, "-m", "pincite", "--matter", "case", "--quiet"]
    opened(tmp_path / "torn").close()
    kills = 0
    for attempt in range(12):
        process = subprocess.Popen(
            [*command, "ingest", str(case)], env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            process.wait(timeout=0.35 + 0.17 * attempt)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            with opened(tmp_path / "torn") as matter:
                assert list(matter.store.damaged()) == []
            continue
        break
    assert kills
    with opened(tmp_path / "torn") as matter:
        matter.read_files(case)
        assert matter.verify().fingerprint == whole
        assert [(one.path, one.key) for one in matter.documents()] == keys


def test_watching_reads_what_is_put_into_the_folder(tmp_path: Path, folder: Path) -> None:
    reports: list[SyncReport] = []
    stop = threading.Event()
    seen = threading.Event()

    def each(report: SyncReport) -> None:
        reports.append(report)
        seen.set()

    def watch() -> None:
        with opened(tmp_path / "matters") as matter:
            matter.watch(folder, each=each, stop=stop)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        assert seen.wait(LONG)
        (folder / "late.txt").write_text("It came late.")

        def read() -> bool:
            # The folder is watched from some moment after the first report: what is no document
            # is written to it until it is.
            (folder / ".news").write_text("now")
            seen.clear()
            seen.wait(0.5)
            return any(report.added for report in reports[1:])

        wait_until(read)
    finally:
        stop.set()
        watcher.join()
    assert reports[0].read == 4
    assert [path for report in reports[1:] for path in report.added] == ["late.txt"]


def test_progress_is_told_in_files_bytes_and_pages(matter: Matter, folder: Path) -> None:
    told: list[tuple[int, int, int]] = []
    matter.read_files(
        folder,
        progress=lambda *, files, of_files, size, of_size, pages, name: told.append(
            (files, of_files, pages)
        ),
    )
    assert told[-1] == (4, 4, 3)
    assert [files for files, _, _ in told] == sorted(files for files, _, _ in told)


def test_a_file_that_is_no_longer_what_was_read_is_not_shown_as_the_source(
    matter: Matter, folder: Path
) -> None:
    from pincite.errors import SourceChanging

    matter.read_files(folder)
    shutil.copy(folder / "letter.txt", folder / "pleadings" / "complaint.pdf")
    with pytest.raises(SourceChanging, match="not the one that was read"):
        matter.page("complaint.pdf", 1)


def test_documents_are_asked_for_by_id_path_or_a_name_that_only_one_has(
    matter: Matter, folder: Path
) -> None:
    from pincite.errors import NotFound

    (folder / "pleadings" / "letter.txt").write_text("Another letter.")
    matter.read_files(folder)
    with pytest.raises(NotFound, match="2 documents"):
        matter.document("letter")
    assert matter.document("letter.txt").path == "letter.txt"
    complaint = matter.document("complaint")
    assert matter.document(complaint.id[:6]) == complaint
    assert complaint.state is DocumentState.READ
