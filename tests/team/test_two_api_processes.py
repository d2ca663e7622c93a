"""Two servers of the HTTP API, each a process with a folder of its own, on one corpus."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from loopback import closed_port
from search.bundled_law import command
from small_acts import small_act, urn_of
from waiting import LONG, wait_until

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer

WORDS = "The keeper of a harbour shall trim every lantern at dusk."
LATER = "The keeper of a harbour shall trim every lantern at dawn."
SECTION = f"{urn_of(1)}:1"
BOATS = f"{urn_of(9)}:1"
Run = Callable[..., None]


@contextmanager
def served(folder: Path, *, by_meaning: bool = False) -> Generator[httpx.Client]:
    """`pincite serve` on a free port of this machine."""
    port = closed_port()
    # By words alone, unless said otherwise, so that it is known what a question finds.
    without = () if by_meaning else ("DENSE", "TOKEN", "SPARSE", "LEMMA")
    environment = {
        **os.environ,
        "PINCITE_LIBRARY": str(folder),
        "PINCITE_MATTERS": str(folder.parent / "matters"),
        "PINCITE_KEYS": str(folder.parent / "keys.json"),
        **{f"PINCITE_{kind}_MODEL": "" for kind in without},
        "PINCITE_KEY_RATE": "0",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "pincite", "--quiet", "serve", "--port", str(port)], env=environment
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LONG) as client:
            _await(client, process)
            yield client
    finally:
        process.terminate()
        process.wait(timeout=LONG)


def _await(client: httpx.Client, process: subprocess.Popen[bytes]) -> None:
    def there() -> bool:
        assert process.poll() is None, "the server ended"
        try:
            client.get("/health").raise_for_status()
        except httpx.TransportError:
            return False
        return True

    wait_until(there, lambda: "the server does not start")


@pytest.fixture(scope="module")
def folders(
    postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path]:
    """Of one library, which holds an act that no test changes."""
    root = tmp_path_factory.mktemp("team")
    address = f"postgresql://postgres@/postgres?host={postgres.folder}&schema={postgres.schema()}"
    for name in ("one", "other"):
        _ran(root / name)("init", "--database", address)
    kept = small_act(root / "sources", 9, "Boats shall be painted white.")
    _ran(root / "one")("ingest", str(kept), "--reader", "plain", "--version", "kept")
    return root / "one", root / "other"


@pytest.fixture(scope="module")
def other(folders: tuple[Path, Path]) -> Iterator[httpx.Client]:
    """The server that nothing is written through; it has answered before the first write."""
    with served(folders[1]) as client:
        assert found(client, "boats painted white")[0] == BOATS
        yield client


@pytest.fixture(scope="module")
def one(folders: tuple[Path, Path]) -> Iterator[httpx.Client]:
    with served(folders[0]) as client:
        yield client


@pytest.fixture
def write(folders: tuple[Path, Path]) -> Run:
    """The command, in the folder of the first server."""
    return _ran(folders[0])


def _ran(folder: Path) -> Run:
    run = command(folder, folder.parent / "matters", folder.parent / "no-models")

    def checked(*arguments: str) -> None:
        done = run(*arguments)
        assert done.returncode == 0, done.stderr

    return checked


def found(client: httpx.Client, query: str, **more: str) -> list[str]:
    """The rules that a search gives, best first."""
    response = client.get("/search", params={"query": query, "tier": "free", **more})
    assert response.status_code == 200, response.text
    return [hit["law"]["unit_urn"] for hit in response.json().get("results", [])]


def said(client: httpx.Client, what: str, **more: str) -> str:
    """What a section says below its heading, or the code of the error."""
    body = client.get(f"/nodes/{what}", params=more).json()
    if "provision" not in body:
        return body["error"]
    return body["provision"]["enacted"].removeprefix("1. Lamps").strip()


@pytest.mark.req("S9")
def test_what_is_written_beside_one_server_the_other_answers_with_at_its_next_question(
    one: httpx.Client, other: httpx.Client, write: Run, tmp_path: Path
) -> None:
    question = "harbour keeper lantern trim"
    assert SECTION not in found(other, question)
    assert said(other, SECTION) == "not_found"

    first = small_act(tmp_path, 1, WORDS)
    write("ingest", str(first), "--reader", "plain", "--version", "first", "--collection", "lamps")
    for client in (other, one):
        assert found(client, question)[0] == SECTION
        assert said(client, SECTION) == WORDS
    answer = other.post("/chat", json={"query": "What shall the keeper of a harbour trim?"}).json()
    assert WORDS in str(answer)

    second = small_act(tmp_path, 1, LATER, day="2010-06-01")
    write("ingest", str(second), "--reader", "plain", "--version", "second",
          "--collection", "lamps")  # fmt: skip
    for client in (other, one):
        assert said(client, SECTION) == LATER
        assert said(client, SECTION, at="2005-01-01") == WORDS
        assert [entry["tag"] for entry in client.get("/versions").json()] == [
            "kept", "first", "second"
        ]  # fmt: skip

    write("rollback", "first")
    for client in (other, one):
        assert said(client, SECTION) == WORDS
        assert "dawn" not in client.get("/search", params={"query": question}).text
    write("rollback", "second")
    assert said(other, SECTION) == LATER


def test_a_court_order_and_a_synonym_reach_the_other_server(
    other: httpx.Client, write: Run, tmp_path: Path
) -> None:
    assert "ENJOINED" not in other.get("/resolve", params={"what": BOATS}).text
    write("override", "add", BOATS, "--status", "ENJOINED", "--authority", "High Court",
          "--from", "2015-01-01")  # fmt: skip
    assert "ENJOINED" in other.get("/resolve", params={"what": BOATS}).text
    write("override", "remove", "1")
    assert "ENJOINED" not in other.get("/resolve", params={"what": BOATS}).text

    assert found(other, "dinghy") == []
    listed = tmp_path / "synonyms.tsv"
    listed.write_text("phrase\tterm\tweight\ndinghy\tboats\t1.0\n", encoding="utf-8")
    write("synonym", "import", str(listed))
    assert found(other, "dinghy")[0] == BOATS


def test_two_servers_that_were_asked_the_same_say_the_same(
    one: httpx.Client, other: httpx.Client, write: Run, tmp_path: Path
) -> None:
    for number in range(20, 24):
        act = small_act(tmp_path, number, f"Quay {number} shall have a crane.")
        write("ingest", str(act), "--reader", "plain", "--version", f"quay-{number}")
        asked = {"query": "which quay shall have a crane", "tier": "free"}
        told = [client.get("/search", params=asked).json()["results"] for client in (one, other)]
        texts = [[(hit["law"]["unit_urn"], hit["score"]) for hit in hits] for hits in told]
        assert texts[0] == texts[1]
        assert f"{urn_of(number)}:1" in [urn for urn, _ in texts[0]]
