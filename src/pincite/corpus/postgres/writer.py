"""One transaction of changes to a library in PostgreSQL."""

from __future__ import annotations

from datetime import date

from pincite.corpus.clock import now
from pincite.corpus.packing import Packed
from pincite.corpus.postgres.bulk import Bulk
from pincite.corpus.postgres.documents import PostgresDocumentWriter
from pincite.corpus.postgres.overrides import OverrideWriter
from pincite.corpus.postgres.paths import citation_paths
from pincite.corpus.postgres.schema import Connection
from pincite.corpus.rows import CASE_FILES, ORDINAL_BITS, expression_row, pages
from pincite.corpus.timeline import ValidityClaim, timeline
from pincite.errors import InputError, LibraryError, NotFound
from pincite.model import Source, Urn


class PostgresWriter(OverrideWriter):
    """Nobody else writes meanwhile, so what it remembers of the tables stays true. It sends rows in
    bulk, so it calls `_bulk.flush()` before any query that must see them."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._bulk = Bulk(connection)
        self._version: tuple[int, str, str] | None = None
        self._touched: set[int] = set()
        self._works: dict[str, int] = {}
        self._keys: dict[tuple[int, str], int] = {}
        self._stated: set[tuple[int, date, str]] = set()
        self._sources: dict[Source, int] = {}
        self._last_ids: dict[str, int] = {}

    def finish(self) -> None:
        """Send everything; the transaction can end."""
        self._bulk.finish()

    def begin_version(self, tag: str, collection: str, reader: str) -> None:
        if self._id("SELECT id FROM version WHERE tag = %s", tag) is not None:
            raise InputError(
                f"the version tag {tag!r} is in use",
                hint="Choose another; `pincite versions` lists them.",
            )
        number = self._next_id("version")
        self._db.execute(
            "INSERT INTO version (id, tag, collection, reader, loaded_at)"
            " VALUES (%s, %s, %s, %s, %s)",
            (number, tag, collection, reader, now()),
        )
        self._version = (number, tag, collection)
        self._stated.clear()

    def put(self, packed: Packed) -> bool:
        return self._put(packed, None)[1]

    @property
    def documents(self) -> PostgresDocumentWriter:
        return PostgresDocumentWriter(self._db, self._bulk, self._put_case_file, self._audit)

    def _put_case_file(self, packed: Packed, key: int) -> int:
        if self._version is None:
            number = self._id("SELECT id FROM version WHERE tag = %s", CASE_FILES)
            if number is None:
                self.begin_version(CASE_FILES, CASE_FILES, "casefiles")
            else:
                self._version = (number, CASE_FILES, CASE_FILES)
                self._stated = self._stated_before(number)
        return self._put(packed, key)[0]

    def _put(self, packed: Packed, key: int | None) -> tuple[int, bool]:
        version, tag, _ = self._begun()
        expression = packed.expression
        start, end = expression.start, expression.end
        if start is not None and end is not None and end <= start:
            raise InputError(
                f"{expression.urn} ends on {end}, before it begins", hint="Mend its dates."
            )
        work, known = self._known(expression.urn, packed.hash)
        if start is not None and (work, start, expression.label) in self._stated:
            raise InputError(
                f"{expression.urn} is stated twice in {tag!r} for one date",
                hint="Load each state of a work once in a version.",
            )
        key = self._insert(work, packed, key) if known is None else known
        self._state(version, work, key, expression.label, start, end)
        return key, known is None

    def end_work(self, urn: str, day: date) -> bool:
        work = self._works.get(urn) or self._id("SELECT id FROM work WHERE urn = %s", urn)
        if work is not None:
            self._end(work, day)
        return work is not None

    def end_absent(self, day: date, jurisdiction: str, present: set[str]) -> int:
        version, _, collection = self._begun()
        self._bulk.flush()
        rows = self._db.execute(
            "SELECT DISTINCT w.id, w.urn FROM work w JOIN entry e ON e.work_id = w.id"
            " JOIN version v ON v.id = e.version_id"
            " WHERE v.collection = %s AND v.active AND v.id <> %s AND w.jurisdiction = %s"
            " AND e.expression_id IS NOT NULL ORDER BY w.urn",
            (collection, version, jurisdiction),
        ).fetchall()
        absent = [work for work, urn in rows if urn not in present]
        for work in absent:
            self._end(work, day)
        return len(absent)

    def finish_version(self, detail: dict[str, object]) -> None:
        _, tag, collection = self._begun()
        self._settle()
        self._audit("load", {"tag": tag, "collection": collection, **detail})

    def activate(self, tag: str) -> list[str]:
        row = self._db.execute(
            "SELECT id, collection FROM version WHERE tag = %s", (tag,)
        ).fetchone()
        if row is None:
            raise NotFound(f"no version {tag!r}", hint="`pincite versions` lists them.")
        version, collection = row
        self._bulk.flush()
        self._db.execute(
            "UPDATE version SET active = (id <= %s) WHERE collection = %s", (version, collection)
        )
        works = self._db.execute(
            "SELECT DISTINCT e.work_id FROM entry e JOIN version v ON v.id = e.version_id"
            " WHERE v.collection = %s",
            (collection,),
        )
        self._touched.update(work for (work,) in works)
        self._settle()
        rows = self._db.execute(
            "SELECT tag FROM version WHERE collection = %s AND NOT active ORDER BY id",
            (collection,),
        )
        aside = [name for (name,) in rows]
        self._audit("rollback", {"tag": tag, "set_aside": aside})
        return aside

    def _begun(self) -> tuple[int, str, str]:
        if self._version is None:
            raise LibraryError("no version was begun")
        return self._version

    def _id(self, query: str, *values: object) -> int | None:
        row = self._db.execute(query.encode(), values).fetchone()
        return int(row[0]) if row else None

    def _next_id(self, table: str) -> int:
        """The number after the largest, as SQLite gives it."""
        self._last_ids[table] = self._last_id(table) + 1
        return self._last_ids[table]

    def _last_id(self, table: str) -> int:
        if table not in self._last_ids:
            last = self._id(f"SELECT coalesce(max(id), 0) FROM {table}")  # noqa: S608
            self._last_ids[table] = last or 0
        return self._last_ids[table]

    def _known(self, urn: str, digest: str) -> tuple[int, int | None]:
        """The work, which is begun where it is new, and the key of its expression if it is kept."""
        work = self._works.get(urn)
        if work is not None and (key := self._keys.get((work, digest))) is not None:
            return work, key
        row = self._db.execute(
            "SELECT w.id, x.id FROM work w"
            " LEFT JOIN expression x ON x.work_id = w.id AND x.hash = %s WHERE w.urn = %s",
            (digest, urn),
        ).fetchone()
        if row is not None:
            work = int(row[0])
        elif work is None:
            jurisdiction = Urn.parse(urn).jurisdiction
            work = self._next_id("work")
            self._bulk.add("work", [(work, urn, jurisdiction)])
        self._works[urn] = work
        return work, row[1] if row is not None else None

    def _insert(self, work: int, packed: Packed, key: int | None) -> int:
        if "\0" in packed.text:
            raise InputError(
                f"{packed.expression.urn} holds a NUL character, which PostgreSQL cannot keep",
                hint="Take it out of the source.",
            )
        if key is None:
            key = self._next_id("expression")
        elif key > self._last_id("expression"):
            self._last_ids["expression"] = key
        self._keys[work, packed.hash] = key
        about = expression_row(packed.expression)
        first = key << ORDINAL_BITS
        paths = citation_paths(key, packed.nodes)
        self._bulk.add(
            "expression", [(key, work, packed.hash, len(packed.text), packed.paragraphs, *about)]
        )
        self._bulk.add(
            "expression_source",
            [
                (key, position, self._source(source))
                for position, source in enumerate(packed.sources)
            ],
        )
        self._bulk.add("text_page", pages(key, packed.text))
        self._bulk.add(
            "legal_nodes",
            [
                (first | row[0], *row[1:], path)
                for row, path in zip(packed.nodes, paths, strict=True)
            ],
        )
        self._bulk.add("chunk", [(first | row[0], *row[1:]) for row in packed.chunks])
        self._bulk.add(
            "citation", [(first | position, *row) for position, row in enumerate(packed.citations)]
        )
        return key

    def _source(self, source: Source) -> int:
        known = self._sources.get(source)
        if known is None:
            known = self._id(
                "SELECT id FROM source WHERE sha256 = %s AND name = %s AND reader = %s",
                source.sha256, source.name, source.reader,
            )  # fmt: skip
        if known is None:
            known = self._next_id("source")
            self._bulk.add(
                "source", [(known, source.sha256, source.name, source.size, source.reader)]
            )
        self._sources[source] = known
        return known

    def _end(self, work: int, day: date) -> None:
        version, _, _ = self._begun()
        if (work, day, "") not in self._stated:
            self._state(version, work, None, "", day, None)
        self._touched.add(work)

    def _state(
        self, version: int, work: int, key: int | None, label: str, *dates: date | None
    ) -> None:
        if dates[0] is not None:
            self._stated.add((work, dates[0], label))
        self._bulk.add("entry", [(version, work, key, label, *dates)])
        self._touched.add(work)

    def _stated_before(self, version: int) -> set[tuple[int, date, str]]:
        rows = self._db.execute(
            "SELECT work_id, valid_from, label FROM entry"
            " WHERE version_id = %s AND valid_from IS NOT NULL",
            (version,),
        )
        return {(work, day, label) for work, day, label in rows}

    def _settle(self) -> None:
        self._bulk.flush()
        works = sorted(self._touched)
        rows = self._db.execute(
            "SELECT e.work_id, e.valid_from, e.valid_to, e.expression_id, e.version_id"
            " FROM entry e JOIN version v ON v.id = e.version_id"
            " WHERE e.work_id = ANY(%s) AND v.active AND e.valid_from IS NOT NULL ORDER BY e.id",
            (works,),
        )
        claims: dict[int, list[ValidityClaim[int]]] = {}
        for work, start, end, key, version in rows:
            claims.setdefault(work, []).append(ValidityClaim(start, end, key, version))
        self._db.execute("DELETE FROM validity WHERE work_id = ANY(%s)", (works,))
        copied = "COPY validity (work_id, expression_id, version_id, during) FROM STDIN"
        with self._db.cursor() as cursor, cursor.copy(copied) as copy:
            for work, stated in claims.items():
                for span in timeline(stated):
                    during = f"[{span.validity.start},{span.validity.end or ''})"
                    copy.write_row((work, span.key, span.order, during))
        self._touched.clear()
