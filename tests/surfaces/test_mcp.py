"""Every tool, resource and prompt with the protocol's own client, over both transports."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest
from mcp import MCPError

from api.steps import STEPS
from pincite.api.access import owner
from pincite.api.body import body as body_of
from pincite.api.discretion import discreet_body
from pincite.api.jobs import JobBoard
from pincite.api.operation import operations
from pincite.api.workspace import Workspace
from pincite.matters import Matters
from pincite.surfaces.mcp.tools import output_schema, structured
from surfaces.mcp_clients import (
    OTHER,
    OWN,
    Ground,
    Talk,
    error_of,
    ground,
    over_http,
    process,
    said_over_http,
    talking,
)
from waiting import wait_until

RULE = "urn:lex:xm:act-2019-11:12:1"
OLDER, NEWER = ("2024-11-05", "2025-03-26"), ("2025-06-18", "2025-11-25")
# What each tool that only reads is asked, but for those that need a file: tests/api asks all.
ASKED: dict[str, dict[str, Any]] = {
    step.operation: step.fields
    for step in STEPS
    if not operations()[step.operation].changes and "{" not in str(list(step.fields.values()))
}
# Nothing of the kind was recorded here.
NONE_YET = {"list_overrides", "list_preemptions", "list_jobs"}
WRITING = {
    "create_case", "close_case", "reopen_case", "delete_case", "ingest_document", "ingest_folder",
    "sync_folder", "watch_folder", "cancel_job", "pause_job", "resume_job", "job_status", "list_jobs",
}  # fmt: skip
# casefile-search.md, section 9.
BODY = {"query", "case", "results_count", "search_time_ms", "tier", "stages_used", "results"}
RESULT = {"text", "score", "citation", "citation_short", "source", "context"}
SOURCE = {
    "document", "document_path", "document_id", "chunk_id", "chunk_index", "page",
    "paragraph_start", "paragraph_end", "line_start", "line_end", "char_start", "char_end",
    "extraction_method", "chunk_created_at", "document_ingested_at",
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
def test_there_is_one_tool_for_each_operation(talk: Talk) -> None:
    every = operations()
    listed = {tool.name: tool for tool in talk.do(talk.client.list_tools).tools}
    assert listed.keys() == every.keys()
    for name, tool in listed.items():
        operation = every[name]
        assert tool.description == operation.about
        assert tool.input_schema["additionalProperties"] is False
        fields = operation.request.model_json_schema().get("properties", {})
        assert tool.input_schema.get("properties", {}).keys() == fields.keys()
        assert tool.output_schema == output_schema(operation)
        assert tool.annotations.read_only_hint is not operation.changes
        assert tool.annotations.destructive_hint is (
            name == "delete_case" if operation.changes else None
        )
    assert listed["list_audit"].annotations.read_only_hint is True
    assert listed["read_citations"].input_schema["properties"]["text"]["description"]


def test_the_listing_is_no_longer_than_it_need_be(talk: Talk) -> None:
    listed = talk.do(talk.client.list_tools).model_dump_json(by_alias=True, exclude_none=True)
    assert len(listed.encode()) < 136_000
    for tool in json.loads(listed)["tools"]:
        assert '"title": "' not in json.dumps(tool["inputSchema"])
        assert '"description": "' not in json.dumps(tool["outputSchema"])


@pytest.mark.req("C11")
@pytest.mark.parametrize("name", sorted(ASKED))
def test_a_tool_that_reads_gives_the_body_of_its_operation_once(
    talk: Talk, workspace: Workspace, name: str
) -> None:
    result = talk.call(name, **ASKED[name])
    assert not result.is_error
    operation = operations()[name]
    said = operation.carry_out(workspace, owner(), operation.request.model_validate(ASKED[name]))
    expected = structured(said)
    if name == "show_page":
        [picture] = result.content
        assert (picture.type, picture.mime_type) == ("image", "image/png")
        assert picture.data == expected.pop("png")
        assert base64.b64decode(picture.data).startswith(b"\x89PNG")
    else:
        assert result.content == []
    assert timeless(result.structured_content) == timeless(expected)
    assert name in NONE_YET or result.structured_content.get("items", True), "it finds nothing"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("resolve", "scope"),
        ("resolve_urn", "lookup"),
        ("timeline", "list_texts"),
        ("versions", "list_versions"),
    ],
)
def test_a_tool_still_answers_by_its_old_name(talk: Talk, old: str, new: str) -> None:
    assert talk.body(old, **ASKED[new]) == talk.body(new, **ASKED[new])


@pytest.mark.req("C11")
@pytest.mark.req("C10")
def test_search_case_gives_the_canonical_body(talk: Talk, held: Ground) -> None:
    asked = "did the landlord come in without notice"
    body = talk.body("search_case", query=asked, matter="Hart v. Bellweather", limit=4)
    with Matters(settings=held.settings).open(OWN) as matter:
        said = discreet_body(body_of(matter.search(asked, limit=4)))
    assert body.keys() == said.keys() >= BODY
    assert timeless(body) == timeless(said)
    assert body["results_count"] == len(body["results"]) == 4
    assert body["case"] == "Hart v. Bellweather (HC 412/25)"
    for result in body["results"]:
        assert result.keys() >= RESULT
        assert result["source"].keys() >= SOURCE
        assert result["context"].keys() <= {"before", "after"}


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
    assert made == body_of(Matters(settings=held.settings).card(name))
    job = done(body("ingest_document", matter=name, path=str(orders / "Order.pdf")))
    assert job["result"]["added"] == ["Order.pdf"]
    assert body("list_documents", matter=name)["total"] == 1
    assert done(body("ingest_folder", matter=name, path=str(orders)))["result"]["read"] >= 1
    assert done(body("sync_folder", matter=name))["result"]["unchanged"] >= 1
    watch = body("watch_folder", matter=name, path=str(orders))
    listed = body("list_jobs")["items"]
    assert [job["what"] for job in listed[:4]] == [
        "watch_folder", "sync_folder", "ingest_folder", "ingest_document",
    ]  # fmt: skip
    body("pause_job", job=watch["id"])
    wait_until(lambda: body("job_status", job=watch["id"])["state"] == "paused")
    body("resume_job", job=watch["id"])
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
    assert called >= WRITING


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


def test_a_provision_that_a_court_has_halted_says_so_where_it_is_read(held: Ground) -> None:
    halted = {"what": RULE, "status": "ENJOINED", "authority": "Court of Appeal",
              "start": "2023-05-01", "citation": "12 M.L.R. 40"}  # fmt: skip
    with over_http(held) as address, talking(address) as talk:
        number = talk.body("add_override", **halted)["id"]
        found = talk.do(talk.client.read_resource, f"pincite://node/{RULE}?at=2024-06-01")
        earlier = talk.do(talk.client.read_resource, f"pincite://node/{RULE}?at=2023-04-30")
        talk.body("remove_override", number=number)
    said = "**ENJOINED from 2023-05-01**: Court of Appeal, 12 M.L.R. 40"
    assert said in found.contents[0].text
    assert "ENJOINED" not in earlier.contents[0].text


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_clients_that_shake_hands_first_are_answered(held: Ground, transport: str) -> None:
    def tried(to: Any) -> None:
        with talking(to, mode="legacy") as talk:
            assert talk.client.protocol_version == "2025-11-25"
            assert len(talk.do(talk.client.list_tools).tools) == len(operations())
            found = talk.body("list_cases")["items"]
            assert {OWN, OTHER} <= {case["slug"] for case in found}
            assert talk.error("search", query="")["error"] == "bad_input"

    if transport == "stdio":
        tried(process(held))
    else:
        with over_http(held) as address:
            tried(address)


@pytest.mark.parametrize("version", [*OLDER, *NEWER])
def test_a_body_is_sent_as_the_version_of_the_protocol_has_it(held: Ground, version: str) -> None:
    page = {"matter": OWN, "document": "Complaint.pdf", "page": 1, "dpi": 36}
    with over_http(held) as address:

        def call(name: str, **arguments: Any) -> Any:
            asked = {"name": name, "arguments": arguments}
            return said_over_http(address, version, "tools/call", asked)

        cases, picture, error = call("list_cases"), call("show_page", **page), call("search")
        tools = said_over_http(address, version, "tools/list", {})["tools"]
    assert {tool["name"] for tool in tools} == operations().keys()
    assert all(("outputSchema" in tool) is (version in NEWER) for tool in tools)
    assert error["isError"]
    assert "structuredContent" not in error
    assert json.loads(error["content"][0]["text"])["error"] == "bad_input"
    assert picture["content"][0]["type"] == "image"
    if version in NEWER:
        assert cases["content"] == []
        body, of_page = cases["structuredContent"], picture["structuredContent"]
        assert len(picture["content"]) == 1
    else:
        assert "structuredContent" not in cases
        assert "structuredContent" not in picture
        body, of_page = (json.loads(said["content"][-1]["text"]) for said in (cases, picture))
    assert {OWN, OTHER} <= {case["slug"] for case in body["items"]}
    assert of_page["pages"] == [1]
    assert "png" not in of_page


def test_a_client_that_shows_a_model_only_text_is_sent_text_too(held: Ground) -> None:
    always = replace(held, settings=held.settings.model_copy(update={"mcp_text": "always"}))
    with over_http(always) as address, talking(address) as talk:
        result = talk.call("list_cases")
        assert json.loads(result.content[0].text) == result.structured_content
        page = talk.call("show_page", matter=OWN, document="Complaint.pdf", page=1, dpi=36)
        assert [block.type for block in page.content] == ["image", "text"]
        assert json.loads(page.content[1].text) == page.structured_content
        error = talk.call("search", query="")
        assert error_of(error)["error"] == "bad_input"


def test_a_picture_that_is_too_large_is_told_so(
    held: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.surfaces.mcp.tools.LARGEST_PICTURE", 1000)
    with over_http(held) as address, talking(address) as talk:
        error = talk.error("show_page", matter=OWN, document="Complaint.pdf", page=1)
    assert "at most 1000" in error["message"]
    assert "dpi" in error["hint"]
