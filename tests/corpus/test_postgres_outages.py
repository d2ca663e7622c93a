"""A library in PostgreSQL whose server comes and goes, or is not there at all."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from corpus.postgres_server import PostgresServer
from corpus.store_contract import JUN, WORK, put
from drafts import packed
from pincite.errors import LibraryBusy, LibraryError
from waiting import wait_until

if TYPE_CHECKING:
    from pincite.corpus.postgres import PostgresStore


@pytest.fixture
def store(postgres: PostgresServer, schema: str) -> Iterator[PostgresStore]:
    opened = postgres.open(schema, busy_seconds=0.2)
    yield opened
    opened.close()


def test_a_server_that_is_stopped_is_a_clear_error_and_the_store_works_when_it_is_back(
    postgres: PostgresServer, schema: str
) -> None:
    from pincite.errors import ServerUnreachable

    # Each question below waits for so long.
    store = postgres.open(schema, connect_seconds=1)
    put(store, "v1", packed())
    before = store.fingerprint()
    postgres.stop()
    try:
        for ask in (store.versions, store.fingerprint, lambda: store.find(WORK)):
            with pytest.raises(ServerUnreachable) as refused:
                ask()
            assert refused.value.retryable
            assert "PostgreSQL" in refused.value.hint
        with pytest.raises(ServerUnreachable), store.write():
            pass
        with pytest.raises(ServerUnreachable):
            postgres.open("elsewhere")
    finally:
        postgres.start()

    def back() -> bool:
        try:
            return bool(store.versions())
        except ServerUnreachable:
            return False

    wait_until(back)
    assert store.fingerprint() == before
    put(store, "v2", packed(start=JUN, sections=("Other.",)))
    assert [one.tag for one in store.versions()] == ["v1", "v2"]
    store.close()


def test_a_server_that_was_started_again_between_two_questions_is_not_noticed(
    postgres: PostgresServer, store: PostgresStore
) -> None:
    put(store, "v1", packed())
    # Several connections, all of which die.
    threads = [
        threading.Thread(target=lambda: store._server.rows("SELECT pg_sleep(0.2)"))
        for _ in range(4)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    postgres.stop()
    postgres.start()
    assert [one.tag for one in store.versions()] == ["v1"]
    postgres.stop()
    postgres.start()
    put(store, "v2", packed(start=JUN, sections=("Other.",)))
    assert [one.tag for one in store.versions()] == ["v1", "v2"]


def test_a_write_is_not_repeated_when_the_server_goes_in_the_middle(
    postgres: PostgresServer, store: PostgresStore
) -> None:
    from pincite.errors import ServerUnreachable

    begun = 0
    before = store.fingerprint()
    with pytest.raises(ServerUnreachable), store.write() as writer:
        begun += 1
        writer.begin_version("v1", "acts", "test")
        writer.put(packed())
        postgres.stop()
        postgres.start()
        writer.finish_version({})
    assert begun == 1
    assert store.fingerprint() == before
    put(store, "v1", packed())


def test_a_connection_lost_while_finishing_says_that_it_is_not_known(
    postgres: PostgresServer, store: PostgresStore
) -> None:
    with pytest.raises(LibraryError, match="whole, or not at all"), store.write() as writer:
        writer.add_synonyms([])
        writer.finish()
        postgres.stop()
        postgres.start()
    assert [entry.action for entry in store.audit()] == ["init"]


def test_a_reader_whose_connection_is_cut_asks_again(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    put(store, "v1", packed())
    for _ in range(3):
        postgres.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s",
            (f"pincite {schema}",),
        )
        assert [one.tag for one in store.versions()] == ["v1"]


def test_a_reader_is_not_kept_waiting_by_a_writer(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    with store.write() as writer:
        writer.begin_version("v1", "acts", "test")
        # Whoever waited for it would be told that the library is busy.
        other = postgres.open(schema, busy_seconds=0.2)
        assert other.versions() == []
        other.close()
        closed = postgres.open(schema, read_only=True)
        assert closed.versions() == []
        closed.close()


def test_an_address_that_leads_nowhere_is_a_clear_error() -> None:
    pytest.importorskip("psycopg_pool")
    from pincite.corpus.postgres import PostgresStore
    from pincite.errors import ServerUnreachable

    with pytest.raises(ServerUnreachable) as refused:
        PostgresStore("host=/nowhere dbname=law user=me password=hush", "law", connect_seconds=1)
    assert "hush" not in str(refused.value)


def test_a_question_that_clashed_is_asked_again_a_few_times(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    postgres.execute(f"CREATE SEQUENCE {schema}.tries")
    postgres.execute(
        f"CREATE FUNCTION {schema}.clash(until INT) RETURNS INT LANGUAGE plpgsql AS $$ BEGIN"
        f" IF nextval('{schema}.tries') < until THEN RAISE 'clash' USING ERRCODE = '40001'; END IF;"
        " RETURN 7; END $$"
    )
    assert store._server.rows("SELECT clash(3)") == [(7,)]
    with pytest.raises(LibraryBusy):
        store._server.rows("SELECT clash(99)")
    with pytest.raises(LibraryBusy), store.write() as writer:
        writer._db.execute("SELECT clash(99)")
    assert store._server.rows("SELECT nextval('tries')") == [(8,)]


def test_without_psycopg_the_error_says_what_to_install() -> None:
    script = """
import sys
sys.modules["psycopg"] = None
from pincite.errors import LibraryError
try:
    import pincite.corpus.postgres
except LibraryError as refused:
    print(refused.hint)
"""
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "pincite[team]" in out.stdout
