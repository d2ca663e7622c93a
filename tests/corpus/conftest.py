from __future__ import annotations

from collections.abc import Iterator

import pytest

from corpus.postgres_server import PACKAGE, PostgresServer, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One for each process that runs tests; every test has schemas of its own in it."""
    pytest.importorskip("psycopg_pool", reason="psycopg is not installed (the extra `team`)")
    if programs() is None:
        pytest.skip(f"PostgreSQL is not installed (Debian package {PACKAGE})")
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture
def schema(postgres: PostgresServer) -> str:
    return postgres.schema()
