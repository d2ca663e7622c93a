"""The SQLite engine behind the corpus port."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from pincite.corpus.audit import AuditEntry
from pincite.corpus.packing import unpack_offsets
from pincite.corpus.rows import (
    CHUNK_COLUMNS,
    CITATION_COLUMNS,
    DATED_ENTRY,
    EXPRESSION_COLUMNS,
    NODE_COLUMNS,
    ORDINAL_BITS,
    PAGE_BITS,
    PAGE_LENGTH,
    PAGE_MASK,
    day,
    read_chunk,
    read_expression,
    read_found,
    read_node,
    read_override,
    read_preemption,
    read_stored,
)
from pincite.corpus.sqlite import integrity
from pincite.corpus.sqlite import transfer as carrying
from pincite.corpus.sqlite.connection import connect, engine_errors, roll_back
from pincite.corpus.sqlite.documents import SqliteDocuments
from pincite.corpus.sqlite.writer import SqliteWriter
from pincite.corpus.store import Stored, VersionEntry
from pincite.corpus.transfer import Table, TableRow, Take
from pincite.errors import LibraryClosed, NotFound
from pincite.model import (
    Chunk,
    Citation,
    Expression,
    Node,
    Override,
    Preemption,
    Source,
    Synonym,
    Validity,
    Version,
)

_expression = ", ".join(f"x.{column}" for column in EXPRESSION_COLUMNS.split(", "))
_node = ", ".join(f"n.{column}" for column in NODE_COLUMNS.split(", "))
# The newest active version that states the expression by that date: what an answer names.
_vouching = (
    "(SELECT v.tag FROM entry e JOIN version v ON v.id = e.version_id"
    " WHERE e.expression_id = r.expression_id AND v.active AND e.valid_from <= {moment}"
    " ORDER BY e.valid_from DESC, v.id DESC LIMIT 1)"
)
_stored = f"x.id, w.urn, x.hash, x.length, {_expression}"


def _literal(text: str) -> str:
    """Words as LIKE takes them literally, with ! as the escape."""
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


class SqliteStore:
    """One library or matter, in a file. `begun` is False for one that is to be filled with what
    another holds."""

    def __init__(
        self,
        path: Path,
        *,
        busy_seconds: float = 10.0,
        read_only: bool = False,
        begun: bool = True,
    ) -> None:
        self._read_only = read_only
        self._db = connect(path, busy_seconds, read_only=read_only)
        self.documents = SqliteDocuments(self._db)
        if begun and self._db.execute("SELECT 1 FROM audit LIMIT 1").fetchone() is None:
            with self.write() as writer:
                if self._db.execute("SELECT 1 FROM audit LIMIT 1").fetchone() is None:
                    writer.begin_library()

    @contextmanager
    def write(self) -> Generator[SqliteWriter]:
        if self._read_only:
            raise LibraryClosed("this matter is closed")
        with engine_errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield SqliteWriter(self._db)
                self._db.execute("COMMIT")
            except BaseException:
                roll_back(self._db)
                raise

    def seal(self) -> None:
        """Leave one file, without a log beside it, that can be opened where nothing is written."""
        with engine_errors():
            self._db.execute("PRAGMA journal_mode = DELETE")

    def close(self) -> None:
        self._db.close()

    def versions(self) -> list[Version]:
        rows = self._rows(
            "SELECT v.tag, v.collection, v.reader, v.loaded_at, v.active,"
            " (SELECT count(DISTINCT e.work_id) FROM entry e"
            "   WHERE e.version_id = v.id AND e.expression_id IS NOT NULL)"
            " FROM version v ORDER BY v.id"
        )
        return [
            Version(tag, group, reader, at, bool(on), n) for tag, group, reader, at, on, n in rows
        ]

    def entries(self, tag: str) -> list[VersionEntry]:
        self._version_id(tag)
        rows = self._rows(
            "SELECT w.urn, coalesce(x.title, ''), coalesce(x.hash, ''), e.label, e.valid_from,"
            " e.valid_to FROM entry e JOIN version v ON v.id = e.version_id"
            " JOIN work w ON w.id = e.work_id LEFT JOIN expression x ON x.id = e.expression_id"
            " WHERE v.tag = ? ORDER BY w.urn, e.valid_from, e.label",
            (tag,),
        )
        return [
            VersionEntry(urn, title, digest, label, day(start), day(end))
            for urn, title, digest, label, start, end in rows
        ]

    def works(self) -> Iterator[tuple[str, str]]:
        yield from self._rows(
            "SELECT w.urn, (SELECT x.title FROM expression x WHERE x.work_id = w.id"
            " ORDER BY x.id DESC LIMIT 1) FROM work w ORDER BY w.urn"
        )

    def headers(self) -> Iterator[Expression]:
        rows = self._rows(
            f"SELECT w.urn, {_expression} FROM work w JOIN expression x ON x.id ="  # noqa: S608
            " (SELECT e.expression_id FROM entry e JOIN version v ON v.id = e.version_id"
            " WHERE e.work_id = w.id AND e.expression_id IS NOT NULL AND v.active"
            " ORDER BY e.valid_from IS NULL, e.valid_from DESC, v.id DESC, e.label DESC LIMIT 1)"
            " ORDER BY w.urn"
        )
        return (read_expression(row[0], row[1:], "", None, None) for row in rows)

    def works_titled(self, title: str, chapter: str) -> list[str]:
        rows = self._rows(
            "SELECT DISTINCT w.urn FROM expression x JOIN work w ON w.id = x.work_id"
            " WHERE (? <> '' AND (x.title = ? COLLATE NOCASE OR x.title LIKE ? ESCAPE '!'))"
            " OR (? <> '' AND x.chapter = ?) ORDER BY w.urn",
            (title, title, f"{_literal(title)} [Chapter %]", chapter, chapter),
        )
        return [urn for (urn,) in rows]

    def find(
        self, urn: str, *, at: date | None = None, tag: str | None = None
    ) -> list[tuple[Stored, Node]]:
        return self.find_all([urn], at=at, tag=tag)[urn]

    def find_all(
        self, urns: Sequence[str], *, at: date | None = None, tag: str | None = None
    ) -> dict[str, list[tuple[Stored, Node]]]:
        if tag is not None:
            return self._find(
                urns, "v.id = ?", (self._version_id(tag),), "e.valid_from DESC, e.label DESC"
            )
        moment = (at or datetime.now(UTC).date()).isoformat()
        version = _vouching.format(moment="?")
        rows = self._rows(
            f"SELECT {_node}, {version}, '', r.valid_from, r.valid_to, {_stored}"  # noqa: S608
            f" FROM node n JOIN validity r ON r.expression_id = n.id >> {ORDINAL_BITS}"
            " JOIN expression x ON x.id = r.expression_id JOIN work w ON w.id = x.work_id"
            f" WHERE n.urn IN ({_marks(urns)}) AND r.valid_from <= ?"
            " AND (r.valid_to IS NULL OR r.valid_to > ?) ORDER BY w.urn",
            (moment, *urns, moment, moment),
        )
        found: dict[str, list[tuple[Stored, Node]]] = {urn: [] for urn in urns}
        for stored, node in map(read_found, rows):
            found[node.urn].append((stored, node))
        if missing := [urn for urn, matches in found.items() if not matches]:
            where = "v.active AND e.valid_from IS NULL"
            if at is not None:
                where += f" AND NOT EXISTS ({DATED_ENTRY})"
            found |= self._find(missing, where, (), "v.id DESC, e.label DESC")
        return found

    def _find(
        self, urns: Sequence[str], where: str, values: tuple[object, ...], order: str
    ) -> dict[str, list[tuple[Stored, Node]]]:
        rows = self._rows(
            f"SELECT {_node}, v.tag, e.label, e.valid_from, e.valid_to, {_stored}"  # noqa: S608
            f" FROM node n JOIN entry e ON e.expression_id = n.id >> {ORDINAL_BITS}"
            " JOIN expression x ON x.id = e.expression_id JOIN work w ON w.id = x.work_id"
            f" JOIN version v ON v.id = e.version_id WHERE n.urn IN ({_marks(urns)}) AND {where}"
            f" ORDER BY w.urn, {order}",
            (*urns, *values),
        )
        newest: dict[str, dict[str, tuple[Stored, Node]]] = {urn: {} for urn in urns}
        for stored, node in map(read_found, rows):
            newest[node.urn].setdefault(stored.expression.urn, (stored, node))
        return {urn: list(of_works.values()) for urn, of_works in newest.items()}

    def expressions(self, work: str) -> list[Stored]:
        rows = self._rows(
            f"SELECT v.tag, e.label, e.valid_from, e.valid_to, {_stored} FROM entry e"  # noqa: S608
            " JOIN expression x ON x.id = e.expression_id JOIN work w ON w.id = x.work_id"
            " JOIN version v ON v.id = e.version_id WHERE w.urn = ? AND v.active"
            " ORDER BY e.valid_from, e.label, v.id",
            (work,),
        )
        return [read_stored(row) for row in rows]

    def timeline(self, work: str) -> list[Stored]:
        rows = self._rows(
            f"SELECT v.tag, '', r.valid_from, r.valid_to, {_stored} FROM validity r"  # noqa: S608
            " JOIN expression x ON x.id = r.expression_id JOIN work w ON w.id = x.work_id"
            " JOIN version v ON v.id = r.version_id WHERE w.urn = ? ORDER BY r.valid_from",
            (work,),
        )
        return [read_stored(row) for row in rows]

    def ancestors(self, key: int, node: Node) -> list[Node]:
        above: list[Node] = []
        while node.parent >= 0:
            row = self._rows(
                f"SELECT {NODE_COLUMNS} FROM node WHERE id = ?",  # noqa: S608
                (key << ORDINAL_BITS | node.parent,),
            )[0]
            node = read_node(row)
            above.append(node)
        return above

    def descendants(self, key: int, node: Node, *, depth: int | None = None) -> list[Node]:
        deepest = node.depth + depth if depth is not None else 1 << 30
        rows = self._rows(
            f"SELECT {NODE_COLUMNS} FROM node WHERE id > ? AND id <= ? AND depth <= ? ORDER BY id",  # noqa: S608
            (key << ORDINAL_BITS | node.ordinal, key << ORDINAL_BITS | node.last, deepest),
        )
        return [read_node(row) for row in rows]

    def nodes(self, key: int) -> Iterator[Node]:
        return map(read_node, self._range(f"SELECT {NODE_COLUMNS} FROM node", key))  # noqa: S608

    def text(self, key: int, start: int = 0, end: int | None = None) -> str:
        first = start // PAGE_LENGTH
        last = (1 << PAGE_BITS) - 1 if end is None else max(first, (end - 1) // PAGE_LENGTH)
        rows = self._rows(
            "SELECT text FROM text_page WHERE id BETWEEN ? AND ? ORDER BY id",
            (key << PAGE_BITS | first, key << PAGE_BITS | last),
        )
        skip = first * PAGE_LENGTH
        return "".join(text for (text,) in rows)[start - skip : None if end is None else end - skip]

    def chunks(self, key: int) -> Iterator[Chunk]:
        text = self.text(key)
        for row in self._range(f"SELECT {CHUNK_COLUMNS} FROM chunk", key):  # noqa: S608
            yield read_chunk(row, text[row[4] : row[5]])

    def chunk(self, key: int, ordinal: int) -> Chunk | None:
        return self.chunks_at([(key, ordinal)]).get((key, ordinal))

    def chunks_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Chunk]:
        wanted = {key << ORDINAL_BITS | ordinal: (key, ordinal) for key, ordinal in places}
        chunk_rows = self._listed(f"SELECT {CHUNK_COLUMNS} FROM chunk", wanted)  # noqa: S608
        found = {row[0]: row for row in chunk_rows}
        # Chunks side by side share a page, which is read once.
        spread = {id: _pages(wanted[id][0], row[4], row[5]) for id, row in found.items()}
        every = {page for pages in spread.values() for page in pages}
        texts = dict(self._listed("SELECT id, text FROM text_page", every))
        chunks: dict[tuple[int, int], Chunk] = {}
        for id, place in wanted.items():
            if id in found:
                row, pages = found[id], spread[id]
                skip = (pages[0] & PAGE_MASK) * PAGE_LENGTH
                text = "".join(texts.get(page, "") for page in pages)
                chunks[place] = read_chunk(row, text[row[4] - skip : row[5] - skip])
        return chunks

    def citations(self, key: int) -> Iterator[Citation]:
        for row in self._range(f"SELECT {CITATION_COLUMNS} FROM citation", key):  # noqa: S608
            yield Citation(*row)

    def paragraphs(self, key: int) -> list[int]:
        rows = self._rows("SELECT paragraphs FROM expression WHERE id = ?", (key,))
        return unpack_offsets(rows[0][0]) if rows else []

    def source(self, key: int, index: int) -> Source:
        rows = self._rows(
            "SELECT s.sha256, s.name, s.size, s.reader FROM expression_source e"
            " JOIN source s ON s.id = e.source_id WHERE e.expression_id = ? AND e.position = ?",
            (key, index),
        )
        return Source(*rows[0])

    def cited_but_missing(
        self, tag: str, limit: int
    ) -> tuple[int, int, list[tuple[str, str, str]]]:
        version = self._version_id(tag)
        of_version = (
            f" FROM entry e JOIN citation c ON c.id >= e.expression_id << {ORDINAL_BITS}"
            f" AND c.id < (e.expression_id + 1) << {ORDINAL_BITS}"
            " WHERE e.version_id = ? AND (c.urn <> '' OR c.target LIKE '#%')"
        )
        # A link inside a document ("#sec_7") that leads nowhere in it has no URN.
        ids = f"SELECT c.id, c.node, c.start, c.end, c.urn, c.target{of_version}"
        rows = self._rows(
            f"WITH link AS ({ids}) SELECT id, node, start, end, urn, target FROM link"  # noqa: S608
            " WHERE NOT EXISTS (SELECT 1 FROM node n WHERE n.urn = link.urn) ORDER BY id",
            (version,),
        )
        total = int(self._rows(f"SELECT count(*){of_version}", (version,))[0][0])
        examples: list[tuple[str, str, str]] = []
        for number, node, start, end, urn, target in rows[:limit]:
            key = number >> ORDINAL_BITS
            origin = self._rows("SELECT urn FROM node WHERE id = ?", (key << ORDINAL_BITS | node,))
            examples.append((origin[0][0], self.text(key, start, end), urn or target))
        return total, len(rows), examples

    def overrides(self, urns: list[str] | None = None, at: date | None = None) -> list[Override]:
        rows = self._rows(
            "SELECT id, urn, status, authority, citation, valid_from, valid_to, note FROM override"
            " ORDER BY valid_from, id"
        )
        wanted = set(urns) if urns is not None else None
        overrides = [read_override(row) for row in rows if wanted is None or row[1] in wanted]
        return [
            override
            for override in overrides
            if at is None or Validity(override.start, override.end).covers(at)
        ]

    def preemptions(self, urns: list[str] | None = None) -> list[Preemption]:
        rows = self._rows(
            "SELECT id, urn, by, authority, valid_from, valid_to, note FROM preemption ORDER BY id"
        )
        wanted = set(urns) if urns is not None else None
        return [read_preemption(row) for row in rows if wanted is None or row[1] in wanted]

    def synonyms(self) -> list[Synonym]:
        rows = self._rows(
            "SELECT phrase, term, weight, jurisdiction, language, topic FROM synonym"
            " ORDER BY phrase, term, jurisdiction, language"
        )
        return [Synonym(*row) for row in rows]

    def audit(self) -> Iterator[AuditEntry]:
        return integrity.audit_entries(self._db)

    def damaged(self) -> Iterator[str]:
        return integrity.damaged(self, self._db)

    def fingerprint(self) -> str:
        return integrity.fingerprint(self._db)

    def revision(self) -> int:
        return int(self._rows("SELECT coalesce(max(rowid), 0) FROM audit")[0][0])

    def counts(self) -> dict[str, int]:
        return integrity.counts(self._db)

    # Moving.

    def carried(self, table: Table) -> Iterator[TableRow]:
        return carrying.carried(self._db, table)

    def still(self) -> AbstractContextManager[None]:
        return carrying.still(self._db)

    def filling(self) -> AbstractContextManager[Take]:
        return carrying.filling(self._db)

    def _rows(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with engine_errors():
            return self._db.execute(sql, values).fetchall()

    def _listed(self, select: str, ids: Iterable[int]) -> list[tuple[Any, ...]]:
        """The rows of these ids, in the order of the table."""
        asked = f"{select} WHERE id IN (SELECT value FROM json_each(?))"  # noqa: S608
        return self._rows(asked, (json.dumps(sorted(ids)),))

    def _range(self, select: str, key: int) -> Iterator[tuple[Any, ...]]:
        with engine_errors():
            yield from self._db.execute(
                f"{select} WHERE id >= ? AND id < ? ORDER BY id",
                (key << ORDINAL_BITS, (key + 1) << ORDINAL_BITS),
            )

    def _version_id(self, tag: str) -> int:
        rows = self._rows("SELECT id FROM version WHERE tag = ?", (tag,))
        if not rows:
            raise NotFound(f"no version {tag!r}", hint="`pincite versions` lists them.")
        return int(rows[0][0])


def _pages(key: int, start: int, end: int) -> range:
    """The ids of the pages that hold text[start:end]."""
    first = start // PAGE_LENGTH
    last = max(first, (end - 1) // PAGE_LENGTH)
    return range(key << PAGE_BITS | first, (key << PAGE_BITS | last) + 1)
