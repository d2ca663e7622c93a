"""Writes the table of tools in docs/mcp.md from the operations themselves; a test compares them.

`--check` says whether the table is what this would write.
"""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from typing import Any

from pincite.api.operation import Operation, operations

PAGE = Path(__file__).resolve().parent.parent / "docs" / "mcp.md"
BEGIN = "<!-- Made by scripts/tool_table.py; do not edit. -->\n"
END = "<!-- The end of what it made. -->\n"
_SUBJECTS = {
    "questions": "Questions",
    "law": "The law",
    "overrides": "Court overrides, higher law and synonyms",
    "history": "Versions and the log of changes",
    "citations": "Citations and briefs",
    "files": "Files of a matter",
    "matters": "Matters",
    "packs": "Packs",
    "ingest": "Loading law and reading files",
    "index": "Indexes",
    "jobs": "Jobs",
}


def table() -> str:
    lines = ["| tool | what it does | needs | kind |", "|---|---|---|---|"]
    for subject, those in groupby(operations().values(), key=_subject):
        lines.append(f"| **{_SUBJECTS[subject]}** | | | |")
        lines += [_row(operation) for operation in those]
    return "\n".join(lines) + "\n"


def page(text: str) -> str:
    """With the table as it is now."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


def _subject(operation: Operation[Any]) -> str:
    return operation.run.__module__.rpartition(".")[2]


def _row(operation: Operation[Any]) -> str:
    about = operation.about.replace("|", "\\|")
    kind = "changes" if operation.changes else "reads"
    if operation.destroys:
        kind = "destroys"
    job = ", job" if operation.long or operation.name == "watch_folder" else ""
    return f"| `{operation.name}` | {about} | {operation.power.value} | {kind}{job} |"


def main() -> int:
    text = PAGE.read_text(encoding="utf-8")
    if "--check" not in sys.argv:
        PAGE.write_text(page(text), encoding="utf-8")
    elif page(text) != text:
        print("docs/mcp.md is stale - run scripts/tool_table.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
