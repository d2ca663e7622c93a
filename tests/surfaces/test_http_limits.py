"""How much may be asked at once and in a minute, by a key and in all; and who is told to wait."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from pincite.api.keys import Keys
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from surfaces.serving import held, serving, settings_for
from waiting import LONG, wait_until


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("limits")
    held(root)
    return root


@pytest.fixture(scope="module")
def bearers(ground: Path) -> dict[str, dict[str, str]]:
    keys = Keys(ground / "keys.json")
    made = {name: keys.create(name, ["read", "ask", "manage"])[1] for name in ("first", "second")}
    return {name: {"Authorization": f"Bearer {key}"} for name, key in made.items()}


class Held:
    """A server whose only worker is busy until it is released: what is asked has to wait."""

    def __init__(self, client: httpx.Client, app: Any) -> None:
        self.client = client
        self._app = app
        self._free = threading.Event()
        self._threads = ThreadPoolExecutor(16)
        busy = threading.Event()

        def wait(_workspace: object) -> None:
            busy.set()
            self._free.wait(LONG)

        app.state.pool.submit(wait)
        busy.wait(LONG)

    def ask(self, headers: dict[str, str], count: int) -> list[Future[httpx.Response]]:
        """Begun, and known to be waiting."""
        places = self._app.state.places
        before = places._taken
        asked = [
            self._threads.submit(self.client.get, "/stats", headers=headers) for _ in range(count)
        ]
        wait_until(lambda: places._taken == before + count and sum(places._of.values()) >= count)
        return asked

    def release(self) -> None:
        self._free.set()
        self._threads.shutdown()


@contextmanager
def busy(settings: Settings) -> Generator[Held]:
    app = create_app(settings=settings)
    with serving(app) as client:
        server = Held(client, app)
        try:
            yield server
        finally:
            server.release()


def assert_told_to_wait(response: httpx.Response, status: int, code: str) -> None:
    assert (response.status_code, response.json()["error"]) == (status, code), response.text
    assert response.json()["retryable"] is True
    assert int(response.headers["Retry-After"]) >= 1


def test_a_key_has_so_many_requests_at_once_and_takes_none_from_others(
    ground: Path, bearers: dict[str, dict[str, str]]
) -> None:
    settings = settings_for(ground, serve_threads=1, key_requests=3)
    with busy(settings) as server:
        first = server.ask(bearers["first"], 3)
        for path in ("/stats", "/documents?matter=alder-v-birch", "/"):
            late = server.client.get(path, headers=bearers["first"])
            if path != "/":
                assert_told_to_wait(late, 429, "rate_limited")
        late = server.client.post("/chat", json={"query": "x"}, headers=bearers["first"])
        assert_told_to_wait(late, 429, "rate_limited")
        late = server.client.post("/mcp", json={}, headers=bearers["first"])
        assert_told_to_wait(late, 429, "rate_limited")
        second = server.ask(bearers["second"], 1)
        server.release()
        assert [asked.result().status_code for asked in (*first, *second)] == [200] * 4
        # Every place is given back.
        again = server.client.get("/stats", headers=bearers["first"])
        assert again.status_code == 200


def test_beyond_so_many_requests_in_all_everyone_is_told_to_wait(
    ground: Path, bearers: dict[str, dict[str, str]]
) -> None:
    settings = settings_for(ground, serve_threads=1, max_requests=4, key_requests=0)
    with busy(settings) as server:
        asked = server.ask(bearers["first"], 4)
        assert_told_to_wait(server.client.get("/stats", headers=bearers["second"]), 503, "busy")
        assert_told_to_wait(server.client.get("/"), 503, "busy")
        # That the server lives is answered all the same.
        assert server.client.get("/health").status_code == 200
        server.release()
        assert [each.result().status_code for each in asked] == [200] * 4
        assert server.client.get("/stats", headers=bearers["second"]).status_code == 200


def test_who_has_no_key_is_held_to_the_limit_of_a_key_by_address(ground: Path) -> None:
    settings = settings_for(ground, key_requests=2)
    app = create_app(settings=settings)
    with serving(app) as client:
        asked = f"address {client.get('/health').request.url.host}"
        assert app.state.places.take_for(asked)
        assert app.state.places.take_for(asked)
        assert_told_to_wait(client.post("/key", data={"key": "x"}), 429, "rate_limited")


@pytest.fixture
def still(ground: Path) -> Iterator[httpx.Client]:
    """A server for which no time passes."""
    settings = settings_for(ground, request_rate=3, key_rate=0)
    with serving(create_app(settings=settings, clock=lambda: 0.0)) as client:
        yield client


def test_so_many_requests_a_minute_are_taken_in_all(
    still: httpx.Client, bearers: dict[str, dict[str, str]]
) -> None:
    every = [still.get("/stats", headers=bearers[name]) for name in ("first", "second", "first")]
    assert [response.status_code for response in every] == [200] * 3
    assert_told_to_wait(still.get("/stats", headers=bearers["second"]), 503, "busy")
    asked = still.post("/chat", json={"query": "x"}, headers=bearers["first"])
    assert asked.status_code == 429
    assert int(asked.headers["Retry-After"]) >= 1
