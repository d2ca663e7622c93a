"""A client that keeps the server waiting is let go, and keeps nobody else waiting."""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, StreamingResponse

from pincite.settings import Settings
from pincite.surfaces.http.connections import server_options
from waiting import LONG, wait_until

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
WHOLE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@dataclass
class Served:
    port: int
    release: threading.Event
    options: dict[str, Any]

    def connect(self, *, from_address: str = "127.0.0.1") -> socket.socket:
        made = socket.create_connection(
            ("127.0.0.1", self.port), LONG, source_address=(from_address, 0)
        )
        made.settimeout(LONG)
        return made

    def open(self) -> int:
        return len(self.options["http"].shared)


@contextmanager
def served(**limits: Any) -> Generator[Served]:
    """A small application, behind the connections that `pincite serve` has."""
    app, release = FastAPI(), threading.Event()

    @app.get("/")
    async def hello() -> PlainTextResponse:
        return PlainTextResponse("hello")

    @app.post("/")
    async def length(request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    @app.get("/held")
    def held() -> PlainTextResponse:
        release.wait(LONG)
        return PlainTextResponse("held")

    @app.get("/much")
    async def much() -> StreamingResponse:
        return StreamingResponse(b"x" * 65536 for _ in range(4096))

    options = server_options(Settings(**limits))  # type: ignore[call-arg]
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", **options))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    try:
        yield Served(listening.getsockname()[1], release, options)
    finally:
        release.set()
        server.should_exit = True
        thread.join(timeout=LONG)
        listening.close()


def received(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    parts = []
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def response(connection: socket.socket) -> bytes:
    """One response, on a connection that stays."""
    reply = b""
    while True:
        reply += connection.recv(65536)
        head, end, body = reply.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        if end and length and len(body) >= int(length[1]):
            return reply


def error_of(reply: bytes) -> tuple[int, str]:
    head, _, body = reply.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["error"]


def is_answered(server: Served, **more: Any) -> bool:
    with server.connect(**more) as connection:
        connection.sendall(WHOLE)
        return response(connection).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("sent", [b"", b"G", HALF, WHOLE[:-2]])
def test_headers_that_do_not_end_are_given_up(sent: bytes) -> None:
    with served(head_seconds=0.3) as server, server.connect() as connection:
        connection.sendall(sent)
        assert error_of(received(connection)) == (408, "too_slow")
        wait_until(lambda: server.open() == 0)


def test_a_byte_now_and_then_wins_no_time() -> None:
    with served(head_seconds=0.5) as server, server.connect() as connection:
        connection.sendall(HALF)
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() - began < LONG:
                connection.sendall(b"x")
                if select.select([connection], [], [], 0.05)[0]:
                    break
        assert error_of(received(connection)) == (408, "too_slow")


def test_a_second_request_has_the_same_time_as_the_first() -> None:
    with served(head_seconds=0.4) as server, server.connect() as connection:
        connection.sendall(WHOLE)
        assert response(connection).startswith(b"HTTP/1.1 200")
        connection.sendall(HALF)
        assert b"too_slow" in received(connection)


def test_a_connection_without_a_next_request_is_closed() -> None:
    with served(idle_seconds=0.3) as server, server.connect() as connection:
        connection.sendall(WHOLE)
        assert received(connection).startswith(b"HTTP/1.1 200")
        wait_until(lambda: server.open() == 0)


def test_a_body_that_drips_is_given_up_and_one_that_flows_is_read() -> None:
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
    with served(head_seconds=0.5, body_rate=2000) as server:
        with server.connect() as connection:
            connection.sendall(head + b"x")
            assert error_of(received(connection)) == (408, "too_slow")
        with server.connect() as connection:
            connection.sendall(head + b"x" * 100_000)
            assert response(connection).endswith(b"100000")


def test_who_does_not_take_a_response_is_cut_off() -> None:
    with served(send_seconds=0.3) as server, server.connect() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(b"GET /much HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        wait_until(lambda: server.open() == 1)
        wait_until(lambda: server.open() == 0)


def test_a_request_that_takes_long_to_answer_is_waited_for() -> None:
    with served(head_seconds=0.2, idle_seconds=0.2) as server, server.connect() as connection:
        connection.sendall(b"GET /held HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        time.sleep(1)
        server.release.set()
        assert response(connection).endswith(b"held")


@pytest.mark.parametrize("limit", ["max_connections", "address_connections"])
def test_who_waits_longest_without_a_request_makes_room(limit: str) -> None:
    with served(head_seconds=LONG, **{limit: 8}) as server, contextlib.ExitStack() as opened:
        waiting = [opened.enter_context(server.connect()) for _ in range(8)]
        for connection in waiting:
            connection.sendall(HALF)
        wait_until(lambda: server.open() == 8)
        assert is_answered(server)
        assert received(waiting[0]) == b""
        # The others are still there.
        waiting[7].sendall(b"x\r\n\r\n")
        assert response(waiting[7]).startswith(b"HTTP/1.1 200")


def test_who_is_being_answered_is_not_closed_to_make_room() -> None:
    asked = b"GET /held HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with served(max_connections=8) as server, contextlib.ExitStack() as opened:
        held = [opened.enter_context(server.connect()) for _ in range(8)]
        for connection in held:
            connection.sendall(asked)
        wait_until(lambda: not server.options["http"].shared._waiting and server.open() == 8)
        with server.connect() as late:
            reply = received(late)
        assert error_of(reply) == (503, "busy")
        assert re.search(rb"retry-after: \d+", reply, re.IGNORECASE)
        server.release.set()
        for connection in held:
            assert response(connection).endswith(b"held")


def test_an_address_with_many_connections_takes_none_from_others() -> None:
    with (
        served(head_seconds=LONG, address_connections=8, max_connections=16) as server,
        contextlib.ExitStack() as opened,
    ):
        other = opened.enter_context(server.connect(from_address="127.0.0.2"))
        other.sendall(HALF)
        for _ in range(40):
            opened.enter_context(server.connect()).sendall(HALF)
        wait_until(lambda: server.open() == 9)
        other.sendall(b"x\r\n\r\n")
        assert response(other).startswith(b"HTTP/1.1 200")


# What a request must not be, and how it is refused.
MALFORMED = (
    b"\x00\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01",
    b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: " + b"y" * 100_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n", "GET /é HTTP/1.1\r\n\r\n".encode(),
)  # fmt: skip


@pytest.mark.parametrize("sent", MALFORMED, ids=range(len(MALFORMED)))
def test_what_cannot_be_read_is_refused_in_our_own_words(sent: bytes) -> None:
    with served(head_seconds=1.0) as server:
        with server.connect() as connection:
            with contextlib.suppress(OSError):
                connection.sendall(sent)
            reply = received(connection)
            if reply:
                status, code = error_of(reply)
                assert (status, code) in {(400, "bad_input"), (408, "too_slow")}
        assert is_answered(server)


# The whole server, as a process of its own.


@dataclass
class Process:
    port: int
    id: int

    def resident(self) -> float:
        """In MiB."""
        lines = Path(f"/proc/{self.id}/status").read_text(encoding="utf-8").splitlines()
        [size] = [line for line in lines if line.startswith("VmRSS")]
        return int(size.split()[1]) / 1024

    def descriptors(self) -> int:
        return len(list(Path(f"/proc/{self.id}/fd").iterdir()))


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    from surfaces.serving import held

    root = tmp_path_factory.mktemp("process")
    settings = held(root)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = {
        **os.environ, "PINCITE_LIBRARY": str(settings.library), "PINCITE_KEY_RATE": "0",
        "PINCITE_MATTERS": str(settings.matters), "PINCITE_MODELS": str(settings.models),
        "PINCITE_KEYS": str(settings.keys), "PINCITE_REQUEST_RATE": "0",
        "PINCITE_HEAD_SECONDS": "40", "PINCITE_ADDRESS_CONNECTIONS": "4000",
    }  # fmt: skip
    words = [sys.executable, "-m", "pincite", "serve", "--port", str(port)]
    with subprocess.Popen(words, env=environment) as running:
        try:
            wait_until(lambda: _answers(port) or running.poll() is not None)
            yield Process(port, running.pid)
        finally:
            running.terminate()


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health", timeout=LONG).is_success
    except httpx.HTTPError:
        return False


def more_files(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_2500_half_open_connections_stop_nobody_and_are_closed(process: Process) -> None:
    more_files(6000)
    address = ("127.0.0.1", process.port)
    base = f"http://127.0.0.1:{process.port}"
    with httpx.Client(base_url=base, timeout=LONG) as client:
        params = {"query": "notice before the owner enters"}
        for _ in range(20):
            assert client.get("/search", params=params).status_code == 200
        sizes = [process.resident()]
        for _round in range(3):
            with contextlib.ExitStack() as opened:
                half = []
                for _ in range(2500):
                    connection = opened.enter_context(socket.create_connection(address, LONG))
                    connection.sendall(HALF)
                    half.append(connection)
                wait_until(lambda: process.descriptors() > 2000)
                for _ in range(5):
                    # Each on a connection of its own: new ones are let in, too.
                    found = httpx.get(f"{base}/search", params=params, timeout=LONG)
                    assert found.status_code == 200
                wait_until(lambda: process.descriptors() < 200)
                for connection in half:
                    connection.settimeout(LONG)
                    assert b"too_slow" in received(connection)
            sizes.append(process.resident())
    # The first round makes room for so many; the next ones need no more.
    assert sizes[-1] - sizes[1] < 40, sizes
    print(f"resident, in MiB, before and after each round: {[round(size) for size in sizes]}")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_10000_mixed_requests_leave_memory_as_it_was(process: Process) -> None:
    sizes: list[float] = []
    answered: dict[int, int] = {}
    requests = (
        ("GET", "/search", {"params": {"query": "notice before the owner enters"}}),
        ("GET", "/nodes/urn:lex:xm:act-2019-11:14:1", {}),
        ("GET", "/health", {}),
        ("GET", "/nothing", {}),
        ("GET", "/documents", {"params": {"matter": "alder-v-birch"}}),
        ("GET", "/search/case", {"params": {"matter": "none", "query": "x"}}),
        ("POST", "/chat", {"content": b"{"}),
        ("POST", "/citations/read", {"json": {"text": "See 509 U.S. 579 (1993)."}}),
        ("POST", "/mcp", {"content": b"[]"}),
        ("GET", "/", {"headers": {"accept": "text/html"}}),
    )
    with httpx.Client(base_url=f"http://127.0.0.1:{process.port}", timeout=LONG) as client:
        for number in range(10_000):
            method, path, more = requests[number % len(requests)]
            status = client.request(method, path, **more).status_code
            answered[status] = answered.get(status, 0) + 1
            if number % 1000 == 999:
                sizes.append(process.resident())
    assert not [status for status in answered if status >= 500], answered
    # Caches fill in the first thousands; after them nothing grows with the number of requests.
    assert sizes[-1] - sizes[2] < 40, sizes
    print(f"resident, in MiB, after each thousand: {[round(size) for size in sizes]}; {answered}")
