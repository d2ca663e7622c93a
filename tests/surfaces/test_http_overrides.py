"""What a court has done to a rule shows wherever the rule does, over HTTP and on the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pincite.surfaces.http.app import create_app
from search.bundled_law import bundled_law
from surfaces.serving import serving, settings_for

ACT = "urn:lex:xm:act-2019-11"
RULE = f"{ACT}:12"
ENTRY = "May the owner enter my home without notice?"
COURT, DECISION = "High Court of Marchmere", "Ex parte Owners, HC 9/24"


@pytest.fixture
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    root = tmp_path_factory.mktemp("overridden")
    bundled_law(root / "law", root / "no-models").close()
    with serving(create_app(settings=settings_for(root, key_rate=0, jurisdiction="xm"))) as client:
        yield client


def overridden(client: httpx.Client, what: str, **more: Any) -> Any:
    asked = {"what": what, "status": "ENJOINED", "authority": COURT, "citation": DECISION,
             "start": "2024-05-02", **more}  # fmt: skip
    made = client.post("/overrides", json=asked)
    assert made.status_code == 200, made.text
    return made.json()


def found(client: httpx.Client, **when: Any) -> Any:
    hits = client.get("/search", params={"query": ENTRY, **when}).json()["results"]
    return next(hit for hit in hits if hit["law"]["unit_urn"] == RULE)


@pytest.mark.req("C10")
def test_an_override_is_told_of_the_provision_its_hit_and_its_context(client: httpx.Client) -> None:
    assert "overrides" not in client.get(f"/nodes/{RULE}").json()["provision"]
    assert "overrides" not in found(client)["law"]
    assert "halts" not in client.get("/scope", params={"what": RULE}).json()
    made = overridden(client, RULE)
    assert client.get("/overrides").json() == [made]
    assert client.get(f"/nodes/{RULE}").json()["provision"]["overrides"] == [made]
    assert client.get(f"/nodes/{RULE}:1").json()["provision"]["overrides"] == [made]
    assert found(client)["law"]["overrides"] == [made]
    halts = client.get("/scope", params={"what": f"{RULE}:1"}).json()["halts"]
    assert [halt["override"] for halt in halts] == [made]
    before = {"at": "2024-05-01"}
    assert "overrides" not in client.get(f"/nodes/{RULE}", params=before).json()["provision"]
    assert "overrides" not in found(client, **before)["law"]
    assert client.delete(f"/overrides/{made['id']}").json() == {"removed": made["id"]}
    assert "overrides" not in client.get(f"/nodes/{RULE}").json()["provision"]
    assert "overrides" not in found(client)["law"]


@pytest.mark.req("U2")
@pytest.mark.parametrize(
    ("language", "status", "since"),
    [("en", "enjoined", "since 2 May 2024"), ("is", "lögbann", "frá 2. maí 2024")],
)
def test_the_page_shows_an_override(
    client: httpx.Client, language: str, status: str, since: str
) -> None:
    overridden(client, RULE, note="Pending appeal.")
    pages = (
        client.get(f"/law/{RULE}", params={"lang": language}),
        client.get(f"/law/{RULE}:1", params={"lang": language}),
        client.get("/", params={"q": ENTRY, "mode": "search", "lang": language}),
    )
    for page in pages:
        assert page.status_code == 200
        shown = page.text.split('class="halt"', 1)[1].split("\n</", 1)[0]
        for told in (f"({status})", COURT, DECISION, since, "Pending appeal."):
            assert told in shown, page.url


def test_the_page_names_the_provision_where_another_was_overridden(client: httpx.Client) -> None:
    overridden(client, f"{RULE}:2", end="2099-01-01")
    below = client.get(f"/law/{RULE}").text
    assert "A court has put part of this aside (enjoined):" in below
    assert f'<a href="/law/{RULE}:2">{RULE}:2</a>' in below
    assert "since 2 May 2024, until 1 January 2099." in below
    hits = client.get("/", params={"q": ENTRY, "mode": "search"}).text
    assert f'<a href="/law/{RULE}:2">{RULE}:2</a>' in hits
    assert 'class="halt"' not in client.get(f"/law/{RULE}", params={"at": "2024-05-01"}).text
