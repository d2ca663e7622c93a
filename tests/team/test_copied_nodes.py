"""A node takes over what another derived, instead of deriving it again."""

from __future__ import annotations

import json
import os
import shutil
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pydantic import SecretStr

from commands import Done, pincite
from pincite.api.access import Power
from pincite.api.keys import Keys
from pincite.collection.node_archive import ArchiveReader, archived
from pincite.collection.node_copy import copy_from_folder, copy_from_stream
from pincite.collection.node_fetch import take_over
from pincite.collection.node_snapshot import snapshot
from pincite.errors import FetchMismatch, Forbidden, InputError, LibraryDamaged, NoLibrary
from pincite.library import Library
from pincite.surfaces.http.app import create_app
from surfaces.serving import serving
from team.replicas import QUESTIONS, encoded_here, index, load, nodes, said
from waiting import wait_until

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer
    from team.replicas import Node

MOST = 1 << 40
Held = dict[str, bytes]


@pytest.fixture(scope="module")
def node(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Node:
    return nodes(postgres, tmp_path_factory.mktemp("nodes"))


@pytest.fixture(scope="module")
def one(node: Node, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A node that has derived everything; no test changes it."""
    with node("one") as opened:
        for number in range(3):
            load(opened, tmp_path_factory.mktemp("sources"), number)
        assert index(opened) == 1.0
        yield opened


@pytest.fixture
def two(node: Node, one: Library, request: pytest.FixtureRequest) -> Iterator[Library]:
    """Another, which has derived nothing."""
    with node(f"two-{zlib.crc32(request.node.name.encode())}") as opened:
        yield opened


def run(opened: Library, *arguments: str) -> Done:
    environment = {
        **os.environ,
        "PINCITE_LIBRARY": str(opened.folder),
        "PINCITE_MODELS": str(opened.settings.models_folder),
    }
    return pincite("--json", *arguments, env=environment)


def derived(opened: Library, pattern: str) -> Held:
    """Files of a node by their place; a folder of words has another name on each."""
    found = opened.folder.glob(pattern)
    return {
        f"{path.parent.name.partition('-')[0]}/{path.name}": path.read_bytes()
        for path in found
        if path.is_file() and path.suffix != ".lock"
    }


def test_a_copied_node_is_ready_and_has_derived_nothing_itself(one: Library, two: Library) -> None:
    done = run(two, "index", "--from", str(one.folder))
    assert done.returncode == 0, done.stderr
    assert "were taken over" in done.stderr
    assert json.loads(done.stdout)["encoded"] == json.loads(done.stdout)["tokens_encoded"] == 1.0
    for question in QUESTIONS[:3]:
        assert said(two, question) == said(one, question)
    assert two.search(QUESTIONS[0]).degraded == ()
    # Segments of words have random names, and blocks of vectors times and an order.
    for pattern in ("indexes/words*/*", "indexes/vectors/*/*.bin", "indexes/vectors/*/tokens.i8"):
        assert derived(two, pattern) == derived(one, pattern)


def test_over_http_it_takes_a_key_that_may_manage(one: Library, two: Library) -> None:
    keys = Keys(one.folder / "keys.json")
    texts = {power: keys.create(power, [power])[1] for power in (Power.MANAGE, Power.WRITE)}
    settings = one.settings.model_copy(update={"library": one.folder})
    try:
        with serving(create_app(settings=settings)) as client:
            address = str(client.base_url)
            for key in ("", texts[Power.WRITE]):
                with pytest.raises(Forbidden, match="does not let this node copy"):
                    take_over(two, address, _with_key(two, key))
            assert not (two.folder / "indexes").exists()
            take_over(two, address, _with_key(two, texts[Power.MANAGE]))
    finally:
        (one.folder / "keys.json").unlink()
    assert index(two) == 1.0
    assert said(two, QUESTIONS[1]) == said(one, QUESTIONS[1])
    for pattern in ("indexes/words*/*", "indexes/vectors/*/*.bin"):
        assert derived(two, pattern) == derived(one, pattern)
    assert list(one.folder.glob(".copying*")) == list(two.folder.glob(".fetching/*")) == []


def _with_key(opened: Library, key: str):  # type: ignore[no-untyped-def]
    return opened.settings.model_copy(update={"node_key": SecretStr(key) if key else None})


def test_another_corpus_is_refused_and_nothing_is_changed(
    one: Library, postgres: PostgresServer, tmp_path: Path
) -> None:
    with nodes(postgres, tmp_path)("foreign") as foreign:
        # As many entries in its log, and other ones.
        for number in range(3):
            load(foreign, tmp_path / "sources", number, words=f"Barge {number} shall be green.")
        with pytest.raises(InputError, match="derived from another corpus") as told:
            copy_from_folder(foreign, one)
        assert "same library" in told.value.hint
        assert not (foreign.folder / "indexes").exists()
        with pytest.raises(InputError, match="own folder"):
            copy_from_folder(one, one)
        with pytest.raises(InputError, match="to its end"):
            copy_from_folder(one, foreign)
        with pytest.raises(NoLibrary):
            take_over(foreign, str(tmp_path / "nothing"), foreign.settings)
    assert run(one, "--matter", "x", "index", "--from", "y").returncode != 0


def test_a_later_state_than_is_held_here_is_refused(
    one: Library, two: Library, tmp_path: Path
) -> None:
    with snapshot(one.folder, one.store) as taken:
        stream = b"".join(archived(taken))
        ahead = stream.replace(
            f'"revision": {taken.manifest.revision}'.encode(),
            f'"revision": {taken.manifest.revision + 5}'.encode(),
        )
    with pytest.raises(InputError, match="later state"):
        copy_from_stream(two, lambda: ArchiveReader([ahead]), MOST, "there")


def _first(pattern: str) -> Callable[[Path], Path]:
    return lambda folder: max(folder.glob(pattern), key=lambda path: path.stat().st_size)


@pytest.mark.parametrize(
    "part",
    ["indexes/words*/*.store", "indexes/search.sqlite3", "scope.sqlite3", "indexes/vectors/*/tokens.i8"],
)  # fmt: skip
def test_a_damaged_node_is_refused_and_nothing_is_changed(
    one: Library, two: Library, tmp_path: Path, part: str
) -> None:
    shutil.copytree(one.folder, tmp_path / "damaged", ignore=shutil.ignore_patterns("*-shm"))
    with Library(tmp_path / "damaged", one.settings) as damaged:
        path = _first(part)(damaged.folder)
        if path.suffix == ".sqlite3":
            # In the main file, where a log beside it does not hide it.
            with snapshot(one.folder, one.store) as taken:
                name = path.relative_to(damaged.folder).as_posix()
                shutil.copyfile(taken.places[name], path)
            for beside in path.parent.glob(f"{path.name}-*"):
                beside.unlink()
            data = path.read_bytes()
            at = data.rindex(b"urn:lex")
        else:
            data = path.read_bytes()
            at = len(data) // 2
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(LibraryDamaged, match="damaged") as told:
            copy_from_folder(two, damaged)
        assert "pincite index" in told.value.hint
        assert not (two.folder / "indexes" / "search.sqlite3").exists()
        assert not (two.folder / "indexes" / "vectors").exists()


def test_a_stream_that_is_cut_off_altered_or_hostile_changes_nothing(
    one: Library, two: Library
) -> None:
    with snapshot(one.folder, one.store) as taken:
        stream = b"".join(archived(taken))
        size = taken.manifest.size
    pieces = [stream[at : at + 65_536] for at in range(0, len(stream), 65_536)]
    middle = len(stream) // 2
    bad = {
        "cut": pieces[:-1],
        "cut soon": [stream[:40]],
        "altered": [stream[:middle], bytes([stream[middle] ^ 1]), stream[middle + 1 :]],
        "escaping": [stream.replace(b'"scope.sqlite3"', b'"../../.sqlite"')],
        "no archive": [b"<html>not found</html>"],
    }
    for what, blocks in bad.items():
        with pytest.raises(FetchMismatch):
            copy_from_stream(two, lambda blocks=blocks: ArchiveReader(blocks), MOST, what)
    with pytest.raises(InputError, match="more than may be fetched"):
        copy_from_stream(two, lambda: ArchiveReader(pieces), size - 1, "there")
    left = [path.name for path in two.folder.rglob("*") if path.suffix != ".lock"]
    assert sorted(left) == ["corpus.toml"]
    copy_from_stream(two, lambda: ArchiveReader(pieces), size, "there")
    assert said(two, QUESTIONS[0]) == said(one, QUESTIONS[0])


def test_what_a_node_encoded_itself_it_keeps_and_whoever_reads_it_goes_on(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    node = nodes(postgres, tmp_path, sparse_model="", token_model="")
    with node("first") as first, node("second") as second:
        load(first, tmp_path / "sources", 0)
        index(first)
        index(second)
        own = derived(second, "indexes/vectors/*/hashes.bin")
        load(first, tmp_path / "sources", 1)
        index(first)
        assert second.search(QUESTIONS[0]).results
        copy_from_folder(second, first)
        grown = derived(second, "indexes/vectors/*/hashes.bin")
        assert all(grown[name].startswith(before) for name, before in own.items())
        assert encoded_here(second) == encoded_here(first)
        # What was opened before says what it lacks, if it does not have it yet.
        told = second.search(QUESTIONS[1])
        same = said(second, QUESTIONS[1]) == said(first, QUESTIONS[1])
        assert same or "are encoded" in str(told.degraded)
        with Library(second.folder, second.settings) as opened:
            assert index(opened) == 1.0
            assert said(opened, QUESTIONS[1]) == said(first, QUESTIONS[1])
            assert encoded_here(opened) == encoded_here(first)


@pytest.mark.slow
def test_a_node_is_copied_whole_while_it_is_written_to(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    node = nodes(postgres, tmp_path, sparse_model="", token_model="")
    with node("busy") as busy:
        load(busy, tmp_path / "sources", 0)
        index(busy)
        done, loaded, wrong = threading.Event(), [0], list[BaseException]()

        def write() -> None:
            try:
                with Library(busy.folder, busy.settings) as writer:
                    while not done.is_set():
                        loaded[0] += 1
                        words = f"Barge {loaded[0]} shall be painted green."
                        load(writer, tmp_path / "s", 100 + loaded[0], words=words)
                        index(writer)
            except BaseException as problem:
                wrong.append(problem)

        thread = threading.Thread(target=write)
        thread.start()
        try:
            for number in range(6):
                seen = loaded[0]
                wait_until(lambda seen=seen: loaded[0] > seen or wrong)
                with node(f"copy-{number}") as copied:
                    copy_from_folder(copied, busy)
                    assert copied.search(QUESTIONS[0]).results
        finally:
            done.set()
            thread.join()
        assert wrong == []
        for number in range(6):
            with Library(tmp_path / f"copy-{number}", busy.settings) as copied:
                assert index(copied) == 1.0
                assert said(copied, "green barge") == said(busy, "green barge")
