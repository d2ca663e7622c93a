from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from corpus.carrying_contract import CarryingContract, filled
from corpus.postgres_server import PostgresServer
from corpus.store_contract import JUN, put
from drafts import packed
from pincite.corpus.transfer import TABLES
from pincite.errors import LibraryClosed

if TYPE_CHECKING:
    from pincite.corpus.postgres import PostgresStore


class TestPostgresCarrying(CarryingContract):
    @pytest.fixture
    def store(self, postgres: PostgresServer) -> Iterator[PostgresStore]:
        opened = postgres.open(postgres.schema())
        yield opened
        opened.close()

    @pytest.fixture
    def empty(self, postgres: PostgresServer) -> Iterator[Callable[[], PostgresStore]]:
        made: list[PostgresStore] = []

        def make() -> PostgresStore:
            made.append(postgres.open(postgres.schema(), begun=False))
            return made[-1]

        yield make
        for one in made:
            one.close()

    def test_what_is_read_out_is_of_one_moment_whoever_writes_meanwhile(
        self, store: PostgresStore
    ) -> None:
        filled(store)
        before = store.fingerprint(), [list(store.carried(table)) for table in TABLES]
        with store.still():
            assert store.fingerprint() == before[0]
            rows = store.carried(TABLES[0])
            next(rows)
            put(store, "v9", packed(start=JUN, label="9", sections=("Later.",)))
            list(rows)
            assert store.fingerprint() == before[0]
            assert [list(store.carried(table)) for table in TABLES] == before[1]
        assert store.fingerprint() != before[0]

    def test_a_closed_library_is_read_out_and_not_filled(
        self, postgres: PostgresServer, store: PostgresStore
    ) -> None:
        schema = postgres.schema()
        postgres.open(schema, begun=False).close()
        closed = postgres.open(schema, read_only=True)
        with closed.still():
            assert not any(list(closed.carried(table)) for table in TABLES)
        with pytest.raises(LibraryClosed), closed.filling():
            pass
        closed.close()
