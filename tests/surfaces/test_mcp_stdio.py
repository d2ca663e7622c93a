"""`pincite mcp` as a process: what it writes where, how it ends, and how a client starts it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters

from surfaces.mcp_clients import OTHER, OWN, Ground, command, environment, ground, talking
from waiting import LONG


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return ground(tmp_path_factory.mktemp("mcp"))


@contextmanager
def begun(held: Ground) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has answered once."""
    arguments = [sys.executable, *command("--root", str(held.files))]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        arguments, stdin=pipe, stdout=pipe, stderr=pipe, env=environment(held.settings)
    ) as process:
        try:
            said = say(process, "initialize", protocolVersion="2025-11-25", capabilities={},
                       clientInfo={"name": "test", "version": "1"})  # fmt: skip
            assert said["result"]["serverInfo"]["name"] == "pincite"
            send(process, b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
            yield process
        finally:
            process.kill()


def send(process: subprocess.Popen[bytes], line: bytes) -> None:
    assert process.stdin
    process.stdin.write(line + b"\n")
    process.stdin.flush()


def say(process: subprocess.Popen[bytes], method: str, **params: Any) -> dict[str, Any]:
    assert process.stdout
    asked = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
    send(process, json.dumps(asked).encode())
    said: dict[str, Any] = json.loads(process.stdout.readline())
    assert said["id"] == 7
    return said


def listed(process: subprocess.Popen[bytes]) -> bool:
    said = say(process, "tools/call", name="list_cases", arguments={})
    return {OWN, OTHER} <= {one["slug"] for one in said["result"]["structuredContent"]["items"]}


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_ends_it_while_it_waits_for_a_message(held: Ground) -> None:
    with begun(held) as process:
        say(process, "tools/call", name="watch_folder",
            arguments={"matter": OTHER, "path": str(held.files / "other")})  # fmt: skip
        process.send_signal(signal.SIGINT)
        assert process.wait(LONG) == 0
        assert process.stderr
        assert process.stderr.read() == b""


def test_a_client_that_stops_listening_ends_it(held: Ground) -> None:
    with begun(held) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        send(process, b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}')
        assert process.wait(LONG) == 0
        assert b"Traceback" not in process.stderr.read()


def test_lines_that_are_no_messages_break_nothing(held: Ground) -> None:
    with begun(held) as process:
        for line in (
            b"", b"{", b"null", b"\xff\xfe\x00", b"[" * 100_000,
            b'{"jsonrpc": "2.0", "method": "no/such"}', b'{"jsonrpc": "2.0", "id": "\\ud800"}',
            b'{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"x":"' + b"y" * 2**23 + b'"}}',
        ):  # fmt: skip
            send(process, line)
            assert listed(process), line[:40]


def test_stdout_carries_the_protocol_alone_until_stdin_is_closed(held: Ground) -> None:
    with begun(held) as process:
        for name, arguments in (
            ("create_case", {"name": "Talkative"}),
            ("ingest_folder", {"matter": "Talkative", "path": str(held.files / "links")}),
            ("no_such_tool", {}),
            ("search", {"query": ""}),
        ):
            say(process, "tools/call", name=name, arguments=arguments)
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(LONG) == 0
        assert process.stderr.read() == b""


def test_a_matter_may_be_all_that_it_serves(held: Ground) -> None:
    started = StdioServerParameters(
        command=sys.executable,
        args=[*command(), "--matter", "Hart v. Bellweather"],
        env=environment(held.settings),
    )
    with talking(started) as talk:
        assert [one["slug"] for one in talk.body("list_cases")["items"]] == [OWN]
        assert talk.error("list_documents", matter=OTHER)["error"] == "forbidden"
        path = str(held.files / "orders")
        assert talk.error("ingest_folder", matter=OWN, path=path)["error"] == "forbidden"


@pytest.mark.req("C11")
def test_what_install_prints_starts_it_from_anywhere(held: Ground, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, *command("install", "--root", str(held.files))],
        env={**environment(held.settings), "PINCITE_ANSWER_KEY": "hush"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "hush" not in done.stdout
    assert "PINCITE_ANSWER_KEY" in done.stderr
    printed = json.loads(done.stdout)["mcpServers"]["pincite"]
    assert printed["env"]["PINCITE_LIBRARY"] == str(held.settings.library)
    started = StdioServerParameters(**printed, cwd=tmp_path)
    # A checkout that is not installed is found by this alone.
    more = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    started.env = {**printed["env"], **more}
    with talking(started) as talk:
        assert {OWN, OTHER} <= {one["slug"] for one in talk.body("list_cases")["items"]}
        path = str(held.outside)
        assert talk.error("ingest_folder", matter=OWN, path=path)["error"] == "forbidden"


def test_a_root_that_is_not_there_is_told_at_once(held: Ground) -> None:
    done = subprocess.run(
        [sys.executable, *command("--root", str(held.files / "none"))],
        env=environment(held.settings), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert "no folder" in done.stderr
