"""Every verb over a real server on loopback, held to what the library itself gives."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

import pincite
from pincite.api.body import body as body_of
from pincite.matters import Matters
from pincite.packs.archive import unarchived
from pincite.packs.check_seal import verified
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from pincite.surfaces.http.uploads import safe_name
from surfaces.serving import CANARIES, held, serving
from waiting import wait_until

RULE = "urn:lex:xm:act:2019:11:12"
QUESTION = "May the owner enter my home without notice?"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return held(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="module")
def client(settings: Settings) -> Iterator[httpx.Client]:
    with serving(create_app(settings=settings)) as client:
        yield client


def rule_of(settings: Settings) -> str:
    with pincite.open(settings=settings) as library:
        return library.search(QUESTION, limit=1).results[0].law.unit_urn  # type: ignore[union-attr]


@pytest.mark.req("C10")
def test_a_search_gives_what_the_library_gives(client: httpx.Client, settings: Settings) -> None:
    served = client.get("/search", params={"query": QUESTION, "limit": 3, "at": "2023-01-01"})
    with pincite.open(settings=settings) as library:
        own = library.search(QUESTION, limit=3, at="2023-01-01").as_dict(times=False)
    body = served.json()
    del body["search_time_ms"], body["milliseconds"], body["state"]
    for one in body["results"]:
        for name in ("chunk_created_at", "chunk_embedded_at", "document_ingested_at"):
            one["source"].pop(name, None)
    assert body == json.loads(json.dumps(body_of(own)))


def test_filters_are_in_the_address(client: httpx.Client) -> None:
    found = client.get("/search", params={"query": "deposit", "doc_type": ["act", "regulation"]})
    assert found.status_code == 200
    assert found.json()["results"]
    none = client.get("/search", params={"query": "deposit", "year": "1066"})
    assert (none.json()["total"], "results" in none.json()) == (0, False)


def test_a_provision_comes_with_what_holds_it(client: httpx.Client, settings: Settings) -> None:
    urn = rule_of(settings)
    body = client.get(f"/nodes/{urn}", params={"depth": 2}).json()
    with pincite.open(settings=settings) as library:
        assert body["provision"] == json.loads(json.dumps(body_of(library.show(urn))))
        above = [one.node.urn for one in library.ancestors(urn)]
    assert [one["urn"] for one in body["ancestors"]] == above
    assert body["tree"]["urn"] == urn


def test_what_governs_a_rule(client: httpx.Client, settings: Settings) -> None:
    urn = rule_of(settings)
    body = client.get("/scope", params={"what": urn, "at": "2023-01-01"}).json()
    with pincite.open(settings=settings) as library:
        assert body == json.loads(json.dumps(body_of(library.scope(urn, at="2023-01-01"))))


def test_the_versions_of_a_work_by_its_dates(client: httpx.Client, settings: Settings) -> None:
    urn = rule_of(settings)
    texts = client.get("/texts", params={"what": urn}).json()
    assert len(texts) >= 2
    assert [one["valid_from"] for one in texts] == sorted(one["valid_from"] for one in texts)
    assert client.get("/versions").json()[0]["tag"]


def test_citations(client: httpx.Client) -> None:
    uses = client.get(
        "/citations", params={"what": "509 U.S. 579", "matter": "alder-v-birch"}
    ).json()
    assert uses["total"] == 1
    read = client.post("/citations/read", json={"text": "See Daubert, 509 U.S. 579 (1993)."}).json()
    assert read[0]["resolved"]["key"] == "509 U.S. 579"
    many = client.get("/citations/authorities", params={"matter": "alder-v-birch"}).json()
    assert many[0]["source"] == "509 U.S. 579"


def test_documents_their_passages_and_who_they_name(client: httpx.Client) -> None:
    matter = "alder-v-birch"
    canary = CANARIES[matter]
    listed = client.get("/documents", params={"matter": matter}).json()
    assert (listed["total"], "next" in listed) == (1, False)
    document = listed["items"][0]["id"]
    asked = {"matter": matter, "document": document}
    passages = client.get("/documents/passages", params=asked).json()
    assert canary in passages["items"][0]["text"]
    chunk = client.get("/documents/chunk", params={**asked, "index": 0}).json()
    assert chunk == passages["items"][0]
    around = client.get("/documents/context", params={**asked, "index": 0, "around": 2}).json()
    assert around["passages"][0] == chunk
    found = client.get("/documents/quote", params={"matter": matter, "quote": "two months' rent"})
    assert found.json()[0]["document"] == document
    assert client.get("/documents/entities", params={"matter": matter}).status_code == 200
    events = client.get("/documents/events", params={"matter": matter}).json()
    assert events["items"][0]["event"]["iso"] == "2023-03-03"
    assert client.get("/documents/related", params=asked).json() == []
    missing = client.get("/documents/chunk", params={**asked, "index": 99})
    assert (missing.status_code, missing.json()["error"]) == (404, "not_found")


@pytest.mark.req("C10")
def test_a_matter_is_searched_and_asked(client: httpx.Client) -> None:
    asked = {"query": "zirconquarry deposit", "matter": "alder-v-birch"}
    one = client.get("/search", params=asked).json()
    other = client.get("/search/case", params=asked).json()
    for body in (one, other):
        del body["search_time_ms"], body["milliseconds"]
    assert one == other
    assert one["case"] == "alder v birch"
    reply = client.post(
        "/chat", json={"query": "How much was the deposit?", "matter": "alder-v-birch"}
    )
    assert reply.status_code == 200


def test_a_pack_is_built_and_given(client: httpx.Client, settings: Settings) -> None:
    asked = {"anchor": rule_of(settings), "at": "2023-01-01"}
    made = client.get("/packs", params=asked).json()
    given = client.post("/packs", json=asked)
    assert given.headers["content-type"] == "application/zip"
    files, faults = unarchived(given.content, "given")
    checked = verified(files, "given", faults)
    assert checked.holds
    assert checked.root == made["root"]
    undated = client.get("/packs", params={"anchor": rule_of(settings)})
    assert undated.status_code == 400


def test_matters_are_made_closed_and_deleted(client: httpx.Client) -> None:
    made = client.post("/matters", json={"name": "Elm v. Fir", "number": "12/24"})
    assert made.json()["slug"] == "elm-v-fir"
    assert client.post("/matters", json={"name": "Elm v. Fir"}).status_code == 409
    assert client.post("/matters/elm-v-fir/close").json()["state"] == "closed"
    refused = client.post(
        "/ingest", data={"matter": "elm-v-fir"}, files={"files": ("a.txt", b"text")}
    )
    assert (refused.status_code, refused.json()["error"]) == (409, "library_closed")
    assert client.post("/matters/elm-v-fir/reopen").json()["state"] == "open"
    assert client.delete("/matters/elm-v-fir").status_code == 200
    assert "elm-v-fir" not in [one["slug"] for one in client.get("/matters").json()]
    assert client.get("/documents", params={"matter": "elm-v-fir"}).status_code == 404


@pytest.mark.req("U2")
def test_an_upload_is_read_and_told_as_it_goes(client: httpx.Client, settings: Settings) -> None:
    client.post("/matters", json={"name": "Gum v. Hazel"})
    files = [
        ("files", ("../../etc/passwd.txt", b"The lease of sapphirequill ended in May 2022.")),
        ("files", ("Order.txt", b"It is ordered that the tenant pays.")),
        ("files", ("Order.txt", b"Another order under the same name.")),
        ("files", ("Order.txt", b"It is ordered that the tenant pays.")),
    ]
    begun = client.post("/ingest", data={"matter": "gum-v-hazel"}, files=files)
    assert begun.status_code == 202
    job = begun.json()["id"]
    with client.stream("GET", f"/jobs/{job}/events") as stream:
        told = [one for one in stream.iter_lines() if one.startswith("data: ")]
    states = [json.loads(one.removeprefix("data: ")) for one in told]
    assert states[-1]["state"] == "done"
    folder = settings.matters / "gum-v-hazel" / "files"
    assert sorted(one.name for one in folder.iterdir()) == [
        "Order (2).txt", "Order.txt", "passwd.txt",
    ]  # fmt: skip
    found = client.get("/search", params={"query": "sapphirequill", "matter": "gum-v-hazel"}).json()
    assert "sapphirequill" in found["results"][0]["text"]
    assert client.get(f"/jobs/{job}").json()["state"] == "done"
    assert job in [one["id"] for one in client.get("/jobs").json()]
    # What was put into a matter goes into its archive, and comes back.
    client.post("/matters/gum-v-hazel/close")
    matters = Matters(settings=settings)
    matters.archive("gum-v-hazel")
    matters.restore("gum-v-hazel")
    assert (folder / "Order (2).txt").read_bytes() == b"Another order under the same name."
    client.delete("/matters/gum-v-hazel")
    assert not folder.exists()


def test_a_job_is_cancelled(client: httpx.Client) -> None:
    client.post("/matters", json={"name": "Ivy v. Juniper"})
    many = [
        ("files", (f"{at}.txt", f"Letter {at}. {'word ' * 2000}".encode())) for at in range(120)
    ]
    job = client.post("/ingest", data={"matter": "ivy-v-juniper"}, files=many).json()["id"]
    client.delete(f"/jobs/{job}")
    assert _ended(client, job)["state"] in ("cancelled", "done")
    # What was read stays, and the matter opens whole.
    assert client.get("/documents", params={"matter": "ivy-v-juniper"}).status_code == 200


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Complaint.pdf", "Complaint.pdf"),
        ("../../x.pdf", "x.pdf"),
        ("C:\\Users\\a\\b.docx", "b.docx"),
        ("..", "file"),
        ("", "file"),
        (".bashrc", "bashrc"),
        ("a\x00b\n.txt", "a_b_.txt"),
        ("Þóra ö.txt", "Þóra ö.txt"),
        ("<script>.html", "_script_.html"),
        (f"{'é' * 300}.pdf", f"{'é' * 75}.pdf"),
    ],
)
def test_a_file_keeps_only_the_last_and_harmless_part_of_its_name(given: str, kept: str) -> None:
    assert safe_name(given) == kept


def test_a_page_is_a_picture(client: httpx.Client, settings: Settings, tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.drawString(72, 700, "The tenant shall give one month's notice in writing.")
    canvas.save()
    client.post("/matters", json={"name": "Kapok v. Larch"})
    begun = client.post(
        "/ingest", data={"matter": "kapok-v-larch"}, files={"files": ("n.pdf", buffer.getvalue())}
    ).json()
    assert _ended(client, begun["id"])["state"] == "done"
    asked = {"matter": "kapok-v-larch", "document": "n.pdf", "page": 1}
    plain_page = client.get("/pages", params=asked)
    marked = client.get("/pages", params={**asked, "quote": "one month's notice"})
    assert plain_page.headers["content-type"] == "image/png"
    assert marked.content.startswith(b"\x89PNG")
    assert marked.content != plain_page.content
    absent = client.get("/pages", params={**asked, "quote": "two months' notice"})
    assert absent.status_code == 404


def test_health_and_metrics_tell_nothing_of_what_was_asked(client: httpx.Client) -> None:
    client.get("/search", params={"query": "zirconquarry secret question"})
    assert client.get("/health").json() == {"status": "ok"}
    told = client.get("/metrics").text
    assert 'route="/search",status="200"' in told
    assert "zirconquarry" not in told
    assert "127.0.0.1" not in told


def test_what_every_response_carries(client: httpx.Client) -> None:
    for path in ("/health", "/search?query=deposit", "/nowhere", "/search"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert len(headers["X-Request-Id"]) == 32
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers or "uvicorn" in headers["server"]


@pytest.mark.req("U7")
def test_many_at_once_get_what_each_would_get_alone(client: httpx.Client) -> None:
    questions = [
        QUESTION, "How much deposit may be asked for?", "Má leigusali hækka leiguna?",
        "What is a tenancy?", "Residential Tenancies Act s 14", "Who registers a tenancy?",
        "What does the cost of credit include?", "hvað má tryggingarfé vera hátt",
    ]  # fmt: skip

    def asked(query: str) -> Any:
        body = client.post("/chat", json={"query": query}).json()
        del body["request_id"], body["milliseconds"]
        return body

    alone = [asked(one) for one in questions]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(asked, questions * 6))
    assert together == alone * 6


def test_answers_are_measured_on_your_own_questions(client: httpx.Client) -> None:
    rule = client.get("/search", params={"query": QUESTION, "limit": 1}).json()["results"][0]
    lines = [
        {"id": "1", "query": QUESTION, "gold": [rule["law"]["unit_urn"]]},
        {"id": "2", "query": "Who won the chess match?", "expects": "refuse"},
    ]
    data = "\n".join(json.dumps(one) for one in lines).encode()
    begun = client.post("/eval", files={"questions": ("mine.jsonl", data)}, data={"name": "mine"})
    assert begun.status_code == 202, begun.text
    ended = _ended(client, begun.json()["id"])
    assert ended["state"] == "done", ended
    assert ended["result"]["quotes_verified"]["share"] == 1.0
    kept = client.get("/eval").json()["mine"]
    assert kept == ended["result"]
    bad = client.post("/eval", files={"questions": ("bad.jsonl", b"no json")})
    assert _ended(client, bad.json()["id"])["state"] == "failed"


def test_answers_are_measured_by_the_words_that_answer(client: httpx.Client) -> None:
    rule = client.get("/search", params={"query": QUESTION, "limit": 1}).json()["results"][0]["law"]
    lines = [
        {
            "id": "1",
            "question": QUESTION,
            "spans": [{"in": rule["unit_urn"], "words": "the tenant"}],
        },
        {"id": "2", "question": "Who won the chess match?", "unanswerable": True},
    ]
    data = "\n".join(json.dumps(one) for one in lines).encode()
    begun = client.post("/eval", files={"questions": ("m.jsonl", data)}, data={"name": "marked"})
    ended = _ended(client, begun.json()["id"])
    assert ended["state"] == "done", ended
    assert ended["result"]["in_full"]["of"] == 1
    assert ended["result"]["refused_unanswerable"]["share"] == 1.0
    assert ended["result"]["quotes_verified"]["share"] == 1.0


def _ended(client: httpx.Client, job: str) -> Any:
    def ended() -> Any:
        view = client.get(f"/jobs/{job}").json()
        return view if view.get("state") in ("done", "failed", "cancelled") else None

    return wait_until(ended, lambda: "the job does not end")
