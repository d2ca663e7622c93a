"""/docs: the interface for programs, to be read. It is made from /openapi.json, and fetches nothing
from anywhere, which our own policy would not let it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from pincite.surfaces.web.page import PageRoute, render

router = APIRouter(route_class=PageRoute, include_in_schema=False)


@router.get("/docs")
async def docs(request: Request) -> Response:
    said: dict[str, Any] = request.app.openapi()
    schemas = said["components"]["schemas"]
    routes = [
        {
            "method": method.upper(),
            "path": path,
            "about": operation.get("description", ""),
            "fields": [*_parameters(operation), *_body(operation, schemas)],
        }
        for path, methods in said["paths"].items()
        for method, operation in methods.items()
    ]
    return render(request, "description.html", routes=routes, nav="")


def _parameters(operation: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        _field(
            parameter["name"],
            parameter["schema"],
            parameter.get("description", ""),
            bool(parameter.get("required")),
        )
        for parameter in operation.get("parameters", ())
    ]


def _body(operation: dict[str, Any], schemas: dict[str, Any]) -> list[dict[str, Any]]:
    content = operation.get("requestBody", {}).get("content", {})
    found: list[dict[str, Any]] = []
    for kind in content.values():
        schema: dict[str, Any] = kind["schema"]
        if "$ref" in schema:
            schema = schemas[schema["$ref"].rpartition("/")[2]]
        needed = schema.get("required", ())
        for name, property_schema in schema.get("properties", {}).items():
            found.append(
                _field(
                    name, property_schema, property_schema.get("description", ""), name in needed
                )
            )
    return found


def _field(name: str, schema: dict[str, Any], about: str, needed: bool) -> dict[str, Any]:
    kinds = [choice.get("type", "") for choice in schema.get("anyOf", [schema])]
    told = " | ".join(kind for kind in kinds if kind and kind != "null")
    if "enum" in schema:
        told = " | ".join(str(value) for value in schema["enum"])
    return {"name": name, "kind": told, "about": about or schema.get("description", ""),
            "needed": needed}  # fmt: skip
