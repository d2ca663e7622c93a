"""Who may see which page: the door, the cookie, and what a key does not reach."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from pincite.api.keys import Keys
from pincite.surfaces.http.app import create_app
from pincite.surfaces.http.auth import COOKIE
from surfaces.serving import CANARIES, held, serving

OWN, OTHER = CANARIES
PAGES = (
    "/case/{matter}", "/case/{matter}/delete", "/?q=deposit+notice&matter={matter}",
    "/?q=deposit&mode=search&matter={matter}", "/network?matter={matter}",
    "/file/{matter}/{file}", "/file/{matter}/{file}?passage=0",
)  # fmt: skip


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, str]]:
    """A server with keys, and one that reaches a single matter and no law."""
    settings = held(tmp_path_factory.mktemp("keyed")).model_copy(update={"key_rate": 0})
    _, key = Keys(settings.keys).create("one", ["read", "ask"], [OWN], law=False)
    app = create_app(settings.library, settings=settings)
    with serving(app) as client:
        yield client, key


def test_who_has_no_key_is_sent_to_the_door_and_back(keyed: tuple[httpx.Client, str]) -> None:
    client, key = keyed
    client.cookies.clear()
    sent = client.get(f"/case/{OWN}?job=x")
    assert (sent.status_code, sent.headers["location"]) == (
        303,
        f"/key?next=%2Fcase%2F{OWN}%3Fjob%3Dx",
    )
    door = client.get(sent.headers["location"])
    assert f'value="/case/{OWN}?job=x"' in door.text
    wrong = client.post("/key", data={"key": "pin_0_0", "next": "/"})
    assert wrong.status_code == 401
    assert "not known here" in wrong.text
    entered = client.post("/key", data={"key": key, "next": f"/case/{OWN}"})
    assert (entered.status_code, entered.headers["location"]) == (303, f"/case/{OWN}")
    cookie = entered.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert client.get(f"/case/{OWN}").status_code == 200
    left = client.post("/key/forget")
    assert left.headers["location"] == "/key"
    client.cookies.clear()
    assert client.get(f"/case/{OWN}").status_code == 303


@pytest.mark.parametrize(
    "next",
    ["https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil", "javascript:1"],
)
def test_the_door_leads_nowhere_else(keyed: tuple[httpx.Client, str], next: str) -> None:
    client, key = keyed
    entered = client.post("/key", data={"key": key, "next": next})
    client.cookies.clear()
    assert entered.headers["location"] == "/"


@pytest.mark.parametrize("page", PAGES)
def test_a_key_shows_its_own_matter_and_nothing_of_another(
    keyed: tuple[httpx.Client, str], page: str
) -> None:
    client, key = keyed
    asked = {"Authorization": f"Bearer {key}"}
    own = page.format(matter=OWN, file=f"{CANARIES[OWN]}.txt")
    other = page.format(matter=OTHER, file=f"{CANARIES[OTHER]}.txt")
    assert client.get(own, headers=asked).status_code == 200
    refused = client.get(other, headers=asked)
    assert refused.status_code in (403, 404)
    assert CANARIES[OTHER] not in refused.text.replace(other, "")
    assert OTHER not in client.get("/cases", headers=asked).text


@pytest.mark.parametrize(
    "path", ["/law/urn:lex:xm:act-2019-11:12", "/?q=deposit", "/?q=deposit&mode=search", "/network"]
)
def test_a_key_without_the_law_is_shown_none_of_it(
    keyed: tuple[httpx.Client, str], path: str
) -> None:
    client, key = keyed
    refused = client.get(path, headers={"Authorization": f"Bearer {key}"})
    assert refused.status_code == 403
    assert "Residential Tenancies" not in refused.text


def test_a_key_that_may_not_manage_sees_no_buttons_that_it_may_not_press(
    keyed: tuple[httpx.Client, str],
) -> None:
    client, key = keyed
    asked = {"Authorization": f"Bearer {key}"}
    shown = client.get(f"/case/{OWN}", headers=asked).text
    assert "/delete" not in shown
    assert "data-upload" not in shown
    for path in (f"/case/{OWN}/close", f"/case/{OWN}/delete"):
        assert client.post(path, data={"sure": "yes"}, headers=asked).status_code == 403
    assert client.post("/cases", data={"name": "New"}, headers=asked).status_code == 403
