"""Loads and rollbacks by several processes at once leave what one after another would have left."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pincite import library
from pincite.library import Library
from small_acts import small_act, urn_of
from waiting import LONG

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer

_WRITER = """
import json, sys
from pathlib import Path
from pincite import library
from pincite.errors import LibraryBusy
from pincite.settings import Settings

folder, sources, writer, count = sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])

def until_done(change):
    while True:
        try:
            return change()
        except LibraryBusy:
            print(json.dumps("busy"), flush=True)

with library.open(folder, settings=Settings(workers=1, busy_seconds=0.2)) as opened:
    for number in range(count):
        tag = f"{writer}-{number}"
        if number % 3 == 2:
            tag = f"{writer}-{number - 2}"
            until_done(lambda: opened.rollback(tag))
            print(json.dumps(["rollback", tag]), flush=True)
        else:
            until_done(lambda: opened.ingest(
                sources / tag, reader_name="plain", version=tag, collection="acts"))
            print(json.dumps(["load", tag]), flush=True)
"""


@pytest.fixture(params=["sqlite", "postgres"])
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    """The library that all of them write to."""
    database = ""
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        database = f"postgresql://postgres@/postgres?host={server.folder}&schema={server.schema()}"
    with library.create(tmp_path / "written", database=database) as opened:
        yield opened


def made(sources: Path, writers: int, each: int) -> None:
    """Every writer states some acts that the others state, too, on other days."""
    for writer in range(writers):
        for number in range(each):
            for act in (number, 100 * writer + number + 100):
                words = f"Writer {writer} set lamp {number} of act {act}."
                day = f"{2001 + writer}-06-{number + 1:02}"
                small_act(sources / f"{writer}-{number}", act, words, day=day)


def together(
    opened: Library, sources: Path, writers: int, each: int
) -> tuple[list[list[str]], int]:
    """What was acknowledged, and how often a writer was told that the library is busy. Nobody
    begins before all have been told so once."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITER, opened.folder, sources, str(writer), str(each)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for writer in range(writers)
    ]
    with opened.store.write():
        for one in started:
            assert one.stdout is not None
            assert one.stdout.readline() == '"busy"\n'
    said = [
        json.loads(line)
        for one in started
        for line in one.communicate(timeout=LONG)[0].split("\n")
        if line
    ]
    assert [one.returncode for one in started] == [0] * writers
    return [one for one in said if one != "busy"], writers + said.count("busy")


def replayed(opened: Library, sources: Path, folder: Path) -> Library:
    """A library in which the audit log was done again, one entry after another."""
    again = library.create(folder)
    for entry in list(opened.audit())[1:]:
        tag = str(entry.detail["tag"])
        if entry.action == "load":
            again.ingest(sources / tag, reader_name="plain", version=tag, collection="acts")
        else:
            again.rollback(tag)
    return again


def state(opened: Library, acts: range) -> dict[str, object]:
    """All that was decided by the order of the writes."""
    return {
        "log": [(entry.seq, entry.action, entry.detail) for entry in opened.audit()],
        "fingerprint": opened.store.fingerprint(),
        "versions": [(one.tag, one.active, one.works) for one in opened.versions()],
        "timelines": [
            [(one.hash, one.validity, one.version) for one in opened.texts_of(urn_of(act))]
            for act in acts
        ],
    }


@pytest.mark.req("S9")
def test_fifty_concurrent_loads_and_rollbacks_are_as_if_one_came_after_another(
    written: Library, tmp_path: Path
) -> None:
    writers, each = 5, 10
    sources = tmp_path / "sources"
    made(sources, writers, each)
    acknowledged, busy = together(written, sources, writers, each)
    assert busy >= writers
    assert len(acknowledged) == writers * each
    logged = [(entry.action, entry.detail["tag"]) for entry in list(written.audit())[1:]]
    assert Counter(logged) == Counter((action, tag) for action, tag in acknowledged)
    verification = written.verify()
    assert verification.problems == []
    assert verification.entries == 1 + writers * each
    with replayed(written, sources, tmp_path / "replayed") as serial:
        assert state(written, range(each)) == state(serial, range(each))
