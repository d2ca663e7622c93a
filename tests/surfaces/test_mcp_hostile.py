"""A client that means harm, over both transports: it gets typed errors, and the server lives on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from mcp import MCPError

from pincite.api.access import Access, Power, owner
from pincite.api.operation import NoFields, Operation
from pincite.api.workspace import WorkerPool, Workspace
from pincite.surfaces.mcp.tools import LONGEST, called
from surfaces.mcp_clients import (
    CANARY,
    OTHER,
    OWN,
    SECRET,
    Ground,
    Talk,
    error_of,
    ground,
    over_http,
    process,
    talking,
)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return ground(tmp_path_factory.mktemp("mcp"))


@pytest.fixture(scope="module", params=["stdio", "http"])
def connected(request: pytest.FixtureRequest, held: Ground) -> Iterator[Talk]:
    if request.param == "stdio":
        with talking(process(held)) as opened:
            yield opened
    else:
        with over_http(held) as address, talking(address) as opened:
            yield opened


@pytest.fixture
def talk(connected: Talk) -> Iterator[Talk]:
    """After each attack the server still answers."""
    yield connected
    assert {one["slug"] for one in connected.body("list_cases")["items"]} == {OWN, OTHER}


def outside(held: Ground) -> list[str]:
    root = str(held.files)
    return [
        str(held.outside), str(held.outside / "secret.txt"), f"{root}/../outside/secret.txt",
        f"{root}/links/file.txt", f"{root}/links/folder", f"{root}/links/folder/secret.txt", f"{root}-elsewhere",
        f"{root}/links/circle", "/etc/passwd", "/", "..", ".", "~", "~/.ssh", "~nobody-of-that-name/x",
        "relative.txt", f"{root}/\0", f"{root}/../files-of-another", "file:///etc/passwd",
        "x" * 4000, str(held.settings.matters / OTHER), "/proc/self/environ",
    ]  # fmt: skip


@pytest.mark.req("U7")
@pytest.mark.req("C11")
@pytest.mark.parametrize(
    "tool", ["ingest_document", "ingest_folder", "sync_folder", "watch_folder"]
)
def test_no_path_outside_the_roots_is_read(talk: Talk, held: Ground, tool: str) -> None:
    for path in outside(held):
        error = talk.error(tool, matter=OWN, path=path)
        assert error["error"] == "forbidden", path
        assert SECRET not in str(error)
    assert talk.body("list_jobs")["items"] == []


@pytest.mark.req("U7")
def test_links_within_a_root_lead_to_nothing(talk: Talk, held: Ground) -> None:
    name = f"Links {id(talk)}"
    talk.body("create_case", name=name)
    try:
        job = talk.body("ingest_folder", matter=name, path=str(held.files / "links"))
        while job["state"] in ("waiting", "running"):
            time.sleep(0.05)
            job = talk.body("job_status", job=job["id"])
        ignored = {one["path"] for one in job["result"]["ignored"]}
        assert ignored == {"file.txt", "folder", "circle"}
        assert talk.body("find_quote", matter=name, quote=SECRET)["items"] == []
        assert talk.body("find_quote", matter=name, quote=CANARY, limit=1)["items"]
    finally:
        talk.body("delete_case", matter=name)


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("search", {}, "query"),
    ("search", {"query": None}, "query"),
    ("search", {"query": 5}, "query"),
    ("search", {"query": ["x"]}, "query"),
    ("search", {"query": {"$ne": ""}}, "query"),
    ("search", {"query": ""}, "query"),
    ("search", {"query": "x" * 20_001}, "query"),
    ("search", {"query": "x", "limit": -1}, "limit"),
    ("search", {"query": "x", "limit": 10**30}, "limit"),
    ("search", {"query": "x", "limit": 1.5}, "limit"),
    ("search", {"query": "x", "at": "soon"}, "at"),
    ("search", {"query": "x", "at": "2024-13-01"}, "at"),
    ("search", {"query": "x", "court": ["x"] * 51}, "court"),
    ("search", {"query": "x", "court": "x"}, "court"),
    ("search", {"query": "x", "tier": "gold"}, "tier"),
    ("search", {"query": "x", "secret": 1}, "secret"),
    ("search", {"query": "x", "n" * 5000: 1}, "nnn"),
    ("search", {"query": "x", **{f"field{number}": 1 for number in range(500)}}, "more"),
    ("search", {"query": "x", "matter": "m" * 201}, "matter"),
    ("show_node", {"what": "x" * 1001}, "what"),
    ("show_node", {"what": "x", "depth": 21}, "depth"),
    ("read_document", {"matter": OWN, "document": "Order", "offset": -1}, "offset"),
    ("read_document", {"matter": OWN, "document": "Order", "limit": 201}, "limit"),
    ("get_chunk", {"matter": OWN, "document": "Order", "index": "first"}, "index"),
    ("create_case", {"name": "x" * 201}, "name"),
    ("delete_case", {}, "matter"),
    ("delete_case", {"matter": ""}, "matter"),
    ("ingest_document", {"matter": OWN, "path": "x" * 4001}, "path"),
    ("list_cases", {"all": True}, "all"),
]


@pytest.mark.parametrize(("tool", "arguments", "field"), WRONG)
def test_a_request_that_cannot_be_read_is_told_by_its_fields(
    talk: Talk, tool: str, arguments: dict[str, Any], field: str
) -> None:
    error = talk.error(tool, **arguments)
    assert error["error"] == "bad_input"
    assert field in error["message"]
    assert len(str(error)) < 2000
    assert "xxxx" not in str(error)


ABSENT: list[tuple[str, dict[str, Any], set[str]]] = [
    ("status", {"matter": "nope"}, {"no_library"}),
    ("status", {"matter": "../law"}, {"no_library"}),
    ("status", {"matter": "..."}, {"no_library"}),
    ("status", {"matter": "\0"}, {"no_library"}),
    ("delete_case", {"matter": "archive"}, {"no_library"}),
    ("delete_case", {"matter": "~"}, {"no_library"}),
    ("create_case", {"name": "///"}, {"bad_input"}),
    ("create_case", {"name": OWN}, {"library_exists"}),
    ("list_documents", {"matter": OWN, "state": "lost"}, {"bad_input"}),
    ("list_documents", {"matter": OWN, "offset": 9_999_999}, {"bad_input"}),
    ("read_document", {"matter": OWN, "document": "../../law"}, {"not_found"}),
    ("read_document", {"matter": OWN, "document": "book.txt"}, {"not_found"}),
    ("get_chunk", {"matter": OWN, "document": "Order", "index": 9_999_999}, {"not_found"}),
    ("show_node", {"what": "urn:lex:xm:nope"}, {"not_found", "bad_locator", "bad_urn"}),
    ("show_node", {"what": "' OR 1=1 --"}, {"not_found", "bad_locator", "bad_urn"}),
    ("resolve", {"what": "%s%s%n"}, {"not_found", "bad_locator", "bad_urn"}),
    ("search", {"query": "x", "document": "Order.pdf"}, {"bad_input"}),
    ("search", {"query": "x", "version": "nope"}, {"not_found"}),
    ("search_case", {"query": "x", "matter": OWN, "document_filter": "nope"}, {"not_found"}),
    ("job_status", {"job": "nope"}, {"not_found"}),
    ("cancel_job", {"job": "../x"}, {"not_found"}),
    ("build_pack", {"anchor": "nope"}, {"not_found", "bad_locator", "bad_urn"}),
]


@pytest.mark.parametrize(("tool", "arguments", "codes"), ABSENT)
def test_what_is_not_held_is_told_by_the_table(
    talk: Talk, tool: str, arguments: dict[str, Any], codes: set[str]
) -> None:
    assert talk.error(tool, **arguments)["error"] in codes


@pytest.mark.parametrize(
    "query",
    ["\0", "\u202e" * 100, "(" * 9000, '"' * 999, "%" * 500],
    ids=["nul", "turned", "brackets", "quotes", "percents"],
)
def test_words_that_are_none_break_nothing(talk: Talk, query: str) -> None:
    result = talk.call("search", query=query, limit=1)
    assert not result.is_error or error_of(result)["error"] == "bad_input"


@pytest.mark.req("C11")
def test_a_result_that_is_too_long_names_the_fields_that_page_it(talk: Talk) -> None:
    error = talk.error("read_document", matter=OTHER, document="book.txt", limit=200)
    assert error["error"] == "bad_input"
    assert str(LONGEST) in error["message"]
    assert "offset, limit" in error["hint"]
    page = talk.body("read_document", matter=OTHER, document="book.txt", limit=20)
    assert page["next"] == 20 < page["total"]
    after = talk.body("read_document", matter=OTHER, document="book.txt", offset=20, limit=1)
    assert after["items"][0]["source"]["chunk_index"] == 20


def test_a_tool_that_is_none_is_an_error_of_the_protocol(talk: Talk) -> None:
    for name in ("nope", "", "__init__", "x" * 5000, "ASK"):
        with pytest.raises(MCPError) as caught:
            talk.call(name)
        assert caught.value.code == -32602
        assert caught.value.data["error"] == "not_found"


def test_what_breaks_inside_tells_nothing_of_itself(held: Ground) -> None:
    def broken(_workspace: Workspace, _access: Access, _asked: NoFields) -> object:
        raise RuntimeError(f"{SECRET} in {held.outside}")

    operation = Operation("broken", Power.READ, NoFields, broken)
    with closing(WorkerPool(held.settings.library, held.settings)) as pool:
        result = asyncio.run(called(pool, owner(), operation, {}, "2025-11-25"))
    assert result.is_error
    assert error_of(result)["error"] == "internal_error"
    assert SECRET not in result.model_dump_json()
    assert str(held.outside) not in result.model_dump_json()
