"""Whatever bytes come in, over HTTP and as calls of MCP tools: an answer of ours or none, never a
fault of ours, and the next request is answered. The same seed sends the same bytes."""

from __future__ import annotations

import contextlib
import json
import logging
import random
import socket
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest

from pincite.api.operation import operations
from pincite.errors import ROWS
from pincite.surfaces.http.app import create_app
from pincite.surfaces.http.connections import server_options
from pincite.surfaces.http.routes import ROUTES
from pincite.surfaces.mcp.tools import tool
from surfaces.serving import held, serving, settings_for
from waiting import LONG

QUICK, LONGER = 120, 800
# What may go wrong on our side and is said to: that there is no model, or too much to do.
_SAID = {"model_missing", "busy", "library_busy", "no_space", "server_unreachable"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    root = tmp_path_factory.mktemp("fuzzed")
    held(root)
    settings = settings_for(root, key_rate=0, request_rate=0, head_seconds=0.2, idle_seconds=3.0)
    app = create_app(settings=settings)
    with serving(app, log_level="error", **server_options(settings)) as client:
        yield client


# What is sent.

WORDS = (
    "", " ", "\0", "a\0b", "../../../etc/passwd", "/etc/passwd", "~root", "%00", "%", "%zz", "%c0%af",
    "'; DROP TABLE nodes; --", '"', "\\", "\ud800", "\u202e", "🏛" * 40, "A" * 5000, "１２", "é", "NaN",
    "Infinity", "-1", "1e309", "9" * 400, "0x10", "null", "[]", "{}", "<script>", "{{7*7}}", "${x}",
    "urn:lex:", "urn:lex:xm:act-2019-11:14:1", "urn:lex:" + ":" * 300, "/akn/xm/act/2019/11",
    "alder-v-birch", "2024-13-45", "0000-00-00", "9999-12-31", "s 12(1)(a)(i)(A)", "509 U.S. 579",
    "(" * 300, "*" * 300, "a*" * 200, "\r\nX: y", "\t", "\x7f", "ﬁ", "İ", "ß" * 100,
)  # fmt: skip
NUMBERS = (0, -1, 1, 2**31, 2**63, 2**64, -(2**63), 10**30, 0.5, -0.0, 1e308, True, False)


def value(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.randrange(8 if depth < 4 else 5)
    if kind < 3:
        return chance.choice(WORDS)
    if kind == 3:
        return chance.choice(NUMBERS)
    if kind == 4:
        return None
    if kind == 5:
        return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if kind == 6:
        return {chance.choice(WORDS): value(chance, depth + 1) for _ in range(chance.randrange(4))}
    return "".join(chance.choices(string.printable, k=chance.randrange(60)))


def arguments(chance: random.Random, fields: dict[str, Any]) -> dict[str, Any]:
    """Some of the fields that there are, sometimes fitting, and sometimes one that there is not."""
    made: dict[str, Any] = {}
    for name in fields:
        if chance.random() < (0.95 if fields[name].get("default", 0) == 0 else 0.4):
            fits = chance.random() < 0.8
            kind = fields[name].get("type")
            if fits and name == "matter":
                made[name] = chance.choice(("alder-v-birch", "cedar-v-dogwood", "none"))
            elif fits and name == "document":
                made[name] = "zirconquarry.txt"
            elif fits and kind == "integer":
                made[name] = chance.randrange(50)
            elif fits and kind == "boolean":
                made[name] = chance.random() < 0.5
            elif fits and kind == "array":
                made[name] = [chance.choice(WORDS)]
            elif fits:
                made[name] = chance.choice(WORDS)
            else:
                made[name] = value(chance)
    if chance.random() < 0.05:
        made[chance.choice(WORDS)] = value(chance)
    return made


def deep(chance: random.Random) -> bytes:
    """JSON that is deeper than anything reads, or is none."""
    count = chance.choice((100, 5000, 100_000))
    opened, closed = chance.choice(((b"[", b"]"), (b'{"query":', b"}"), (b'[{"a":', b"}]")))
    body = opened * count + b"1" + closed * (count if chance.random() < 0.5 else 0)
    return body[: 900 * 1024]


def body_of(chance: random.Random) -> bytes:
    kind = chance.randrange(7)
    if kind == 0:
        return deep(chance)
    if kind == 1:
        return chance.randbytes(chance.randrange(300))
    if kind == 2:
        return json.dumps(value(chance)).encode(
            chance.choice(("utf-8", "utf-16", "utf-32", "utf-7"))
        )
    if kind == 3:
        return b'{"query": NaN, "query": 1e999, "matter": "\\ud800"}'
    if kind == 4:
        return b'{"query": "' + b"\xff\xfe\x00" * 10 + b'"}'
    if kind == 5:
        return ("&".join(f"{name}={name}" for name in WORDS[:30])).encode("utf-8", "replace")
    return json.dumps({"query": chance.choice(WORDS), "matter": chance.choice(WORDS)}).encode()


def header(chance: random.Random) -> bytes:
    name = chance.choice(
        ("Host", "Content-Type", "Content-Length", "Transfer-Encoding", "Authorization", "Cookie",
         "Accept", "Origin", "Range", "Expect", "Upgrade", "Connection", "X-Forwarded-For",
         "If-None-Match", "Accept-Language", "Content-Encoding", "X" * 3000, "Bad Name", "")
    )  # fmt: skip
    said = chance.choice(
        ("", "127.0.0.1", "a:b:c", "application/json; charset=utf-7", "multipart/form-data",
         "multipart/form-data; boundary=\"x", "chunked", "gzip, chunked", "100-continue", "-5", "5",
         "99999999999999999999", "Bearer " + "x" * 500, "Bearer \xff", "pincite_key=\"\\777\"",
         "websocket", "h2c", "Upgrade", "bytes=0-", "text/html,*/*;q=x", "é", "\x01", "y" * 20_000)
    )  # fmt: skip
    return f"{name}: {said}\r\n".encode("latin-1", "replace")


def _bytes(given: object) -> bytes:
    return str(given).encode("utf-8", "replace")


def request(chance: random.Random) -> bytes:
    """One that is nearly right, or not at all."""
    operation = chance.choice(list(ROUTES))
    method, route = ROUTES[operation].method, ROUTES[operation].path
    fields: dict[str, Any] = (
        operations()[operation].request.model_json_schema()["properties"]
        if (operations()[operation].request.model_fields)
        else {}
    )
    given = arguments(chance, fields)
    if chance.random() < 0.2:
        method = chance.choice(("GET", "POST", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "get"))
        route = chance.choice(("/", "/mcp", "/key", "/case/x", "/whatsapp", "/metrics", "/law", "//",
                               "/jobs/x/events", "/%2e%2e/", "*", "/eval", "/openapi.json"))  # fmt: skip
    for name in ("what:path", "matter", "job", "number", "name"):
        part = _bytes(given.get(name.partition(":")[0], "x"))
        route = route.replace(f"{{{name}}}", quote(part[:2000]))
    query = ""
    if method in ("GET", "DELETE"):
        pairs = [(_bytes(name), _bytes(item)) for name, item in given.items()]
        query = urlencode(pairs)
        if chance.random() < 0.1:
            query += "&x=%" * chance.choice((1, 400)) + chance.choice(("%ff", "%c0%af", "é", "+"))
    target = f"{route}?{query}" if query else route
    body = b""
    if method == "POST":
        body = json.dumps(given).encode() if chance.random() < 0.6 else body_of(chance)
    lines = [f"{method} {target} HTTP/1.1\r\n".encode("utf-8", "replace")]
    # Read until the server closes: else it would wait for another.
    lines.append(b"Host: 127.0.0.1\r\nConnection: close\r\n")
    if body and chance.random() < 0.95:
        lines.append(b"Content-Length: %d\r\n" % len(body))
    if chance.random() < 0.9:
        lines.append(b"Content-Type: application/json\r\n")
    if chance.random() < 0.3:
        lines.append(b"Accept: application/json, text/event-stream\r\n")
    lines += [header(chance) for _ in range(chance.choice((0, 0, 0, 0, 1, 3)))]
    whole = b"".join(lines) + b"\r\n" + body
    if chance.random() < 0.15:
        # A few bytes other than they were, or none after some point.
        spoilt = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        whole = bytes(spoilt[: chance.randrange(1, len(spoilt) + 1)])
    return whole


# What comes back.


@dataclass
class Reply:
    status: int
    text: str


def exchanged(client: httpx.Client, sent: bytes) -> Reply | None:
    """The first response; None where the connection was closed without one."""
    address = (client.base_url.host, client.base_url.port or 0)
    with socket.create_connection(address, LONG) as connection:
        connection.settimeout(LONG)
        with contextlib.suppress(OSError):
            connection.sendall(sent)
        parts = bytearray()
        with contextlib.suppress(ConnectionResetError):
            while part := connection.recv(65536):
                parts += part
    if not parts:
        return None
    return Reply(int(bytes(parts).split(b" ", 2)[1]), parts.decode("utf-8", "replace"))


def fault(reply: Reply | None) -> str:
    """What is wrong with it; "" where nothing is."""
    if reply is None:
        return ""
    if "Traceback" in reply.text or 'File "' in reply.text:
        return "a traceback"
    if "something went wrong on our side" in reply.text:
        return "a fault of ours"
    if reply.status < 500:
        return ""
    try:
        said = json.loads(reply.text.partition("\r\n\r\n")[2]).get("error", "")
    except ValueError:
        return f"{reply.status} without a type"
    return "" if said in _SAID else f"{reply.status} {said}"


def run_raw(client: httpx.Client, seed: int, count: int) -> None:
    for number in range(count):
        sent = request(random.Random(f"{seed}-{number}"))
        wrong = fault(exchanged(client, sent))
        assert not wrong, f"{wrong}, to request {seed}-{number}: {sent[:600]!r}"
    assert client.get("/health", headers={"Connection": "close"}).status_code == 200


def called(client: httpx.Client, name: Any, given: Any) -> Reply:
    message = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": name, "arguments": given},
    }  # fmt: skip
    headers = {
        "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18",
        "Content-Type": "application/json", "Connection": "close",
    }  # fmt: skip
    response = client.post("/mcp", content=json.dumps(message), headers=headers)
    return Reply(response.status_code, response.text)


def run_tools(client: httpx.Client, seed: int, count: int) -> None:
    every = [tool(operation) for operation in operations().values()]
    for number in range(count):
        chance = random.Random(f"{seed}-{number}")
        chosen = chance.choice(every)
        fields: dict[str, Any] = chosen.input_schema.get("properties", {})
        given = arguments(chance, fields) if chance.random() < 0.9 else value(chance)
        name = chosen.name if chance.random() < 0.95 else value(chance)
        reply = called(client, name, given)
        where = f"call {seed}-{number}: {name} {str(given)[:600]}"
        assert reply.status < 500, where
        for sign in ("Traceback", 'File \\"', "something went wrong on our side", "internal_error"):
            assert sign not in reply.text, f"{sign} in {reply.text[:600]}, to {where}"
    assert client.get("/health", headers={"Connection": "close"}).status_code == 200


RUNS: tuple[Callable[[httpx.Client, int, int], None], ...] = (run_raw, run_tools)


@pytest.mark.parametrize("run", RUNS)
def test_no_bytes_bring_the_server_to_a_fault(
    client: httpx.Client, caplog: pytest.LogCaptureFixture, run: Callable[..., None]
) -> None:
    run(client, 20_260, QUICK)
    assert [
        record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR
    ] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("run", RUNS)
def test_no_bytes_bring_the_server_to_a_fault_in_the_long_run(
    client: httpx.Client, caplog: pytest.LogCaptureFixture, run: Callable[..., None], seed: int
) -> None:
    run(client, seed, LONGER)
    assert [
        record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR
    ] == []


def test_every_error_that_may_be_said_is_one_of_ours() -> None:
    assert ROWS.keys() >= _SAID
