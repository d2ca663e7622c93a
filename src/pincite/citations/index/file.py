"""The index's SQLite file: its schema, and the rows that a document is written as."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Sequence
from importlib import resources

from pincite.citations.index.records import CitingDocument
from pincite.corpus.sqlite.derived import DerivedFile
from pincite.model import Chunk
from pincite.model.mention import CitedKind, Form, Resolved

_SEALED = (
    "SELECT key, hash, id, name, rules FROM document WHERE key = ?",
    "SELECT * FROM mention WHERE document = ? ORDER BY ordinal",
    "SELECT * FROM target WHERE document = ? ORDER BY ordinal, position",
    "SELECT * FROM naming WHERE document = ? ORDER BY source, name",
)


FILE = DerivedFile(
    name="index of citations",
    file="citations.sqlite3",
    purpose="reading the documents for citations",
    application=0x50434349,
    version=1,
    schema=(resources.files("pincite.citations.index") / "schema.sql").read_text(encoding="utf-8"),
    sealed=_SEALED,
)


def remove(connection: sqlite3.Connection, key: int) -> None:
    for table in ("target", "naming", "mention"):
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (key,))  # noqa: S608
    connection.execute("DELETE FROM document WHERE key = ?", (key,))


def write(
    connection: sqlite3.Connection,
    document: CitingDocument,
    text: str,
    chunks: Sequence[Chunk],
    found: Sequence[Resolved],
    rules: str,
) -> None:
    """Replace what is kept about a document. The caller holds the transaction."""
    key = document.key
    remove(connection, key)
    starts = [chunk.start for chunk in chunks]
    connection.executemany(
        "INSERT INTO mention VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(key, ordinal, *_kept(resolved, text, starts)) for ordinal, resolved in enumerate(found)],
    )
    connection.executemany(
        "INSERT INTO target VALUES (?, ?, ?, ?)",
        [
            (urn, key, ordinal, position)
            for ordinal, resolved in enumerate(found)
            for position, urn in enumerate(resolved.targets)
        ],
    )
    names = {
        (resolved.key, key, name)
        for resolved in found
        if resolved.key and (name := case_name(resolved))
    }
    connection.executemany("INSERT INTO naming VALUES (?, ?, ?)", sorted(names))
    connection.execute(
        "INSERT INTO document VALUES (?, ?, ?, ?, ?, '')",
        (key, document.hash, document.id, document.name, rules),
    )
    FILE.seal(connection, key)


def _kept(resolved: Resolved, text: str, starts: Sequence[int]) -> tuple[int | str, ...]:
    """A row of the table of mentions, behind its key and number."""
    mention = resolved.mention
    return (
        mention.start, mention.end, max(bisect_right(starts, mention.start) - 1, 0),
        mention.kind, mention.form, resolved.key, mention.pin,
        text[mention.start : mention.end].replace("\n", " "),
        mention.rule, resolved.antecedent, resolved.reason or "", resolved.treatment,
    )  # fmt: skip


def case_name(resolved: Resolved) -> str:
    """What a case that is cited in full is called there."""
    if resolved.mention.kind is not CitedKind.CASE or resolved.mention.form is not Form.FULL:
        return ""
    sides = (
        resolved.mention.parts.get("plaintiff", ""),
        resolved.mention.parts.get("defendant", ""),
    )
    return " v. ".join(side for side in sides if side)
