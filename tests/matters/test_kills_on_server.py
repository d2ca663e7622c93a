"""Killed at any step, a matter on a server is there whole, or is made, or gone, with the next
command; and no schema is left that no matter knows of."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from matters.on_server import Database, There, made
from pincite.matters import Matters, MatterState
from waiting import LONG

pytestmark = pytest.mark.slow

# Dies as it comes to a step, or, with "after", when that is done.
_SCRIPT = """
import importlib, os, signal, sys
from pathlib import Path
from pincite.matters import Matters
from pincite.settings import Settings

root, database, verb, when, step = sys.argv[1:]
module, _, name = step.rpartition(".")
place = importlib.import_module(module)
done = getattr(place, name)

def die(*arguments, **named):
    if when == "after":
        done(*arguments, **named)
    os.kill(os.getpid(), signal.SIGKILL)

setattr(place, name, die)
getattr(Matters(Path(root), settings=Settings(matters_database=database, workers=1)), verb)("case")
"""


def killed(database: Database, root: Path, operation: str, when: str, step: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(root), database.address, operation, when, step],
        capture_output=True, text=True, timeout=LONG, check=False,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, f"it did not come to that step: {done.stderr}"


@pytest.fixture
def matters(there: There) -> Matters:
    return there()


@pytest.fixture
def mark(matters: Matters, files: Path) -> str:
    """The fingerprint of a matter with files in it."""
    return made(matters, files)


def whole(matters: Matters) -> str:
    """Its fingerprint, after all of it was checked."""
    with matters.open("case") as case:
        found = case.verify()
        assert found.problems == []
        return found.fingerprint


@pytest.mark.parametrize(
    ("when", "step"),
    [
        ("after", "pincite.matters.claim"),
        ("before", "pincite.matters.write_card"),
        ("after", "pincite.matters.write_card"),
    ],
)
def test_a_matter_whose_making_was_killed_is_made_again(
    matters: Matters, database: Database, when: str, step: str
) -> None:
    killed(database, matters.root, "create", when, step)
    assert matters.all() == []
    matters.create("case")
    assert len(database.schemas()) == 1
    assert whole(matters)
    matters.delete("case")
    assert database.schemas() == []
    assert list(matters.root.iterdir()) == []


@pytest.mark.req("C1")
@pytest.mark.parametrize("state", [MatterState.OPEN, MatterState.CLOSED])
@pytest.mark.parametrize(
    ("when", "step"),
    [
        ("before", "pincite.matters.storage.drop"),
        ("after", "pincite.matters.storage.drop"),
        ("after", "pincite.matters.forget"),
        ("after", "pincite.matters.erase.erase"),
    ],
)
def test_a_deletion_that_was_killed_is_finished_by_the_next_command(
    matters: Matters, database: Database, mark: str, state: MatterState, when: str, step: str
) -> None:
    if state is MatterState.CLOSED:
        matters.close("case")
    killed(database, matters.root, "delete", when, step)
    assert matters.all() == []
    assert database.schemas() == []
    assert list(matters.root.iterdir()) == []


@pytest.mark.parametrize(
    ("when", "step", "state"),
    [
        ("before", "pincite.matters.pack", "closed"),
        ("after", "pincite.matters.pack", "closed"),
        ("before", "pincite.matters.storage.drop", "archived"),
        ("after", "pincite.matters.storage.drop", "archived"),
    ],
)
def test_a_matter_whose_archiving_was_killed_is_a_matter_or_an_archive(
    matters: Matters, database: Database, mark: str, when: str, step: str, state: str
) -> None:
    killed(database, matters.root, "archive", when, step)
    assert [one.state for one in matters.all()] == [state]
    if state == "closed":
        assert whole(matters) == mark
        matters.archive("case")
    assert database.schemas() == []
    matters.restore("case")
    assert whole(matters) == mark
    matters.delete("case")
    assert database.schemas() == []
    assert [one for one in matters.root.rglob("*") if one.is_file()] == []


@pytest.mark.parametrize(
    ("when", "step", "state"),
    [
        ("after", "pincite.matters.storage.claim", "archived"),
        ("after", "pincite.matters.storage.restore", "archived"),
        ("before", "pincite.matters.write_card", "archived"),
        ("before", "pincite.matters.erase", "closed"),
    ],
)
def test_a_matter_whose_restoring_was_killed_is_restored_again(
    matters: Matters, database: Database, mark: str, when: str, step: str, state: str
) -> None:
    matters.archive("case")
    killed(database, matters.root, "restore", when, step)
    assert [one.state for one in matters.all()] == [state]
    if state == "archived":
        matters.restore("case")
    assert whole(matters) == mark
    assert len(database.schemas()) == 1
    matters.delete("case")
    assert database.schemas() == []
    assert [one for one in matters.root.rglob("*") if one.is_file()] == []


def test_an_archived_matter_is_deleted_with_what_a_killed_restoring_left(
    matters: Matters, database: Database, mark: str
) -> None:
    matters.archive("case")
    killed(database, matters.root, "restore", "before", "pincite.matters.write_card")
    assert len(database.schemas()) == 1
    matters.delete("case")
    assert database.schemas() == []
    assert [one for one in matters.root.rglob("*") if one.is_file()] == []
