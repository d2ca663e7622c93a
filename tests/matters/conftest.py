from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from matters.on_server import CANARY, Database, There
from pincite.matters import Matters
from pincite.settings import Settings

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer

_numbers = count(1)


@pytest.fixture
def database(postgres: PostgresServer) -> Database:
    name = f"matters{next(_numbers)}"
    postgres.execute(f"CREATE DATABASE {name}")
    return Database(postgres, name)


@pytest.fixture
def there(database: Database, tmp_path: Path) -> There:
    """Matters that are kept on the server."""

    def matters(root: str = "matters", **others: object) -> Matters:
        settings = Settings(
            matters_database=database.address, models=tmp_path / "none",
            library=tmp_path / "no-law", **{"workers": 1, "busy_seconds": 0.5, **others},
        )  # fmt: skip
        return Matters(tmp_path / root, settings=settings)

    return matters


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "letter.txt").write_text(f"Dear Sir,\n\n{CANARY}.\n\nYours truly,\nA. B.\n")
    (folder / "note.txt").write_text("A second document, of one line.\n")
    return folder
