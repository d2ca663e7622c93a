"""The questions that a graph answers, as SQL over its file. Equal results are ordered by key."""

from __future__ import annotations

import datetime
import sqlite3

from pincite.errors import BadDate, NotFound
from pincite.graph.edges import (
    chunks_with,
    count_chunks,
    entities_of,
    name_of,
    rarity,
    ties,
    too_common,
)
from pincite.graph.file import SPACES
from pincite.graph.records import (
    EdgeReason,
    Entity,
    EntityCount,
    Event,
    MentionPlace,
    NeighbourChunk,
    RelatedDocument,
)

# How many reasons an answer gives, the weightiest first.
_REASONS = 8

_EVENT = """SELECT iso, precision, words, reason, document.id, document.name, chunk, "start", "end",
    sentence, sentence_start, sentence_start + length(sentence)
    FROM dated JOIN document ON document.key = document"""


def entities(connection: sqlite3.Connection, kind: str | None, limit: int) -> list[EntityCount]:
    """Most mentioned first. A body that any document names as a party is of kind "party". Dates are
    left out unless asked for by kind: they are the timeline's, and would drown the rest."""
    rows = connection.execute(
        """SELECT entity.id, max(mention.kind) AS kind, key, count(*) AS mentions,
             count(DISTINCT mention.document)
           FROM mention JOIN entity ON entity.id = entity GROUP BY entity.id
           HAVING max(mention.kind) = ? OR (? IS NULL AND max(mention.kind) <> 'date')
           ORDER BY mentions DESC, kind, key LIMIT ?""",
        (kind, kind, limit),
    ).fetchall()
    return [
        EntityCount(_entity(connection, entity, found, key), mentions, documents)
        for entity, found, key, mentions, documents in rows
    ]


def _entity(connection: sqlite3.Connection, entity: int, kind: str, key: str) -> Entity:
    roles = connection.execute(
        "SELECT DISTINCT role FROM mention WHERE entity = ? AND role <> '' ORDER BY role", (entity,)
    )
    return Entity(kind, key, name_of(connection, entity, key), tuple(role for (role,) in roles))


def mentions(connection: sqlite3.Connection, kind: str, key: str) -> list[MentionPlace]:
    """In the order of documents and of their text. Raises NotFound."""
    rows = connection.execute(
        """SELECT document.id, document.name, chunk, "start", "end", words, rule, role
           FROM mention JOIN document ON document.key = document JOIN entity ON entity.id = entity
           WHERE space = ? AND entity.key = ?
           ORDER BY document.id, document.key, "start", "end" """,
        (SPACES.get(kind, kind), key),
    ).fetchall()
    if not rows:
        raise NotFound(f"no document mentions the {kind} {key!r}")
    return [MentionPlace(*row) for row in rows]


def timeline(connection: sqlite3.Connection, start: str, end: str) -> list[Event]:
    """What the documents date from `start` to `end`, both included, either "" for no bound. A
    month or a year is in if any day of it is. Raises BadDate."""
    first, last = _bound(start) or "0000", _bound(end) or "9999"
    # A prefix such as "2015-03" sorts before its days; with "~" after it, after all of them.
    rows = connection.execute(
        f"""{_EVENT} WHERE iso <> '' AND iso || '~' >= ? AND iso <= ?
        ORDER BY iso, document.id, document.key, "start" """,
        (first, last),
    )
    return [Event(*row) for row in rows]


def undated(connection: sqlite3.Connection) -> list[Event]:
    """Dates as said that no day can be named for, each with the reason."""
    rows = connection.execute(
        f"""{_EVENT} WHERE iso = '' ORDER BY document.id, document.key, "start" """
    )
    return [Event(*row) for row in rows]


def _bound(date: str) -> str:
    if not date:
        return ""
    try:
        return datetime.date.fromisoformat(date).isoformat()
    except ValueError:
        raise BadDate(f"not a date: {date!r}") from None


def related(connection: sqlite3.Connection, document: str, limit: int) -> list[RelatedDocument]:
    """Other documents, by the summed rarity of what both mention: an entity counts once for each
    pair of chunks that it makes, no chunk being in two pairs. Raises NotFound."""
    own = [
        int(row[0])
        for row in connection.execute("SELECT key FROM document WHERE id = ?", (document,))
    ]
    if not own:
        raise NotFound(f"the graph holds no document {document!r}")
    total = count_chunks(connection)
    found: dict[int, list[EdgeReason]] = {}
    seen: set[int] = set()
    for key in own:
        for entity, kind, name in entities_of(connection, "document", key):
            df = chunks_with(connection, entity)
            if entity in seen or too_common(total, df):
                continue
            seen.add(entity)
            for other, shared in _pairs(connection, entity, own, kind, name, rarity(total, df)):
                found.setdefault(other, []).append(shared)
    answers = [
        RelatedDocument(*_described(connection, other), *_summed(reasons))
        for other, reasons in found.items()
    ]
    return sorted(answers, key=lambda answer: (-answer.weight, answer.document))[:limit]


def _pairs(
    connection: sqlite3.Connection, entity: int, own: list[int], kind: str, key: str, weight: float
) -> list[tuple[int, EdgeReason]]:
    counts = dict(
        connection.execute(
            """SELECT document, count(DISTINCT chunk) FROM mention
               WHERE entity = ? GROUP BY document""",
            (entity,),
        ).fetchall()
    )
    here = sum(counts.pop(document, 0) for document in own)
    if not counts:
        return []
    name = name_of(connection, entity, key)
    return [
        (int(other), EdgeReason("entity", kind, key, name, weight * min(here, there)))
        for other, there in counts.items()
    ]


def related_chunks(connection: sqlite3.Connection, chunk: int, limit: int) -> list[NeighbourChunk]:
    """The chunks tied to this one, the strongest first. Raises NotFound."""
    if connection.execute("SELECT 1 FROM chunk WHERE id = ?", (chunk,)).fetchone() is None:
        raise NotFound(f"the graph holds no chunk {chunk}")
    found: dict[int, list[EdgeReason]] = {}
    for tie in ties(connection, chunk):
        found.setdefault(tie.chunk, []).append(tie.shared)
    weights = sorted(
        (-sum(s.weight for s in _once(reasons)), other) for other, reasons in found.items()
    )
    answers: list[NeighbourChunk] = []
    for _, other in weights[:limit]:
        row = connection.execute("SELECT document FROM chunk WHERE id = ?", (other,)).fetchone()
        identity, name = _described(connection, int(row[0]))
        weight, shared = _summed(found[other])
        answers.append(NeighbourChunk(identity, name, other, weight, shared))
    return sorted(answers, key=lambda answer: (-answer.weight, answer.chunk))


def _once(reasons: list[EdgeReason]) -> list[EdgeReason]:
    return sorted(
        set(reasons), key=lambda shared: (-shared.weight, shared.why, shared.kind, shared.key)
    )


def _summed(reasons: list[EdgeReason]) -> tuple[float, tuple[EdgeReason, ...]]:
    once = _once(reasons)
    return sum(shared.weight for shared in once), tuple(once[:_REASONS])


def _described(connection: sqlite3.Connection, key: int) -> tuple[str, str]:
    row = connection.execute("SELECT id, name FROM document WHERE key = ?", (key,)).fetchone()
    return str(row[0]), str(row[1])
