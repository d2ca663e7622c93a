"""The history of a library: its versions, what changed between them, and its audit log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pincite.corpus import CorpusStore, VersionEntry
from pincite.corpus.audit import AuditEntry
from pincite.corpus.diff import Change, changes
from pincite.model import Version


@dataclass(frozen=True, slots=True)
class CorpusVerification:
    """What `audit verify` found; `problems` is empty where everything holds."""

    entries: int
    expressions: int
    fingerprint: str
    problems: list[str]


class VersionedLaw:
    """The part of a library that lists versions, compares them, rolls back and verifies."""

    store: CorpusStore

    def versions(self) -> list[Version]:
        return self.store.versions()

    def entries(self, tag: str) -> list[VersionEntry]:
        return self.store.entries(tag)

    def diff(self, old: str, new: str) -> list[Change]:
        """What changed between two versions, provision by provision, by URN."""
        return list(changes(self.store, old, new))

    def rollback(self, tag: str) -> list[str]:
        """Make `tag` the newest version of its collection that counts; later ones are set aside,
        not deleted, and come back by rolling forward to them."""
        with self.store.write() as writer:
            return writer.activate(tag)

    # Integrity.

    def stats(self) -> dict[str, int]:
        return self.store.counts()

    def audit(self) -> Iterator[AuditEntry]:
        return self.store.audit()

    def verify(self) -> CorpusVerification:
        """Recompute every hash from what is stored, and the audit chain."""
        problems = list(self.store.damaged())
        counts = self.store.counts() if not problems else {"audit": 0, "expression": 0}
        fingerprint = self.store.fingerprint() if not problems else ""
        return CorpusVerification(counts["audit"], counts["expression"], fingerprint, problems)
