"""Responses as plain data: what `--json` prints, HTTP sends and MCP calls structured content."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from pincite.answer.reply import Reply
from pincite.corpus.reading import Branch
from pincite.errors import PinciteError
from pincite.model import Node, Provision
from pincite.model.provenance import Provenance
from pincite.packs.check_seal import Verified
from pincite.search.response import Response

# What most of a response is made of.
_PLAIN = (str, int, float, bool, type(None))


def body(value: object) -> Any:
    """A response as it is sent: plain, and without fields that say nothing (null, "", [], {}).
    Zero and false say something."""
    return _compact(plain(value))


def plain(value: object) -> Any:
    """Dataclasses to mappings, dates to ISO strings, errors to their fields."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Provision):
        return _provision(value)
    if isinstance(value, Branch):
        return _branch(value)
    if isinstance(value, (PinciteError, Provenance, Response, Reply)):
        return plain(value.as_dict())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {**fields, "holds": value.holds} if isinstance(value, Verified) else fields
    if isinstance(value, tuple) and hasattr(value, "_asdict"):  # pyright: ignore[reportUnknownArgumentType]
        return plain(value._asdict())  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType, reportAttributeAccessIssue]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Path):
        return value.as_posix()
    return value


def _compact(value: Any) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, dict):
        fields: dict[str, Any] = {name: _compact(item) for name, item in value.items()}  # pyright: ignore[reportUnknownVariableType]
        return {name: item for name, item in fields.items() if not _says_nothing(item)}
    if isinstance(value, list):
        return [_compact(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value


def _says_nothing(value: object) -> bool:
    return value is None or (value in ("", [], {}) and not isinstance(value, (bool, int, float)))


def _named(node: Node, locator: str) -> dict[str, Any]:
    """What a provision is called, wherever one is sent."""
    return {
        "urn": node.urn,
        "path": node.path,
        "locator": locator,
        "kind": node.kind,
        "number": node.num,
        "heading": node.heading,
        "status": node.status,
    }


def _provision(found: Provision) -> dict[str, Any]:
    node, expression = found.node, found.expression
    return {
        **_named(node, found.locator),
        "text": found.text,
        "enacted": found.enacted,
        "notes": [line.text for line in found.lines if line.note],
        "start": node.start,
        "end": node.end,
        "attributes": dict(node.attrs or {}),
        "work": {
            "urn": expression.urn,
            "title": expression.title,
            "kind": expression.kind,
            "language": expression.language,
            "chapter": expression.chapter,
            "akn": expression.akn,
            "url": expression.url,
        },
        "version": found.version,
        "label": expression.label,
        "valid_from": plain(found.validity.start) if found.validity else None,
        "valid_to": plain(found.validity.end) if found.validity else None,
        "law_status": plain(found.law_status),
        "overrides": plain(found.overrides),
        "preemptions": plain(found.preemptions),
        "source": {**plain(found.source), "place": node.place},
        "content_hash": found.content_hash,
        "pictures": found.pictures or None,
    }


def _branch(found: Branch) -> dict[str, Any]:
    return {
        **_named(found.node, found.locator),
        "status": found.status or found.node.status,
        "children": [_branch(child) for child in found.children],
    }


def as_json(value: object, *, indent: int | None = 2, ascii_only: bool = False) -> str:
    """The body of a response as JSON; with `ascii_only` every other character is escaped."""
    return json.dumps(body(value), ensure_ascii=ascii_only, indent=indent)


def encoded(body: object) -> bytes:
    """A body as HTTP sends it."""
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
