from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from corpus.carrying_contract import CarryingContract
from pincite.corpus.sqlite import SqliteStore


class TestSqliteCarrying(CarryingContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[SqliteStore]:
        opened = SqliteStore(tmp_path / "corpus.sqlite3")
        yield opened
        opened.close()

    @pytest.fixture
    def empty(self, tmp_path: Path) -> Callable[[], SqliteStore]:
        numbers = count()
        return lambda: SqliteStore(tmp_path / f"empty-{next(numbers)}.sqlite3", begun=False)
