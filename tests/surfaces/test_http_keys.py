"""Who may ask what: every route with every key, and what a stranger gets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pincite.api.access import Power
from pincite.api.keys import Keys
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from surfaces.serving import CANARIES, held, serving

OWN, OTHER = CANARIES
# What each route is asked with; `{matter}` is the matter under attack. A route that is not here
# fails the test: it would go untried.
ASKED: dict[str, dict[str, Any]] = {
    "POST /chat": {"json": {"query": "What was the deposit?", "matter": "{matter}"}},
    "GET /search": {"params": {"query": "deposit notice", "matter": "{matter}"}},
    "GET /search/case": {"params": {"query": "deposit notice", "matter": "{matter}"}},
    "GET /citations": {"params": {"what": "509 U.S. 579", "matter": "{matter}"}},
    "GET /citations/authorities": {"params": {"matter": "{matter}"}},
    "POST /citations/read": {"json": {"text": "509 U.S. 579", "matter": "{matter}"}},
    "POST /citations/file": {"json": {"path": "/x.txt", "matter": "{matter}"}},
    "GET /citations/understand": {"params": {"query": "s 12", "matter": "{matter}"}},
    "POST /briefs/check": {"json": {"text": "See 509 U.S. 579.", "matter": "{matter}"}},
    "GET /documents": {"params": {"matter": "{matter}"}},
    "GET /documents/passages": {"params": {"matter": "{matter}", "document": "{file}"}},
    "GET /documents/chunk": {"params": {"matter": "{matter}", "document": "{file}", "index": 0}},
    "GET /documents/context": {"params": {"matter": "{matter}", "document": "{file}", "index": 0}},
    "GET /documents/quote": {"params": {"matter": "{matter}", "quote": "two months' rent"}},
    "GET /documents/entities": {"params": {"matter": "{matter}"}},
    "GET /documents/mentions": {"params": {"matter": "{matter}", "what": "tenant"}},
    "GET /documents/events": {"params": {"matter": "{matter}"}},
    "GET /documents/unclear-dates": {"params": {"matter": "{matter}"}},
    "GET /documents/related": {"params": {"matter": "{matter}", "document": "{file}"}},
    "GET /documents/related-passages": {
        "params": {"matter": "{matter}", "document": "{file}", "index": 0}
    },
    "GET /documents/page": {"params": {"matter": "{matter}", "document": "{file}", "page": 1}},
    "GET /pages": {"params": {"matter": "{matter}", "document": "{file}", "page": 1}},
    "GET /status": {"params": {"matter": "{matter}"}},
    "GET /stats": {"params": {"matter": "{matter}"}},
    "GET /audit": {"params": {"matter": "{matter}"}},
    "GET /audit/verify": {"params": {"matter": "{matter}"}},
    "GET /synonyms": {"params": {"matter": "{matter}"}},
    "POST /synonyms": {"json": {"path": "/x.tsv", "matter": "{matter}"}},
    "POST /ingest": {"data": {"matter": "{matter}"}, "files": {"files": ("x.txt", b"x")}},
    "POST /ingest/document": {"json": {"path": "/x.txt", "matter": "{matter}"}},
    "POST /ingest/folder": {"json": {"path": "/x", "matter": "{matter}"}},
    "POST /ingest/files": {"json": {"paths": ["/x"], "matter": "{matter}"}},
    "POST /sync": {"json": {"matter": "{matter}"}},
    "POST /watch": {"json": {"matter": "{matter}"}},
    "POST /index": {"json": {"matter": "{matter}"}},
    "POST /ingest/law": {
        "json": {"paths": ["/x"], "reader": "plain", "version": "x", "matter": "{matter}"}
    },
    "POST /matters/{matter}/close": {},
    "POST /matters/{matter}/reopen": {},
    "POST /matters/{matter}/archive": {},
    "POST /matters/{matter}/restore": {},
    "DELETE /matters/{matter}": {},
}
_ACT = "Residential Tenancies Act"
OF_THE_LAW: dict[str, dict[str, Any]] = {
    "GET /nodes/{what}": {},
    "GET /tree": {"params": {"what": _ACT}},
    "GET /scope": {"params": {"what": _ACT}},
    "GET /resolve": {"params": {"what": _ACT}},
    "GET /lookup": {"params": {"what": _ACT}},
    "GET /card": {"params": {"what": _ACT}},
    "GET /resolve/urn": {"params": {"what": _ACT}},
    "GET /texts": {"params": {"what": _ACT}},
    "GET /timeline": {"params": {"what": _ACT}},
    "GET /versions": {},
    "GET /versions/diff": {"params": {"old": "x", "new": "y"}},
    "POST /versions/rollback": {"json": {"version": "x"}},
    "GET /overrides": {},
    "POST /overrides": {
        "json": {"what": _ACT, "status": "VOID", "authority": "x", "start": "2024-01-01"}
    },
    "DELETE /overrides/{number}": {},
    "GET /preemptions": {},
    "POST /preemptions": {"json": {"what": _ACT, "by": _ACT}},
    "GET /packs": {"params": {"anchor": _ACT}},
    "POST /packs": {"json": {"anchor": _ACT}},
    "POST /packs/ask": {"json": {"query": "x", "archive": "eA=="}},
    "POST /packs/verify": {"json": {"archive": "eA=="}},
    "POST /packs/replay": {"json": {"archive": "eA=="}},
    "POST /packs/show": {"json": {"archive": "eA=="}},
    "GET /node": {},
    "GET /eval": {},
    "POST /eval": {"files": {"files": ("x.jsonl", b"{}")}},
}
OF_NO_MATTER: dict[str, dict[str, Any]] = OF_THE_LAW | {
    "GET /readers": {},
    "GET /matters": {},
    "POST /matters": {"json": {"name": "Mine now"}},
    "GET /jobs": {},
    "GET /jobs/{job}": {},
    "GET /jobs/{job}/events": {},
    "DELETE /jobs/{job}": {},
    "POST /jobs/{job}/pause": {},
    "POST /jobs/{job}/resume": {},
    "GET /metrics": {},
    "GET /health": {},
}


@dataclass
class Served:
    client: httpx.Client
    app: FastAPI
    keys: dict[str, str]
    others_job: str


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = held(tmp_path_factory.mktemp("keyed"))
    keys = Keys(settings.keys)
    every = [one.value for one in Power]
    texts = {
        "all": keys.create("all", every)[1],
        "own": keys.create("own", every, [OWN], law=False)[1],
        "reader": keys.create("reader", ["read"], [OWN])[1],
        "asker": keys.create("asker", ["ask"])[1],
        "nothing": keys.create("nothing", every, [], law=False)[1],
    }
    app = create_app(settings=settings.model_copy(update={"key_rate": 0}))
    with serving(app) as client:
        begun = client.post(
            "/ingest", data={"matter": OTHER}, headers=bearer(texts["all"]),
            files={"files": ("more.txt", f"More of {CANARIES[OTHER]}.".encode())},
        )  # fmt: skip
        yield Served(client, app, texts, begun.json()["id"])


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def asked(served: Served, route: str, matter: str, key: str | None) -> httpx.Response:
    method, _, path = route.partition(" ")
    filled = {"matter": matter, "file": f"{CANARIES[matter]}.txt", "job": served.others_job}
    for name, value in (*filled.items(), ("what", "urn:lex:xm:act:x"), ("number", "1")):
        path = path.replace(f"{{{name}}}", value)
    given = json.loads(
        json.dumps((ASKED | OF_NO_MATTER)[route], default=lambda value: value.decode())
        .replace("{matter}", matter)
        .replace("{file}", filled["file"])
    )
    if "files" in given:
        field = "questions" if path == "/eval" else "files"
        given["files"] = {field: ("x.txt", b"x")}
    headers = bearer(key) if key else {}
    return served.client.request(method, path, headers=headers, **given)


def test_every_route_is_tried(served: Served) -> None:
    described = {
        f"{method.upper()} {path}"
        for path, methods in served.app.openapi()["paths"].items()
        for method in methods
    }
    assert described == set(ASKED) | set(OF_NO_MATTER)


@pytest.mark.req("U7")
@pytest.mark.parametrize("route", [*ASKED])
@pytest.mark.parametrize("key", ["own", "reader", "nothing"])
def test_a_key_never_reaches_another_matter(served: Served, route: str, key: str) -> None:
    response = asked(served, route, OTHER, served.keys[key])
    assert response.status_code == 403, response.text
    assert response.json()["error"] == "forbidden"
    assert CANARIES[OTHER] not in response.text
    assert OTHER not in response.text


@pytest.mark.req("U7")
@pytest.mark.parametrize("route", [*OF_NO_MATTER])
@pytest.mark.parametrize("key", ["own", "reader", "nothing"])
def test_what_is_of_no_matter_tells_nothing_of_one(served: Served, route: str, key: str) -> None:
    response = asked(served, route, OTHER, served.keys[key])
    assert CANARIES[OTHER] not in response.text
    assert OTHER not in response.text
    if "{job}" in route:
        assert response.status_code == 403


@pytest.mark.req("U7")
@pytest.mark.parametrize("route", [*OF_THE_LAW])
@pytest.mark.parametrize("key", ["own", "nothing"])
def test_a_key_without_the_law_neither_reads_nor_changes_it(
    served: Served, route: str, key: str
) -> None:
    response = asked(served, route, OTHER, served.keys[key])
    assert (response.status_code, response.json()["error"]) == (403, "forbidden")


@pytest.mark.req("U7")
@pytest.mark.parametrize("key", [None, "", "pin_x_y", "Basic abc", "pin_" + "0" * 12 + "_secret"])
@pytest.mark.parametrize("route", [one for one in [*ASKED, *OF_NO_MATTER] if one != "GET /health"])
def test_a_stranger_gets_nothing(served: Served, route: str, key: str | None) -> None:
    response = asked(served, route, OWN, key)
    assert response.status_code == 401
    assert response.json()["error"] == "no_key"


def test_the_same_answer_whether_or_not_a_matter_is_there(served: Served) -> None:
    real = served.client.get(
        "/documents", params={"matter": OTHER}, headers=bearer(served.keys["own"])
    )
    none = served.client.get(
        "/documents", params={"matter": "no-such"}, headers=bearer(served.keys["own"])
    )
    assert (real.status_code, real.json()) == (none.status_code, none.json())


@pytest.mark.parametrize(
    ("key", "route", "code"),
    [
        ("own", "GET /documents", 200),
        ("reader", "GET /documents", 200),
        ("reader", "POST /chat", 403),
        ("reader", "POST /ingest", 403),
        ("reader", "DELETE /matters/{matter}", 403),
        ("asker", "POST /chat", 200),
        ("asker", "GET /search", 403),
        ("own", "GET /versions", 403),
        ("reader", "GET /versions", 200),
        ("reader", "GET /metrics", 403),
        ("all", "GET /metrics", 200),
        ("own", "POST /matters", 403),
    ],
)
def test_a_key_reaches_what_it_was_made_for(
    served: Served, key: str, route: str, code: int
) -> None:
    assert asked(served, route, OWN, served.keys[key]).status_code == code


def test_a_key_sees_its_own_matters_alone(served: Served) -> None:
    seen = asked(served, "GET /matters", OWN, served.keys["own"]).json()
    assert [one["slug"] for one in seen] == [OWN]


def test_a_revoked_key_ends_at_once(served: Served, tmp_path_factory: Any) -> None:
    settings: Settings = served.app.state.settings
    keys = Keys(settings.keys)
    text = keys.create("short", ["read"])[1]
    assert served.client.get("/versions", headers=bearer(text)).status_code == 200
    keys.revoke("short")
    assert served.client.get("/versions", headers=bearer(text)).status_code == 401


def test_keys_are_kept_hashed_and_for_their_owner_alone(served: Served) -> None:
    path = served.app.state.settings.keys
    assert path.stat().st_mode & 0o777 == 0o600
    kept = path.read_text()
    for text in served.keys.values():
        assert text.split("_", 2)[2] not in kept


def test_a_damaged_file_of_keys_lets_nobody_in(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = held(tmp_path_factory.mktemp("damaged"))
    settings.keys.write_text("[{]")
    with serving(create_app(settings=settings)) as client:
        assert client.get("/versions").status_code == 500
        assert client.get("/health").status_code in (200, 500)


@pytest.fixture(scope="module")
def open_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    settings = held(tmp_path_factory.mktemp("open"))
    with serving(create_app(settings=settings)) as client:
        yield client


@pytest.mark.req("U7")
def test_without_a_key_only_this_machine_by_its_own_name(open_here: httpx.Client) -> None:
    assert open_here.get("/versions").status_code == 200
    rebound = open_here.get("/versions", headers={"Host": "evil.example"})
    assert (rebound.status_code, rebound.json()["error"]) == (403, "forbidden")
    assert open_here.get("/versions", headers={"Host": "localhost:1"}).status_code == 200


@pytest.mark.req("U7")
def test_a_page_of_another_site_changes_nothing(open_here: httpx.Client) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        refused = open_here.post("/matters", json={"name": "x"}, headers={"Origin": origin})
        assert refused.status_code == 403
    own = str(open_here.base_url).rstrip("/")
    made = open_here.post("/matters", json={"name": "x y"}, headers={"Origin": own})
    assert made.status_code == 200


def test_bodies_have_limits(open_here: httpx.Client) -> None:
    large = open_here.post("/chat", content=b"x" * (1 << 20 | 1))
    assert (large.status_code, large.json()["error"]) == (413, "source_too_large")
    endless = open_here.post("/chat", content=iter([b"{}"]))
    assert endless.status_code == 400


def limited(settings: Settings, a_minute: int) -> FastAPI:
    """By a clock that stands still."""
    used = settings.model_copy(update={"key_rate": a_minute})
    return create_app(settings=used, clock=lambda: 0.0)


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    with serving(limited(held(tmp_path), 20)) as client:
        codes = [client.get("/versions").status_code for _ in range(20)]
        refused = client.get("/versions")
    assert set(codes) == {200}
    assert (refused.status_code, refused.json()["error"]) == (429, "rate_limited")
    assert int(refused.headers["Retry-After"]) == 3


def test_who_asks_too_often_is_told_so_under_any_name_of_the_matter(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    settings = held(tmp_path_factory.mktemp("often"))
    key = Keys(settings.keys).create("own", ["ask"], [OWN], law=False)[1]
    with serving(limited(settings, 1)) as client:
        body = {"query": "What was the deposit?", "matter": "Alder v. Birch"}
        codes = [client.post("/chat", json=body, headers=bearer(key)).status_code for _ in "12"]
    assert codes == [200, 429]
