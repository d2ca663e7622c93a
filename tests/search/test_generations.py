"""A generation of the indexes: whoever asks sees one of them, whole, and the newest at the next
question, whichever thread or process made it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pincite import library
from pincite.encoders import VectorFile
from pincite.indexes.catalogue import FILE, IndexCatalogue
from pincite.library import Library
from pincite.settings import Settings
from small_acts import small_act
from waiting import wait_until

QUESTION = "Which ships are painted with pitch?"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    settings = Settings(library=tmp_path / "law", models=tmp_path / "no-models", workers=1)
    with library.create(tmp_path / "law", settings=settings) as opened:
        for number in range(1, 5):
            path = small_act(tmp_path / "sources", number, f"Ships of class {number} are tarred.")
            opened.ingest(path, reader_name="plain", version=f"v{number}", collection=f"c{number}")
        opened.search_index.index()
    return settings


def test_what_another_has_encoded_is_seen_at_the_next_question(settings: Settings) -> None:
    with Library(settings.library, settings) as reader:
        assert reader.search(QUESTION).encoded == 0.0
        with Library(settings.library, settings) as other:
            assert other.search_index.encode() == 1.0
            told = other.search(QUESTION).as_dict(times=False)
        assert reader.search(QUESTION).as_dict(times=False) == told
        assert told["encoded"] == 1.0


def test_what_is_written_and_not_published_is_seen_by_nobody(settings: Settings) -> None:
    with Library(settings.library, settings) as early:
        before = early.search(QUESTION).as_dict(times=False)
        indexed = early.search_index.engine().indexed
        encoder = indexed.encoders.dense
        assert encoder is not None
        vectors = settings.library / "indexes" / "vectors"
        with VectorFile.open(vectors, encoder.fingerprint, encoder.dims) as file:
            for some in (indexed.table.texts, indexed.table.headings):
                file.append(some, encoder.passages(["tar"] * len(indexed.table)))
        assert early.search(QUESTION).as_dict(times=False) == before
        with Library(settings.library, settings) as late:
            assert late.search(QUESTION).as_dict(times=False) == before
            late.search_index.index(anew=True)
            after = late.search(QUESTION).as_dict(times=False)
        assert after["encoded"] == 1.0
        assert early.search(QUESTION).as_dict(times=False) == after


def test_a_reply_names_the_revision_that_it_is_of(settings: Settings, tmp_path: Path) -> None:
    with Library(settings.library, settings) as reader:
        found, reply = reader.search(QUESTION), reader.ask(QUESTION)
        assert found.state == reply.state
        assert found.state is not None
        assert (found.state.revision, found.state.behind) == (reader.store.revision(), False)
        with Library(settings.library, settings) as other:
            path = small_act(tmp_path / "sources", 9, "Buoys are painted red.")
            other.ingest(path, reader_name="plain", version="v9", collection="c9")
        again = reader.search(QUESTION).state
        assert again is not None
        assert again.revision == reader.store.revision() > found.state.revision


def test_whoever_asks_while_another_indexes_is_answered_from_the_state_before(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.corpus.held._IDLE_SECONDS", 600.0)
    with (
        Library(settings.library, settings) as reader,
        Library(settings.library, settings) as other,
    ):
        before = reader.search("class 4")
        asked = reader.ask("Which ships are tarred?").as_dict(times=False)
        assert before.results[0].law is not None
        with closing(IndexCatalogue(settings.library / "indexes")) as by, by.in_turn():
            other.add_override(
                before.results[0].law.urn, "VOID", authority="High Court", start="2001-01-01"
            )
            during = reader.search("class 4")
            assert during.as_dict(times=False) == before.as_dict(times=False)
            assert during.state is not None
            assert before.state is not None
            assert during.state.behind
            assert during.state.revision == before.state.revision
            assert reader.ask("Which ships are tarred?").as_dict(times=False) == asked
            assert reader.show(before.results[0].law.urn).overrides, "law is shown as it is"
        after = reader.search("class 4")
        assert after.results[0].law is not None
        assert any(hit.law and hit.law.overrides for hit in after.results)
        assert after.state is not None
        assert (after.state.revision, after.state.behind) == (reader.store.revision(), False)


def test_a_state_that_nobody_asks_for_is_let_go(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.corpus.held._IDLE_SECONDS", 0.0)
    with Library(settings.library, settings) as reader:
        before = reader.search(QUESTION).as_dict(times=False)
        wait_until(lambda: not reader.store.holds)
        assert reader.search(QUESTION).as_dict(times=False) == before


def test_an_index_that_was_encoded_by_an_earlier_version_counts_what_it_has(
    settings: Settings,
) -> None:
    with Library(settings.library, settings) as opened:
        assert opened.search_index.encode() == 1.0
        told = opened.search(QUESTION).as_dict(times=False)
    register = sqlite3.connect(settings.library / "indexes" / "search.sqlite3")
    with register:
        # Such a register does not say how much of the vectors it counts.
        register.execute("DELETE FROM state WHERE name IN ('generation', 'vectors')")
    register.close()
    with Library(settings.library, settings) as again:
        assert again.search(QUESTION).as_dict(times=False) == told


def test_verifying_compares_every_passage_and_makes_again_what_does_not_match(
    settings: Settings,
) -> None:
    with Library(settings.library, settings) as opened:
        found = opened.search_index.verify()
        assert not found.problems
        assert found.entries == found.passages == len(opened.search_index.engine().indexed.table)
        told = opened.search(QUESTION).as_dict(times=False)
    register = sqlite3.connect(settings.library / "indexes" / "search.sqlite3")
    with register:
        # The row says what it holds, and so does its seal; the law says otherwise.
        key, texts = register.execute("SELECT key, texts FROM document LIMIT 1").fetchone()
        register.execute("UPDATE document SET texts = ? WHERE key = ?", (texts[::-1], key))
        FILE.seal(register, key)
    register.close()
    with Library(settings.library, settings) as opened:
        [problem] = opened.search_index.verify().problems
        assert "Harbour Lamps Act" in problem
        assert not opened.search_index.verify().problems
        assert opened.search(QUESTION).as_dict(times=False) == told


def test_verifying_finds_vectors_that_rotted_without_another_time(settings: Settings) -> None:
    with Library(settings.library, settings) as opened:
        opened.search_index.encode()
        file = max(
            (settings.library / "indexes" / "vectors").glob("*/*.f16"),
            key=lambda file: file.stat().st_size,
        )
        times = file.stat()
        with file.open("r+b") as stream:
            stream.write(b"\xff")
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        [problem] = opened.search_index.verify().problems
        assert "are damaged" in problem
        assert opened.search_index.encode() == 1.0
        assert not opened.search_index.verify().problems


def test_verifying_the_audit_log_tells_of_an_index_that_held_something_else(
    settings: Settings,
) -> None:
    words = next((settings.library / "indexes").glob("words*"))
    store = max(words.glob("*.store"), key=lambda file: file.stat().st_size)
    times = store.stat()
    with store.open("r+b") as stream:
        stream.seek(store.stat().st_size // 2)
        stream.write(b"\xff\xff\xff\xff")
    os.utime(store, ns=(times.st_atime_ns, times.st_mtime_ns))
    with Library(settings.library, settings) as opened:
        found = opened.verify()
        assert not found.problems
        assert found.indexes
        assert not opened.verify().indexes
