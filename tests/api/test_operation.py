"""An operation checks who asks, and begins in the background what takes long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pincite.api.access import Access, Power, owner
from pincite.api.jobs import JobBoard, JobState
from pincite.api.operation import NoFields, Operation, Request, operation_named, operations
from pincite.api.workspace import Workspace
from pincite.errors import Forbidden, InputError, NoLibrary
from pincite.settings import Settings
from waiting import wait_until


@dataclass(frozen=True)
class Counted:
    """How many."""

    number: int
    nothing: str = ""


class MatterRequest(Request):
    matter: str = ""


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    settings = Settings(library=tmp_path / "law", matters=tmp_path / "matters")  # type: ignore[call-arg]
    board = JobBoard()
    with closing(board), closing(Workspace(tmp_path / "law", settings, board)) as opened:
        yield opened


def test_what_is_long_is_begun_and_not_waited_for(workspace: Workspace) -> None:
    may_end = threading.Event()
    opened: list[Workspace] = []

    def run(own: Workspace, _access: Access, _asked: NoFields) -> Counted:
        """Counts."""
        opened.append(own)
        own.progress(done=1)
        may_end.wait()
        return Counted(3)

    operation = Operation("count", Power.READ, NoFields, run, long=True)
    job = operation.carry_out(workspace, owner(), NoFields())
    assert job["state"] in ("waiting", "running")
    assert "result" not in job
    may_end.set()
    wait_until(lambda: workspace.jobs.view(job["id"]).state.ended)
    ended = workspace.jobs.view(job["id"])
    assert ended.state is JobState.DONE
    assert ended.result == {"number": 3}
    assert opened != [workspace], "whoever asks meanwhile would wait for it"
    # A command waits for it.
    assert operation.perform(workspace, owner(), NoFields()) == Counted(3)


def test_what_would_fail_later_fails_at_once(workspace: Workspace) -> None:
    def ready(_workspace: Workspace, _access: Access, _asked: NoFields) -> None:
        raise InputError("not ready")

    def run(_workspace: Workspace, _access: Access, _asked: NoFields) -> Counted:
        """Counts."""
        raise AssertionError("it was begun")

    operation = Operation("count", Power.READ, NoFields, run, long=True, ready=ready)
    with pytest.raises(InputError, match="not ready"):
        operation.carry_out(workspace, owner(), NoFields())
    assert workspace.jobs.all() == []


def test_who_may_not_is_told_before_anything_is_made_ready(workspace: Workspace) -> None:
    def untouched(_workspace: Workspace, _access: Access, _asked: NoFields) -> Counted:
        raise AssertionError("it was reached")

    nobody = replace(owner(), powers=frozenset[Power]())
    for long in (False, True):
        operation = Operation("count", Power.READ, NoFields, untouched, long=long, ready=untouched)
        with pytest.raises(Forbidden):
            operation.carry_out(workspace, nobody, NoFields())


def test_a_matter_that_is_not_there_is_told_at_once(workspace: Workspace) -> None:
    def run(_workspace: Workspace, _access: Access, _asked: MatterRequest) -> Counted:
        raise AssertionError("it was begun")

    operation = Operation("count", Power.READ, MatterRequest, run, long=True)
    with pytest.raises(NoLibrary):
        operation.carry_out(workspace, owner(), MatterRequest(matter="nope"))
    assert workspace.jobs.all() == []


def test_a_request_reaches_the_matters_of_its_key_alone(workspace: Workspace) -> None:
    def run(_workspace: Workspace, _access: Access, _asked: MatterRequest) -> Counted:
        return Counted(1)

    operation = Operation("count", Power.READ, MatterRequest, run)
    own = replace(owner(), matters=frozenset({"own"}), law=False)
    assert operation.carry_out(workspace, own, MatterRequest(matter="Own")) == {"number": 1}
    for matter in ("other", "", "..."):
        with pytest.raises(Forbidden):
            operation.carry_out(workspace, own, MatterRequest(matter=matter))
    anywhere = replace(operation, anywhere=True)
    assert anywhere.carry_out(workspace, own, MatterRequest()) == {"number": 1}


@pytest.mark.req("C1")
def test_no_power_makes_up_for_the_law_that_a_key_does_not_reach(workspace: Workspace) -> None:
    def run(_workspace: Workspace, _access: Access, _asked: MatterRequest) -> Counted:
        return Counted(1)

    own = replace(owner(), matters=frozenset({"own"}), law=False)
    for power in Power:
        operation = Operation("count", power, MatterRequest, run)
        assert operation.carry_out(workspace, own, MatterRequest(matter="own"))
        with pytest.raises(Forbidden, match="library of law"):
            operation.carry_out(workspace, own, MatterRequest())


def test_every_operation_says_what_it_does_and_gives() -> None:
    for operation in operations().values():
        assert operation.about.endswith("."), operation.name
        assert operation.response is not None
        for name, field in operation.request.model_fields.items():
            assert field.description or name in FILTERS, f"{operation.name}.{name}"


FILTERS = {"doc_type", "nature", "year", "chapter", "language", "court", "jurisdiction"}


def test_old_names_still_lead_to_operations() -> None:
    old = {name: one.name for one in operations().values() for name in one.old_names}
    assert old == {
        "resolve": "scope", "resolve_urn": "lookup", "timeline": "list_texts",
        "versions": "list_versions",
    }  # fmt: skip
    assert not old.keys() & operations().keys()
    for name, new in old.items():
        assert operation_named(name) is operations()[new]
    assert operation_named("nope") is None


def test_what_only_reads_changes_nothing() -> None:
    changing = {operation.name for operation in operations().values() if operation.changes}
    assert changing == {
        "add_override", "remove_override", "add_preemption", "import_synonyms", "rollback",
        "create_case", "close_case", "reopen_case", "archive_case", "restore_case", "delete_case",
        "load_law", "ingest_document", "ingest_folder", "read_files", "sync_folder",
        "watch_folder", "index", "cancel_job", "pause_job", "resume_job",
    }  # fmt: skip
