"""Proof that a corpus is what was loaded: every hash and the audit chain, computed again."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.corpus.store import CorpusStore


@dataclass(frozen=True, slots=True)
class CorpusVerification:
    """What `audit verify` found; `problems` is empty where everything holds. `indexes` is what the
    indexes had otherwise than the corpus; they were made again from it, and nothing is lost."""

    entries: int
    expressions: int
    fingerprint: str
    problems: list[str]
    indexes: tuple[str, ...] = ()


def verified(store: CorpusStore) -> CorpusVerification:
    """Recompute every hash from what is stored, and the chain of the audit log."""
    problems = list(store.damaged())
    counts = store.counts() if not problems else {"audit": 0, "expression": 0}
    fingerprint = store.fingerprint() if not problems else ""
    return CorpusVerification(counts["audit"], counts["expression"], fingerprint, problems)
