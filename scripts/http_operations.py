"""Writes the table of operations in docs/http.md from the routes themselves.

A test runs this with --check, so the table cannot fall behind.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pincite.api.operation import Operation, operations
from pincite.api.schema import REFERENCES, Schema, result_schema
from pincite.surfaces.http.routes import ROUTES

PAGE = Path(__file__).resolve().parent.parent / "docs" / "http.md"
BEGIN = "<!-- Made by scripts/http_operations.py; do not edit up to the end of the table. -->\n"
END = "<!-- The end of the table. -->\n"


def table() -> str:
    rows = ["| operation | method and path | needs | gives |", "|---|---|---|---|"]
    for name, place in ROUTES.items():
        operation = operations()[name]
        path = place.path.replace(":path", "")
        rows.append(
            f"| {name} | `{place.method} {path}` | {operation.power.value} | {_gives(operation)} |"
        )
    return "\n".join(rows) + "\n"


def _gives(operation: Operation[Any]) -> str:
    named = _name(result_schema(operation))
    return f"JobView; its result: {named}" if operation.long else named


def _name(schema: Schema) -> str:
    if schema.get("type") == "array":
        return f"list of {_name(schema['items'])}"
    return schema["$ref"].removeprefix(REFERENCES)


def main() -> int:
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    fresh = f"{head}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"
    if "--check" in sys.argv[1:]:
        if fresh != text:
            print("docs/http.md is stale: run scripts/http_operations.py", file=sys.stderr)
        return int(fresh != text)
    PAGE.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
