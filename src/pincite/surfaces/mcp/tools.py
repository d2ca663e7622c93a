"""The operations as tools: the request is the input schema, the response the structured content."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, cast

from mcp_types import CallToolResult, ContentBlock, ImageContent, TextContent, Tool, ToolAnnotations
from mcp_types.version import is_version_at_least

from pincite.api.access import Access
from pincite.api.body import body as body_of
from pincite.api.operation import Operation, Request
from pincite.api.schema import REFERENCES, Schema, response_schema
from pincite.api.workspace import WorkerPool, Workspace
from pincite.errors import InputError
from pincite.settings import MIB
from pincite.surfaces.mcp.failures import told

LONGEST = 200_000
"""Characters of JSON that a result may have: more would fill what a model can read at once."""
LARGEST_PICTURE = 8 * MIB
_STRUCTURED_SINCE = "2025-06-18"
# The field of a response that is a picture, and is sent as one.
_PICTURES = {"show_page": "png"}
# What makes a result shorter, where a request has it.
_NARROWING = (
    "offset", "limit", "depth", "budget", "around", "dpi", "document", "document_filter",
)  # fmt: skip


class _Result(NamedTuple):
    """The structured content, as JSON too, and a picture in Base64 where there is one."""

    body: dict[str, Any]
    text: str
    picture: str
    with_text: bool


def knows_structured_content(protocol_version: str) -> bool:
    """Whether a client that agreed on this version reads structured content and output schemas."""
    return is_version_at_least(protocol_version, _STRUCTURED_SINCE)


def tool(operation: Operation[Any]) -> Tool:
    return Tool(
        name=operation.name,
        description=operation.about,
        input_schema=_without("title", operation.request.model_json_schema()),
        output_schema=output_schema(operation),
        annotations=ToolAnnotations(
            read_only_hint=not operation.changes,
            destructive_hint=operation.destroys if operation.changes else None,
            open_world_hint=False,
        ),
    )


def output_schema(operation: Operation[Any]) -> Schema:
    """Of the structured content: that of the response, without descriptions, which would make the
    listing a fifth longer. A list is its `items`; a picture is not in it."""
    schema: Schema = _without("description", response_schema(operation))
    if schema.get("type") == "array":
        definitions: Schema = schema.pop("$defs", {})
        schema = {
            "properties": {"items": schema}, "required": ["items"], "additionalProperties": False,
            "$defs": definitions,
        }  # fmt: skip
    if operation.name in _PICTURES:
        name: str = schema["$ref"].removeprefix(REFERENCES)
        del schema["$defs"][name]["properties"][_PICTURES[operation.name]]
    return {"type": "object", **schema}


def _without(keyword: str, schema: Any) -> Any:
    """A copy of a schema without a keyword whose value is a text; a field of that name stays."""
    if isinstance(schema, list):
        return [_without(keyword, part) for part in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    return {
        name: _without(keyword, part)
        for name, part in cast("dict[str, Any]", schema).items()
        if name != keyword or not isinstance(part, str)
    }


async def called(
    pool: WorkerPool,
    access: Access,
    operation: Operation[Any],
    arguments: Mapping[str, Any],
    protocol_version: str,
    follow: Callable[[str], Awaitable[dict[str, Any]]] | None = None,
) -> CallToolResult:
    """What came of it. Errors are results too, so that a model can read them and ask again; they
    are text alone, because structured content must hold to the tool's output schema. `follow` waits
    for the job that it is about, and gives what became of it."""

    try:
        asked = operation.request.model_validate(arguments)
        result = await pool.call(_result, operation, access, asked, here=operation.here)
        if follow is not None:
            body = await follow(result.body["id"])
            result = result._replace(body=body, text=_text(operation, body))
    except Exception as problem:
        text = _json(body_of(told(problem)))
        return CallToolResult(content=[TextContent(text=text)], is_error=True)
    knows = knows_structured_content(protocol_version)
    content: list[ContentBlock] = []
    if result.picture:
        content.append(ImageContent(data=result.picture, mime_type="image/png"))
    if result.with_text or not knows:
        content.append(TextContent(text=result.text))
    return CallToolResult(content=content, structured_content=result.body if knows else None)


def _result(
    workspace: Workspace, operation: Operation[Any], access: Access, asked: Request
) -> _Result:
    body = structured(operation.carry_out(workspace, access, asked))
    picture = body.pop(_PICTURES[operation.name]) if operation.name in _PICTURES else ""
    text = _json(body)
    if len(text) > LONGEST:
        raise _too_long(operation, f"{len(text)} characters", f"{LONGEST}")
    if len(picture) * 3 // 4 > LARGEST_PICTURE:
        raise _too_long(operation, f"{len(picture) * 3 // 4} bytes", f"{LARGEST_PICTURE}")
    return _Result(body, text, picture, workspace.settings.mcp_text == "always")


def structured(body: object) -> dict[str, Any]:
    """Structured content is a mapping: a list is its `items`."""
    return cast("dict[str, Any]", body) if isinstance(body, dict) else {"items": body}


def _text(operation: Operation[Any], body: dict[str, Any]) -> str:
    text = _json(body)
    if len(text) > LONGEST:
        raise _too_long(operation, f"{len(text)} characters", f"{LONGEST}")
    return text


def _json(body: dict[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False)


def _too_long(operation: Operation[Any], length: str, most: str) -> InputError:
    fields = [field for field in _NARROWING if field in operation.request.model_fields]
    by = f" with {', '.join(fields)}, or" if fields else ":"
    return InputError(
        f"the result has {length}, and at most {most} are sent",
        hint=f"Ask for less{by} for something narrower.",
    )
