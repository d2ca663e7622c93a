"""The corpus in one SQLite file."""

from pincite.corpus.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
