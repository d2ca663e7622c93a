"""Writes overrides, preemptions, synonyms and the audit log to PostgreSQL."""

from __future__ import annotations

import json

from pincite.corpus.audit import GENESIS, seal
from pincite.corpus.clock import now
from pincite.corpus.postgres.schema import Connection
from pincite.corpus.rows import iso
from pincite.errors import NotFound
from pincite.model import Override, Preemption, Synonym, Urn


def log(db: Connection, action: str, detail: dict[str, object]) -> None:
    """Add the audit entry that follows from the last one."""
    row = db.execute("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1").fetchone()
    seq, previous = (int(row[0]) + 1, str(row[1])) if row else (1, GENESIS)
    entry = seal(seq, now(), action, detail, previous)
    db.execute(
        "INSERT INTO audit (seq, at, action, detail, previous, hash)"
        " VALUES (%s, %s, %s, %s, %s, %s)",
        (
            entry.seq, entry.at, entry.action,
            json.dumps(entry.detail, sort_keys=True, ensure_ascii=False),
            entry.previous, entry.hash,
        ),
    )  # fmt: skip


class OverrideWriter:
    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add_override(self, override: Override) -> int:
        Urn.parse(override.urn)
        number = self._number("judicial_overrides")
        self._db.execute(
            "INSERT INTO judicial_overrides"
            " (id, urn, status, authority, citation, valid_from, valid_to, note)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
            (
                number, override.urn, override.status.value, override.authority, override.citation,
                override.start, override.end, override.note,
            ),
        )  # fmt: skip
        self._audit(
            "override add",
            {"id": number, "urn": override.urn, "status": override.status.value,
             "authority": override.authority, "from": iso(override.start), "to": iso(override.end)},
        )  # fmt: skip
        return number

    def remove_override(self, override_id: int) -> None:
        row = self._db.execute(
            "DELETE FROM judicial_overrides WHERE id = %s RETURNING urn", (override_id,)
        ).fetchone()
        if row is None:
            raise NotFound(f"no override {override_id}", hint="`pincite override list` shows them.")
        self._audit("override remove", {"id": override_id, "urn": row[0]})

    def add_preemption(self, preemption: Preemption) -> int:
        Urn.parse(preemption.urn)
        Urn.parse(preemption.by)
        number = self._number("federal_preemption")
        self._db.execute(
            "INSERT INTO federal_preemption (id, urn, by, authority, valid_from, valid_to, note)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s)",
            (
                number, preemption.urn, preemption.by, preemption.authority, preemption.start,
                preemption.end, preemption.note,
            ),
        )  # fmt: skip
        self._audit("preemption add", {"id": number, "urn": preemption.urn, "by": preemption.by})
        return number

    def add_synonyms(self, synonyms: list[Synonym]) -> int:
        before = self._synonyms()
        with self._db.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO legal_synonyms (phrase, term, jurisdiction, language, weight, topic)"
                " VALUES (%s, %s, %s, %s, %s, %s)"
                " ON CONFLICT (phrase, term, jurisdiction, language)"
                " DO UPDATE SET weight = excluded.weight, topic = excluded.topic",
                [
                    (s.phrase, s.term, s.jurisdiction, s.language, s.weight, s.topic)
                    for s in synonyms
                ],
            )
        added = self._synonyms() - before
        self._audit("synonym import", {"given": len(synonyms), "new": added})
        return added

    def begin_library(self) -> None:
        """Unless another process has begun it."""
        if self._db.execute("SELECT 1 FROM audit LIMIT 1").fetchone() is None:
            self._audit("init", {})

    def _audit(self, action: str, detail: dict[str, object]) -> None:
        log(self._db, action, detail)

    def _synonyms(self) -> int:
        row = self._db.execute("SELECT count(*) FROM legal_synonyms").fetchone()
        return int(row[0]) if row else 0

    def _number(self, table: str) -> int:
        # A sequence would go on counting where a transaction is taken back.
        row = self._db.execute(
            "INSERT INTO counter AS c (name, last) VALUES (%s, 1)"
            " ON CONFLICT (name) DO UPDATE SET last = c.last + 1 RETURNING last",
            (table,),
        ).fetchone()
        assert row is not None
        return int(row[0])
