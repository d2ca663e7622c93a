"""Which column is which field, where it differs from SQLite, and rows into the model."""

from __future__ import annotations

from datetime import date
from typing import Any

from pincite.corpus.sqlite import rows
from pincite.corpus.store import Stored
from pincite.model import Node, Validity

# The tables by the names under which they are counted.
TABLES = {
    "version": "version", "work": "work", "expression": "expression", "node": "legal_nodes",
    "chunk": "chunk", "citation": "citation", "source": "source", "override": "judicial_overrides",
    "preemption": "federal_preemption", "synonym": "legal_synonyms", "document": "document",
    "page": "page", "audit": "audit",
}  # fmt: skip


def quoted(names: str, table: str = "") -> str:
    """Column names so that none is taken for a word of SQL, as `end` would be."""
    before = f"{table}." if table else ""
    return ", ".join(f'{before}"{name}"' for name in names.split(", "))


NODE_COLUMNS = quoted(rows.NODE_COLUMNS)
CHUNK_COLUMNS = quoted(rows.CHUNK_COLUMNS)
CITATION_COLUMNS = quoted("node, start, end, target, urn")
EXPRESSION_COLUMNS = rows.EXPRESSION_COLUMNS
STORED_COLUMNS = f"x.id, w.urn, x.hash, x.length, {quoted(EXPRESSION_COLUMNS, 'x')}"
FOUND_COLUMNS = quoted(rows.NODE_COLUMNS, "n")
_NODE_FIELDS = len(Node._fields)


def read_stored(row: tuple[Any, ...]) -> Stored:
    """From tag, label, start, end and the stored columns."""
    tag, label, start, end, key, urn, digest, length, *about = row
    expression = rows.read_expression(urn, tuple(about), label, start, end)
    validity = Validity(date.fromisoformat(start), rows.day(end)) if start else None
    return Stored(key, expression, digest, length, tag, validity)


def read_found(row: tuple[Any, ...]) -> tuple[Stored, Node]:
    return read_stored(row[_NODE_FIELDS:]), rows.read_node(row[:_NODE_FIELDS])
