"""Matters in a database of their own, for tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.matters import Matters

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer

There = Callable[..., Matters]
CANARY = "The lighthouse keeper of Grimsey owes nineteen sheep"


@dataclass(frozen=True)
class Database:
    """One that no other test has a matter in."""

    server: PostgresServer
    name: str

    @property
    def address(self) -> str:
        return f"postgresql://postgres@/{self.name}?host={self.server.folder}"

    def execute(self, statement: str) -> list[tuple[object, ...]]:
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def schemas(self) -> list[str]:
        """Of matters, whoever made them."""
        rows = self.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ '^matter' ORDER BY 1")
        return [str(name) for (name,) in rows]


def made(matters: Matters, files: Path, name: str = "case") -> str:
    """A matter with files in it; its fingerprint."""
    matters.create(name)
    with matters.open(name) as case:
        case.read_files(files)
        return case.store.fingerprint()
