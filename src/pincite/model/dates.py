"""Dates as people and programs give them."""

from __future__ import annotations

from datetime import date

from pincite.errors import BadDate


def as_date(value: date | str | None) -> date | None:
    if value is None or isinstance(value, date):
        return value
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise BadDate(f"not a date: {value[:40]!r}") from None
