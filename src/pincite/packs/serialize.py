"""How a pack's files are written: one way for one content."""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Iterable, Mapping
from typing import Any

MANIFEST = "rp_manifest.json"
ANCHOR = "anchor.txt"
PLACES = "places.jsonl"
CONTEXT = "context.jsonl"
CANDIDATES = "candidates.jsonl"
SEAL = "seal.json"
SIGNATURE = "signature.json"

# Some file systems take large and small letters for one.
_PLAIN = frozenset(string.ascii_lowercase + string.digits + "-.~")


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def document(value: Mapping[str, Any]) -> bytes:
    """One JSON object, to be read by people too."""
    written = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False)
    return f"{written}\n".encode()


def lines(values: Iterable[Mapping[str, Any]]) -> bytes:
    """One JSON object a line."""
    return "".join(f"{_line(value)}\n" for value in values).encode()


def file_name(urn: str, at: str = "") -> str:
    """Of a pack's folder or archive; no two URNs share one."""
    short = urn.removeprefix("urn:lex:")
    named = "".join(_letter(char) for char in short)
    return f"{named}@{''.join(_letter(char) for char in at)}" if at else named


def _line(value: Mapping[str, Any]) -> str:
    # Ends of line that only some readers know are written out.
    written = json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    for char in ("\x85", "\u2028", "\u2029"):
        written = written.replace(char, f"\\u{ord(char):04x}")
    return written


def _letter(char: str) -> str:
    if char in _PLAIN:
        return char
    return "_" if char == ":" else "".join(f"%{byte:02X}" for byte in char.encode())
