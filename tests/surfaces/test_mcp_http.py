"""The endpoint over HTTP without any key: who is answered, and what it makes of bad requests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from surfaces.mcp_clients import Ground, ground, mounted, over_http, talking
from waiting import LONG

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
HEADERS = {
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-11-25",
}


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return ground(tmp_path_factory.mktemp("mcp"))


@pytest.fixture(scope="module")
def address(held: Ground) -> Iterator[str]:
    with over_http(held) as served:
        yield served


def post(address: str, json: Any = LIST, **headers: str) -> httpx.Response:
    return httpx.post(address, json=json, headers={**HEADERS, **headers}, timeout=LONG)


def test_this_machine_owns_it_until_there_is_a_key(address: str) -> None:
    assert post(address).status_code == 200
    assert post(address, Origin="http://localhost:6274").status_code == 200


@pytest.mark.req("U7")
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:8000"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Host": "localhost.evil.example:80"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Content-Type": "text/plain"}, 400),
        ({"Host": "evil.example", "Authorization": "Bearer x"}, 421),
    ],
)
def test_a_page_of_another_site_is_not_answered(
    address: str, headers: dict[str, str], status: int
) -> None:
    assert post(address, **headers).status_code == status


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS"])
def test_there_is_no_stream_and_no_session(address: str, method: str) -> None:
    response = httpx.request(method, address, headers=HEADERS)
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"null", b"[]", b'"x"', b"\xff\xfe", b"[" * 100_000, b'{"jsonrpc": "2.0"}',
     b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 5}}',
     b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": []}}',
     b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search", "arguments": {"query": "\\ud800"}}}',
     b'{"jsonrpc": "2.0", "id": 1, "method": "no/such"}'],
)  # fmt: skip
def test_a_body_that_cannot_be_read_breaks_nothing(address: str, content: bytes) -> None:
    for version in ("2025-11-25", "2026-07-28", "1999-01-01"):
        headers = {**HEADERS, "MCP-Protocol-Version": version}
        response = httpx.post(address, content=content, headers=headers, timeout=LONG)
        assert response.status_code < 500
        assert "Traceback" not in response.text
        if response.status_code == 200:
            assert '"error"' in response.text
    assert post(address).status_code == 200


def test_a_body_that_is_too_large_is_refused(address: str) -> None:
    large = {**LIST, "params": {"x": "y" * 2**21}}
    assert post(address, large).status_code == 413
    assert post(address).status_code == 200


def test_it_starts_again_with_its_application(held: Ground) -> None:
    """As test clients and reloads do: the same application, begun twice."""
    from surfaces.serving import serving

    app = mounted(held.settings, ())
    for _ in range(2):
        with serving(app) as client, talking(f"{client.base_url}/mcp") as talk:
            assert talk.body("list_cases")["items"]
