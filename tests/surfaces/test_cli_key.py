"""`pincite key`, `serve` and `doctor`, as they are used."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from commands import Done
from commands import pincite as command
from search.bundled_law import bundled_law
from waiting import LONG, wait_until


def pincite(root: Path, *words: str) -> Done:
    return command(*words, env=environment(root))


def environment(root: Path) -> dict[str, str]:
    return {
        **os.environ, "PINCITE_KEYS": str(root / "keys.json"), "PINCITE_LIBRARY": str(root / "law"),
        "PINCITE_MATTERS": str(root / "matters"), "PINCITE_MODELS": str(root / "no-models"),
    }  # fmt: skip


def said(root: Path, *words: str) -> Any:
    done = pincite(root, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_key_is_made_shown_once_listed_and_revoked(tmp_path: Path) -> None:
    made = said(tmp_path, "key", "create", "Anna", "--may", "read", "--only", "Smith v. Jones")
    assert made["matters"] == ["smith-v-jones"]
    assert made["key"].startswith("pin_")
    [listed] = said(tmp_path, "key", "list")
    assert "key" not in listed
    assert "sha256" not in listed
    assert listed["id"] == made["id"]
    assert pincite(tmp_path, "key", "revoke", "nobody").returncode == 4
    said(tmp_path, "key", "revoke", "Anna")
    assert said(tmp_path, "key", "list") == []


@pytest.mark.req("U7")
def test_the_last_key_closes_and_a_command_opens_again(tmp_path: Path) -> None:
    assert "there is no key" in pincite(tmp_path, "key", "list").stdout
    said(tmp_path, "key", "create", "Anna")
    kept = pincite(tmp_path, "key", "open")
    assert kept.returncode == 2
    assert "pincite key revoke" in kept.stderr
    ended = pincite(tmp_path, "key", "revoke", "Anna")
    assert "pincite key open" in ended.stderr
    assert "every request over HTTP is refused" in pincite(tmp_path, "key", "list").stdout
    opened = pincite(tmp_path, "key", "open")
    assert opened.returncode == 0
    assert "delete everything over HTTP without one" in opened.stdout
    assert "without one" in pincite(tmp_path, "key", "list").stdout
    refused = pincite(tmp_path, "serve", "--host", "0.0.0.0")
    assert "pincite key create" in refused.stderr


@pytest.mark.req("U7")
def test_keys_belong_to_the_library_that_is_named(tmp_path: Path) -> None:
    env = {name: value for name, value in environment(tmp_path).items() if name != "PINCITE_KEYS"}
    law, other = tmp_path / "law", tmp_path / "other"

    def run(*words: str | Path) -> Done:
        return command(*words, env=env, cwd=tmp_path)

    # Matters can be served before there is a library, and one can still be made there.
    assert run("key", "create", "Anna").returncode == 0
    assert [one["name"] for one in json.loads((law / "keys.json").read_text())] == ["Anna"]
    assert run("init").returncode == 0
    assert "Anna" in run("key", "list").stdout
    assert "Anna" not in run("--library", other, "key", "list").stdout
    assert list(tmp_path.glob("*.json")) == []
    # Where keys used to lie, none may be lost without a word.
    (law / "keys.json").rename(tmp_path / "keys.json")
    for words in (["serve", "--port", "0"], ["key", "list"], ["key", "create", "Birna"]):
        refused = run(*words)
        assert refused.returncode == 2, words
        assert "mv keys.json" in refused.stderr
    assert "mv keys.json" in run("doctor").stdout


def test_what_a_key_may_is_one_of_four(tmp_path: Path) -> None:
    done = pincite(tmp_path, "key", "create", "Anna", "--may", "fly")
    assert done.returncode == 2


@pytest.mark.req("U7")
def test_nothing_but_this_machine_is_served_without_a_key(tmp_path: Path) -> None:
    done = pincite(tmp_path, "serve", "--host", "0.0.0.0")
    assert done.returncode == 2
    assert "pincite key create" in done.stderr


@pytest.mark.req("U2")
def test_a_server_starts_answers_and_ends(tmp_path: Path) -> None:
    bundled_law(tmp_path / "law", tmp_path / "no-models").close()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "pincite", "serve", "--port", str(port)],
        env=environment(tmp_path), stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:

        def answered() -> httpx.Response | None:
            assert server.poll() is None, "the server ended"
            with suppress(httpx.TransportError):
                return httpx.post(
                    f"http://127.0.0.1:{port}/chat", timeout=LONG,
                    json={"query": "May the owner enter my home without notice?"},
                )  # fmt: skip
            return None

        assert wait_until(answered).json()["answered"]
    finally:
        server.send_signal(signal.SIGINT)
        _, told = server.communicate(timeout=LONG)
    assert "the page" in told
    assert "Traceback" not in told
    assert "May the owner" not in told


def test_the_doctor_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_DENSE_MODEL", "bge-small-en-v1.5")
    bundled_law(tmp_path / "law", tmp_path / "no-models").close()
    found = {one["name"]: one for one in said(tmp_path, "doctor")}
    assert found["library"]["ok"]
    assert found["tantivy"]["ok"]
    assert "ok" not in found["model: dense"]
    assert "pincite models install" in found["model: dense"]["fix"]
    (tmp_path / "keys.json").write_text("[{]")
    broken = pincite(tmp_path, "doctor")
    assert broken.returncode == 1
    assert "keys.json cannot be read" in broken.stdout
