"""Turns rows into model objects and back, for every engine: ids, columns and fields."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from typing import Any

from pincite.corpus.layout import PageRow
from pincite.corpus.store import Stored
from pincite.model import (
    Chunk,
    Expression,
    Node,
    Override,
    OverrideStatus,
    Preemption,
    Validity,
)
from pincite.model.document import Document, DocumentState

ORDINAL_BITS = 24
PAGE_BITS = 16
PAGE_LENGTH = 16384
ORDINAL_MASK = (1 << ORDINAL_BITS) - 1
PAGE_MASK = (1 << PAGE_BITS) - 1

NODE_COLUMNS = (
    "id, parent, last, depth, urn, path, kind, num, heading, start, end, body, status, source, "
    "place, attrs"
)
CHUNK_COLUMNS = "id, node, first, last, start, end, kind, urn, locator, header"
CITATION_COLUMNS = "node, start, end, target, urn"
# Of the work of an entry `e`: whether an active version says a date of it, be it of its end.
DATED_ENTRY = (
    "SELECT 1 FROM entry d JOIN version a ON a.id = d.version_id"
    " WHERE d.work_id = e.work_id AND a.active AND d.valid_from IS NOT NULL"
)
DOCUMENT_FIELDS = tuple(field.name for field in fields(Document))
# All case files of a matter are one version; their revisions are told apart by label.
CASE_FILES = "files"
_NODE_FIELDS = len(Node._fields)
EXPRESSION_COLUMNS = "title, kind, language, style, number, year, chapter, akn, url, meta"


def read_node(row: tuple[Any, ...]) -> Node:
    attrs = json.loads(row[15]) if row[15] else None
    return Node._make((row[0] & ORDINAL_MASK, *row[1:15], attrs))


def read_chunk(row: Sequence[Any], text: str) -> Chunk:
    return Chunk(row[0] & ORDINAL_MASK, *row[1:], text=text)


def expression_row(expression: Expression) -> tuple[object, ...]:
    return (
        expression.title, expression.kind, expression.language, expression.style, expression.number,
        expression.year, expression.chapter, expression.akn, expression.url,
        json.dumps(dict(expression.meta), ensure_ascii=False, sort_keys=True),
    )  # fmt: skip


def read_expression(
    urn: str, row: tuple[Any, ...], label: str, start: str | None, end: str | None
) -> Expression:
    title, kind, language, style, number, year, chapter, akn, url, meta = row
    return Expression(
        urn=urn, title=title, kind=kind, language=language, style=style, label=label, number=number,
        year=year, chapter=chapter, akn=akn, url=url, start=day(start), end=day(end),
        meta=json.loads(meta),
    )  # fmt: skip


def pages(key: int, text: str) -> list[tuple[int, str]]:
    return [
        (key << PAGE_BITS | number, text[at : at + PAGE_LENGTH])
        for number, at in enumerate(range(0, len(text), PAGE_LENGTH))
    ]


def day(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None


def iso(value: date | None) -> str | None:
    return value.isoformat() if value else None


def read_override(row: tuple[Any, ...]) -> Override:
    number, urn, status, authority, citation, start, end, note = row
    return Override(
        number,
        urn,
        OverrideStatus(status),
        authority,
        citation,
        date.fromisoformat(start),
        day(end),
        note,
    )


def read_preemption(row: tuple[Any, ...]) -> Preemption:
    number, urn, by, authority, start, end, note = row
    return Preemption(number, urn, by, authority, day(start), day(end), note)


def read_stored(row: tuple[Any, ...]) -> Stored:
    """From tag, label, start, end, key, URN, hash, length and the columns of an expression."""
    tag, label, start, end, key, urn, digest, length, *about = row
    expression = read_expression(urn, tuple(about), label, start, end)
    validity = Validity(date.fromisoformat(start), day(end)) if start else None
    return Stored(key, expression, digest, length, tag, validity)


def read_found(row: tuple[Any, ...]) -> tuple[Stored, Node]:
    """From the columns of a node, and what is stored."""
    return read_stored(row[_NODE_FIELDS:]), read_node(row[:_NODE_FIELDS])


def document_row(document: Document) -> tuple[object, ...]:
    values = {name: getattr(document, name) for name in DOCUMENT_FIELDS}
    values["state"] = document.state.value
    values["warnings"] = json.dumps(list(document.warnings), ensure_ascii=False)
    return tuple(values.values())


def read_document(row: tuple[Any, ...]) -> Document:
    values = dict(zip(DOCUMENT_FIELDS, row, strict=True))
    values["state"] = DocumentState(values["state"])
    values["warnings"] = tuple(json.loads(values["warnings"]))
    return Document(**values)


def read_page(row: tuple[Any, ...]) -> PageRow:
    return PageRow(row[0] & PAGE_MASK, *row[1:])
