"""Says why a provision was not found: never there, not on that date, or not in that version."""

from __future__ import annotations

from datetime import date

from pincite.corpus.store import CorpusStore, Stored
from pincite.errors import NotFound
from pincite.model import Urn


def absent(store: CorpusStore, urn: Urn, at: date | None, version: str | None) -> NotFound:
    """What to raise; its hint says where the work is known."""
    when = f"on {at}" if at else f"in version {version}" if version else "today"
    for depth in range(len(urn.path), -1, -1):
        work = str(Urn(urn.jurisdiction, urn.corpus, urn.path[:depth]))
        kept = store.expressions(work)
        if kept:
            known = ", ".join(dict.fromkeys(map(_known, kept)))
            hint = f"{work} is known in {known}."
            if any(store.find(str(urn), at=None, tag=stored.version) for stored in kept):
                return NotFound(f"{urn} is not there {when}", hint=hint)
            return NotFound(f"{urn} is not in {work}", hint=hint)
    return NotFound(f"{urn} is not in this library")


def _known(stored: Stored) -> str:
    since = stored.expression.start or stored.expression.label or "undated"
    return f"{stored.version} (from {since})"
