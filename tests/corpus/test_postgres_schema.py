"""A schema a library: migrations, names, who may write, and nothing seen of another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from corpus.document_contract import DOC
from corpus.postgres_server import PostgresServer
from corpus.store_contract import put
from drafts import packed
from pincite.errors import (
    InputError,
    LibraryClosed,
    LibraryDamaged,
    LibraryError,
    LibraryNewer,
    NoLibrary,
)
from pincite.model import Synonym

if TYPE_CHECKING:
    from pincite.corpus.postgres import PostgresStore


@pytest.fixture
def store(postgres: PostgresServer, schema: str) -> Iterator[PostgresStore]:
    opened = postgres.open(schema, busy_seconds=0.1)
    yield opened
    opened.close()


def test_migrations_are_numbered_from_one_without_gaps_and_applied_once(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    from pincite.corpus.postgres.schema import migrations

    numbers = [number for number, _ in migrations()]
    assert numbers == list(range(1, len(numbers) + 1))
    put(store, "v1", packed())
    applied = postgres.execute(f"SELECT * FROM {schema}.migration ORDER BY number")
    assert [row[0] for row in applied] == numbers
    again = postgres.open(schema)
    assert again.fingerprint() == store.fingerprint()
    assert [entry.action for entry in again.audit()] == ["init", "load"]
    again.close()
    assert postgres.execute(f"SELECT * FROM {schema}.migration ORDER BY number") == applied


def test_a_migration_that_fails_leaves_nothing(
    postgres: PostgresServer, schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pincite.corpus.postgres import schema as preparing

    steps = preparing.migrations()
    broken = [*steps, (len(steps) + 1, "CREATE TABLE half (id INT); SELECT 1 / 0")]
    monkeypatch.setattr(preparing, "migrations", lambda: broken)
    with pytest.raises(LibraryError, match="division"):
        postgres.open(schema)
    assert postgres.execute("SELECT to_regnamespace(%s)", (schema,)) == [(None,)]
    monkeypatch.undo()
    postgres.open(schema).close()


def test_an_older_library_is_brought_up(
    postgres: PostgresServer, schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pincite.corpus.postgres import schema as preparing

    steps = preparing.migrations()
    monkeypatch.setattr(preparing, "migrations", lambda: steps[:1])
    store = postgres.open(schema)
    put(store, "v1", packed())
    store.close()
    monkeypatch.undo()
    store = postgres.open(schema)
    assert store.documents.all() == []
    assert [one.tag for one in store.versions()] == ["v1"]
    store.close()


def test_a_library_from_a_newer_release_is_not_touched(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    postgres.execute(f"INSERT INTO {schema}.migration VALUES (9999)")
    for read_only in (False, True):
        with pytest.raises(LibraryNewer):
            postgres.open(schema, read_only=read_only)


def test_a_library_that_is_read_only_is_neither_made_nor_written_to(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    with pytest.raises(NoLibrary):
        postgres.open(postgres.schema(), read_only=True)
    put(store, "v1", packed())
    store.seal()
    closed = postgres.open(schema, read_only=True)
    assert [one.tag for one in closed.versions()] == ["v1"]
    with pytest.raises(LibraryClosed), closed.write():
        pass
    with pytest.raises(LibraryError, match="read-only"):
        closed._server.rows("DELETE FROM legal_nodes RETURNING 1")
    closed.close()


def test_a_library_that_was_closed_says_so(store: PostgresStore) -> None:
    store.close()
    with pytest.raises(LibraryError, match="was closed"):
        store.versions()
    with pytest.raises(LibraryError, match="was closed"), store.write():
        pass


@pytest.mark.parametrize(
    "name",
    ["", "A", "1a", "a-b", 'a"b', "a b", "pg_x", "public", "information_schema",
     "pincite_extensions", "a" * 64, "é"],
)  # fmt: skip
def test_a_name_that_cannot_be_a_schema_is_refused(postgres: PostgresServer, name: str) -> None:
    with pytest.raises(InputError):
        postgres.open(name)


@pytest.mark.req("C1")
def test_no_library_sees_the_rows_of_another(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    beside = postgres.open(postgres.schema())
    put(beside, "secret", packed())
    with beside.write() as writer:
        writer.add_synonyms([Synonym("kicked out", "eviction")])
        writer.documents.register(DOC)
        # The lock of one library keeps nobody from writing to another.
        put(store, "v1", packed(title="Oil Act"))
    assert [one.tag for one in store.versions()] == ["v1"]
    assert store.works_titled("Lamps Act", "") == []
    assert store.synonyms() == []
    assert store.documents.all() == []
    assert store._server.rows("SHOW search_path") == [
        (f'"{schema}", "pincite_extensions", "pg_temp"',)
    ]
    postgres.execute(f"DROP SCHEMA {schema} CASCADE")
    with pytest.raises(LibraryDamaged):
        store.versions()
    assert [one.tag for one in beside.versions()] == ["secret"]
    beside.close()
