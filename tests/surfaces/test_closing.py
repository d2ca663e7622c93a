"""When whoever is at this machine needs no key, and when everybody does."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from pincite.api.keys import Keys
from pincite.errors import InputError, LibraryDamaged
from pincite.surfaces.http.app import create_app
from surfaces.serving import CANARIES, held, serving, settings_for
from surfaces.test_http_keys import bearer
from surfaces.test_mcp_http import HEADERS, LIST

OWN = next(iter(CANARIES))
PROXIED = (
    {"X-Forwarded-For": "203.0.113.9"},
    {"X-Forwarded-For": "127.0.0.1"},
    {"X-Forwarded-For": ""},
    {"X-Forwarded-Host": "law.example"},
    {"X-Forwarded-Proto": "https"},
    {"Forwarded": "for=203.0.113.9"},
    {"X-Real-IP": "203.0.113.9"},
    {"Via": "1.1 caddy"},
    {"CF-Connecting-IP": "203.0.113.9"},
)


@dataclass
class Served:
    client: httpx.Client
    file: Path

    @property
    def keys(self) -> Keys:
        """As another process has them."""
        return Keys(self.file)

    def codes(self, headers: dict[str, str] | None = None) -> dict[str, int]:
        """What is answered to reading, deleting and an assistant."""
        asked = self.client.request
        return {
            "read": asked("GET", "/versions", headers=headers).status_code,
            "delete": asked("DELETE", "/matters/no-such", headers=headers).status_code,
            "mcp": asked(
                "POST", "/mcp", json=LIST, headers={**HEADERS, **(headers or {})}
            ).status_code,
        }


OPEN = {"read": 200, "delete": 404, "mcp": 200}
CLOSED = {"read": 401, "delete": 401, "mcp": 401}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = held(tmp_path_factory.mktemp("closing")).model_copy(update={"key_rate": 0})
    assert settings.keys is not None
    with serving(create_app(settings=settings)) as client:
        yield Served(client, settings.keys)


@pytest.fixture
def served(site: Served) -> Iterator[Served]:
    """Open, as it is before the first key."""
    yield site
    for one in site.keys.all():
        site.keys.revoke(one.id)
    if not site.file.exists():
        site.file.write_text("[]")
    site.keys.open()


@pytest.mark.req("U7")
def test_a_revoked_last_key_leaves_the_server_closed(served: Served) -> None:
    assert served.codes() == OPEN
    made, text = served.keys.create("only", ["read", "ask", "write", "manage"])
    assert served.codes() == CLOSED
    assert served.codes(bearer(text)) == OPEN
    served.keys.revoke(made.id)
    assert served.codes() == CLOSED
    assert served.codes(bearer(text)) == CLOSED
    assert served.client.get("/cases").headers["Location"].startswith("/key")


@pytest.mark.req("U7")
def test_a_server_is_opened_on_purpose_and_closed_by_the_next_key(served: Served) -> None:
    made, _ = served.keys.create("only")
    with pytest.raises(InputError, match="still keys"):
        served.keys.open()
    assert served.codes() == CLOSED
    served.keys.revoke(made.id)
    served.keys.open()
    assert served.codes() == OPEN
    served.keys.create("next")
    assert served.codes() == CLOSED


@pytest.mark.req("U7")
def test_a_file_of_keys_that_vanishes_opens_nothing(served: Served) -> None:
    served.keys.create("only")
    assert served.codes() == CLOSED
    served.file.unlink()
    assert served.codes() == CLOSED


@pytest.mark.parametrize("written", ["", "{}", '{"open": false}', "null", "open", '"open"'])
def test_a_file_that_says_anything_else_opens_nothing(tmp_path: Path, written: str) -> None:
    (tmp_path / "keys.json").write_text(written)
    with pytest.raises(LibraryDamaged):
        _ = Keys(tmp_path / "keys.json").closed


def test_a_link_that_leads_nowhere_opens_nothing(tmp_path: Path) -> None:
    (tmp_path / "keys.json").symlink_to(tmp_path / "not-mounted.json")
    with pytest.raises(LibraryDamaged):
        _ = Keys(tmp_path / "keys.json").closed


@pytest.mark.req("U7")
@pytest.mark.parametrize("headers", PROXIED, ids=str)
def test_a_proxy_makes_no_visitor_an_owner(served: Served, headers: dict[str, str]) -> None:
    assert served.codes(headers) == CLOSED
    refused = served.client.get("/versions", headers=headers).json()
    assert refused["error"] == "no_key"
    assert "pincite key create" in refused["hint"]
    shown = served.client.get("/cases", headers=headers)
    assert shown.status_code == 401
    assert OWN not in shown.text
    assert served.client.get("/health", headers=headers).status_code == 200


@pytest.mark.req("U7")
def test_a_proxy_is_answered_with_a_key(served: Served) -> None:
    text = served.keys.create("only", ["read", "manage"])[1]
    assert served.codes({**bearer(text), **PROXIED[0]}) == OPEN


@pytest.mark.req("U7")
def test_another_name_is_refused_to_assistants_too(served: Served) -> None:
    codes = served.codes({"Host": "law.example"})
    assert codes == {"read": 403, "delete": 403, "mcp": 421}


@pytest.mark.req("U7")
def test_a_socket_file_is_answered_with_a_key_alone(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    assert settings.keys is not None
    place = str(tmp_path / "s")
    server = uvicorn.Server(
        uvicorn.Config(create_app(settings=settings), uds=place, log_level="warning")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    transport = httpx.HTTPTransport(uds=place)
    with httpx.Client(transport=transport, base_url="http://localhost", timeout=60) as client:
        refused = client.get("/matters")
        text = Keys(settings.keys).create("proxy", ["read"])[1]
        answered = client.get("/matters", headers=bearer(text))
    server.should_exit = True
    thread.join()
    assert (refused.status_code, refused.json()["error"]) == (401, "no_key")
    assert answered.status_code == 200


@pytest.mark.req("U7")
def test_keys_are_kept_in_the_library_that_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the server was started, and also before there is a library."""
    settings = settings_for(tmp_path).model_copy(update={"keys": None})
    monkeypatch.chdir(tmp_path)
    Keys(tmp_path / "other" / "keys.json").create("other")
    with serving(create_app(tmp_path / "other", settings=settings)) as client:
        assert client.get("/matters").status_code == 401
    with serving(create_app(settings=settings)) as client:
        assert client.get("/matters").status_code == 200


@pytest.mark.req("U7")
def test_keys_where_they_used_to_lie_open_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings: Any = settings_for(tmp_path).model_copy(update={"keys": None})
    monkeypatch.chdir(tmp_path)
    before = tmp_path / "keys.json"
    Keys(before).create("only")
    with pytest.raises(InputError, match=r"keys\.json") as refusal:
        create_app(settings=settings)
    assert f"mv keys.json {settings.library / 'keys.json'}" in refusal.value.hint
    create_app(settings=settings.model_copy(update={"keys": before}))
    settings.library.mkdir()
    before.rename(settings.library / "keys.json")
    with serving(create_app(settings=settings)) as client:
        assert client.get("/matters").status_code == 401
