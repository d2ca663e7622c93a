"""Every surface gives the same body for the same request, and each holds to its schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from api.steps import ACT, DAY, NO_COMMAND, QUESTION, SECTION, STEPS, Step, World, world
from api.surfaces import Surface, Walk, by_command, direct, over_http, over_mcp, walked
from pincite.api.operation import operations
from pincite.api.schema import response_schema, result_schema
from pincite.surfaces.http.routes import ROUTES
from pincite.surfaces.mcp.tools import tool

SURFACES: dict[str, Callable[[World], AbstractContextManager[Surface]]] = {
    "http": over_http,
    "mcp": over_mcp,
    "command": by_command,
}
# What differs from one call to the next: times, and names of requests and jobs.
APART = {
    "request_id", "milliseconds", "search_time_ms", "seconds", "seen", "progress", "created_at",
}  # fmt: skip
# Of these a surface can only tell at what point it looked.
OF_JOBS = {"watch_folder", "list_jobs", "job_status", "pause_job", "resume_job", "cancel_job"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> World:
    return world(tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="module")
def said(built: World, tmp_path_factory: pytest.TempPathFactory) -> Walk:
    """By the operations themselves."""
    own = built.copy(tmp_path_factory.mktemp("direct"))
    with direct(own) as surface:
        return walked(surface, own)


@pytest.fixture(scope="module")
def walks(built: World, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Walk]:
    """Of a surface, once it is asked for."""
    kept: dict[str, Walk] = {}

    def walk(name: str) -> Walk:
        if name not in kept:
            own = built.copy(tmp_path_factory.mktemp(name))
            with SURFACES[name](own) as surface:
                kept[name] = walked(surface, own)
        return kept[name]

    return walk


def timeless(body: Any) -> Any:
    if isinstance(body, dict):
        return {name: timeless(item) for name, item in body.items() if name not in APART}
    return [timeless(item) for item in body] if isinstance(body, list) else body


def comparable(operation: str, body: Any) -> Any:
    if operation in OF_JOBS:
        every = body if isinstance(body, list) else [body]
        return [(job["what"], job.get("matter")) for job in every]
    return timeless(body)


def faults(schema: dict[str, Any], body: Any) -> list[str]:
    validator = Draft202012Validator(schema, format_checker=FormatChecker())
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(body)]


def of_each_surface() -> Iterator[Any]:
    for name in SURFACES:
        for operation in operations():
            if name == "command" and operation in NO_COMMAND:
                continue
            yield pytest.param(name, operation, id=f"{name}-{operation}")


def test_every_operation_has_a_step_a_route_and_a_tool() -> None:
    every = operations().keys()
    steps = [step.operation for step in STEPS]
    assert sorted(steps) == sorted(every)
    assert ROUTES.keys() == every
    assert [tool(operation).name for operation in operations().values()] == list(every)
    assert {step.operation for step in STEPS if step.command is None} == NO_COMMAND.keys()


@pytest.mark.parametrize("operation", operations())
def test_an_operation_gives_what_its_schema_says(said: Walk, operation: str) -> None:
    body = said.body(operation)
    assert body, "a step that shows nothing"
    assert faults(response_schema(operations()[operation]), body) == []
    if operations()[operation].long:
        assert body["state"] == "done"
        assert faults(result_schema(operations()[operation]), body["result"]) == []


@pytest.mark.parametrize(("surface", "operation"), list(of_each_surface()))
def test_a_surface_gives_the_body_of_the_operation(
    said: Walk, walks: Callable[[str], Walk], surface: str, operation: str
) -> None:
    body, expected = walks(surface).body(operation), said.body(operation)
    schema = response_schema(operations()[operation])
    if operations()[operation].long:
        # Nobody waits for it over HTTP and MCP; a command is waited for.
        body = body if surface == "command" else body["result"]
        expected, schema = expected["result"], result_schema(operations()[operation])
    if surface == "command":
        # Whoever is at the machine is told whole paths.
        given = walks(surface).world.files.parent
        body = json.loads(json.dumps(body).replace(f"{given}/", ""))
    assert comparable(operation, body) == comparable(operation, expected)
    assert faults(schema, body) == []


@pytest.mark.parametrize("surface", ["http", "mcp"])
def test_no_surface_tells_where_things_lie_on_the_machine(
    walks: Callable[[str], Walk], surface: str
) -> None:
    walk = walks(surface)
    root = walk.world.settings.library.parent.parent
    told = {name: json.dumps(body, ensure_ascii=False) for name, body in walk.bodies.items()}
    assert told.keys() == operations().keys()
    assert [name for name, body in told.items() if str(root) in body] == []


def override_steps() -> list[Step]:
    rule, question = f"{SECTION}:1", ("ask", QUESTION, "--at", DAY)
    return [
        Step("show_node", {"what": rule, "at": DAY}, ("show", rule, "--at", DAY)),
        Step("search", {"query": QUESTION, "at": DAY, "within": ACT},
             ("search", QUESTION, "--at", DAY, "--within", ACT)),
        Step("scope", {"what": rule, "at": DAY}, ("scope", rule, "--at", DAY)),
        Step("ask", {"query": QUESTION, "at": DAY}, question),
    ]  # fmt: skip


@pytest.mark.req("S6")
@pytest.mark.parametrize("surface", SURFACES)
def test_every_surface_says_that_a_court_has_halted_a_section(
    built: World, tmp_path_factory: pytest.TempPathFactory, surface: str
) -> None:
    own = built.copy(tmp_path_factory.mktemp(surface))
    [halt] = [step for step in STEPS if step.operation == "add_override"]
    silent: list[str] = []
    with SURFACES[surface](own) as opened:
        for step in override_steps():
            before = json.dumps(opened.call(step, step.fields))
            assert "ENJOINED" not in before, step.operation
        opened.call(halt, halt.fields)
        for step in override_steps():
            after = json.dumps(opened.call(step, step.fields))
            if "ENJOINED" not in after or "Court of Appeal" not in after:
                silent.append(step.operation)
    assert silent == []


@pytest.mark.parametrize("surface", SURFACES)
def test_every_surface_answers_from_the_jurisdiction_that_is_given(
    built: World, surface: str
) -> None:
    step = Step("ask", {"query": QUESTION, "jurisdiction": ["xm-har"]},
                ("ask", QUESTION, "--jurisdiction", "xm-har"))  # fmt: skip
    with SURFACES[surface](built) as opened:
        reply = opened.call(step, step.fields)
    told = json.dumps(reply)
    assert "urn:lex:xm:act-2019-11" not in told, "the act of the country is left out"
    assert "urn:lex:xm-har:" in told
    assert "other_jurisdictions" not in reply
