"""Finds the chunks related to a chunk, and weighs each reason.

A shared entity weighs log(1 + N / df), N chunks in all and df that mention it; so does a defined
term between a chunk that uses it and the one that defines it; the next and the previous chunk of a
document weigh `NEIGHBOUR`. What is mentioned nearly everywhere ties nothing together and is left
out, and of a long list only the nearest chunks are taken, so that an answer's cost is bounded.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pincite.graph.records import EdgeReason


@dataclass(frozen=True, slots=True)
class EdgeLimits:
    """How far edges reach: what is too common to tie chunks, and how many are read."""

    # An entity in more chunks than this share, and than this number, is left out.
    common_share: float = 0.1
    common_floor: int = 50
    fan_out: int = 400
    neighbour: float = 1.0


LIMITS = EdgeLimits()


class ChunkTie(NamedTuple):
    """One reason why a chunk is tied to another."""

    chunk: int
    shared: EdgeReason


def rarity(total: int, df: int) -> float:
    return math.log(1 + total / max(df, 1))


def too_common(total: int, df: int) -> bool:
    return df > max(LIMITS.common_floor, LIMITS.common_share * total)


def count_chunks(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM chunk").fetchone()[0])


def ties(connection: sqlite3.Connection, chunk: int) -> Iterator[ChunkTie]:
    """Every edge of a chunk, in no order that matters."""
    total = count_chunks(connection)
    for entity, kind, key in entities_of(connection, "chunk", chunk):
        df = chunks_with(connection, entity)
        if too_common(total, df):
            continue
        shared = EdgeReason(
            "entity", kind, key, name_of(connection, entity, key), rarity(total, df)
        )
        for other in _nearest(
            connection, "SELECT DISTINCT chunk FROM mention WHERE entity = ?", entity, chunk
        ):
            yield ChunkTie(other, shared)
    yield from _terms(connection, chunk, total)
    row = connection.execute(
        "SELECT document, ordinal FROM chunk WHERE id = ?", (chunk,)
    ).fetchone()
    if row:
        for (other,) in connection.execute(
            "SELECT id FROM chunk WHERE document = ? AND ordinal IN (?, ?)",
            (row[0], row[1] - 1, row[1] + 1),
        ):
            yield ChunkTie(int(other), EdgeReason("next", "", "", "", LIMITS.neighbour))


def entities_of(
    connection: sqlite3.Connection, column: str, value: int
) -> list[tuple[int, str, str]]:
    """(id, kind, key) of what a chunk or a document mentions, dates only if they are of a day."""
    if column not in ("chunk", "document"):
        raise ValueError(column)
    rows = connection.execute(
        f"""SELECT entity.id, max(mention.kind), key FROM mention JOIN entity ON entity.id = entity
            WHERE mention.{column} = ? GROUP BY entity.id ORDER BY space, key""",  # noqa: S608
        (value,),
    ).fetchall()
    return [
        (i, kind, key) for i, kind, key in rows if kind != "date" or len(key) == len("2015-03-12")
    ]


def chunks_with(connection: sqlite3.Connection, entity: int) -> int:
    row = connection.execute(
        "SELECT count(DISTINCT chunk) FROM mention WHERE entity = ?", (entity,)
    )
    return int(row.fetchone()[0])


def _terms(connection: sqlite3.Connection, chunk: int, total: int) -> Iterator[ChunkTie]:
    used = connection.execute(
        """SELECT id, words, term.chunk, (SELECT count(*) FROM term_use WHERE term = id)
           FROM term_use JOIN term ON id = term WHERE term_use.chunk = ?""",
        (chunk,),
    ).fetchall()
    for _, words, home, df in used:
        if home != chunk:
            yield ChunkTie(int(home), EdgeReason("term", "term", words, words, rarity(total, df)))
    defined = connection.execute(
        """SELECT id, words, (SELECT count(*) FROM term_use WHERE term = id) FROM term
           WHERE chunk = ?""",
        (chunk,),
    ).fetchall()
    for term, words, df in defined:
        shared = EdgeReason("term", "term", words, words, rarity(total, df))
        for other in _nearest(connection, "SELECT chunk FROM term_use WHERE term = ?", term, chunk):
            yield ChunkTie(other, shared)


def _nearest(connection: sqlite3.Connection, query: str, value: int, chunk: int) -> list[int]:
    """The chunks of a list on either side of one, at most the fan-out in all."""
    half = LIMITS.fan_out // 2
    after = connection.execute(f"{query} AND chunk > ? ORDER BY chunk LIMIT {half}", (value, chunk))
    found = [int(row[0]) for row in after]
    before = connection.execute(
        f"{query} AND chunk < ? ORDER BY chunk DESC LIMIT {half}", (value, chunk)
    )
    return found + [int(row[0]) for row in before]


def name_of(connection: sqlite3.Connection, entity: int, key: str) -> str:
    """The spelling that an entity goes by, whatever order documents were read in."""
    rows = connection.execute("SELECT DISTINCT name FROM naming WHERE entity = ?", (entity,))
    return _best(name for (name,) in rows) or key


def _best(names: Iterable[str]) -> str:
    """A spelling in small letters over one in capitals, then the longest, then the first."""
    return min(names, key=lambda name: (name.isupper(), -len(name), name), default="")
