"""POST /chat over a real server on loopback, and `pincite ask`, which says the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from commands import pincite
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from pincite.surfaces.http.limits import RateLimit
from search.bundled_law import bundled_law
from surfaces.serving import serving

ENTRY = "May the owner enter my home without notice?"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("served")
    bundled_law(root / "law", root / "no-models").close()
    return root / "law"


def serve(library: Path, **settings: object) -> Iterator[httpx.Client]:
    used = Settings(models=library / "none", keys=library / "no-keys", **settings)  # type: ignore[arg-type]
    with serving(create_app(library, settings=used, clock=lambda: 0.0)) as client:
        yield client


@pytest.fixture(scope="module")
def client(library: Path) -> Iterator[httpx.Client]:
    yield from serve(library)


@pytest.mark.req("V11")
def test_a_question_gets_a_checked_answer(client: httpx.Client) -> None:
    response = client.post("/chat", json={"query": ENTRY})
    assert response.status_code == 200
    body = response.json()
    assert body["answered"]
    assert body["verification"]["quotes"] == body["verification"]["checked"] > 0
    first = body["answer"]["citations"][0]
    assert "at least twenty-four hours’ notice" in first["quote"]
    assert first["urn"].startswith("urn:lex:xm:act-2019-11:12")
    assert response.headers["X-Request-Id"] == body["request_id"]
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.req("V11")
def test_a_refusal_is_a_reply(client: httpx.Client) -> None:
    response = client.post("/chat", json={"query": "Er það löglegt?"})
    assert response.status_code == 200
    assert response.json()["refusal"]["kind"] == "ambiguous_query"
    assert response.json()["refusal"]["message"] == "Spurningin er of almenn."


def test_the_command_says_the_same(client: httpx.Client, library: Path) -> None:
    served = client.post("/chat", json={"query": ENTRY, "at": "2023-01-01"}).json()
    done = pincite(
        "ask", ENTRY, "--at", "2023-01-01", "--json",
        env={**os.environ, "PINCITE_LIBRARY": str(library), "PINCITE_MODELS": str(library / "no")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    for one in (served, printed):
        del one["request_id"], one["milliseconds"]
    assert printed == served


@pytest.mark.parametrize(
    "body",
    [{}, {"query": ""}, {"query": "x", "channel": "fax"}, {"query": "x", "at": "soon"},
     {"query": "x" * 20_001}, {"query": "x", "secret": 1}, {"query": ["x"]}, "x"],
)  # fmt: skip
def test_a_body_that_cannot_be_read_is_told_by_the_names_of_its_fields(
    client: httpx.Client, body: object
) -> None:
    response = client.post("/chat", json=body)
    assert response.status_code == 400
    assert response.json()["error"] == "bad_input"
    assert "xxxx" not in response.text


def test_what_is_not_held_is_an_error_by_the_table(client: httpx.Client) -> None:
    response = client.post("/chat", json={"query": ENTRY, "version": "nope"})
    assert (response.status_code, response.json()["error"]) == (404, "not_found")


@pytest.mark.req("V4")
def test_who_asks_too_often_is_told_to_wait(library: Path) -> None:
    for limited in serve(library, chat_rate=2):
        codes = [limited.post("/chat", json={"query": ENTRY}).status_code for _ in range(2)]
        third = limited.post("/chat", json={"query": ENTRY})
    assert codes == [200, 200]
    assert third.status_code == 429
    assert third.json()["refusal"]["kind"] == "rate_limited"
    assert 0 < int(third.headers["Retry-After"]) <= 30


def test_a_limit_fills_evenly() -> None:
    now = [0.0]
    limit = RateLimit(6, clock=lambda: now[0])
    assert [limit.wait() for _ in range(6)] == [0] * 6
    assert limit.wait() == 10
    now[0] = 10.0
    assert [limit.wait(), limit.wait()] == [0, 10]
    assert RateLimit(0).wait() == 0


def test_only_this_machine_is_served(library: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pincite", "serve", "--host", "0.0.0.0"],
        env={**os.environ, "PINCITE_LIBRARY": str(library)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "can be reached from other machines" in done.stderr
