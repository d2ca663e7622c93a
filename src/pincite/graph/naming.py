"""Which of its spellings an entity goes by, whatever order documents were read in."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable


def best(names: Iterable[str]) -> str:
    """A spelling in small letters over one in capitals, then the longest, then the first."""
    return min(names, key=lambda name: (name.isupper(), -len(name), name), default="")


def name_of(connection: sqlite3.Connection, entity: int, key: str) -> str:
    rows = connection.execute("SELECT DISTINCT name FROM naming WHERE entity = ?", (entity,))
    return best(name for (name,) in rows) or key
