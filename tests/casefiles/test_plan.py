"""What a run decides to do, from what lies there and what the register has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pincite.ingest.casefiles.folder import FolderContents, FoundFile
from pincite.ingest.casefiles.plan import children, plan, safe_name
from pincite.ingest.casefiles.tasks import Enclosed
from pincite.model.document import Document, DocumentState

READ, WAITING = DocumentState.READ, DocumentState.WAITING
DUPLICATE, REMOVED = DocumentState.DUPLICATE, DocumentState.REMOVED


def lying(**files: str) -> FolderContents:
    found = [FoundFile("/case", f"{path}.pdf", 1, words) for path, words in sorted(files.items())]
    return FolderContents(["/case"], found)


def after(made: object, register: list[Document]) -> list[Document]:
    """The register once a plan is carried out and everything that waits was read."""
    rows = {one.id: one for one in register} | made.changed
    return [
        replace(one, state=READ, ingested_at="then") if one.state is WAITING else one
        for one in rows.values()
    ]


def states(register: list[Document]) -> dict[str, str]:
    return {one.path.removesuffix(".pdf"): one.state.value for one in register}


def test_what_is_new_waits_and_what_was_read_is_not_read_again() -> None:
    first = plan([], lying(a="1", b="2"), remove=True)
    assert first.added == ["a.pdf", "b.pdf"]
    assert {one.state for one in first.changed.values()} == {WAITING}
    second = plan(after(first, []), lying(a="1", b="2"), remove=True)
    assert (second.changed, second.unchanged) == ({}, 2)


def test_a_changed_file_is_a_new_revision_of_the_same_document() -> None:
    register = after(plan([], lying(a="1"), remove=True), [])
    made = plan(register, lying(a="2"), remove=True)
    [changed] = made.changed.values()
    assert made.altered == ["a.pdf"]
    assert (changed.id, changed.revision, changed.state) == (register[0].id, 2, WAITING)


def test_a_file_that_moved_keeps_its_id_and_is_not_read_again() -> None:
    register = after(plan([], lying(a="1"), remove=True), [])
    made = plan(register, lying(b="1"), remove=True)
    [moved] = made.changed.values()
    assert made.moved == [("a.pdf", "b.pdf")]
    assert (moved.id, moved.path, moved.state) == (register[0].id, "b.pdf", READ)


def test_a_copy_does_not_move_the_file_of_a_folder_that_was_not_looked_into() -> None:
    register = after(plan([], lying(a="1"), remove=True), [])
    other = FolderContents(["/other"], [FoundFile("/other", "copy.pdf", 1, "1")])
    made = plan(register, other, remove=True)
    assert (made.moved, made.removed) == ([], [])
    assert states(after(made, register)) == {"a": "read", "copy": "duplicate"}


def test_a_duplicate_that_comes_back_is_still_a_duplicate() -> None:
    register = after(plan([], lying(a="1", b="1"), remove=True), [])
    register = after(plan(register, lying(a="1"), remove=True), register)
    assert states(register) == {"a": "read", "b": "removed"}
    made = plan(register, lying(a="1", b="1"), remove=True)
    assert states(after(made, register)) == {"a": "read", "b": "duplicate"}


def test_of_two_files_with_the_same_bytes_the_first_is_read() -> None:
    made = plan([], lying(a="1", b="1"), remove=True)
    assert states(after(made, [])) == {"a": "read", "b": "duplicate"}
    assert made.duplicates == ["b.pdf"]


def test_a_duplicate_is_read_when_the_one_it_repeats_is_gone() -> None:
    register = after(plan([], lying(a="1", b="1"), remove=True), [])
    made = plan(register, lying(b="1"), remove=True)
    assert {one.path: one.state for one in made.changed.values()} == {
        "a.pdf": REMOVED,
        "b.pdf": WAITING,
    }


def test_only_a_sync_sets_aside_what_is_gone() -> None:
    register = after(plan([], lying(a="1", b="2"), remove=True), [])
    assert plan(register, lying(a="1"), remove=False).changed == {}
    made = plan(register, lying(a="1"), remove=True)
    assert made.removed == ["b.pdf"]
    assert states(after(made, register)) == {"a": "read", "b": "removed"}


def test_a_removed_file_that_comes_back_unchanged_is_there_at_once() -> None:
    register = after(plan([], lying(a="1", b="2"), remove=True), [])
    register = after(plan(register, lying(a="1"), remove=True), register)
    made = plan(register, lying(a="1", b="2"), remove=True)
    assert [one.state for one in made.changed.values()] == [READ]


def test_what_could_not_be_read_is_tried_again_only_when_asked_or_changed() -> None:
    register = [
        replace(one, state=DocumentState.UNREADABLE, reason="broken", ingested_at="then")
        for one in plan([], lying(a="1"), remove=True).changed.values()
    ]
    assert plan(register, lying(a="1"), remove=True).changed == {}
    assert plan(register, lying(a="1"), remove=True, retry=True).changed != {}
    assert plan(register, lying(a="2"), remove=True).changed != {}


def test_what_still_waits_is_planned_again() -> None:
    register = list(plan([], lying(a="1"), remove=True).changed.values())
    made = plan(register, lying(a="1"), remove=True)
    assert [one.state for one in made.changed.values()] == [WAITING]


def test_attachments_follow_the_mail_they_came_with() -> None:
    [mail] = after(plan([], lying(mail="1"), remove=True), [])
    two = [Enclosed("offer.pdf", "x", 1), Enclosed("photo.png", "y", 1)]
    first = children(mail, two, [], {mail.id})
    assert [one.path for one in first] == ["mail.pdf/1 offer.pdf", "mail.pdf/2 photo.png"]
    assert children(mail, two, first, {mail.id}) == []
    fewer = children(mail, [Enclosed("offer.pdf", "z", 1)], first, {mail.id})
    assert [(one.position, one.state) for one in fewer] == [(1, WAITING), (2, REMOVED)]
    register = [mail, *first]
    gone = plan(register, lying(), remove=True)
    assert {one.state for one in gone.changed.values()} == {REMOVED}
    assert len(gone.changed) == 3


def test_ids_do_not_depend_on_where_the_folder_lies() -> None:
    here = plan(
        [], FolderContents(["/x/case"], [FoundFile("/x/case", "a.pdf", 1, "1")]), remove=True
    )
    there = plan(
        [], FolderContents(["/y/case"], [FoundFile("/y/case", "a.pdf", 1, "1")]), remove=True
    )
    assert list(here.changed) == list(there.changed)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\windows\\win.ini", "win.ini"),
        ("a\0b\x1b[31m.pdf", "ab[31m.pdf"),
        ("", "unnamed"),
        ("..", "unnamed"),
        ("\u202efdp.exe", "fdp.exe"),
        ("x" * 500 + ".pdf", "x" * 100 + ".pdf"),
    ],
)
def test_a_name_that_a_mail_gives_cannot_act_on_a_path(given: str, kept: str) -> None:
    assert safe_name(given) == kept
