"""The stages of a job are told over MCP, and by a command that no terminal watches."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import pincite
from embedding_server import Embeddings, embeddings, held_book
from pincite import library
from pincite.matters import Matters
from surfaces.mcp_clients import mounted, talking
from surfaces.serving import serving, settings_for
from waiting import wait_until

MATTER = "kennel-v-harbour"
ENCODING = "encoding what it means"


@pytest.fixture
def meanings() -> Iterator[Embeddings]:
    with embeddings() as served:
        yield served


@pytest.fixture
def environment(tmp_path: Path, meanings: Embeddings) -> dict[str, str]:
    return {
        **os.environ, **meanings.environment(), "PINCITE_LIBRARY": str(tmp_path / "law"),
        "PINCITE_MATTERS": str(tmp_path / "matters"), "PINCITE_WORKERS": "1",
        "PINCITE_MODELS": str(tmp_path / "none"), "PINCITE_MATTER": MATTER,
    }  # fmt: skip


@pytest.fixture
def book(tmp_path: Path, meanings: Embeddings) -> Path:
    settings = settings_for(tmp_path, workers=1, **meanings.settings())
    library.create(settings.library, settings=settings).close()
    Matters(settings=settings).create(MATTER)
    path = tmp_path / "files" / "book.txt"
    path.parent.mkdir()
    path.write_text(held_book(), encoding="utf-8")
    return path


def test_a_client_of_mcp_sees_the_stages_and_what_came_of_it(
    tmp_path: Path, book: Path, meanings: Embeddings
) -> None:
    settings = settings_for(tmp_path, workers=1, **meanings.settings())
    heard: list[tuple[float, float | None, str]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message or ""))
        if message == ENCODING:
            meanings.let_through()
        elif (message or "").startswith(ENCODING):
            meanings.open()

    meanings.hold()

    with (
        serving(mounted(settings, (tmp_path,))) as client,
        talking(f"{str(client.base_url).rstrip('/')}/mcp") as talk,
    ):
        asked = {"matter": MATTER, "paths": [str(book)]}

        async def read() -> object:
            result = await talk.client.call_tool("read_files", asked, progress_callback=hear)
            return result.structured_content

        body = talk.do(read)
        assert body["state"] == "done"
        assert body["result"]["added"] == ["book.txt"]
        # Without a wish for progress nobody is kept waiting.
        begun = talk.body("read_files", **asked)
        assert "result" not in begun
    shares = [share for share, _, _ in heard]
    assert shares == sorted(set(shares))
    assert all(total == 1.0 for _, total, _ in heard)
    said = [message for _, _, message in heard]
    assert any(message.startswith(f"{ENCODING}: ") for message in said)
    assert said[-1] == "done"


def test_a_command_that_no_terminal_watches_writes_a_line_for_each_stage(
    book: Path, environment: dict[str, str]
) -> None:
    done = pincite("ingest", book, env=environment)
    assert done.returncode == 0, done.stderr
    lines = done.stderr.splitlines()
    wanted = ["reading", "indexing words", "encoding what it means"]
    assert [next((line for line in lines if line.startswith(words)), "") for words in wanted] == [
        "reading", "indexing words", "encoding what it means",
    ]  # fmt: skip
    quiet = pincite("--quiet", "ingest", book, env=environment)
    assert quiet.stderr == ""


def test_a_command_says_what_it_left_and_index_makes_it(
    book: Path, environment: dict[str, str], meanings: Embeddings
) -> None:
    done = pincite("ingest", book, "--no-encode", env=environment)
    assert done.returncode == 0, done.stderr
    assert meanings.texts == []
    [note] = [line for line in done.stderr.splitlines() if line.startswith("note:")]
    assert note.endswith("passages are not encoded yet; `pincite index` encodes them")
    status = pincite("status", env=environment)
    assert "passages are not encoded yet: `pincite index` encodes them" in status.stdout
    assert pincite("index", env=environment).returncode == 0
    assert "100% encoded by meaning" in pincite("status", env=environment).stdout


def test_a_killed_command_goes_on_where_it_was(
    book: Path, environment: dict[str, str], meanings: Embeddings
) -> None:
    meanings.hold()
    command = [sys.executable, "-m", "pincite", "ingest", str(book)]
    running = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
    wait_until(lambda: meanings.waiting)
    meanings.let_through()
    # The second batch is asked for once the first was kept.
    wait_until(lambda: meanings.texts and meanings.waiting)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    kept = list(meanings.texts)
    meanings.open()
    done = pincite("ingest", book, env=environment)
    assert done.returncode == 0, done.stderr
    assert "100% encoded by meaning" in pincite("status", env=environment).stdout
    assert len(kept) > 10
    assert not set(kept) & set(meanings.texts[len(kept) :])
