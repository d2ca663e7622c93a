"""Several processes and threads on one library in PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from corpus.postgres_server import PostgresServer
from corpus.store_contract import JAN, JUN, WORK, put
from drafts import packed
from pincite.errors import LibraryBusy
from waiting import LONG, wait_until

if TYPE_CHECKING:
    from pincite.corpus.postgres import PostgresStore

TESTS = Path(__file__).parent.parent
_OPEN = f"""
import sys, time
sys.path.insert(0, {str(TESTS)!r})
from corpus.store_contract import put, JUN
from drafts import packed
from pincite.corpus.postgres import PostgresStore
from pincite.errors import LibraryBusy
store = PostgresStore(sys.argv[1], sys.argv[2], busy_seconds=float(sys.argv[3]))
"""


@pytest.fixture
def store(postgres: PostgresServer, schema: str) -> Iterator[PostgresStore]:
    opened = postgres.open(schema, busy_seconds=0.2)
    yield opened
    opened.close()


def begin(
    postgres: PostgresServer, schema: str, script: str, busy: float = LONG
) -> subprocess.Popen[str]:
    """Another process that has the library open as `store`."""
    return subprocess.Popen(
        [sys.executable, "-c", _OPEN + script, postgres.address, schema, str(busy)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=TESTS,
    )


def end(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=LONG)
    assert process.returncode == 0, err
    return out


def ready(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"


def waits_for_the_lock(postgres: PostgresServer, schema: str) -> bool:
    """Whether someone has asked for the lock of the only writer and has not been given it."""
    asked = postgres.execute(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = %s AND wait_event = 'advisory'",
        (f"pincite {schema}",),
    )
    return bool(asked)


def test_what_one_process_writes_another_sees(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    before = store.revision()
    end(begin(postgres, schema, "put(store, 'v1', packed()); store.close()"))
    assert [one.tag for one in store.versions()] == ["v1"]
    assert store.revision() > before
    put(store, "v2", packed(start=JUN, sections=("Other.",)))
    out = end(
        begin(postgres, schema, "print(*[one.tag for one in store.versions()]); store.close()")
    )
    assert out == "v1 v2\n"
    assert [entry.action for entry in store.audit()] == ["init", "load", "load"]
    assert list(store.damaged()) == []


def test_a_second_process_that_writes_is_told_to_wait(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    script = """
try:
    with store.write():
        print("written")
except LibraryBusy as busy:
    print(busy.code, busy.retryable)
store.close()
"""
    with store.write() as writer:
        writer.begin_version("v1", "acts", "test")
        assert end(begin(postgres, schema, script, busy=0.2)) == "library_busy True\n"
        waiting = begin(postgres, schema, script)
        wait_until(lambda: waits_for_the_lock(postgres, schema))
        writer.finish_version({})
    assert end(waiting) == "written\n"


def test_a_writer_that_waited_goes_on_from_what_the_other_left(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    """Its snapshot must not be older than the lock it was given."""
    script = """
print("ready", flush=True)
put(store, "second", packed(start=JUN, sections=("Other.",)))
store.close()
"""
    with store.write() as writer:
        writer.begin_version("first", "acts", "test")
        writer.put(packed())
        process = begin(postgres, schema, script)
        ready(process)
        wait_until(lambda: waits_for_the_lock(postgres, schema))
        writer.finish_version({})
    end(process)
    assert [one.version for one in store.timeline(WORK)] == ["first", "second"]
    assert [one.key for one in store.timeline(WORK)] == [1, 2]
    assert [entry.seq for entry in store.audit()] == [1, 2, 3]
    assert list(store.damaged()) == []


@pytest.mark.req("U2")
def test_a_writer_that_is_killed_leaves_nothing(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    put(store, "v1", packed())
    before = store.fingerprint(), store.counts()
    script = """
with store.write() as writer:
    writer.begin_version("v2", "acts", "test")
    for number in range(300):
        writer.put(packed(f"urn:lex:xm:act-2021-{number}"))
    writer.finish()
    writer.finish_version({})
    print("ready", flush=True)
    time.sleep(3600)
"""
    process = begin(postgres, schema, script)
    ready(process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()

    def written() -> bool:
        try:
            put(store, "v2", packed(start=JUN, sections=("Other.",)))
        except LibraryBusy:
            return False
        return True

    wait_until(written, lambda: "the lock outlived its holder")
    with store.write() as writer:
        writer.activate("v1")
    assert store.counts()["work"] == 1
    assert store.counts()["node"] == before[1]["node"] + 5
    assert [one.tag for one in store.versions()] == ["v1", "v2"]
    assert list(store.damaged()) == []


def test_four_processes_that_open_a_new_library_at_once_make_it_once(
    postgres: PostgresServer, schema: str
) -> None:
    script = "print(store.revision()); store.close()"
    # In a database of its own, so that the extensions are made at once, too.
    postgres.execute("CREATE DATABASE fresh")
    server = postgres.address.replace("dbname=postgres", "dbname=fresh")
    started = [
        subprocess.Popen(
            [sys.executable, "-c", _OPEN + script, server, schema, str(LONG)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=TESTS,
        )
        for _ in range(4)
    ]  # fmt: skip
    said = [one.communicate(timeout=LONG) for one in started]
    assert said == [("1\n", "")] * 4
    postgres.execute("DROP DATABASE fresh WITH (FORCE)")


def test_threads_read_while_another_writes_and_see_nothing_unfinished(
    store: PostgresStore,
) -> None:
    put(store, "v0", packed())
    seen: set[tuple[int, int]] = set()
    problems: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                tags = len(store.versions())
                kept = store.expressions(WORK)
                seen.add((tags, len(kept)))
                for one in kept:
                    assert store.text(one.key)
                    assert len(list(store.nodes(one.key))) >= 5
        except BaseException as problem:
            problems.append(problem)

    readers = [threading.Thread(target=read) for _ in range(6)]
    for one in readers:
        one.start()
    for number in range(1, 6):
        with store.write() as writer:
            writer.begin_version(f"v{number}", "acts", "test")
            writer.put(packed(start=JAN.replace(year=2020 + number), sections=(f"{number}.",)))
            assert len(store.versions()) == number, "not even its own thread sees it"
            writer.finish_version({})
        assert len(store.versions()) == number + 1
    done.set()
    for one in readers:
        one.join()
    assert problems == []
    # A version is seen with what it holds: each question may come after one more has finished.
    assert all(kept >= tags for tags, kept in seen)


def test_two_threads_of_one_store_take_turns_to_write(
    postgres: PostgresServer, schema: str
) -> None:
    patient = postgres.open(schema, busy_seconds=LONG)

    def load(name: str) -> None:
        for number in range(5):
            put(patient, f"{name}{number}", packed(f"urn:lex:xm:act-{name}-{number}"))

    threads = [threading.Thread(target=load, args=(name,)) for name in ("a", "b", "c")]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(patient.versions()) == 15
    assert list(patient.damaged()) == []
    patient.close()
