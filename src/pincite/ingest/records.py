"""JSON read safely: errors that name file and line, no unbounded depth, no surprises in shape."""

from __future__ import annotations

import json
from typing import Any

from pincite.errors import SourceMalformed
from pincite.ingest.sources import SourceFile, decode


def parse_json(file: SourceFile, *, encoding: str = "") -> Any:
    """The document's value. Raises SourceMalformed."""
    if not file.data.strip():
        raise SourceMalformed("an empty file", file=file.name, place="line 1")
    return parse_json_text(decode(file.data, name=file.name, encoding=encoding), file.name)


def parse_json_text(text: str, name: str, *, line: int = 1) -> Any:
    """`line` is the line of the file at which the text begins."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as problem:
        place = f"line {line + problem.lineno - 1}"
        raise SourceMalformed(f"broken JSON: {problem.msg}", file=name, place=place) from None
    except RecursionError:
        raise SourceMalformed("nested too deeply", file=name, place=f"line {line}") from None
