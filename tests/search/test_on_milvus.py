"""A library whose vectors are on a server answers as one that has them in its folder."""

# pyright: reportCallIssue=false

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from milvus_server import MilvusServer
from pincite import library
from pincite.errors import InputError, LibraryDamaged, ServerUnreachable
from pincite.indexes.milvus.address import FILE, VectorAddress, keep_address, kept_address
from pincite.library import Library
from pincite.settings import Settings
from pincite.surfaces.cli.doctor import examine
from search.bundled_law import bundled_law
from waiting import wait_until

QUESTIONS = (
    "how long do I have to appeal",
    "what may a landlord keep of a deposit",
    "who registers credit providers",
    "notice before eviction",
    "hvað er leiga lengi í gildi",
)
_names = count(1)
LITE_FIRST = ["milvus_lite", pytest.param("milvus_standalone", marks=pytest.mark.slow)]


def said(opened: Library, question: str) -> str:
    """All but how long it took, scores to four places."""
    found = opened.search(question, limit=10).as_dict(times=False)
    for part in ("times", "timings", "took"):
        found.pop(part, None)
    return json.dumps(found, ensure_ascii=False, sort_keys=True, default=str)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(models=tmp_path_factory.mktemp("models"), workers=1, vectors_seconds=60)


@pytest.fixture(scope="module")
def local(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("local") / "law"
    with bundled_law(folder, settings.models_folder, settings) as opened:
        assert opened.search_index.encode() == 1.0
        yield opened


@pytest.fixture
def address(milvus: MilvusServer) -> VectorAddress:
    host = milvus.address.replace("http", "milvus")
    return VectorAddress.parse(f"{host}?name=law{next(_names)}")


def copied(local: Library, folder: Path, address: VectorAddress, *, encoded: bool) -> Library:
    """The same corpus in another folder, its vectors on the server."""
    shutil.copytree(local.folder, folder)
    if not encoded:
        shutil.rmtree(folder / "indexes")
    keep_address(folder, address)
    return Library(folder, local.settings)


@pytest.mark.parametrize("milvus", LITE_FIRST, indirect=True)
def test_answers_are_the_same_and_a_second_machine_has_them_without_encoding(
    local: Library, address: VectorAddress, tmp_path: Path
) -> None:
    with copied(local, tmp_path / "one", address, encoded=True) as one:
        assert one.search_index.encode() == 1.0
        assert [said(one, each) for each in QUESTIONS] == [said(local, each) for each in QUESTIONS]
        # A second machine: it has the corpus, and no vector of its own.
        with copied(local, tmp_path / "two", address, encoded=False) as two:
            dense = two.search_index.engine().indexed.dense
            assert dense is not None
            assert dense.share == 1.0
            assert not list((tmp_path / "two").rglob("tokens.i8"))
            mine = dense.content.search(dense.encoder.query(QUESTIONS[0]), 20)
            assert local.search_index.engine().indexed.dense is not None
            theirs = local.search_index.engine().indexed.dense.content.search(  # type: ignore[union-attr]
                dense.encoder.query(QUESTIONS[0]), 20
            )
            assert mine.rows.tolist() == theirs.rows.tolist()
            assert two.search_index.encode(tokens=False) == 1.0


@pytest.mark.parametrize("milvus", LITE_FIRST, indirect=True)
def test_an_index_made_anew_is_never_seen_half(
    local: Library, address: VectorAddress, tmp_path: Path
) -> None:
    expected = [said(local, each) for each in QUESTIONS]
    with copied(local, tmp_path / "one", address, encoded=True) as one:
        one.search_index.encode()
        done = threading.Event()
        wrong: list[str] = []
        asked = 0

        def ask() -> None:
            nonlocal asked
            with Library(tmp_path / "one", local.settings) as reader:
                while not done.is_set():
                    at = asked % len(QUESTIONS)
                    try:
                        if said(reader, QUESTIONS[at]) != expected[at]:
                            wrong.append(f"{QUESTIONS[at]}: another answer")
                    except Exception as problem:
                        wrong.append(repr(problem))
                    asked += 1

        reader = threading.Thread(target=ask)
        reader.start()
        try:
            wait_until(lambda: asked)
            assert one.search_index.encode(anew=True) == 1.0
        finally:
            done.set()
            reader.join()
        assert wrong == []
        assert asked > 1
        indexed = one.search_index.engine().indexed
        assert indexed.dense is not None
        assert [said(one, each) for each in QUESTIONS] == expected


@pytest.mark.parametrize("milvus", LITE_FIRST, indirect=True)
def test_without_its_server_a_search_says_so_and_goes_on(
    local: Library, address: VectorAddress, tmp_path: Path, milvus: MilvusServer
) -> None:
    question = QUESTIONS[1]
    with copied(local, tmp_path / "one", address, encoded=True) as one:
        one.search_index.encode()
        assert vectors_found(one.folder) == [True]
        milvus.kill()
        with Library(tmp_path / "one", local.settings) as opened_without:
            for each in (one, opened_without):
                without = each.search(question)
                assert "vector server" in " ".join(without.degraded)
                assert without.results
            with pytest.raises(ServerUnreachable, match="vector server"):
                opened_without.search_index.encode()
            assert vectors_found(one.folder) == [False]
            milvus.start()
            for each in (one, opened_without):
                wait_until(lambda each=each: said(each, question) == said(local, question))


def vectors_found(folder: Path) -> list[bool | None]:
    return [found.ok for found in examine(folder) if found.name == "vectors"]


def test_addresses_are_checked(tmp_path: Path) -> None:
    for bad in (
        "http://somewhere:19530", "milvus://", "milvus://user:secret@host", "milvus://host/db",
        "milvus://host:x", "milvus://host?name=A-B", "milvus://host:99999",
    ):  # fmt: skip
        with pytest.raises(InputError):
            library.create(tmp_path / "law", vectors=bad)
        assert not (tmp_path / "law").exists()
    written = "milvus+tls://[::1]:443?name=law_1"
    address = VectorAddress.parse(written)
    assert (address.uri, str(address)) == ("https://[::1]:443", written)
    keep_address(tmp_path, address)
    assert kept_address(tmp_path) == address
    (tmp_path / FILE).write_text("address = 7")
    with pytest.raises(LibraryDamaged, match="names no vector server"):
        kept_address(tmp_path)
    keep_address(tmp_path, None)
    assert kept_address(tmp_path) is None
