"""What the index of citations is asked, as SQL."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from pincite.citations.index.records import CitationUse, CitedAuthority, WorkLink

_USES = """
  SELECT m.document, d.id, d.name, m.ordinal, m."start", m."end", m.chunk, m.kind, m.form, m.source,
         m.pin, m.words, m.rule, m.antecedent, m.reason, m.treatment
  FROM mention m JOIN document d ON d.key = m.document
"""
_POINTING = """ JOIN (
    SELECT DISTINCT document, ordinal FROM target
    WHERE urn = ? OR (urn >= ? || ':' AND urn < ? || ';')
  ) t ON t.document = m.document AND t.ordinal = m.ordinal"""
_ORDER = " ORDER BY d.name, d.id, m.document, m.ordinal"
# A name nearer than this is offered; typing errors cost two or three points each.
_NEAR = 80.0
_word = re.compile(r"\w+")
_versus = re.compile(r"\s+(?:v|vs|versus)\.?\s+", re.IGNORECASE)


def uses(connection: sqlite3.Connection, source: str) -> list[CitationUse]:
    return _made(connection, connection.execute(f"{_USES} WHERE m.source = ?{_ORDER}", (source,)))


def uses_of(connection: sqlite3.Connection, urn: str) -> list[CitationUse]:
    # ';' is the character after ':', so the range holds the URN and all that is below it.
    rows = connection.execute(
        _USES + _POINTING + _ORDER,
        (urn, urn, urn),
    )
    return _made(connection, rows)


def of_document(connection: sqlite3.Connection, document: str) -> list[CitationUse]:
    return _made(connection, connection.execute(f"{_USES} WHERE d.id = ?{_ORDER}", (document,)))


def treated(connection: sqlite3.Connection, labels: Sequence[str]) -> list[CitationUse]:
    marks = ", ".join("?" * len(labels))
    rows = connection.execute(f"{_USES} WHERE m.treatment IN ({marks}){_ORDER}", tuple(labels))
    return _made(connection, rows)


def authorities(
    connection: sqlite3.Connection, kind: str | None, limit: int, document: str | None
) -> list[CitedAuthority]:
    rows = connection.execute(
        """SELECT source, count(*), count(DISTINCT document) FROM mention
           WHERE source <> '' AND (:document IS NULL OR document IN
             (SELECT key FROM document WHERE id = :document))
           GROUP BY source
           HAVING :kind IS NULL OR sum(kind = :kind) > 0
           ORDER BY 2 DESC, 1 LIMIT :limit""",
        {"kind": kind, "document": document, "limit": limit},
    ).fetchall()
    return [_authority(connection, *row) for row in rows]


def work_links(connection: sqlite3.Connection) -> list[WorkLink]:
    pointing = connection.execute(
        """SELECT document, ordinal, urn FROM target
           UNION SELECT document, ordinal, source FROM mention
           WHERE source >= 'urn:' AND source < 'urn;'"""
    )
    # A mention of several sections of a work is one of the work.
    mentions = {(document, ordinal, _work(urn)) for document, ordinal, urn in pointing}
    times = Counter((document, work) for document, _, work in mentions)
    called = {
        key: (id_, name)
        for key, id_, name in connection.execute("SELECT key, id, name FROM document")
    }
    found = (WorkLink(*called[key], work, many) for (key, work), many in times.items())
    return sorted(link for link in found if link.document != link.work)


def _work(urn: str) -> str:
    """The first parts of a URN name the work: urn, lex, where, and which."""
    return ":".join(urn.split(":", 4)[:4])


def cited_in_full(connection: sqlite3.Connection) -> list[tuple[int, int, str]]:
    return connection.execute(
        """SELECT DISTINCT m.document, m.chunk, t.urn
           FROM target t JOIN mention m ON m.document = t.document AND m.ordinal = t.ordinal
           WHERE m.form = 'full' AND m.kind = 'case' ORDER BY 1, 2, 3"""
    ).fetchall()


def named(
    connection: sqlite3.Connection, name: str, limit: int
) -> list[tuple[CitedAuthority, float]]:
    wanted = _sides(name)
    if not any(wanted):
        return []
    best: dict[str, float] = {}
    for source, called in connection.execute("SELECT DISTINCT source, name FROM naming"):
        score = _nearness(wanted, name, called)
        if score >= _NEAR and score > best.get(source, 0.0):
            best[source] = score
    order = sorted(best.items(), key=lambda item: (-item[1], item[0]))[:limit]
    found: list[tuple[CitedAuthority, float]] = []
    for source, score in order:
        row = connection.execute(
            "SELECT source, count(*), count(DISTINCT document) FROM mention WHERE source = ?",
            (source,),
        ).fetchone()
        found.append((_authority(connection, *row), round(score / 100, 4)))
    return found


def counts(connection: sqlite3.Connection) -> dict[str, int]:
    documents = connection.execute("SELECT count(*) FROM document").fetchone()[0]
    mentions, settled = connection.execute(
        "SELECT count(*), sum(source <> '') FROM mention"
    ).fetchone()
    return {"documents": documents, "mentions": mentions, "settled": settled or 0}


def _authority(
    connection: sqlite3.Connection, source: str, mentions: int, documents: int
) -> CitedAuthority:
    names = connection.execute(
        "SELECT name FROM naming WHERE source = ? GROUP BY name ORDER BY count(*) DESC, name",
        (source,),
    ).fetchall()
    kind = connection.execute(
        """SELECT kind FROM mention WHERE source = ? AND kind <> 'unknown'
           GROUP BY kind ORDER BY count(*) DESC, kind LIMIT 1""",
        (source,),
    ).fetchone()
    return CitedAuthority(
        source, kind[0] if kind else "unknown", mentions, documents, tuple(row[0] for row in names)
    )


def _made(connection: sqlite3.Connection, rows: Iterable[tuple[object, ...]]) -> list[CitationUse]:
    found = [CitationUse(*row) for row in rows]  # pyright: ignore[reportArgumentType]
    targets = "SELECT urn FROM target WHERE document = ? AND ordinal = ? ORDER BY position"
    return [
        use._replace(
            targets=tuple(row[0] for row in connection.execute(targets, (use.key, use.ordinal)))
        )
        for use in found
    ]


def _nearness(wanted: tuple[frozenset[str], ...], name: str, called: str) -> float:
    """100 where the names are the same word for word, 99.9 where every word asked for stands on its
    side of the name; else by letters."""
    if wanted == _sides(called):
        return 100.0
    if all(
        asked <= there for asked, there in zip(wanted, _padded(called, len(wanted)), strict=True)
    ):
        return 99.9
    return min(fuzz.WRatio(name.casefold(), called.casefold()), 99.0)


def _padded(called: str, sides: int) -> tuple[frozenset[str], ...]:
    """The words of the name, by side; where one side was asked for, of both together."""
    there = _sides(called)
    if sides == len(there):
        return there
    return (frozenset[str]().union(*there),) + (frozenset[str](),) * (sides - 1)


@lru_cache(maxsize=65536)
def _sides(name: str) -> tuple[frozenset[str], ...]:
    return tuple(
        frozenset(word.casefold() for word in _word.findall(side))
        for side in _versus.split(name, maxsplit=1)
    )
