"""The API described as OpenAPI 3.1: what each operation gives, with an example, and every error.

Each named type of a response is one component. Its name is that of the type, so two types with one
name are a mistake, which ends the start of the server.
"""

from __future__ import annotations

from typing import Any, cast

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, ConfigDict

from pincite.api.examples import example
from pincite.api.operation import Operation
from pincite.api.schema import REFERENCES, Schema, response_schema

_COMPONENTS = "#/components/schemas/"
_types: dict[str, Schema] = {}


class Problem(BaseModel):
    """What went wrong, and what to do."""

    model_config = ConfigDict(extra="allow")

    error: str
    message: str
    hint: str
    retryable: bool


PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "description": meaning}
    for code, meaning in {
        400: "The request cannot be read",
        401: "No key, or none that is known",
        403: "The key does not reach so far",
        404: "Not held here",
        409: "It is there already, closed, or being changed",
        413: "Too large",
        422: "The source cannot be read",
        429: "Too many requests",
        500: "Our fault",
        502: "Another server's fault",
        503: "Busy, or not installed: try again",
    }.items()
}


def described(operation: Operation[Any]) -> dict[str, Any]:
    """What a route says of the operation behind it: its summary, its response and an example."""
    status = 202 if operation.long else 200
    return {
        "name": operation.name,
        "operation_id": operation.name,
        "summary": operation.name.replace("_", " ").capitalize(),
        "description": operation.about,
        "status_code": status,
        "responses": {status: responded(operation)},
    }


def responded(operation: Operation[Any]) -> dict[str, Any]:
    """The response of an operation, with its schema and, where one was made, an example."""
    content: dict[str, Any] = {"schema": schema_of(operation)}
    made = example(operation.name)
    if made is not None:
        content["example"] = made
    return {
        "description": "The job that does it" if operation.long else "What it gives",
        "content": {"application/json": content},
    }


def reply_or_problem(operation: Operation[Any], status: int) -> dict[str, Any]:
    """Of a status that tells either an error, or a body of the operation that says the same."""
    either = [schema_of(operation), {"$ref": f"{_COMPONENTS}{Problem.__name__}"}]
    return {
        "description": PROBLEMS[status]["description"],
        "content": {"application/json": {"schema": {"anyOf": either}}},
    }


def schema_of(operation: Operation[Any]) -> Schema:
    """The schema of its response, with every named type among the components. Raises TypeError
    where two types have one name."""
    schema = response_schema(operation)
    for name, definition in schema.get("$defs", {}).items():
        _add(_types, name, _lifted(definition))
    return _lifted({name: value for name, value in schema.items() if name != "$defs"})


def description(app: FastAPI) -> dict[str, Any]:
    """The whole API, made once."""
    if app.openapi_schema is None:
        said = get_openapi(title=app.title, version=app.version, routes=app.routes)
        for path in said["paths"].values():
            for operation in path.values():
                # A request that cannot be read is a 400, by our own table.
                unread = operation["responses"].get("422", {}).get("content", {})
                if "HTTPValidationError" in str(unread):
                    del operation["responses"]["422"]
        schemas = said["components"]["schemas"]
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        for name, schema in _types.items():
            _add(schemas, name, schema)
        said["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
        said["security"] = [{}, {"key": []}]
        app.openapi_schema = said
    return app.openapi_schema


def _add(schemas: dict[str, Schema], name: str, schema: Schema) -> None:
    if schemas.setdefault(name, schema) != schema:
        raise TypeError(f"two types of the API are called {name}: rename one of them")


def _lifted(schema: Any) -> Any:
    """With references to the components instead of to the schema's own definitions."""
    if isinstance(schema, dict):
        fields = cast("dict[str, Any]", schema)
        return {
            name: f"{_COMPONENTS}{value.removeprefix(REFERENCES)}"
            if name == "$ref"
            else _lifted(value)
            for name, value in fields.items()
        }
    if isinstance(schema, list):
        return [_lifted(item) for item in cast("list[Any]", schema)]
    return schema
