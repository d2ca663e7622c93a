"""Every tool, resource and prompt with the protocol's own client, over both transports."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from mcp import MCPError

from pincite.api.access import Power, owner
from pincite.api.body import plain
from pincite.api.jobs import JobBoard
from pincite.api.operations import operations
from pincite.api.workspace import Workspace
from pincite.matters import Matters
from pincite.surfaces.mcp.tools import structured
from surfaces.mcp_clients import OTHER, OWN, Ground, Talk, ground, over_http, process, talking
from waiting import wait_until

RULE = "urn:lex:xm:act-2019-11:12:1"
OWNED = {"matter": OWN}
# What each tool that only reads is asked; one that is not here fails a test.
ASKED: dict[str, dict[str, Any]] = {
    "ask": {"query": "May the owner enter my home without notice?"},
    "search": {"query": "notice before the owner enters", "limit": 3},
    "search_case": {**OWNED, "query": "did the landlord come in without notice", "limit": 3},
    "show_node": {"what": RULE, "at": "2024-06-01"},
    "resolve": {"what": RULE, "at": "2024-06-01"},
    "resolve_urn": {"what": "Residential Tenancies Act s 12(1)"},
    "timeline": {"what": "urn:lex:xm:act-2019-11"},
    "versions": {},
    "find_citations": {**OWNED, "what": "Residential Tenancies Act", "limit": 5},
    "list_citations": {**OWNED, "limit": 5},
    "read_citations": {"text": "See Residential Tenancies Act s 12(1)."},
    "list_documents": {**OWNED, "limit": 2, "offset": 1},
    "read_document": {**OWNED, "document": "Complaint.pdf", "limit": 3},
    "get_chunk": {**OWNED, "document": "Complaint.pdf", "index": 2},
    "get_source_context": {**OWNED, "document": "Complaint.pdf", "index": 2, "around": 1},
    "find_quote": {**OWNED, "quote": "did not pay the deposit into a deposit scheme"},
    "list_entities": {**OWNED, "kind": "party"},
    "list_events": {**OWNED, "limit": 4},
    "related_documents": {**OWNED, "document": "Complaint.pdf"},
    "list_cases": {},
    "status": OWNED,
    "build_pack": {"anchor": RULE, "at": "2024-06-01"},
}
# Told by what the server itself has begun.
OF_JOBS = {"job_status", "list_jobs"}
WRITING = {
    "create_case", "close_case", "reopen_case", "delete_case", "ingest_document", "ingest_folder",
    "sync_folder", "watch_folder", "cancel_job",
}  # fmt: skip
# casefile-search.md, section 9.
BODY = {"query", "case", "results_count", "search_time_ms", "tier", "stages_used", "results"}
RESULT = {"text", "score", "citation", "citation_short", "source", "context", "legal_citations"}
SOURCE = {
    "document", "document_path", "document_id", "chunk_id", "chunk_index", "page",
    "paragraph_start", "paragraph_end", "line_start", "line_end", "char_start", "char_end",
    "extraction_method", "ocr_confidence", "chunk_created_at", "chunk_embedded_at",
    "document_ingested_at",
}  # fmt: skip


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return ground(tmp_path_factory.mktemp("mcp"))


@pytest.fixture(scope="module", params=["stdio", "http"])
def talk(request: pytest.FixtureRequest, held: Ground) -> Iterator[Talk]:
    if request.param == "stdio":
        with talking(process(held)) as connected:
            yield connected
    else:
        with over_http(held) as address, talking(address) as connected:
            yield connected


@pytest.fixture(scope="module")
def workspace(held: Ground) -> Iterator[Workspace]:
    opened = Workspace(held.settings.library, held.settings, JobBoard())
    yield opened
    opened.close()


def timeless(body: Any) -> Any:
    """Without what differs from one call to the next."""
    if isinstance(body, dict):
        apart = ("search_time_ms", "milliseconds", "request_id", "stage_ms")
        return {name: timeless(one) for name, one in body.items() if name not in apart}
    return [timeless(one) for one in body] if isinstance(body, list) else body


@pytest.mark.req("C11")
def test_there_is_one_tool_for_each_verb_and_each_is_tried(talk: Talk) -> None:
    every = operations()
    assert ASKED.keys() | OF_JOBS | WRITING == every.keys()
    listed = {one.name: one for one in talk.do(talk.client.list_tools).tools}
    assert listed.keys() == every.keys()
    for name, tool in listed.items():
        assert tool.description == every[name].about
        assert tool.input_schema == every[name].request.model_json_schema()
        assert tool.input_schema["additionalProperties"] is False
        reads = every[name].power in (Power.READ, Power.ASK)
        assert tool.annotations.read_only_hint is reads
        assert reads or tool.annotations.destructive_hint is (name == "delete_case")


@pytest.mark.req("C11")
@pytest.mark.parametrize("name", ASKED)
def test_a_tool_that_reads_gives_the_body_of_its_verb(
    talk: Talk, workspace: Workspace, name: str
) -> None:
    result = talk.call(name, **ASKED[name])
    assert not result.is_error
    operation = operations()[name]
    said = operation.carry_out(workspace, owner(), operation.request.model_validate(ASKED[name]))
    assert timeless(result.structured_content) == timeless(structured(said))
    assert result.structured_content.get("items", True), "an example that finds nothing"
    assert json.loads(result.content[0].text) == result.structured_content


@pytest.mark.req("C11")
@pytest.mark.req("C10")
def test_search_case_gives_the_canonical_body(talk: Talk, held: Ground) -> None:
    asked = "did the landlord come in without notice"
    body = talk.body("search_case", query=asked, matter="Hart v. Bellweather", limit=4)
    with Matters(settings=held.settings).open(OWN) as matter:
        said = plain(matter.search(asked, limit=4).as_dict())
    assert body.keys() == said.keys() >= BODY
    assert timeless(body) == timeless(said)
    assert body["results_count"] == len(body["results"]) == 4
    assert body["case"] == "Hart v. Bellweather (HC 412/25)"
    for result in body["results"]:
        assert result.keys() >= RESULT
        assert result["source"].keys() >= SOURCE
        assert result["context"].keys() == {"before", "after"}


def test_search_case_keeps_to_a_document(talk: Talk) -> None:
    body = talk.body("search_case", query="notice", matter=OWN, document_filter="Opinion.pdf")
    assert {one["source"]["document"] for one in body["results"]} == {"Opinion.pdf"}


@pytest.mark.req("C11")
def test_a_case_is_made_filled_closed_and_deleted(talk: Talk, held: Ground) -> None:
    called: set[str] = set()

    def body(tool: str, **arguments: Any) -> Any:
        called.add(tool)
        return talk.body(tool, **arguments)

    def done(job: dict[str, Any], state: str = "done") -> dict[str, Any]:
        def ended() -> dict[str, Any] | None:
            view = body("job_status", job=job["id"])
            return view if view["state"] not in ("waiting", "running") else None

        view = wait_until(ended)
        assert view["state"] == state, view
        return view

    name, orders = f"New {id(talk)}", held.files / "orders"
    made = body("create_case", name=name, number="1/26")
    assert made == plain(Matters(settings=held.settings).card(name))
    job = done(body("ingest_document", matter=name, path=str(orders / "Order.pdf")))
    assert job["result"]["added"] == ["Order.pdf"]
    assert body("list_documents", matter=name)["total"] == 1
    assert done(body("ingest_folder", matter=name, path=str(orders)))["result"]["read"] >= 1
    assert done(body("sync_folder", matter=name))["result"]["unchanged"] >= 1
    watch = body("watch_folder", matter=name, path=str(orders))
    listed = body("list_jobs")["items"]
    assert [one["what"] for one in listed[:4]] == ["watch", "sync", "ingest", "ingest"]
    body("cancel_job", job=watch["id"])
    done(watch, "cancelled")
    assert talk.body("search_case", query="costs of the motion", matter=name)["results_count"] > 0
    assert body("close_case", matter=name)["state"] == "closed"
    for tool in ("ingest_document", "ingest_folder", "sync_folder", "watch_folder"):
        assert talk.error(tool, matter=name, path=str(orders))["error"] == "library_closed"
    assert talk.body("search_case", query="costs of the motion", matter=name)["results_count"] > 0
    assert body("reopen_case", matter=name)["state"] == "open"
    assert body("delete_case", matter=name)["name"] == name
    assert talk.error("status", matter=name)["error"] == "no_library"
    assert called >= WRITING | OF_JOBS


def test_a_refusal_is_an_answer_and_no_error(talk: Talk) -> None:
    body = talk.body("ask", query="Which vaccine was given to the horse?", matter=OWN)
    assert not body["answered"]
    assert body["refusal"]["kind"] == "no_relevant_data"


def test_calls_that_come_together_are_all_answered(talk: Talk) -> None:
    found: dict[int, Any] = {}

    def ask(number: int) -> None:
        found[number] = talk.body(
            "get_chunk", matter=OWN, document="Complaint.pdf", index=number % 4
        )

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(12)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(found) == 12
    assert all(body["source"]["chunk_index"] == number % 4 for number, body in found.items())


@pytest.mark.req("C11")
def test_provisions_and_pages_are_read_by_address(
    talk: Talk, workspace: Workspace, held: Ground
) -> None:
    templates = talk.do(talk.client.list_resource_templates).resource_templates
    assert [one.uri_template for one in templates] == [
        "pincite://node/{urn}{?at,version}",
        "pincite://page/{matter}/{document}/{page}{?quote,line}",
    ]
    assert talk.do(talk.client.list_resources).resources == []
    rule = f"pincite://node/{quote('urn:lex:xm:act-2019-11:14:1', safe='')}"
    before = talk.do(talk.client.read_resource, f"{rule}?at=2024-03-31").contents[0]
    after = talk.do(talk.client.read_resource, f"{rule}?at=2024-04-01").contents[0]
    assert before.mime_type == "text/markdown"
    assert before.text.startswith("# Residential Tenancies Act")
    assert "urn:lex:xm:act-2019-11:14:1" in before.text
    assert before.text != after.text
    assert workspace.law.show("urn:lex:xm:act-2019-11:14:1", at="2024-03-31").text in before.text

    file = held.files / "pleadings" / "Complaint.pdf"
    page = f"pincite://page/{OWN}/{quote(str(file), safe='')}/4"
    plain_page = talk.do(talk.client.read_resource, page).contents[0]
    words = quote("Bellweather did not pay the deposit into a deposit scheme.")
    marked = talk.do(talk.client.read_resource, f"{page}?quote={words}").contents[0]
    assert plain_page.mime_type == marked.mime_type == "image/png"
    pictures = [base64.b64decode(one.blob) for one in (plain_page, marked)]
    assert all(one.startswith(b"\x89PNG") for one in pictures)
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize(
    ("address", "code"),
    [
        (f"pincite://page/{OWN}/Complaint.pdf/99", "not_found"),
        (f"pincite://page/{OWN}/Complaint.pdf/4?quote=nowhere%20to%20be%20found", "not_found"),
        (f"pincite://page/{OWN}/Complaint.pdf/first", "bad_input"),
        (f"pincite://page/{OWN}/Complaint.pdf/1?dpi=9000", "bad_input"),
        (f"pincite://page/{OWN}/..%2F..%2Flaw/1", "not_found"),
        ("pincite://page/nope/Complaint.pdf/1", "no_library"),
        ("pincite://page/..%2F../x/1", "no_library"),
        ("pincite://node/urn%3Alex%3Axm%3Anope", "not_found"),
        ("pincite://node/", "bad_input"),
        (f"pincite://node/{RULE}?at=soon", "bad_input"),
        ("pincite://elsewhere/x", "not_found"),
        ("file:///etc/passwd", "not_found"),
        ("pincite://[node/x", "not_found"),
        (f"pincite://node/{'x' * 5000}", "bad_input"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_so(talk: Talk, address: str, code: str) -> None:
    with pytest.raises(MCPError) as caught:
        talk.do(talk.client.read_resource, address)
    assert caught.value.data["error"] == code
    assert caught.value.code in (-32602, -32603)


@pytest.mark.parametrize(
    ("name", "language"), [("cited_answer", "Answer"), ("svar_med_tilvisunum", "Svaraðu")]
)
def test_a_prompt_has_a_model_quote_or_refuse(talk: Talk, name: str, language: str) -> None:
    assert name in [one.name for one in talk.do(talk.client.list_prompts).prompts]
    arguments = {"question": "May {she} enter?", "matter": OWN}
    text = talk.do(talk.client.get_prompt, name, arguments).messages[0].content.text
    assert text.startswith(language)
    for said in ("May {she} enter?", OWN, "`ask`", "`search`", "`search_case`"):
        assert said in text
    without = talk.do(talk.client.get_prompt, name, {"question": "?"}).messages[0].content.text
    assert "matter =" not in without
    for wrong in ((name, {}), (name, {"question": "?", "x": "y"}), ("no_such", {"question": "?"})):
        with pytest.raises(MCPError):
            talk.do(talk.client.get_prompt, *wrong)


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_clients_of_the_older_protocol_are_answered(held: Ground, transport: str) -> None:
    def tried(to: Any) -> None:
        with talking(to, mode="legacy") as talk:
            assert talk.client.protocol_version == "2025-11-25"
            assert len(talk.do(talk.client.list_tools).tools) == len(operations())
            found = talk.body("list_cases")["items"]
            assert {OWN, OTHER} <= {one["slug"] for one in found}
            assert talk.error("search", query="")["error"] == "bad_input"

    if transport == "stdio":
        tried(process(held))
    else:
        with over_http(held) as address:
            tried(address)
