"""What a body may cost a server: without a key nothing of it is read, and nobody's is endless."""

from __future__ import annotations

import select
import socket
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from pydantic import SecretStr

from pincite.api.keys import Keys
from pincite.settings import MIB
from pincite.surfaces.http.app import create_app
from surfaces.serving import CANARIES, held, serving

OWN = next(iter(CANARIES))
LIMIT = 3 * MIB
BLOCK = b"x" * (1 << 16)
# What takes a body from whoever sends one: the door, and a delivery, which is signed.
PUBLIC = {"POST /key", "POST /key/forget", "POST /whatsapp"}
UPLOADS = {"/ingest": "files", "/eval": "questions", f"/case/{OWN}/files": "files"}
# What takes a whole text or archive in its body, as JSON.
LARGE = ("/briefs/check", "/packs/verify", "/packs/replay", "/packs/show", "/packs/ask")
FORM = {"Content-Type": "multipart/form-data; boundary=b"}
CHUNKED = {"Transfer-Encoding": "chunked"}
SIGNED = {"X-Hub-Signature-256": f"sha256={'0' * 64}"}


@dataclass
class Served:
    client: httpx.Client
    app: FastAPI
    writer: dict[str, str]
    reader: dict[str, str]
    nobody: dict[str, str]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = held(tmp_path_factory.mktemp("bodies")).model_copy(
        update={
            "key_rate": 0, "max_upload_bytes": LIMIT, "whatsapp_phone": "1",
            **{f"whatsapp_{name}": SecretStr(name) for name in ("token", "secret", "verify")},
        }
    )  # fmt: skip
    keys = Keys(settings.keys)
    writer = keys.create("writer", ["read", "ask", "write", "manage"])[1]
    reader = keys.create("reader", ["read"])[1]
    nobody = keys.create("nobody", ["write"])[1]
    app = create_app(settings=settings)
    with serving(app) as client:
        yield Served(client, app, _bearer(writer), _bearer(reader), _bearer(nobody))


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def routes_that_take_a_body(app: FastAPI) -> set[str]:
    return {
        f"{method} {route.path}"
        for route in iter_route_contexts(app.routes)
        for method in set(route.methods or ()) - {"GET", "HEAD", "OPTIONS"}
    } | {"POST /mcp"}


def sent(
    client: httpx.Client, route: str, headers: dict[str, str], body: Iterable[bytes] = ()
) -> httpx.Response:
    """What is answered to a request whose body never comes to its end. No more of it is sent once
    the answer is there; the connection must end with that answer."""
    method, _, path = route.partition(" ")
    path = path.replace("{matter}", OWN).replace("{job}", "x").replace("{number}", "1")
    every = {"Host": "127.0.0.1", **FORM, **headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in every.items())
    address = (client.base_url.host, client.base_url.port or 0)
    with socket.create_connection(address, timeout=60) as connection:
        connection.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
        for block in body or (b"--b\r\n",):
            if select.select([connection], [], [], 0)[0]:
                break
            framed = b"%x\r\n%s\r\n" % (len(block), block)
            connection.sendall(framed if "Transfer-Encoding" in every else block)
        read = connection.makefile("rb")
        status = int(read.readline().split()[1])
        lines = iter(read.readline, b"\r\n")
        fields = [tuple(one.decode().strip().split(": ", 1)) for one in lines]
        answer = httpx.Response(status, headers=fields)
        told = read.read(int(answer.headers["Content-Length"]))
        connection.shutdown(socket.SHUT_WR)
        assert read.read() == b""
    return httpx.Response(status, headers=fields, content=told)


def spooled() -> dict[int, int]:
    """The size of each temporary file that this process, which is the server's, has open."""
    found: dict[int, int] = {}
    for one in Path("/proc/self/fd").iterdir():
        try:
            name, state = str(one.readlink()), one.stat()
        except OSError:
            continue
        if name.startswith(tempfile.gettempdir()) and name.endswith("(deleted)"):
            found[state.st_ino] = state.st_size
    return found


class Upload:
    """A form with a file of this many bytes, sent in chunks, which watches what becomes of it."""

    def __init__(self, size: int, field: str = "files") -> None:
        self.size, self.field = size, field
        self.before = set(spooled())
        self.most = 0

    def __iter__(self) -> Iterator[bytes]:
        yield f'--b\r\nContent-Disposition: form-data; name="matter"\r\n\r\n{OWN}\r\n'.encode()
        named = f'form-data; name="{self.field}"; filename="x.txt"'
        yield f"--b\r\nContent-Disposition: {named}\r\n\r\n".encode()
        for _ in range(self.size // len(BLOCK)):
            self.most = max([self.most, *self.kept()])
            yield BLOCK
        yield b"\r\n--b--\r\n"

    def kept(self) -> list[int]:
        return [size for file, size in spooled().items() if file not in self.before]


@pytest.mark.req("U7")
@pytest.mark.parametrize("length", [CHUNKED, {"Content-Length": "500000"}], ids=str)
def test_without_a_key_no_body_is_waited_for(served: Served, length: dict[str, str]) -> None:
    routes = routes_that_take_a_body(served.app)
    assert {"POST /ingest", "POST /eval", "POST /case/{matter}/files", "POST /chat"} < routes
    assert routes > PUBLIC
    for route in sorted(routes - PUBLIC):
        refused = sent(served.client, route, length)
        assert (refused.status_code, refused.json()["error"]) == (401, "no_key"), route
        assert refused.headers["Connection"] == "close", route


@pytest.mark.req("U7")
@pytest.mark.parametrize("path", UPLOADS)
def test_a_stranger_fills_no_disk(served: Served, path: str) -> None:
    upload = Upload(8 * MIB, UPLOADS[path])
    refused = sent(served.client, f"POST {path}", CHUNKED, upload)
    assert refused.status_code == 401
    assert (upload.most, upload.kept()) == (0, [])


@pytest.mark.req("U7")
@pytest.mark.parametrize("path", UPLOADS)
def test_a_key_that_may_not_write_sends_no_file(served: Served, path: str) -> None:
    headers = {**served.reader, **CHUNKED}
    refused = sent(served.client, f"POST {path}", headers)
    assert (refused.status_code, refused.json()["error"]) == (403, "forbidden")


def test_a_form_of_the_page_leads_to_the_door(served: Served) -> None:
    headers = {"Accept": "text/html,*/*;q=0.8", **CHUNKED}
    led = sent(served.client, f"POST /case/{OWN}/files", headers)
    assert (led.status_code, led.headers["Location"]) == (303, "/key")


@pytest.mark.req("U7")
@pytest.mark.parametrize("path", UPLOADS)
def test_an_upload_in_chunks_ends_at_the_limit(served: Served, path: str) -> None:
    upload = Upload(16 * MIB, UPLOADS[path])
    refused = sent(served.client, f"POST {path}", {**CHUNKED, **served.writer}, upload)
    assert (refused.status_code, refused.json()["error"]) == (413, "source_too_large")
    assert str(LIMIT) in refused.json()["hint"]
    assert upload.most <= LIMIT
    assert upload.kept() == []


@pytest.mark.req("U7")
@pytest.mark.parametrize(
    "path", ["/chat", "/matters", "/citations/read", "/packs", "/mcp", "/cases", "/export", "/key"]
)
def test_every_body_in_chunks_ends_at_the_limit(served: Served, path: str) -> None:
    kind = "x-www-form-urlencoded" if path in ("/cases", "/export", "/key") else "json"
    headers = {
        "Content-Type": f"application/{kind}",
        "Accept": "application/json, text/event-stream",
    }
    blocks = (BLOCK for _ in range(64))
    refused = sent(served.client, f"POST {path}", {**headers, **CHUNKED, **served.writer}, blocks)
    assert (refused.status_code, refused.json()["error"]) == (413, "source_too_large")


@pytest.mark.req("U7")
@pytest.mark.parametrize("path", LARGE)
def test_a_text_or_an_archive_may_be_as_large_as_an_upload(served: Served, path: str) -> None:
    headers = {"Content-Type": "application/json", **CHUNKED, **served.writer}
    refused = sent(served.client, f"POST {path}", headers, (BLOCK for _ in range(128)))
    assert (refused.status_code, refused.json()["error"]) == (413, "source_too_large")
    assert str(LIMIT) in refused.json()["hint"]
    field = "text" if path == "/briefs/check" else "archive"
    body = {field: "x" * 2 * MIB} | ({"query": "x"} if path == "/packs/ask" else {})
    taken = served.client.post(path, json=body, headers=served.writer)
    assert taken.json()["error"] == "bad_input", taken.text


@pytest.mark.req("U7")
@pytest.mark.parametrize("path", LARGE)
def test_a_key_that_may_not_ask_for_it_sends_no_text(served: Served, path: str) -> None:
    refused = sent(served.client, f"POST {path}", {**served.nobody, **CHUNKED})
    assert (refused.status_code, refused.json()["error"]) == (403, "forbidden")


def test_a_delivery_in_chunks_ends_at_the_limit(served: Served) -> None:
    blocks = (BLOCK for _ in range(64))
    refused = sent(served.client, "POST /whatsapp", {**SIGNED, **CHUNKED}, blocks)
    assert refused.status_code == 413


def test_a_body_in_chunks_is_taken_up_to_the_limit(served: Served) -> None:
    upload = Upload(2 * MIB)
    taken = served.client.post("/ingest", content=upload, headers={**FORM, **served.writer})
    assert taken.status_code == 202
    asked = served.client.post(
        "/chat", content=iter([b'{"query":', b' "What was the deposit?"}']),
        headers={"Content-Type": "application/json", **served.writer},
    )  # fmt: skip
    assert asked.status_code == 200
    while upload.kept():
        # They are closed once the answer was sent.
        time.sleep(0.01)
