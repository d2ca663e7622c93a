"""Reads JSON safely: errors name file and line, depth is bounded, and shapes are checked."""

from __future__ import annotations

import json
import re
from typing import Any

from pincite.errors import SourceMalformed
from pincite.ingest.sources import SourceFile, decode

# JSON can spell a NUL, or half of a character that takes two escapes.
_unstorable = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


def parse_json(file: SourceFile, *, encoding: str = "") -> Any:
    """The document's value. Raises SourceMalformed."""
    if not file.data.strip():
        raise SourceMalformed("an empty file", file=file.name, place="line 1")
    return parse_json_text(decode(file.data, name=file.name, encoding=encoding), file.name)


def parse_json_line(line: bytes, name: str, number: int) -> Any:
    """One line of JSON Lines, in UTF-8. Raises SourceMalformed."""
    try:
        text = line.strip().decode()
    except UnicodeDecodeError as problem:
        raise SourceMalformed(
            f"not utf-8: byte 0x{line[problem.start]:02x}", file=name, place=f"line {number}"
        ) from None
    return parse_json_text(text, name, line=number)


def parse_json_text(text: str, name: str, *, line: int = 1) -> Any:
    """`line` is the line of the file at which the text begins."""
    try:
        value = json.loads(text)
        if "\\u" in text and _unstorable.search(text):
            _refuse_unstorable(value, name, line)
        return value
    except json.JSONDecodeError as problem:
        place = f"line {line + problem.lineno - 1}"
        raise SourceMalformed(f"broken JSON: {problem.msg}", file=name, place=place) from None
    except RecursionError:
        raise SourceMalformed("nested too deeply", file=name, place=f"line {line}") from None


def _refuse_unstorable(value: Any, name: str, line: int) -> None:
    written = json.dumps(value, ensure_ascii=False)
    try:
        written.encode()
        if "\\u0000" not in written:
            return
    except UnicodeEncodeError:
        pass
    raise SourceMalformed("holds a NUL or half a character", file=name, place=f"line {line}")
