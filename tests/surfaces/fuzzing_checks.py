"""What is asked of every response beyond the tool's own checks, when the API is fuzzed."""

from __future__ import annotations

from typing import Any

import schemathesis


@schemathesis.check
def what_fits_the_description_can_be_read(_context: Any, response: Any, case: Any) -> None:
    """A request that the description allows may make no sense, but is never misread."""
    generated = case.meta.generation.mode if case.meta else None
    if generated is not None and generated.value == "positive" and response.status_code == 400:
        told = response.json()["message"]
        assert not told.startswith("the request cannot be read"), told


@schemathesis.check
def every_body_has_a_schema(_context: Any, response: Any, case: Any) -> None:
    """So that the tool's own check holds it to one, whatever its status."""
    undescribed = case.method.upper() != case.operation.method.upper()
    if undescribed or "application/json" not in response.headers.get("content-type", [""])[0]:
        return
    told = case.operation.definition.raw["responses"].get(str(response.status_code), {})
    schema = told.get("content", {}).get("application/json", {}).get("schema")
    assert schema, f"{case.operation.label} gives {response.status_code} without a schema"
