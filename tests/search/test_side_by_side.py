"""Many who ask, and others who load, roll back, index and encode meanwhile: nobody fails, nobody is
told what no version says, and what is left behind is whole."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import textwrap
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

import pytest

from pincite import library
from pincite.indexes.analysis import analyse
from pincite.indexes.catalogue import IndexCatalogue
from pincite.library import Library
from pincite.settings import Settings
from small_acts import small_act, urn_of

DUSK = "The keeper of a harbour shall trim every lantern, wick and chimney at dusk."
DAWN = "The keeper of a harbour shall trim every lantern, wick and chimney at dawn."
QUESTION = "When shall the keeper of a harbour trim every lantern, wick and chimney?"
CLIENTS = 8

_CHANGING = """
    import sys
    from pathlib import Path
    from pincite import library
    from small_acts import small_act

    folder, sources = map(Path, sys.argv[1:])
    with library.open(folder) as opened:
        for number in range(3):
            opened.rollback("dusk")
            opened.ingest(
                small_act(sources, 50 + number, f"Buoy {number} shall be painted red."),
                reader_name="plain", version=f"buoy-{number}", collection=f"buoys-{number}",
            )
            opened.rollback("dawn")
"""


def held(root: Path) -> Settings:
    """Two versions of one act, and a few others."""
    settings = Settings(library=root / "law", models=root / "no-models", workers=1)
    with library.create(root / "law", settings=settings) as opened:
        for number in range(2, 6):
            path = small_act(root / "sources", number, f"Ships of class {number} shall be tarred.")
            opened.ingest(path, reader_name="plain", version=f"v{number}", collection=f"c{number}")
        for tag, words, day in (("dusk", DUSK, "2001-06-01"), ("dawn", DAWN, "2002-06-01")):
            path = small_act(root / "sources", 1, words, day=day)
            opened.ingest(path, reader_name="plain", version=tag, collection="lamps")
    return settings


def python(program: str, *arguments: Path, root: Path) -> subprocess.Popen[str]:
    tests = str(Path(__file__).resolve().parent.parent)
    path = os.pathsep.join((tests, os.environ.get("PYTHONPATH", "")))
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": path, "PINCITE_MODELS": str(root / "no-models")},
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def pincite(root: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pincite", "--library", str(root / "law"), *arguments],
        env={**os.environ, "PINCITE_MODELS": str(root / "no-models"), "HOME": str(root)},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def until_done(
    process: subprocess.Popen[str], ask: Callable[[], None], clients: int = CLIENTS
) -> None:
    """Everyone asks, again and again, until the process has ended well, and once more."""
    ended = threading.Event()

    def one() -> None:
        while not ended.is_set():
            ask()
        ask()

    with process, ThreadPoolExecutor(clients) as crowd:
        asking = [crowd.submit(one) for _ in range(clients)]
        _, told = process.communicate()
        ended.set()
        for each in asking:
            each.result()
    assert process.returncode == 0, told


def answers(opened: Library) -> None:
    """What is found, and what is answered, is what one of the versions says."""
    found = opened.search(QUESTION)
    assert found.results[0].law is not None
    assert found.results[0].law.unit_urn == f"{urn_of(1)}:1"
    assert (DUSK in found.results[0].text) != (DAWN in found.results[0].text)
    reply = opened.ask(QUESTION)
    assert reply.answer is not None, reply.refusal
    said = reply.answer.text("en")
    assert (DUSK in said) != (DAWN in said)


def counts_agree(opened: Library) -> None:
    """Of the passages that are held: in the register, in the index of words, in the vectors."""
    indexed = opened.search_index.engine().indexed
    live = sum(len(one.chunks()) for one in opened.search_index.documents())
    assert len(indexed.table) == len(indexed.lexical) == live
    assert indexed.static is not None
    assert indexed.static.share == 1.0


@pytest.mark.req("U2")
def test_eight_who_ask_during_rollbacks_and_loads_hear_one_version_or_the_other(
    tmp_path: Path,
) -> None:
    settings = held(tmp_path)
    here = threading.local()
    every: list[Library] = []

    def ask() -> None:
        if not hasattr(here, "library"):
            here.library = Library(tmp_path / "law", settings)
            every.append(here.library)
        answers(here.library)

    until_done(python(_CHANGING, tmp_path / "law", tmp_path / "more", root=tmp_path), ask)
    for one in every:
        answers(one)
        counts_agree(one)
        one.close()
    with Library(tmp_path / "law", settings) as again:
        answers(again)
        counts_agree(again)
        assert DAWN in again.search(QUESTION).results[0].text


def test_no_other_law_answers_for_one_that_was_changed_while_another_indexes(
    tmp_path: Path,
) -> None:
    settings = held(tmp_path)

    def ask(begun: threading.Event) -> str:
        with Library(tmp_path / "law", settings) as opened:
            begun.set()
            reply = opened.ask(QUESTION)
            assert reply.answer is not None, reply.refusal
            return reply.answer.text("en")

    with Library(tmp_path / "law", settings) as opened, ThreadPoolExecutor(1) as someone:
        opened.rollback("dusk")
        answers(opened)
        with closing(IndexCatalogue(tmp_path / "law" / "indexes")) as by, by.in_turn():
            opened.rollback("dawn")
            begun = threading.Event()
            said = someone.submit(ask, begun)
            begun.wait()
            # Long enough that whoever does not wait for the index has answered.
            wait([said], timeout=4)
        assert DAWN in said.result()


@pytest.mark.req("U2")
@pytest.mark.parametrize("noted", [False, True], ids=["unnoticed", "noted as its own"])
def test_a_word_index_that_holds_too_much_is_made_again(tmp_path: Path, noted: bool) -> None:
    settings = held(tmp_path)
    with Library(tmp_path / "law", settings) as opened:
        expected = [hit.citation for hit in opened.search("lantern").results]
        indexed = opened.search_index.engine().indexed
        words = indexed.lexical.folder
        first = next(iter(opened.search_index.documents()))
        with indexed.lexical.writing() as writer:
            for chunk in first.chunks():
                writer.add(first.key, chunk.ordinal, analyse(chunk, "en"))
    if noted:
        files = {
            one.name: (one.stat().st_size, one.stat().st_mtime_ns, zlib.crc32(one.read_bytes()))
            for one in words.iterdir()
            if one.suffix != ".lock" and not one.name.startswith(".")
        }
        register = sqlite3.connect(tmp_path / "law" / "indexes" / "search.sqlite3")
        with register:
            register.execute("UPDATE state SET value = ? WHERE name = 'files'", [json.dumps(files)])
        register.close()
    with Library(tmp_path / "law", settings) as again:
        assert [hit.citation for hit in again.search("lantern").results] == expected
        counts_agree(again)


def test_whoever_has_it_open_asks_on_where_an_index_was_damaged_and_made_again(
    tmp_path: Path,
) -> None:
    settings = held(tmp_path)
    with Library(tmp_path / "law", settings) as opened, Library(tmp_path / "law", settings) as by:
        answers(opened)
        answers(by)
        for file in (tmp_path / "law" / "indexes").glob("words*/*"):
            file.unlink()
        opened.rollback("dusk")
        for one in (by, opened):
            answers(one)
            assert DUSK in one.search(QUESTION).results[0].text
            counts_agree(one)


@pytest.mark.req("U2")
@pytest.mark.parametrize(
    "arguments",
    [("index",), pytest.param(("index", "--rebuild"), marks=pytest.mark.slow)],
    ids="-".join,
)
def test_whoever_asks_while_another_indexes_is_answered_and_neither_fails(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """Each with a library that was opened for the question alone."""
    settings = held(tmp_path)
    if "--rebuild" in arguments:
        with Library(tmp_path / "law", settings) as opened:
            opened.search_index.index()
            opened.scope_index.index()

    def ask() -> None:
        with Library(tmp_path / "law", settings) as opened:
            answers(opened)

    for _ in range(2):
        until_done(pincite(tmp_path, *arguments), ask, clients=2)
    with Library(tmp_path / "law", settings) as again:
        counts_agree(again)
        assert again.search_index.status().encoded == 1.0


def test_two_who_encode_do_not_do_the_same_twice(tmp_path: Path) -> None:
    """One of them may be told that another does; then nothing is left to do."""
    settings = held(tmp_path)
    both = [pincite(tmp_path, "index") for _ in range(2)]
    told = [(one.communicate()[1], one.returncode) for one in both]
    assert any(code == 0 for _, code in told), told
    for said, code in told:
        assert code == 0 or "another process is encoding" in said, said
    with Library(tmp_path / "law", settings) as again:
        counts_agree(again)
        assert again.search_index.status().encoded == 1.0
