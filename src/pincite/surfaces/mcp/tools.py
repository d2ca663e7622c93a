"""The verbs as tools: the request is the input schema, the verb's body the structured content."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from mcp_types import CallToolResult, TextContent, Tool, ToolAnnotations

from pincite.api.access import Access, Power
from pincite.api.body import body as body_of
from pincite.api.operation import Operation
from pincite.api.schema import response_schema
from pincite.api.workspace import WorkerPool, Workspace
from pincite.errors import InputError
from pincite.surfaces.mcp.failures import told

LONGEST = 200_000
"""Characters of JSON that a result may have: more would fill what a model can read at once."""
_READS = (Power.READ, Power.ASK)
# What makes a result shorter, where a request has it.
_NARROWING = ("offset", "limit", "depth", "budget", "around", "document", "document_filter")


def tool(operation: Operation[Any]) -> Tool:
    reads = operation.power in _READS
    return Tool(
        name=operation.name,
        description=operation.about,
        input_schema=operation.request.model_json_schema(),
        output_schema=_output_schema(operation),
        annotations=ToolAnnotations(
            read_only_hint=reads,
            destructive_hint=None if reads else operation.destroys,
            open_world_hint=False,
        ),
    )


def _output_schema(operation: Operation[Any]) -> dict[str, Any]:
    """Of the structured content; a list is its `items`."""
    schema = response_schema(operation)
    if schema.get("type") != "array":
        return {"type": "object", **schema}
    listed = {name: value for name, value in schema.items() if name != "$defs"}
    wrapped = {"type": "object", "properties": {"items": listed}, "additionalProperties": False}
    return wrapped | ({"$defs": schema["$defs"]} if "$defs" in schema else {})


async def called(
    pool: WorkerPool, access: Access, operation: Operation[Any], arguments: Mapping[str, Any]
) -> CallToolResult:
    """What came of it. Errors are results too, so that a model can read them and ask again."""

    def work(workspace: Workspace) -> tuple[dict[str, Any], str]:
        asked = operation.request.model_validate(arguments)
        body = structured(operation.carry_out(workspace, access, asked))
        text = _json(body)
        if len(text) > LONGEST:
            raise _too_long(operation, len(text))
        return body, text

    try:
        body, text = await pool.run(work)
    except Exception as problem:
        error = body_of(told(problem))
        return _result(error, _json(error), is_error=True)
    return _result(body, text)


def structured(body: object) -> dict[str, Any]:
    """Structured content is a mapping: a list is its `items`."""
    return cast("dict[str, Any]", body) if isinstance(body, dict) else {"items": body}


def _result(body: dict[str, Any], text: str, *, is_error: bool = False) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(text=text)], structured_content=body, is_error=is_error
    )


def _json(body: dict[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False)


def _too_long(operation: Operation[Any], length: int) -> InputError:
    fields = [one for one in _NARROWING if one in operation.request.model_fields]
    by = f" with {', '.join(fields)}, or" if fields else ":"
    return InputError(
        f"the result has {length} characters, and at most {LONGEST} are sent",
        hint=f"Ask for less{by} for something narrower.",
    )
