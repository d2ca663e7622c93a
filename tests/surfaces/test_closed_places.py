"""No reply says where things lie on the server's machine, or which hosts it asks. What operations
give where nothing goes wrong is looked through in tests/api/test_one_api.py."""

from __future__ import annotations

import json
import pickle
import shutil
import socket
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.steps import OWN, RULE, STEPS, World, world
from loopback import closed_port
from pincite.api.discretion import discreet, discreet_body, without_places
from pincite.errors import (
    AddressRefused,
    LibraryError,
    LoadRefused,
    ModelRefused,
    NoLibrary,
    PinciteError,
    ServerUnreachable,
    SourceMalformed,
)
from pincite.model.document import FilePath
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from pincite.surfaces.http.routes import ROUTES
from surfaces.mcp_clients import Talk, talking
from surfaces.serving import serving
from waiting import wait_until


@dataclass
class Closed:
    """A server whose every reply is kept, over HTTP and over MCP."""

    world: World
    client: httpx.Client
    talk: Talk
    replies: list[tuple[str, str]]

    def places(self) -> list[str]:
        settings = self.world.settings
        root = settings.library.parent
        return [
            str(root), str(root.resolve()), str(settings.library), str(settings.matters),
            str(Path.home()), *([socket.gethostname()] if len(socket.gethostname()) > 3 else []),
        ]  # fmt: skip

    def told(self) -> list[str]:
        """Each reply that has a place in it, shortened."""
        found = []
        for asked, reply in self.replies:
            for place in self.places():
                for shape in {place, json.dumps(place).strip('"')}:
                    if shape in reply:
                        at = reply.index(shape)
                        found.append(f"{asked}: …{reply[max(at - 60, 0) : at + 80]}…")
        return found


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> World:
    return world(tmp_path_factory.mktemp("closed") / "a folder")


@pytest.fixture
def closed(built: World, tmp_path: Path) -> Iterator[Closed]:
    yield from served(built.copy(tmp_path / "secret place"))


def served(own: World) -> Iterator[Closed]:
    replies: list[tuple[str, str]] = []

    def keep(response: httpx.Response) -> None:
        response.read()
        replies.append((f"{response.request.method} {response.url.path}", response.text))
        replies.append((response.url.path, str(response.headers)))

    with serving(create_app(settings=own.settings)) as client:
        client.event_hooks["response"].append(keep)
        with talking(f"{str(client.base_url).rstrip('/')}/mcp") as talk:
            yield Closed(own, client, talk, replies)


def test_a_document_is_found_again_by_every_name_that_it_is_told_by(closed: Closed) -> None:
    client = closed.client
    listed = client.get("/documents", params={"matter": OWN}).json()["items"]
    hit = client.get("/search/case", params={"matter": OWN, "query": "deposit"}).json()["results"][
        0
    ]
    source = hit["source"]
    assert source["document_path"].startswith("files/")
    for name in ("document_path", "document_id", "document"):
        read = client.get("/documents/passages", params={"matter": OWN, "document": source[name]})
        assert read.status_code == 200, read.text
    assert {document["folder"] for document in listed} == {"files"}
    for document in listed:
        if document["state"] != "read":
            continue
        for name in (document["id"], document["path"], f"files/{document['path']}"):
            read = client.get("/documents/passages", params={"matter": OWN, "document": name})
            assert read.status_code == 200, read.text


MORE = {"load_law": {"reader": "akn", "version": "v"}, "ask_pack": {"query": "x"}}


def wrong_requests(own: World) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Requests for every route that cannot be answered: of nothing, of what is not there, of files
    that are broken or may not be read."""
    given = own.files.parent
    (given / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    (given / "broken.zip").write_bytes(b"PK\x03\x04 broken")
    (given / "broken.xml").write_text("<akn", encoding="utf-8")
    paths = [
        given / "broken.pdf", given / "broken.zip", given / "broken.xml", given / "nothing.here",
        own.settings.library, "/etc/shadow", "a\0b",
    ]  # fmt: skip
    for name, route in ROUTES.items():
        path = route.path.replace(":path}", "}")
        for filler in ("nothing", RULE):
            filled = path.replace("{what}", filler).replace("{matter}", filler)
            filled = filled.replace("{job}", filler).replace("{number}", "77")
            fields = {"matter": "none", "what": filler, "query": filler, "document": filler}
            yield route.method, filled, fields
            yield route.method, filled, {"matter": OWN, **({"document": filler})}
        takes = {"path": str, "paths": list}
        for each in takes:
            if f'"{each}"' not in json.dumps(
                [step.fields for step in STEPS if step.operation == name]
            ):
                continue
            for given_path in paths:
                value: Any = [str(given_path)] if each == "paths" else str(given_path)
                yield route.method, path.replace("{matter}", OWN), {"matter": OWN, each: value}
                if name in ("load_law", "ask_pack"):
                    yield route.method, path, {each: value, **MORE[name]}


def test_no_error_tells_a_path_or_a_host(closed: Closed) -> None:
    """Over HTTP and over MCP, with a library that is whole, and with one that is not."""
    own, client = closed.world, closed.client
    tools = {route.path.replace(":path}", "}"): name for name, route in ROUTES.items()}
    requests = list(wrong_requests(own))
    for method, path, fields in requests:
        in_address = method in ("GET", "DELETE")
        client.request(method, path, **({"params": fields} if in_address else {"json": fields}))
    for _, path, fields in requests[::5]:
        if path in tools:
            result = closed.talk.call(tools[path], **fields)
            closed.replies.append((tools[path], str(result)))
    for page in ("/law", "/cases", "/case/none", f"/case/{OWN}", "/law/none", "/about", "/nothing"):
        client.get(page, params={"what": "nothing", "lang": "en"})
        client.get(page, headers={"accept": "text/html"})
    jobs = wait_until(lambda: _if_ended(client.get("/jobs").json()))
    for job in jobs:
        client.get(f"/jobs/{job['id']}")
    codes = {
        json.loads(reply).get("error") for _, reply in closed.replies if reply[:8] == '{"error"'
    }
    assert {"bad_input", "not_found", "forbidden", "no_library"} <= codes
    assert closed.told() == []


def _if_ended(jobs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    waiting = [job for job in jobs if job["state"] in ("waiting", "running")]
    return [] if any(job["what"] != "watch_folder" for job in waiting) else jobs


@pytest.mark.parametrize(
    "damage",
    [
        "no library",
        *(
            pytest.param(damage, marks=pytest.mark.slow)
            for damage in ("no database", "no matters", "no words")
        ),
    ],
)
def test_no_path_is_told_where_the_library_is_broken(
    built: World, tmp_path: Path, damage: str
) -> None:
    own = built.copy(tmp_path / "secret place")
    library, matters = own.settings.library, own.settings.matters
    if damage == "no library":
        shutil.rmtree(library)
    elif damage == "no database":
        (library / "library.sqlite3").write_bytes(b"not a database" * 100)
        for file in (matters / OWN).rglob("*.sqlite3"):
            file.write_bytes(b"not a database" * 100)
    elif damage == "no matters":
        shutil.rmtree(matters)
        matters.write_text("a file", encoding="utf-8")
    else:
        index = next(library.rglob("words*"), library)
        shutil.rmtree(index, ignore_errors=True)
        index.write_text("a file", encoding="utf-8")
    for closed in served(own):
        for step in STEPS:
            route, fields = ROUTES[step.operation], own.filled(step.fields)
            path = route.path.replace(":path}", "}")
            for name in list(fields):
                path = path.replace(f"{{{name}}}", str(fields[name]))
            in_address = route.method in ("GET", "DELETE")
            sent = {"params": fields} if in_address else {"json": fields}
            closed.client.request(route.method, path, **sent)
            closed.replies.append((step.operation, str(closed.talk.call(step.operation, **fields))))
        for page in ("/", "/law", "/cases", f"/case/{OWN}", "/about"):
            closed.client.get(page, headers={"accept": "text/html"})
        assert closed.told() == []


@pytest.mark.slow
def test_no_host_of_a_setting_is_told(built: World, tmp_path: Path) -> None:
    """A model, a database and vectors that do not answer."""
    own = built.copy(tmp_path / "secret place")
    ports = [closed_port() for _ in range(4)]
    settings: Settings = own.settings.model_copy(
        update={
            "embedding_url": f"http://localhost:{ports[0]}/v1/embeddings",
            "rerank_url": f"http://127.0.0.1:{ports[1]}/v2/rerank",
            "answer_url": f"http://gpu-box.internal:{ports[2]}/v1/chat/completions",
            "matters_database": f"postgresql://someone@localhost:{ports[3]}/cases",
            "embedding_model": "m", "rerank_model": "m", "answer_model": "m", "embedding_dims": 8,
        }
    )  # fmt: skip
    for closed in served(replace(own, settings=settings)):
        client = closed.client
        for step in STEPS:
            if step.operation in ("ask", "search", "search_case", "index", "status", "create_case"):
                closed.replies.append(
                    (step.operation, str(closed.talk.call(step.operation, **step.fields)))
                )
                route = ROUTES[step.operation]
                sent = "params" if route.method == "GET" else "json"
                client.request(route.method, route.path, **{sent: step.fields})
        for place in (*(f":{port}" for port in ports), *map(str, ports), "gpu-box", "someone"):
            assert [asked for asked, reply in closed.replies if place in reply] == []
        assert closed.told() == []


ERRORS: tuple[PinciteError, ...] = (
    ServerUnreachable('the database cannot be reached: connection to server at "db.corp" (10.1.2.3), port 5432 failed'),
    ServerUnreachable("the vector server at milvus.corp:19530 does not answer: x"),
    ModelRefused("http://gpu-box:8000/v1 refuses with 401: no key for gpu-box"),
    AddressRefused("gpu-box leads to 10.1.2.3", hint="PINCITE_ALLOWED_HOSTS=gpu-box:8000."),
    NoLibrary("no library in /srv/secret/My Law"),
    LibraryError("[Errno 13] Permission denied: '/srv/secret/My Law/library.sqlite3'"),
    LibraryError(r"cannot open C:\Users\secret\law\library.sqlite3"),
    LibraryError("the cluster ray://10.1.2.3:10001 does not answer"),
    LibraryError("[fd00::5]:9000 and 10.1.2.3 and gpu-box:443 are away"),
    SourceMalformed("no structure", file="/srv/secret/acts/1.xml", place="line 3"),
    LoadRefused("refused", reasons=["/srv/secret/acts/1.xml: no", "(/srv/secret/acts/2.xml)"]),
)  # fmt: skip


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.message[:30])
def test_an_error_is_told_without_its_places(error: PinciteError) -> None:
    told = json.dumps(discreet(error).as_dict())
    for place in (
        "/srv",
        "secret",
        "10.1.2.3",
        "gpu-box",
        "corp",
        "5432",
        "19530",
        "10001",
        "9000",
    ):
        assert place not in told
    # Whoever is at the machine sees it whole.
    assert "secret" in str(error.as_dict()) or error.message not in told


@pytest.mark.parametrize(
    "words",
    [
        "urn:lex:is:33-1944:65:1 is not held", "/akn/xm/act/2019/11 is no address of law",
        "See /docs for its fields.", "Ask 127.0.0.1.", "12 CFR § 1002.5(b)(1) and/or s 7",
        "Daubert v. Merrell Dow, 509 U.S. 579", "Order.pdf, line 12: no", "and/or/not",
        "Write dates as YYYY-MM-DD.", "at 10:30 on 3/4/2024", "urn:lex:xm:act-2019-11:14:1",
    ],
)  # fmt: skip
def test_what_is_no_place_is_left_as_it_is(words: str) -> None:
    assert without_places(words) == words


def test_a_text_of_a_document_is_left_as_it_is() -> None:
    body = {"text": "It lay in /srv/secret/files at host:8080.", "folder": "/srv/secret/files"}
    assert discreet_body(body) == {**body, "folder": "files"}


def test_a_path_is_told_the_same_after_a_journey() -> None:
    path = FilePath("/srv/secret/files", "a/b.pdf")
    again = pickle.loads(pickle.dumps(path))
    assert (again, again.told) == ("/srv/secret/files/a/b.pdf", "files/a/b.pdf")
