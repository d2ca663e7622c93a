"""The index's file: what is written of a document, and how it is known to be whole."""

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
        [
            (
                key, ordinal, one.mention.start, one.mention.end,
                max(bisect_right(starts, one.mention.start) - 1, 0),
                one.mention.kind, one.mention.form, one.key, one.mention.pin,
                text[one.mention.start : one.mention.end].replace("\n", " "),
                one.mention.rule, one.antecedent, one.reason or "", one.treatment,
            )
            for ordinal, one in enumerate(found)
        ],
    )  # fmt: skip
    connection.executemany(
        "INSERT INTO target VALUES (?, ?, ?, ?)",
        [
            (urn, key, ordinal, position)
            for ordinal, one in enumerate(found)
            for position, urn in enumerate(one.targets)
        ],
    )
    names = {(one.key, key, name) for one in found if one.key and (name := case_name(one))}
    connection.executemany("INSERT INTO naming VALUES (?, ?, ?)", sorted(names))
    connection.execute(
        "INSERT INTO document VALUES (?, ?, ?, ?, ?, '')",
        (key, document.hash, document.id, document.name, rules),
    )
    FILE.seal(connection, key)


def case_name(one: Resolved) -> str:
    """What a case that is cited in full is called there."""
    if one.mention.kind is not CitedKind.CASE or one.mention.form is not Form.FULL:
        return ""
    sides = (one.mention.parts.get("plaintiff", ""), one.mention.parts.get("defendant", ""))
    return " v. ".join(side for side in sides if side)
