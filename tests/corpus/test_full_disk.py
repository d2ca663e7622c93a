"""A disk without room is told by its name, nothing is half written, and the library goes on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from corpus.store_contract import put
from drafts import packed
from pincite.corpus.disk_space import needs_space
from pincite.corpus.sqlite import SqliteStore
from pincite.errors import NoSpace

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer


def test_a_load_that_finds_no_room_leaves_nothing_and_is_done_when_there_is(tmp_path: Path) -> None:
    path = tmp_path / "corpus.sqlite3"
    store = SqliteStore(path)
    before = store.fingerprint()
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(NoSpace) as full:
        put(store, "v1", packed(sections=("Lamps shall be lit." * 5000,)))
    assert full.value.retryable
    assert store.fingerprint() == before
    store._db.execute("PRAGMA max_page_count = 100000")
    put(store, "v1", packed(sections=("Lamps shall be lit." * 5000,)))
    assert list(store.damaged()) == []
    store.close()


@pytest.mark.slow
def test_a_database_whose_disk_is_full_is_told_as_such(
    postgres: PostgresServer, schema: str
) -> None:
    store = postgres.open(schema)
    with pytest.raises(NoSpace, match="database"), store.write() as writer:
        writer._db.execute("DO $$ BEGIN RAISE 'no room' USING ERRCODE = '53100'; END $$")
    put(store, "v1", packed())
    assert list(store.damaged()) == []
    store.close()


class Derived:
    """Something that is written to a file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @needs_space
    def write(self, file: Path) -> int:
        with file.open("wb") as stream:
            return stream.write(b"word")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_derived_data_that_finds_no_room_is_told_and_other_errors_stay(tmp_path: Path) -> None:
    kept = Derived(tmp_path)
    assert kept.write(tmp_path / "file") == 4
    with pytest.raises(NoSpace, match=str(tmp_path)):
        kept.write(Path("/dev/full"))
    with pytest.raises(FileNotFoundError):
        kept.write(tmp_path / "nowhere" / "file")
    with pytest.raises(IsADirectoryError):
        kept.write(tmp_path)
