"""The description of the API is true: every operation is there, with the schema of what it gives,
and what it gives holds to that schema, over the bundled law and a matter of real files."""

from __future__ import annotations

import base64
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import schemathesis
from jsonschema import Draft202012Validator

from bundled_matter import FILES
from pincite.api import schema
from pincite.api.examples import example
from pincite.api.operation import operations
from pincite.matters import Matters
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from pincite.surfaces.http.routes import ROUTES
from search.bundled_law import LAW, bundled_law
from surfaces.serving import serving, settings_for
from waiting import wait_until

ACT = "urn:lex:xm:act-2019-11"
RULE = f"{ACT}:12"
ENTRY = "May the owner enter my home without notice?"
MATTER = "hart-v-bellweather"
IN = {"matter": MATTER}
PAPER = {**IN, "document": "Complaint.pdf"}
CITED = "See Hart, 14 M.L.R. 201, and s 12(1) of the Residential Tenancies Act. Id. at 3."


@dataclass
class Served:
    client: httpx.Client
    settings: Settings
    given: Path
    """The folder that may be read."""
    document: dict[str, Any]
    """The description."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    root = tmp_path_factory.mktemp("described")
    given = root / "given"
    given.mkdir()
    shutil.copy(FILES / "exhibits" / "notes.txt", given / "notes.txt")
    shutil.copy(LAW / "synonyms.tsv", given / "synonyms.tsv")
    (given / "brief.txt").write_text(CITED, encoding="utf-8")
    settings = settings_for(root, workers=1, key_rate=0, jurisdiction="xm", roots=str(given))
    bundled_law(root / "law", root / "no-models").close()
    Matters(settings=settings).create("Hart v. Bellweather", number="HC 412/25")
    with Matters(settings=settings).open(MATTER) as matter:
        matter.read_files(FILES / "pleadings", FILES / "contract" / "Lease.pdf")
    with serving(create_app(settings=settings)) as client:
        yield Served(client, settings, given, client.get("/openapi.json").json())


def asked(served: Served, operation: str, fields: dict[str, Any]) -> httpx.Response:
    place = ROUTES[operation]
    path, rest = place.path, dict(fields)
    for name in list(rest):
        for braces in (f"{{{name}}}", f"{{{name}:path}}"):
            if braces in path:
                path = path.replace(braces, quote(str(rest.pop(name)), safe=":"))
    if place.method == "POST" and "{" not in place.path:
        return served.client.post(path, json=rest)
    return served.client.request(place.method, path, params=rest)


def described(served: Served, operation: str) -> dict[str, Any]:
    place = ROUTES[operation]
    path = place.path.replace(":path", "")
    return served.document["paths"][path][place.method.lower()]


def schema_of(served: Served, operation: str) -> dict[str, Any]:
    told = described(served, operation)["responses"]
    status = "202" if operations()[operation].long else "200"
    found = told[status]["content"]["application/json"]["schema"]
    return {**found, "components": served.document["components"]}


def assert_holds(body: Any, schema: dict[str, Any]) -> None:
    problems = [
        f"{'/'.join(map(str, wrong.absolute_path))}: {wrong.message[:300]}"
        for wrong in Draft202012Validator(schema).iter_errors(body)
    ]
    assert problems == []


def called(served: Served, operation: str, **fields: Any) -> Any:
    """The body, held to the schema; of what is long, that of the job once it has ended too."""
    response = asked(served, operation, fields)
    assert response.status_code == (202 if operations()[operation].long else 200), response.text
    body, schema = response.json(), schema_of(served, operation)
    assert_holds(body, schema)
    assert_says_something(body)
    if operations()[operation].long:
        body = _ended(served, body["id"])
        assert body["state"] == "done", body
        assert_holds(body, schema)
    return body


def assert_says_something(body: Any) -> None:
    """No field is there that says nothing."""
    if isinstance(body, dict):
        for name, value in body.items():
            assert value is not None, name
            assert value not in ("", [], {}) or isinstance(value, (bool, int, float)), name
            assert_says_something(value)
    if isinstance(body, list):
        for value in body:
            assert_says_something(value)


def _ended(served: Served, job: str) -> Any:
    def ended() -> Any:
        view = asked(served, "job_status", {"job": job}).json()
        return view if view["state"] in ("done", "failed", "cancelled") else None

    return wait_until(ended, lambda: "the job does not end")


@pytest.mark.req("U7")
def test_every_operation_has_a_route_and_a_schema() -> None:
    assert set(ROUTES) == set(operations())
    every = [(place.method, place.path) for place in ROUTES.values()]
    old = [(place.method, place.deprecated) for place in ROUTES.values() if place.deprecated]
    assert len({*every, *old}) == len(every) + len(old)


@pytest.mark.req("U7")
def test_the_description_is_openapi_3_1(served: Served) -> None:
    assert served.document["openapi"].startswith("3.1")
    schemathesis.openapi.from_dict(served.document).validate()
    for told in served.document["components"]["schemas"].values():
        Draft202012Validator.check_schema(told)


def test_every_reference_leads_to_a_component(served: Served) -> None:
    held = served.document["components"]["schemas"]
    led: set[str] = set()

    def follow(value: Any) -> None:
        if isinstance(value, dict):
            assert "$defs" not in value
            if isinstance(value.get("$ref"), str):
                led.add(value["$ref"])
            for one in value.values():
                follow(one)
        elif isinstance(value, list):
            for one in value:
                follow(one)

    follow(served.document)
    assert led == {f"#/components/schemas/{name}" for name in held}


def test_two_types_with_one_name_end_the_start() -> None:
    @dataclass
    class Override:
        court: str

    with pytest.raises(TypeError, match="called Override"):
        schema._schema(list[Override], {})  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("operation", operations())
def test_every_operation_says_what_it_does_and_gives(served: Served, operation: str) -> None:
    told = described(served, operation)
    assert told["operationId"] == operation
    assert told["description"] == operations()[operation].about
    given = schema_of(served, operation)
    assert {"$ref", "type", "allOf"} & set(given)
    if (resources.files("pincite.api") / "examples.json").is_file():
        assert_holds(example(operation), given)


def _calls(served: Served) -> list[tuple[str, dict[str, Any]]]:
    """Every operation, in an order in which each finds what it needs."""
    given, brief = str(served.given), str(served.given / "brief.txt")
    pack = _pack(served)
    return [
        ("status", {}),
        ("status", IN),
        ("index", {}),
        ("index", IN),
        ("ask", {"query": ENTRY}),
        ("ask", {"query": "Má leigusali krefjast tryggingar?", "at": "2024-06-01"}),
        ("ask", {"query": "Is it legal?"}),
        ("ask", {"query": "When was the deposit paid?", **IN}),
        ("search", {"query": ENTRY, "at": "2023-01-01"}),
        ("search", {"query": "deposit", "doc_type": ["act"], "limit": 50}),
        ("search", {"query": "s 12 of the Residential Tenancies Act"}),
        ("search", {"query": "xyzzy", "year": "1066"}),
        ("search", {"query": "deposit", "related": 5, **IN}),
        ("search_case", {"query": "deposit", **IN}),
        ("show_node", {"what": RULE}),
        ("show_node", {"what": "s 24 of the Residential Tenancies Act", "depth": 3}),
        ("show_node", {"what": "urn:lex:xm:const-ct:14-mlr-201"}),
        ("show_tree", {"what": ACT, "depth": 3}),
        ("scope", {"what": RULE, "at": "2023-01-01"}),
        ("scope", {"what": f"{ACT}:14"}),
        ("lookup", {"what": "s 12 of the Residential Tenancies Act"}),
        ("law_card", {"what": "Residential Tenancies Act"}),
        ("list_texts", {"what": ACT}),
        ("add_override", {
            "what": RULE, "status": "SUSPENDED", "authority": "High Court", "start": "2024-01-01",
        }),
        ("list_overrides", {}),
        ("show_node", {"what": f"{RULE}:1"}),
        ("scope", {"what": RULE}),
        ("search", {"query": ENTRY}),
        ("ask", {"query": ENTRY}),
        ("add_preemption", {"what": f"{ACT}:14", "by": RULE, "note": "Overlaps."}),
        ("list_preemptions", {}),
        ("remove_override", {"number": 1}),
        ("list_synonyms", {}),
        ("import_synonyms", {"path": str(served.given / "synonyms.tsv"), **IN}),
        ("list_versions", {}),
        ("diff_versions", {"old": "tenancies-2019", "new": "tenancies-2024"}),
        ("show_stats", {}),
        ("show_stats", IN),
        ("verify_audit", {}),
        ("list_audit", {}),
        ("find_citations", {"what": "14 M.L.R. 201"}),
        ("list_citations", {}),
        ("list_citations", IN),
        ("read_citations", {"text": CITED}),
        ("read_file_citations", {"path": brief}),
        ("understand_citations", {"query": CITED}),
        ("check_brief", {"text": CITED, "at": "2024-06-01"}),
        ("check_brief", {"path": brief}),
        ("list_documents", IN),
        ("read_document", PAPER),
        ("get_chunk", {**PAPER, "index": 0}),
        ("get_source_context", {**PAPER, "index": 1, "around": 2}),
        ("find_quote", {**IN, "quote": "deposit"}),
        ("list_entities", IN),
        ("list_mentions", {**IN, "what": _entity(served)}),
        ("list_events", IN),
        ("list_unclear_dates", IN),
        ("related_documents", PAPER),
        ("related_passages", {**PAPER, "index": 0}),
        ("show_page", {**PAPER, "page": 1}),
        ("build_pack", {"anchor": RULE, "at": "2023-01-01"}),
        ("build_pack", {"anchor": "14 M.L.R. 201"}),
        ("verify_pack", {"archive": pack}),
        ("verify_pack", {"archive": _altered(pack)}),
        ("replay_pack", {"archive": pack}),
        ("show_pack", {"archive": pack}),
        ("ask_pack", {"archive": pack, "query": ENTRY}),
        ("list_readers", {}),
        ("create_case", {"name": "Ash v. Beech", "number": "1/24"}),
        ("list_cases", {}),
        ("ingest_document", {"matter": "ash-v-beech", "path": f"{given}/notes.txt"}),
        ("ingest_folder", {"matter": "ash-v-beech", "path": given}),
        ("read_files", {"matter": "ash-v-beech", "paths": [given]}),
        ("sync_folder", {"matter": "ash-v-beech"}),
        ("list_jobs", {}),
        ("close_case", {"matter": "ash-v-beech"}),
        ("archive_case", {"matter": "ash-v-beech"}),
        ("restore_case", {"matter": "ash-v-beech"}),
        ("reopen_case", {"matter": "ash-v-beech"}),
        ("delete_case", {"matter": "ash-v-beech"}),
        ("rollback", {"version": "tenancies-2019"}),
        ("rollback", {"version": "tenancies-2024"}),
    ]  # fmt: skip


def _pack(served: Served) -> str:
    made = served.client.post("/packs", json={"anchor": RULE, "at": "2023-01-01"})
    return base64.b64encode(made.content).decode()


def _altered(pack: str) -> str:
    """The same archive with a word more in each of its files."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(base64.b64decode(pack))) as sealed,
        zipfile.ZipFile(made, "w") as altered,
    ):
        for name in sealed.namelist():
            altered.writestr(name, sealed.read(name) + b" more")
    return base64.b64encode(made.getvalue()).decode()


def _entity(served: Served) -> str:
    return asked(served, "list_entities", IN).json()[0]["entity"]["key"]


@pytest.mark.req("C10")
def test_what_every_operation_gives_holds_to_its_schema(served: Served) -> None:
    of_jobs = ("job_status", "pause_job", "resume_job", "cancel_job")
    tried = {"load_law", "watch_folder", *of_jobs}
    for operation, fields in _calls(served):
        called(served, operation, **fields)
        tried.add(operation)
    (served.given / "act.md").write_bytes((LAW / "constitution.md").read_bytes())
    begun = called(served, "watch_folder", matter=MATTER, path=str(served.given))
    for operation in of_jobs:
        called(served, operation, job=begun["id"])
    failed = asked(served, "load_law", {
        "paths": [str(served.given / "notes.txt")], "reader": "akn", "version": "none",
    })  # fmt: skip
    assert failed.status_code == 202, failed.text
    assert_holds(_ended(served, failed.json()["id"]), schema_of(served, "load_law"))
    assert tried == set(operations())


@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("scope", {"what": RULE, "at": "2023-01-01"}),
        ("lookup", {"what": "s 12 of the Residential Tenancies Act"}),
        ("list_texts", {"what": ACT}),
    ],
)
def test_an_address_that_is_no_longer_told_still_answers_the_same(
    served: Served, operation: str, fields: dict[str, Any]
) -> None:
    place = ROUTES[operation]
    old = served.client.get(place.deprecated, params=fields)
    assert old.status_code == 200
    assert old.content == served.client.get(place.path, params=fields).content
    told = served.document["paths"][place.deprecated]["get"]
    assert told["deprecated"] is True
    assert "deprecated" not in described(served, operation)


@pytest.mark.parametrize(
    ("operation", "fields"),
    [("list_versions", {}), ("close_case", {"matter": MATTER}), ("show_node", {"what": RULE})],
)
def test_a_field_that_is_not_described_is_refused(
    served: Served, operation: str, fields: dict[str, Any]
) -> None:
    place = ROUTES[operation]
    path = place.path.replace("{matter}", MATTER).replace("{what:path}", RULE)
    refused = served.client.request(place.method, path, params={"surprise": "1"})
    assert (refused.status_code, refused.json()["error"]) == (400, "bad_input")


def test_a_refusal_for_asking_too_often_is_described(served: Served) -> None:
    limited = served.settings.model_copy(update={"chat_rate": 1})
    with serving(create_app(settings=limited, clock=lambda: 0.0)) as client:
        replies = [client.post("/chat", json={"query": ENTRY}) for _ in "12"]
    assert [reply.status_code for reply in replies] == [200, 429]
    told = described(served, "ask")["responses"]["429"]["content"]["application/json"]["schema"]
    assert_holds(
        json.loads(replies[1].content), {**told, "components": served.document["components"]}
    )


def test_the_page_of_documents_lists_every_operation() -> None:
    root = Path(__file__).resolve().parent.parent.parent
    done = subprocess.run(
        [sys.executable, root / "scripts" / "http_operations.py", "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    page = (root / "docs" / "http.md").read_text(encoding="utf-8")
    for place in ROUTES.values():
        if place.deprecated:
            assert f"`{place.method} {place.deprecated}` (now" in page
