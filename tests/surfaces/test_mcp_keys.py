"""Over HTTP each request has its own key: every tool with a key of another matter, and strangers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from mcp import MCPError

from api.steps import STEPS
from pincite.api.access import Power
from pincite.api.keys import Keys
from pincite.api.operation import operations
from pincite.errors import ROWS
from surfaces.mcp_clients import CANARY, OTHER, OWN, Ground, Talk, ground, keyed, over_http, talking

EVERY = [power.value for power in Power]
# How the other matter may be written.
NAMES = (
    OTHER,
    "Other v. Matter",
    " OTHER_v.-matter ",
    f"./{OTHER}",
    f"../matters/{OTHER}",
    "...",
    " ",
)
EXAMPLES: dict[str, dict[str, Any]] = {
    **{step.operation: step.fields for step in STEPS},
    "create_case": {"name": "Other v. Matter"},
}


@dataclass
class Served:
    held: Ground
    address: str
    keys: Keys
    own: Talk
    """With every power, in one matter, without the law."""
    all: Talk


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    held = ground(tmp_path_factory.mktemp("mcp"))
    keys = Keys(held.settings.keys)
    with ExitStack() as stack:
        address = stack.enter_context(over_http(held))

        def with_key(name: str, *arguments: Any, **more: Any) -> Talk:
            text = keys.create(name, *arguments, **more)[1]
            return stack.enter_context(talking(keyed(address, text)))

        own, every = with_key("own", EVERY, [OWN], law=False), with_key("all", EVERY)
        yield Served(held, address, keys, own, every)


def refused(talk: Talk, tool: str, arguments: dict[str, Any]) -> None:
    error = talk.error(tool, **arguments)
    assert error["error"] == "forbidden", (tool, arguments, error)
    told = str(error).lower()
    assert CANARY not in told
    assert OTHER not in told


@pytest.mark.req("C1")
@pytest.mark.req("C11")
@pytest.mark.parametrize("tool", sorted(operations()))
def test_no_tool_reaches_another_matter(served: Served, tool: str) -> None:
    own, arguments = served.own, EXAMPLES[tool]
    if tool in ("job_status", "cancel_job", "pause_job", "resume_job"):
        job = served.all.body("watch_folder", matter=OTHER, path=str(served.held.files / "other"))
        refused(own, tool, {"job": job["id"]})
        assert served.all.body("job_status", job=job["id"])["state"] == "running"
        served.all.body("cancel_job", job=job["id"])
    elif tool == "list_jobs":
        job = served.all.body("watch_folder", matter=OTHER, path=str(served.held.files / "other"))
        assert own.body(tool)["items"] == []
        assert job["id"] in str(served.all.body(tool))
        served.all.body("cancel_job", job=job["id"])
    elif tool == "list_readers":
        assert own.body(tool) == served.all.body(tool), "it tells of the program alone"
    elif tool == "list_cases":
        assert [one["slug"] for one in own.body(tool)["items"]] == [OWN]
    elif "matter" in (fields := operations()[tool].request.model_fields):
        for name in NAMES:
            refused(own, tool, {**arguments, "matter": name})
        if not fields["matter"].is_required():
            refused(own, tool, {**arguments, "matter": ""})
    else:
        # The law, or a matter that is to be made.
        refused(own, tool, arguments)


@pytest.mark.req("C1")
def test_a_name_that_is_none_is_not_the_law(served: Served) -> None:
    text = served.keys.create("lawful", EVERY, [OWN])[1]
    with talking(keyed(served.address, text)) as talk:
        assert talk.body("versions")["items"]
        for tool, operation in operations().items():
            if "matter" in operation.request.model_fields:
                for name in ("...", " ", "~"):
                    refused(talk, tool, {**EXAMPLES[tool], "matter": name})


@pytest.mark.req("C1")
def test_addresses_reach_no_further_than_tools(served: Served) -> None:
    for address in (
        f"pincite://page/{OTHER}/book.txt/1",
        "pincite://page/Other%20v.%20Matter/book.txt/1",
        "pincite://page/.../book.txt/1",
        "pincite://node/urn%3Alex%3Axm%3Aact-2019-11%3A12%3A1",
    ):
        with pytest.raises(MCPError) as caught:
            served.own.do(served.own.client.read_resource, address)
        assert caught.value.code == ROWS["forbidden"].mcp
        assert caught.value.data["error"] == "forbidden"


def test_a_key_works_in_its_own_matter(served: Served) -> None:
    body = served.own.body("search_case", query="notice", matter=OWN)
    assert body["results_count"] > 0
    assert CANARY not in str(body)


def test_a_matter_that_is_gone_tells_nothing_of_others(served: Served) -> None:
    text = served.keys.create("gone", EVERY, ["gone"])[1]
    with talking(keyed(served.address, text)) as talk:
        error = talk.error("status", matter="gone")
        assert error["error"] == "no_library"
        assert OWN not in str(error)
        assert OTHER not in str(error)
        assert talk.error("delete_case", matter="gone")["error"] == "no_library"


def test_a_key_is_shown_the_tools_it_may_use_and_held_to_them(served: Served) -> None:
    text = served.keys.create("reader", ["read"], [OWN])[1]
    with talking(keyed(served.address, text)) as talk:
        shown = {one.name for one in talk.do(talk.client.list_tools).tools}
        assert shown == {one.name for one in operations().values() if one.power is Power.READ}
        for name in operations().keys() - shown:
            refused(talk, name, {**EXAMPLES[name], "matter": OWN}
                    if "matter" in operations()[name].request.model_fields
                    else {**EXAMPLES[name], **({"job": "x"} if name.endswith("_job") else {})})  # fmt: skip


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer pin_x_y"}, {"Authorization": "Basic eA=="},
                                    {"Cookie": "pincite_key={own}"}])  # fmt: skip
def test_who_has_no_key_is_let_nowhere(served: Served, header: dict[str, str]) -> None:
    text = served.keys.create("cookie", EVERY)[1]
    sent = {name: value.replace("{own}", text) for name, value in header.items()}
    response = httpx.post(
        served.address, json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=sent
    )
    assert response.status_code == 401
    assert response.json()["error"] == "no_key"
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_a_key_that_is_revoked_ends_at_once(served: Served) -> None:
    made, text = served.keys.create("brief", EVERY)
    with talking(keyed(served.address, text)) as talk:
        assert talk.body("list_cases")["items"]
        served.keys.revoke(made.id)
        with pytest.raises(MCPError):
            talk.call("list_cases")


def test_one_connection_lends_its_key_to_no_other(served: Served) -> None:
    """There is no session that another key could take up."""
    text = served.keys.create("first", EVERY)[1]
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"}}}  # fmt: skip
    accept = {"Accept": "application/json, text/event-stream"}
    said = httpx.post(
        served.address, json=begin, headers={**accept, "Authorization": f"Bearer {text}"}
    )
    assert said.status_code == 200
    assert "mcp-session-id" not in said.headers
    assert httpx.post(served.address, json=begin, headers=accept).status_code == 401
