"""Queries that find expressions and nodes by URN, title or date.

PostgreSQL sorts NULL last and SQLite first, so every ORDER BY over dates states it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from pincite.corpus.postgres.rows import FOUND_COLUMNS, STORED_COLUMNS
from pincite.corpus.postgres.server import Ask
from pincite.corpus.rows import DATED_ENTRY, ORDINAL_BITS, read_found, read_stored
from pincite.corpus.store import Stored
from pincite.errors import NotFound
from pincite.model import Node

# Of a title only the beginning is in the index.
_INDEXED = 200
# The newest active version that states the expression by that date: what an answer names.
_vouching = (
    "(SELECT v.tag FROM entry e JOIN version v ON v.id = e.version_id"
    " WHERE e.expression_id = r.expression_id AND v.active AND e.valid_from <= %s"
    " ORDER BY e.valid_from DESC, v.id DESC LIMIT 1)"
)
_span = "lower(r.during)::text, upper(r.during)::text"
_dates = "e.valid_from::text, e.valid_to::text"


def version_id(ask: Ask, tag: str) -> int:
    rows = ask("SELECT id FROM version WHERE tag = %s", (tag,))
    if not rows:
        raise NotFound(f"no version {tag!r}", hint="`pincite versions` lists them.")
    return int(rows[0][0])


def find_all(
    ask: Ask, urns: Sequence[str], at: date | None, tag: str | None
) -> dict[str, list[tuple[Stored, Node]]]:
    if tag is not None:
        order = "e.valid_from DESC NULLS LAST, e.label DESC"
        return _find(ask, urns, "v.id = %s", (version_id(ask, tag),), order)
    moment = at or datetime.now(UTC).date()
    rows = ask(
        f"SELECT {FOUND_COLUMNS}, {_vouching}, '', {_span}, {STORED_COLUMNS}"  # noqa: S608
        f" FROM legal_nodes n JOIN validity r ON r.expression_id = n.id >> {ORDINAL_BITS}"
        " JOIN expression x ON x.id = r.expression_id JOIN work w ON w.id = x.work_id"
        " WHERE n.urn = ANY(%s) AND r.during @> %s::date ORDER BY w.urn",
        (moment, list(urns), moment),
    )
    found: dict[str, list[tuple[Stored, Node]]] = {urn: [] for urn in urns}
    for stored, node in map(read_found, rows):
        found[node.urn].append((stored, node))
    if missing := [urn for urn, matches in found.items() if not matches]:
        where = "v.active AND e.valid_from IS NULL"
        if at is not None:
            where += f" AND NOT EXISTS ({DATED_ENTRY})"
        found |= _find(ask, missing, where, (), "v.id DESC, e.label DESC")
    return found


def _find(
    ask: Ask, urns: Sequence[str], where: str, values: tuple[object, ...], order: str
) -> dict[str, list[tuple[Stored, Node]]]:
    rows = ask(
        f"SELECT {FOUND_COLUMNS}, v.tag, e.label, {_dates}, {STORED_COLUMNS}"  # noqa: S608
        f" FROM legal_nodes n JOIN entry e ON e.expression_id = n.id >> {ORDINAL_BITS}"
        " JOIN expression x ON x.id = e.expression_id JOIN work w ON w.id = x.work_id"
        f" JOIN version v ON v.id = e.version_id WHERE n.urn = ANY(%s) AND {where}"
        f" ORDER BY w.urn, {order}, n.id, e.id",
        (list(urns), *values),
    )
    newest: dict[str, dict[str, tuple[Stored, Node]]] = {urn: {} for urn in urns}
    for stored, node in map(read_found, rows):
        newest[node.urn].setdefault(stored.expression.urn, (stored, node))
    return {urn: list(of_works.values()) for urn, of_works in newest.items()}


def expressions(ask: Ask, work: str) -> list[Stored]:
    rows = ask(
        f"SELECT v.tag, e.label, {_dates}, {STORED_COLUMNS} FROM entry e"  # noqa: S608
        " JOIN expression x ON x.id = e.expression_id JOIN work w ON w.id = x.work_id"
        " JOIN version v ON v.id = e.version_id WHERE w.urn = %s AND v.active"
        " ORDER BY e.valid_from NULLS FIRST, e.label, v.id, e.id",
        (work,),
    )
    return [read_stored(row) for row in rows]


def timeline(ask: Ask, work: str) -> list[Stored]:
    rows = ask(
        f"SELECT v.tag, '', {_span}, {STORED_COLUMNS} FROM validity r"  # noqa: S608
        " JOIN expression x ON x.id = r.expression_id JOIN work w ON w.id = x.work_id"
        " JOIN version v ON v.id = r.version_id WHERE w.urn = %s ORDER BY r.during",
        (work,),
    )
    return [read_stored(row) for row in rows]


def works_titled(ask: Ask, title: str, chapter: str) -> list[str]:
    # In the collation C, lower() changes the letters of ASCII only, as SQLite does.
    folded = 'lower(x.title COLLATE "C")'
    beginning = f'left({folded}, {_INDEXED}) COLLATE "C"'
    name = _folded(title)
    with_chapter = f"{_literal(name)} [chapter %]"
    rows = ask(
        "SELECT DISTINCT w.urn FROM expression x JOIN work w ON w.id = x.work_id"  # noqa: S608
        f" WHERE (%s <> '' AND ({beginning} = %s AND {folded} = %s"
        f" OR {beginning} LIKE %s ESCAPE '!' AND {folded} LIKE %s ESCAPE '!'))"
        " OR (%s <> '' AND x.chapter <> '' AND x.chapter = %s) ORDER BY w.urn",
        (
            name, name[:_INDEXED], name, f"{_literal(name[:_INDEXED])}%", with_chapter,
            chapter, chapter,
        ),
    )  # fmt: skip
    return [urn for (urn,) in rows]


def cited_but_missing(
    ask: Ask, tag: str, limit: int
) -> tuple[int, int, list[tuple[int, int, int, int, str]]]:
    """(links whose target is told, of them dangling, the first: (id, node, start, end, target))."""
    version = version_id(ask, tag)
    of_version = (
        f" FROM entry e JOIN citation c ON c.id >> {ORDINAL_BITS} = e.expression_id"
        " WHERE e.version_id = %s AND (c.urn <> '' OR c.target LIKE '#%%')"
    )
    # A link inside a document ("#sec_7") that leads nowhere in it has no URN.
    rows = ask(
        "SELECT c.id, c.node, c.start, c.\"end\", CASE WHEN c.urn <> '' THEN c.urn ELSE c.target"  # noqa: S608
        f" END{of_version} AND NOT EXISTS (SELECT 1 FROM legal_nodes n WHERE n.urn = c.urn)"
        " ORDER BY c.id",
        (version,),
    )
    total = int(ask(f"SELECT count(*){of_version}", (version,))[0][0])
    return total, len(rows), [(row[0], row[1], row[2], row[3], row[4]) for row in rows[:limit]]


def _folded(text: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in text)


def _literal(text: str) -> str:
    """Words as LIKE takes them literally, with ! as the escape."""
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
