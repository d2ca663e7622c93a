"""Court overrides and preemptions: checked, and written to the corpus."""

from __future__ import annotations

from datetime import date

from pincite.corpus.store import CorpusStore
from pincite.errors import BadDate, InputError
from pincite.model import Override, OverrideStatus, Preemption
from pincite.model.dates import as_date


def add_override(
    store: CorpusStore,
    urn: str,
    status: str,
    *,
    authority: str,
    citation: str,
    start: date | str,
    end: date | str | None,
    note: str,
) -> Override:
    """Record that a court has halted a rule. Raises InputError, BadDate."""
    try:
        kind = OverrideStatus(status.upper())
    except ValueError:
        names = ", ".join(OverrideStatus)
        raise InputError(f"no status {status!r}", hint=f"One of {names}.") from None
    first = as_date(start)
    if first is None:
        raise BadDate("an override needs the date it began")
    if not authority.strip():
        raise InputError("an override needs its authority", hint="Name the court.")
    last = _after(first, as_date(end))
    with store.write() as writer:
        number = writer.add_override(Override(0, urn, kind, authority, citation, first, last, note))
    return next(override for override in store.overrides() if override.id == number)


def add_preemption(
    store: CorpusStore,
    urn: str,
    by: str,
    *,
    authority: str,
    start: date | str | None,
    end: date | str | None,
    note: str,
) -> Preemption:
    """Record that the higher rule `by` overlaps a rule. Raises BadDate."""
    first = as_date(start)
    last = _after(first, as_date(end))
    with store.write() as writer:
        number = writer.add_preemption(Preemption(0, urn, by, authority, first, last, note))
    return next(preemption for preemption in store.preemptions() if preemption.id == number)


def _after(start: date | None, end: date | None) -> date | None:
    if start is not None and end is not None and end <= start:
        raise BadDate(f"the end {end} is not after the start {start}")
    return end
