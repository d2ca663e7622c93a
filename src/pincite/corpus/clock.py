"""The present moment, in the form in which the corpus writes it down."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """ISO 8601 in UTC, to the second: 2026-01-15T14:30:00Z."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
