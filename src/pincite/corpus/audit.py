"""The audit chain: each entry's hash covers the entry and the hash before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One entry of the audit log: what was done and when. `hash` covers `previous` too."""

    seq: int
    at: str
    action: str
    detail: dict[str, object]
    previous: str
    hash: str


def seal(seq: int, at: str, action: str, detail: dict[str, object], previous: str) -> AuditEntry:
    body = json.dumps([seq, at, action, detail, previous], sort_keys=True, separators=(",", ":"))
    return AuditEntry(seq, at, action, detail, previous, hashlib.sha256(body.encode()).hexdigest())


def first_break(entries: Iterable[AuditEntry]) -> int | None:
    """The sequence number of the first entry that does not follow from the one before it."""
    previous, expected = GENESIS, 1
    for entry in entries:
        sealed = seal(expected, entry.at, entry.action, entry.detail, previous)
        if entry.seq != expected or entry.previous != previous or entry.hash != sealed.hash:
            return expected
        previous, expected = entry.hash, expected + 1
    return None
