"""Hosts, origins and lengths that cannot be read: refused by our table, and never our fault."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import httpx
import pytest

from pincite.api.keys import Keys
from pincite.surfaces.http.app import create_app
from surfaces.serving import held, serving, settings_for

HOSTS = (
    "[::1", "[", "]", "::1]", "[::1]x", "[::zz]", "[]", "127.0.0.1:x", "127.0.0.1:99999",
    "127.0.0.1/x", "evil@127.0.0.1", "127.0.0.1?x", "127.0.0.1#x", "127.0.0.1, evil", "\xb2\xff",
)  # fmt: skip
ORIGINS = ("http://[::1", "http://[", "http://]", "http://[::zz]", "http://127.0.0.1:x")


@pytest.fixture(scope="module", params=["open", "keyed"])
def client(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    """Before there is a key, and after: with one that is sent."""
    used = held(tmp_path_factory.mktemp("hosts")).model_copy(update={"key_rate": 0})
    with serving(create_app(settings=used)) as client:
        if request.param == "keyed":
            text = Keys(used.keys).create("one", ["read", "ask", "manage"])[1]
            client.headers["Authorization"] = f"Bearer {text}"
        yield client


def asked(
    client: httpx.Client, path: str, headers: dict[str, str], method: str = "GET"
) -> httpx.Response:
    sent = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    return client.request(method, path, headers=sent)


@pytest.mark.req("U7")
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("path", ["/versions", "/", "/health", "/mcp", "/no-such"])
def test_a_host_that_cannot_be_read_is_a_bad_request(
    client: httpx.Client, host: str, path: str
) -> None:
    refused = asked(client, path, {"Host": host})
    assert (refused.status_code, refused.json()["error"]) == (400, "bad_input")
    assert "Host" in refused.json()["hint"]


@pytest.mark.req("U7")
@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_origin_that_cannot_be_read_is_a_bad_request(
    client: httpx.Client, origin: str, method: str
) -> None:
    refused = asked(client, "/matters", {"Origin": origin}, method)
    assert (refused.status_code, refused.json()["error"]) == (400, "bad_input")


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost:8000", "[::1]", "[::1]:8000", "LOCALHOST"]
)
def test_a_host_that_is_this_machine_is_answered(client: httpx.Client, host: str) -> None:
    assert asked(client, "/versions", {"Host": host}).status_code == 200


def test_no_host_or_origin_is_our_fault(client: httpx.Client) -> None:
    chance = random.Random(7)
    for _ in range(60):
        made = "".join(
            chance.choices("[]:@/?#%.,-_ 0189azZ\xad\xb2\xbd\xff", k=chance.randint(1, 12))
        )
        value = (chance.choice(["", "http://", "//", "127.0.0.1:", "http://["]) + made).strip()
        headers = {chance.choice(["Host", "Origin"]): value}
        answered = asked(client, "/jobs", headers, chance.choice(["GET", "POST", "DELETE"]))
        assert answered.status_code < 500, headers
        assert {"error", "message", "hint"} <= set(answered.json()) or answered.is_success, headers


@pytest.mark.parametrize("length", ["\xb2", "-1", "1e3", "+5", "0x10", "9" * 5000, "", "1, 1", " "])
def test_a_length_that_cannot_be_read_is_a_bad_request(
    tmp_path_factory: pytest.TempPathFactory, length: str
) -> None:
    """Some servers hand on what others refuse: the application says it itself."""
    app = create_app(settings=settings_for(tmp_path_factory.mktemp("lengths")))

    async def post() -> httpx.Response:
        # Its own address is that of this machine.
        transport = httpx.ASGITransport(app)
        headers = {b"Content-Length": length.encode("latin-1")}
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as sender:
            return await sender.post("/chat", headers=headers, content=b"{}")

    refused = asyncio.run(post())
    told = (refused.status_code, refused.json()["error"])
    assert told in ((400, "bad_input"), (413, "source_too_large"))
