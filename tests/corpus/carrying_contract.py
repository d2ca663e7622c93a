"""What every engine must do to be moved, backed up and restored. Subclass CarryingContract."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.document_contract import DOC, laid_out, page
from corpus.store_contract import JUN, put
from drafts import packed
from pincite.corpus import CorpusStore
from pincite.corpus.backup import backup, restore
from pincite.corpus.sqlite import SqliteStore
from pincite.corpus.transfer import TABLES, carry
from pincite.errors import LibraryDamaged, LibraryExists, LibraryNewer
from pincite.model import Override, OverrideStatus, Preemption, Synonym

WORK = "urn:lex:xm:act-2020-1"


def filled(store: CorpusStore) -> CorpusStore:
    """Something in every table."""
    put(store, "v1", packed(cites=f"{WORK}:1"), packed("urn:lex:xm:act-2020-2", title="Øl og Þök"))
    put(store, "v2", packed(start=JUN, sections=("Other.",)))
    with store.write() as writer:
        rule = Override(0, f"{WORK}:1", OverrideStatus.VOID, "Court", "1 X 2", JUN, None, "why")
        writer.add_override(rule)
        writer.remove_override(writer.add_override(rule))
        writer.add_preemption(Preemption(0, WORK, "urn:lex:us:usc-1", "Art. VI", None, None, ""))
        writer.add_synonyms([Synonym("boss", "employer", 0.7, "xm", "en", "work")])
        writer.documents.add_folder("/case")
        said, rows = laid_out(page(1, 0, 20))
        writer.documents.put(said, rows, DOC)
    return store


class CarryingContract:
    """`store` is begun, `empty` makes one that is not: CorpusStores that can be carried."""

    @pytest.fixture
    def sqlite(self, tmp_path: Path) -> Callable[[str], SqliteStore]:
        return lambda name: SqliteStore(tmp_path / f"{name}.sqlite3", begun=False)

    def test_a_corpus_is_the_same_after_a_move_there_and_back(
        self, store: CorpusStore, empty: Callable[[], CorpusStore], sqlite
    ) -> None:
        there, here = sqlite("there"), empty()
        expected = filled(store).fingerprint()
        assert carry(store, there) == expected
        assert carry(there, here) == expected == here.fingerprint()
        for table in TABLES:
            rows = list(store.carried(table))
            assert rows, f"nothing in {table.name}"
            assert rows == list(there.carried(table)) == list(here.carried(table)), table.name
        assert list(here.audit()) == list(store.audit())
        assert list(here.damaged()) == []
        # What was moved is written to as what was not: numbers that were given are not given again.
        rule = Override(0, WORK, OverrideStatus.ENJOINED, "Court", "", JUN, None, "")
        for one in (store, here):
            put(one, "v3", packed(start=JUN, label="x", sections=("More.",)))
            with one.write() as writer:
                writer.add_override(rule)
        assert [one.id for one in here.overrides()] == [one.id for one in store.overrides()]
        assert here.fingerprint() == store.fingerprint()

    def test_a_backup_is_the_same_bytes_and_comes_back_whole(
        self, store: CorpusStore, empty: Callable[[], CorpusStore], sqlite, tmp_path: Path
    ) -> None:
        filled(store)
        first, again, moved = (tmp_path / f"{name}.zip" for name in ("first", "again", "moved"))
        manifest = backup(store, first)
        backup(store, again)
        assert first.read_bytes() == again.read_bytes()
        back = empty()
        assert restore(first, back).fingerprint == manifest.fingerprint == back.fingerprint()
        elsewhere = sqlite("elsewhere")
        restore(first, elsewhere)
        backup(elsewhere, moved)
        assert moved.read_bytes() == first.read_bytes()
        assert not list(tmp_path.glob("*.part"))

    def test_a_backup_that_was_broken_off_leaves_what_was_there(
        self, store: CorpusStore, tmp_path: Path
    ) -> None:
        file = tmp_path / "b.zip"
        backup(filled(store), file)
        before = file.read_bytes()

        def full(name: str, _done: int) -> None:
            if name == "chunk":
                raise OSError(28, "No space left on device")

        with pytest.raises(OSError, match="No space"):
            backup(store, file, full)
        assert file.read_bytes() == before
        assert not list(tmp_path.glob("*.part"))

    def test_what_holds_something_is_not_filled(
        self, store: CorpusStore, sqlite, tmp_path: Path
    ) -> None:
        other = sqlite("other")
        backup(filled(store), tmp_path / "b.zip")
        before = store.fingerprint()
        with pytest.raises(LibraryExists):
            restore(tmp_path / "b.zip", store)
        with pytest.raises(LibraryExists):
            carry(other, store)
        assert store.fingerprint() == before

    @pytest.mark.parametrize("harm", ["a word", "a row less", "cut off", "no zip", "newer"])
    def test_a_backup_that_is_not_whole_restores_nothing(
        self, store: CorpusStore, empty: Callable[[], CorpusStore], tmp_path: Path, harm: str
    ) -> None:
        good, bad = tmp_path / "good.zip", tmp_path / "bad.zip"
        backup(filled(store), good)
        harmed(good, bad, harm)
        target = empty()
        with pytest.raises(LibraryNewer if harm == "newer" else LibraryDamaged):
            restore(bad, target)
        assert not any(list(target.carried(table)) for table in TABLES)
        restore(good, target)
        assert target.fingerprint() == store.fingerprint()


def harmed(good: Path, bad: Path, harm: str) -> None:
    if harm == "cut off":
        bad.write_bytes(good.read_bytes()[:-400])
        return
    if harm == "no zip":
        bad.write_bytes(b"PK but not really")
        return
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(bad, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if harm == "a word" and name == "text_page.jsonl":
                data = data.replace(b"lit", b"out")
            elif harm == "a row less" and name == "chunk.jsonl":
                data = b"".join(data.splitlines(keepends=True)[:-1])
            elif harm == "newer" and name == "manifest.json":
                data = json.dumps(json.loads(data) | {"format": 99}).encode()
            target.writestr(name, data)
