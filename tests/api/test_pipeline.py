"""From a file to an answer in one job: in stages, in turn, paused and gone on with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from embedding_server import HELD, Embeddings, embeddings, held_book
from pincite import library
from pincite.api.access import owner
from pincite.api.jobs import JobState, JobView
from pincite.api.operation import operations
from pincite.api.workspace import WorkerPool
from pincite.corpus.file_lock import in_turn
from pincite.matters import Matters
from pincite.settings import Settings
from small_acts import small_act
from waiting import wait_until

LONG_ONE, SMALL_ONE = "long-v-one", "small-v-one"


class World:
    """A pool of workers, over matters of a long and a small file."""

    def __init__(self, root: Path, meanings: Embeddings) -> None:
        self.root = root
        self.meanings = meanings
        self.settings = Settings(
            library=root / "law", matters=root / "matters", models=root / "none", workers=1,
            **meanings.settings(),
        )  # type: ignore[call-arg]  # fmt: skip
        self.book, self.note = root / "book.txt", root / "note.txt"
        self.book.write_text(held_book(), encoding="utf-8")
        self.note.write_text("The hound slept by the door.\n", encoding="utf-8")
        for name in (LONG_ONE, SMALL_ONE):
            Matters(settings=self.settings).create(name)
        self.pool = WorkerPool(self.settings.library, self.settings, threads=1)

    def call(self, name: str, **fields: Any) -> Any:
        operation, access = operations()[name], owner((self.root,))
        asked = operation.request.model_validate(fields)
        return self.pool.submit(lambda own: operation.carry_out(own, access, asked)).result()

    def view(self, job: dict[str, Any]) -> JobView:
        return self.pool.jobs.view(job["id"])

    def ended(self, job: dict[str, Any]) -> JobView:
        wait_until(lambda: self.view(job).state.ended, lambda: f"{self.view(job)}")
        return self.view(job)

    def is_held(self) -> bool:
        return self.meanings.waiting > 0

    def held_texts(self) -> Counter[str]:
        return Counter(text for text in self.meanings.texts if HELD in text)


@pytest.fixture
def meanings() -> Iterator[Embeddings]:
    with embeddings() as served:
        yield served


@pytest.fixture
def world(tmp_path: Path, meanings: Embeddings) -> Iterator[World]:
    made = World(tmp_path, meanings)
    with closing(made.pool):
        yield made
        meanings.open()


def stages(view: JobView) -> dict[str, str]:
    return {told["stage"]: told["state"] for told in view.progress["stages"]}


def test_a_file_that_was_read_is_found_by_what_it_means(world: World) -> None:
    job = world.call("read_files", matter=SMALL_ONE, paths=[str(world.note)])
    ended = world.ended(job)
    assert ended.result["read"] == 1
    assert stages(ended) == {
        "read": "done", "words": "done", "meaning": "done", "links": "skipped",
    }  # fmt: skip
    found = world.call("search", matter=SMALL_ONE, query="dog")
    assert [hit["source"]["document"] for hit in found["results"]] == ["note.txt"]
    [hit] = found["results"]
    # Another job, for which nothing was new: the vector is the one that was made.
    before = list(world.meanings.texts)
    world.ended(world.call("read_files", matter=SMALL_ONE, paths=[str(world.note)]))
    [again] = world.call("search", matter=SMALL_ONE, query="dog")["results"]
    assert again["source"]["chunk_embedded_at"] == hit["source"]["chunk_embedded_at"]
    assert [text for text in world.meanings.texts[len(before) :] if "slept" in text] == []


def test_while_it_is_encoded_it_is_found_by_words_and_says_how_far_it_is(world: World) -> None:
    world.meanings.hold()
    job = world.call("read_files", matter=LONG_ONE, paths=[str(world.book)])
    wait_until(world.is_held)
    told = world.view(job).progress
    assert told["stage"] == "meaning"
    assert stages(world.view(job))["words"] == "done"
    found = world.call("search", matter=LONG_ONE, query="crates of tea")
    assert found["results"]
    assert "chunk_embedded_at" not in found["results"][0]["source"]
    status = world.call("status", matter=LONG_ONE)
    assert status["index"]["left"] == status["index"]["passages"] > 100
    assert [running["id"] for running in status["running"]] == [job["id"]]
    world.meanings.let_through()
    wait_until(lambda: world.view(job).progress.get("done"))
    told = world.view(job).progress
    assert 0 < told["done"] < told["total"]
    assert told["seconds_left"] > 0 if "seconds_left" in told else told["done"] <= 64
    world.meanings.open()
    world.ended(job)
    status = world.call("status", matter=LONG_ONE)
    assert status["index"]["left"] == 0
    assert "running" not in status


def test_a_small_job_does_not_wait_behind_a_long_encoding(world: World) -> None:
    world.meanings.hold()
    long = world.call("read_files", matter=LONG_ONE, paths=[str(world.book)])
    wait_until(world.is_held)
    small = world.call("read_files", matter=SMALL_ONE, paths=[str(world.note)])
    # What it has in hand is encoded; then it gives way.
    world.meanings.let_through()
    assert world.ended(small).state is JobState.DONE
    assert not world.view(long).state.ended
    # It comes back, and loses nothing.
    wait_until(world.is_held)
    assert 0 < world.held_texts().total() < 100
    world.meanings.open()
    assert world.ended(long).state is JobState.DONE
    assert world.ended(long).result["added"] == ["book.txt"]
    assert set(world.held_texts().values()) == {1}
    assert world.call("status", matter=LONG_ONE)["index"]["encoded"] == 1.0


def test_a_paused_job_holds_nothing_and_goes_on_where_it_was(world: World) -> None:
    world.meanings.hold()
    job = world.call("read_files", matter=LONG_ONE, paths=[str(world.book)])
    wait_until(world.is_held)
    world.call("pause_job", job=job["id"])
    world.meanings.let_through()
    wait_until(lambda: world.view(job).state is JobState.PAUSED)
    encoded = world.held_texts().total()
    assert 0 < encoded < 100
    folder = world.settings.matters / LONG_ONE / "indexes"
    with in_turn(folder / "encoding.lock", 0.0):
        pass
    # Others are not kept waiting by it.
    other = world.call("read_files", matter=LONG_ONE, paths=[str(world.note)], encode=False)
    assert world.ended(other).result["added"] == ["note.txt"]
    assert world.view(job).state is JobState.PAUSED
    world.meanings.open()
    world.call("resume_job", job=job["id"])
    ended = world.ended(job)
    assert ended.state is JobState.DONE
    assert ended.result["added"] == ["book.txt"]
    assert set(world.held_texts().values()) == {1}
    assert world.call("status", matter=LONG_ONE)["index"]["left"] == 0


def test_a_job_that_waits_is_paused_at_once_and_cancelled_for_good(world: World) -> None:
    world.meanings.hold()
    long = world.call("read_files", matter=LONG_ONE, paths=[str(world.book)])
    wait_until(world.is_held)
    small = world.call("read_files", matter=SMALL_ONE, paths=[str(world.note)])
    assert world.call("pause_job", job=small["id"])["state"] == "paused"
    assert world.call("cancel_job", job=small["id"])["state"] == "cancelled"
    assert world.call("resume_job", job=small["id"])["state"] == "cancelled"
    world.meanings.open()
    assert world.ended(long).state is JobState.DONE
    assert world.call("pause_job", job=long["id"])["state"] == "done"
    assert world.call("list_documents", matter=SMALL_ONE)["total"] == 0


def test_reading_that_is_paused_reports_every_file_once(world: World) -> None:
    folder = world.root / "many"
    folder.mkdir()
    for number in range(30):
        (folder / f"{number:02}.txt").write_text(f"The hound ate {number} bones.\n" * 30)
    job = world.call("read_files", matter=SMALL_ONE, paths=[str(folder)])
    # Files may all be read between two looks.
    wait_until(lambda: (now := world.view(job)).progress.get("files") or now.state.ended)
    world.call("pause_job", job=job["id"])
    wait_until(lambda: world.view(job).state in (JobState.PAUSED, JobState.DONE))
    world.call("resume_job", job=job["id"])
    report = world.ended(job).result
    assert len(report["added"]) == report["read"] == 30
    assert world.call("list_documents", matter=SMALL_ONE)["total"] == 30


def test_what_was_just_added_is_encoded_before_the_backlog(world: World) -> None:
    world.ended(world.call("read_files", matter=LONG_ONE, paths=[str(world.book)], encode=False))
    assert world.meanings.texts == []
    world.meanings.hold()
    job = world.call("read_files", matter=LONG_ONE, paths=[str(world.note)])
    wait_until(world.is_held)
    world.meanings.let_through()
    wait_until(lambda: len(world.meanings.texts) > 1)
    heading, passage = world.meanings.texts[:2]
    assert heading == "note"
    assert "hound" in passage
    world.meanings.open()
    world.ended(job)


def loaded(world: World, version: str, words: str) -> None:
    path = small_act(world.root / "acts", 7, words, day=f"{version}-06-01")
    job = world.call("load_law", paths=[str(path)], reader="plain", version=version)
    ended = world.ended(job)
    assert ended.state is JobState.DONE, ended.error
    assert set(stages(ended).values()) <= {"done", "skipped"}


def test_unchanged_law_keeps_its_vectors_across_versions_and_rollbacks(world: World) -> None:
    library.create(world.settings.library, settings=world.settings).close()
    loaded(world, "2001", "A surety is due for each hound.")
    assert any("may be cited" in text for text in world.meanings.texts)
    known = len(world.meanings.texts)
    loaded(world, "2002", "A surety is due for each ferry.")
    fresh = world.meanings.texts[known:]
    assert any("each ferry" in text for text in fresh)
    assert not any("may be cited" in text for text in fresh)
    known = len(world.meanings.texts)
    for version in ("2001", "2002"):
        world.call("rollback", version=version)
        wait_until(lambda: all(job["state"] == "done" for job in world.call("list_jobs")))
        status = world.call("status")
        assert status["index"]["left"] == 0
        assert status["index"]["encoded"] == 1.0
    assert world.meanings.texts[known:] == []
