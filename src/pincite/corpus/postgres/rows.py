"""Names of tables and columns in PostgreSQL, quoted where SQL reserves the word."""

from __future__ import annotations

from pincite.corpus import rows

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
CITATION_COLUMNS = quoted(rows.CITATION_COLUMNS)
EXPRESSION_COLUMNS = rows.EXPRESSION_COLUMNS
STORED_COLUMNS = f"x.id, w.urn, x.hash, x.length, {quoted(EXPRESSION_COLUMNS, 'x')}"
FOUND_COLUMNS = quoted(rows.NODE_COLUMNS, "n")
