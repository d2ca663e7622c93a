"""Files of the server's machine over HTTP: only with the power to write, and below a root."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from pincite.api.keys import Keys
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from surfaces.serving import CANARIES, held, serving

OWN = next(iter(CANARIES))
# Everything that a path can be given to, and the field it is in.
TAKES: dict[str, Callable[[str], dict[str, Any]]] = {
    "/citations/file": lambda path: {"path": path},
    "/citations/read": lambda path: {"text": "Id. at 3.", "context": path},
    "/briefs/check": lambda path: {"path": path},
    "/synonyms": lambda path: {"path": path, "matter": OWN},
    "/packs/verify": lambda path: {"path": path},
    "/packs/replay": lambda path: {"path": path},
    "/packs/show": lambda path: {"path": path},
    "/packs/ask": lambda path: {"path": path, "query": "x"},
    "/packs": lambda path: {"anchor": "Residential Tenancies Act", "edges": path},
    "/ingest/law": lambda path: {"paths": [path], "reader": "akn", "version": "x"},
    "/ingest/document": lambda path: {"path": path, "matter": OWN},
    "/ingest/folder": lambda path: {"path": path, "matter": OWN},
    "/ingest/files": lambda path: {"paths": [path], "matter": OWN},
    "/sync": lambda path: {"path": path, "matter": OWN},
    "/watch": lambda path: {"path": path, "matter": OWN},
}


@dataclass
class Served:
    client: httpx.Client
    settings: Settings
    root: Path
    writer: dict[str, str]
    reader: dict[str, str]

    def sent(self, route: str, path: Path | str, key: dict[str, str]) -> httpx.Response:
        return self.client.post(route, json=TAKES[route](str(path)), headers=key)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    root = tmp_path_factory.mktemp("paths")
    # The library, the matters and the keys lie below what may be read.
    settings = held(root).model_copy(update={"key_rate": 0, "roots": str(root)})
    (root / "brief.txt").write_text("See 509 U.S. 579 (1993).", encoding="utf-8")
    keys = Keys(settings.keys)
    writer = keys.create("writer", ["read", "ask", "write", "manage"])[1]
    reader = keys.create("reader", ["read", "ask", "manage"])[1]
    with serving(create_app(settings=settings)) as client:
        yield Served(client, settings, root, _bearer(writer), _bearer(reader))


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def assert_forbidden(response: httpx.Response, path: object) -> None:
    assert (response.status_code, response.json()["error"]) == (403, "forbidden"), response.text
    assert str(path) not in response.text


@pytest.mark.req("U7")
@pytest.mark.parametrize("route", TAKES)
def test_a_path_needs_the_power_to_write(served: Served, route: str) -> None:
    path = served.root / "brief.txt"
    assert_forbidden(served.sent(route, path, served.reader), path)


@pytest.mark.req("U7")
@pytest.mark.parametrize("route", TAKES)
def test_no_path_outside_the_roots_is_read(
    served: Served, route: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.txt"
    outside.write_text("zirconquarry", encoding="utf-8")
    link = served.root / "link.txt"
    link.unlink(missing_ok=True)
    link.symlink_to(outside)
    climbing = f"{served.root}/../{outside.parent.name}/secret.txt"
    for path in (outside, link, climbing, "/etc/passwd", "/no/such/file", "~nobody/x", "a\0b"):
        assert_forbidden(served.sent(route, path, served.writer), path)


@pytest.mark.req("U7")
@pytest.mark.parametrize("route", TAKES)
def test_no_path_of_the_library_the_matters_or_the_keys_is_read(served: Served, route: str) -> None:
    settings = served.settings
    assert settings.keys is not None
    kept = (
        settings.library, settings.library / "library.sqlite3", settings.matters,
        settings.matters / OWN, settings.keys,
    )  # fmt: skip
    for path in kept:
        assert_forbidden(served.sent(route, path, served.writer), path)


@pytest.mark.parametrize(
    "cluster", ["ray://10.0.0.5:10001", "ray://127.0.0.1:10001", "ray://law.example:10001", "x"]
)
def test_a_client_names_no_cluster(served: Served, cluster: str) -> None:
    """It would be sent the files, and could send back anything."""
    asked = {"paths": [str(served.root / "brief.txt")], "reader": "akn", "version": "x"}
    sent = served.client.post(
        "/ingest/law", json={**asked, "workers": cluster}, headers=served.writer
    )
    assert (sent.status_code, sent.json()["error"]) == (403, "forbidden")
    assert "PINCITE_ALLOWED_HOSTS" in sent.json()["hint"]


def test_a_path_below_a_root_is_read(served: Served) -> None:
    read = served.sent("/citations/file", served.root / "brief.txt", served.writer)
    assert read.status_code == 200
    assert read.json()[0]["resolved"]["key"] == "509 U.S. 579"
    begun = served.sent("/ingest/document", served.root / "brief.txt", served.writer)
    assert begun.status_code == 202


def test_without_roots_nobody_names_a_path(tmp_path: Path) -> None:
    settings = held(tmp_path)
    path = tmp_path / "brief.txt"
    path.write_text("See 509 U.S. 579 (1993).", encoding="utf-8")
    with serving(create_app(settings=settings)) as client:
        assert_forbidden(client.post("/citations/file", json={"path": str(path)}), path)
        sent = client.post("/briefs/check", json={"text": "See 509 U.S. 579 (1993)."})
    assert sent.status_code == 200
