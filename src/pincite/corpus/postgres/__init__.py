"""The corpus in a schema of a PostgreSQL database, for teams."""

from pincite.errors import LibraryError

try:
    from pincite.corpus.postgres.store import PostgresStore
except ImportError as absent:
    raise LibraryError(
        f"a library in PostgreSQL needs psycopg, which cannot be used: {absent}",
        hint="Install it with `pip install 'pincite[team]'`.",
    ) from absent

__all__ = ["PostgresStore"]
