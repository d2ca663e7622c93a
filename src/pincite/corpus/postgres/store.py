"""The PostgreSQL engine behind the corpus port."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import date

from pincite.corpus.audit import AuditEntry
from pincite.corpus.packing import unpack_offsets
from pincite.corpus.postgres import finding, integrity
from pincite.corpus.postgres import transfer as carrying
from pincite.corpus.postgres.documents import PostgresDocuments
from pincite.corpus.postgres.rows import (
    CHUNK_COLUMNS,
    CITATION_COLUMNS,
    EXPRESSION_COLUMNS,
    NODE_COLUMNS,
    quoted,
)
from pincite.corpus.postgres.schema import checked_name
from pincite.corpus.postgres.server import Rows, Server, ServerTimeouts
from pincite.corpus.postgres.writer import PostgresWriter
from pincite.corpus.rows import (
    ORDINAL_BITS,
    PAGE_BITS,
    PAGE_LENGTH,
    read_chunk,
    read_expression,
    read_node,
    read_override,
    read_preemption,
)
from pincite.corpus.store import Stored, VersionEntry
from pincite.corpus.transfer import Table, TableRow, Take
from pincite.errors import LibraryClosed
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


class PostgresStore:
    """One library or matter, in a schema of its own. It may be used from several threads at once.
    Nobody sees what a transaction writes before it ends, not even the thread that writes."""

    def __init__(
        self,
        address: str,
        schema: str,
        *,
        busy_seconds: float = 10.0,
        statement_seconds: float = 0.0,
        connect_seconds: float = 5.0,
        connections: int = 8,
        read_only: bool = False,
        begun: bool = True,
    ) -> None:
        """Open, or create, and bring to the newest schema; read-only, neither. `address` is a URI
        or a connection string of libpq; `begun` is False for one that is to be filled with what
        another holds. Raises ServerUnreachable."""
        self._read_only = read_only
        self._server = Server(
            address,
            checked_name(schema),
            ServerTimeouts(busy_seconds, statement_seconds, connect_seconds),
            connections=connections,
            read_only=read_only,
        )
        self.documents = PostgresDocuments(self._server)
        try:
            if begun and not read_only and not self.revision():
                with self.write() as writer:
                    writer.begin_library()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def write(self) -> Generator[PostgresWriter]:
        self._check_open()
        with self._server.writing() as connection:
            writer = PostgresWriter(connection)
            yield writer
            writer.finish()

    def seal(self) -> None:
        """A schema can be read by those who may not write as it is, once nobody is writing."""
        with self._server.writing():
            pass

    def close(self) -> None:
        self._server.close()

    def versions(self) -> list[Version]:
        rows = self._server.rows(
            "SELECT v.tag, v.collection, v.reader, v.loaded_at, v.active,"
            " (SELECT count(DISTINCT e.work_id) FROM entry e"
            "   WHERE e.version_id = v.id AND e.expression_id IS NOT NULL)"
            " FROM version v ORDER BY v.id"
        )
        return [Version(*row) for row in rows]

    def entries(self, tag: str) -> list[VersionEntry]:
        def asked(ask: finding.Ask) -> Rows:
            version = finding.version_id(ask, tag)
            return ask(
                "SELECT w.urn, coalesce(x.title, ''), coalesce(x.hash, ''), e.label,"
                " e.valid_from, e.valid_to FROM entry e JOIN work w ON w.id = e.work_id"
                " LEFT JOIN expression x ON x.id = e.expression_id WHERE e.version_id = %s"
                " ORDER BY w.urn, e.valid_from NULLS FIRST, e.label, e.id",
                (version,),
            )

        return [VersionEntry(*row) for row in self._server.reading(asked)]

    def works(self) -> Iterator[tuple[str, str]]:
        rows = self._server.rows(
            "SELECT w.urn, (SELECT x.title FROM expression x WHERE x.work_id = w.id"
            " ORDER BY x.id DESC LIMIT 1) FROM work w ORDER BY w.urn"
        )
        return ((urn, title) for urn, title in rows)

    def headers(self) -> Iterator[Expression]:
        rows = self._server.rows(
            f"SELECT w.urn, {quoted(EXPRESSION_COLUMNS, 'x')} FROM work w"  # noqa: S608
            " JOIN expression x ON x.id ="
            " (SELECT e.expression_id FROM entry e JOIN version v ON v.id = e.version_id"
            " WHERE e.work_id = w.id AND e.expression_id IS NOT NULL AND v.active"
            " ORDER BY e.valid_from DESC NULLS LAST, v.id DESC, e.label DESC, e.id LIMIT 1)"
            " ORDER BY w.urn"
        )
        return (read_expression(row[0], row[1:], "", None, None) for row in rows)

    def works_titled(self, title: str, chapter: str) -> list[str]:
        return finding.works_titled(self._server.rows, title, chapter)

    def find(
        self, urn: str, *, at: date | None = None, tag: str | None = None
    ) -> list[tuple[Stored, Node]]:
        return self.find_all([urn], at=at, tag=tag)[urn]

    def find_all(
        self, urns: Sequence[str], *, at: date | None = None, tag: str | None = None
    ) -> dict[str, list[tuple[Stored, Node]]]:
        if at is not None or tag is not None:
            return finding.find_all(self._server.rows, urns, at, tag)
        return self._server.reading(lambda ask: finding.find_all(ask, urns, None, None))

    def expressions(self, work: str) -> list[Stored]:
        return finding.expressions(self._server.rows, work)

    def timeline(self, work: str) -> list[Stored]:
        return finding.timeline(self._server.rows, work)

    def ancestors(self, key: int, node: Node) -> list[Node]:
        number = key << ORDINAL_BITS | node.ordinal
        rows = self._server.rows(
            f"SELECT {NODE_COLUMNS} FROM legal_nodes WHERE citation_path @>"  # noqa: S608
            " (SELECT citation_path FROM legal_nodes WHERE id = %s) AND id <> %s"
            " ORDER BY depth DESC",
            (number, number),
        )
        return [read_node(row) for row in rows]

    def descendants(self, key: int, node: Node, *, depth: int | None = None) -> list[Node]:
        deepest = node.depth + depth if depth is not None else 1 << 30
        # The same as citation_path <@ the node's: a range of the primary key, already in order.
        rows = self._server.rows(
            f"SELECT {NODE_COLUMNS} FROM legal_nodes"  # noqa: S608
            " WHERE id > %s AND id <= %s AND depth <= %s ORDER BY id",
            (key << ORDINAL_BITS | node.ordinal, key << ORDINAL_BITS | node.last, deepest),
        )
        return [read_node(row) for row in rows]

    def nodes(self, key: int) -> Iterator[Node]:
        return map(read_node, self._range(NODE_COLUMNS, "legal_nodes", key))

    def text(self, key: int, start: int = 0, end: int | None = None) -> str:
        first = start // PAGE_LENGTH
        last = (1 << PAGE_BITS) - 1 if end is None else max(first, (end - 1) // PAGE_LENGTH)
        rows = self._server.rows(
            "SELECT text FROM text_page WHERE id BETWEEN %s AND %s ORDER BY id",
            (key << PAGE_BITS | first, key << PAGE_BITS | last),
        )
        skip = first * PAGE_LENGTH
        return "".join(text for (text,) in rows)[start - skip : None if end is None else end - skip]

    def chunks(self, key: int) -> Iterator[Chunk]:
        text = self.text(key)
        for row in self._range(CHUNK_COLUMNS, "chunk", key):
            yield read_chunk(row, text[row[4] : row[5]])

    def chunk(self, key: int, ordinal: int) -> Chunk | None:
        return self.chunks_at([(key, ordinal)]).get((key, ordinal))

    def chunks_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Chunk]:
        # One statement: rows and their words are of one state, and a question asks for dozens.
        page = f"(c.id >> {ORDINAL_BITS} << {PAGE_BITS})"
        rows = self._server.rows(
            f"SELECT {CHUNK_COLUMNS}, (SELECT string_agg(p.text, '' ORDER BY p.id)"  # noqa: S608
            f' FROM text_page p WHERE p.id BETWEEN {page} + c."start" / {PAGE_LENGTH}'
            f' AND {page} + greatest(c."end" - 1, c."start") / {PAGE_LENGTH})'
            " FROM chunk c WHERE c.id = ANY(%s)",
            ([key << ORDINAL_BITS | ordinal for key, ordinal in places],),
        )
        chunks: dict[tuple[int, int], Chunk] = {}
        for *row, text in rows:
            skip = row[4] // PAGE_LENGTH * PAGE_LENGTH
            chunk = read_chunk(row, (text or "")[row[4] - skip : row[5] - skip])
            chunks[row[0] >> ORDINAL_BITS, chunk.ordinal] = chunk
        return chunks

    def citations(self, key: int) -> Iterator[Citation]:
        return (Citation(*row) for row in self._range(CITATION_COLUMNS, "citation", key))

    def paragraphs(self, key: int) -> list[int]:
        rows = self._server.rows("SELECT paragraphs FROM expression WHERE id = %s", (key,))
        return unpack_offsets(rows[0][0]) if rows else []

    def source(self, key: int, index: int) -> Source:
        rows = self._server.rows(
            "SELECT s.sha256, s.name, s.size, s.reader FROM expression_source e"
            " JOIN source s ON s.id = e.source_id WHERE e.expression_id = %s AND e.position = %s",
            (key, index),
        )
        return Source(*rows[0])

    def cited_but_missing(
        self, tag: str, limit: int
    ) -> tuple[int, int, list[tuple[str, str, str]]]:
        total, dangling, links = self._server.reading(
            lambda ask: finding.cited_but_missing(ask, tag, limit)
        )
        examples: list[tuple[str, str, str]] = []
        for number, node, start, end, target in links:
            key = number >> ORDINAL_BITS
            origin = self._server.rows(
                "SELECT urn FROM legal_nodes WHERE id = %s", (key << ORDINAL_BITS | node,)
            )
            examples.append((origin[0][0], self.text(key, start, end), target))
        return total, dangling, examples

    def overrides(self, urns: list[str] | None = None, at: date | None = None) -> list[Override]:
        rows = self._server.rows(
            "SELECT id, urn, status, authority, citation, valid_from::text, valid_to::text, note"
            " FROM judicial_overrides ORDER BY valid_from, id"
        )
        wanted = set(urns) if urns is not None else None
        overrides = [read_override(row) for row in rows if wanted is None or row[1] in wanted]
        return [
            override
            for override in overrides
            if at is None or Validity(override.start, override.end).covers(at)
        ]

    def preemptions(self, urns: list[str] | None = None) -> list[Preemption]:
        rows = self._server.rows(
            "SELECT id, urn, by, authority, valid_from::text, valid_to::text, note"
            " FROM federal_preemption ORDER BY id"
        )
        wanted = set(urns) if urns is not None else None
        return [read_preemption(row) for row in rows if wanted is None or row[1] in wanted]

    def synonyms(self) -> list[Synonym]:
        rows = self._server.rows(
            "SELECT phrase, term, weight, jurisdiction, language, topic FROM legal_synonyms"
            " ORDER BY phrase, term, jurisdiction, language"
        )
        return [Synonym(*row) for row in rows]

    def audit(self) -> Iterator[AuditEntry]:
        return integrity.audit_entries(self._server.rows)

    def damaged(self) -> Iterator[str]:
        return integrity.damaged(self, self._server.rows)

    def fingerprint(self) -> str:
        return self._server.reading(integrity.fingerprint)

    def revision(self) -> int:
        return int(self._server.rows("SELECT coalesce(max(seq), 0) FROM audit")[0][0])

    def counts(self) -> dict[str, int]:
        return integrity.counts(self._server.rows)

    # Moving.

    def carried(self, table: Table) -> Iterator[TableRow]:
        return carrying.carried(self._server, table)

    def still(self) -> AbstractContextManager[None]:
        return self._server.still()

    def filling(self) -> AbstractContextManager[Take]:
        self._check_open()
        return carrying.filling(self._server)

    def _check_open(self) -> None:
        if self._read_only:
            raise LibraryClosed("this matter is closed")

    def _range(self, columns: str, table: str, key: int) -> Rows:
        return self._server.rows(
            f"SELECT {columns} FROM {table} WHERE id >= %s AND id < %s ORDER BY id",  # noqa: S608
            (key << ORDINAL_BITS, (key + 1) << ORDINAL_BITS),
        )
