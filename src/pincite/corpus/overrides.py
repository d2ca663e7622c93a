"""Court overrides and preemptions of the law that is kept, and synonyms of its terms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import date

from pincite.corpus import CorpusStore
from pincite.errors import BadDate, InputError
from pincite.model import Override, OverrideStatus, Preemption, Synonym, Urn
from pincite.model.dates import as_date


class OverriddenLaw(ABC):
    """The part of a library that adds, lists and removes overrides, preemptions and synonyms."""

    store: CorpusStore

    @abstractmethod
    def resolve(self, what: str) -> Urn: ...

    def add_override(
        self,
        urn: str,
        status: str,
        *,
        authority: str,
        citation: str = "",
        start: date | str,
        end: date | str | None = None,
        note: str = "",
    ) -> Override:
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
        override = Override(0, str(self.resolve(urn)), kind, authority, citation, first, last, note)
        with self.store.write() as writer:
            number = writer.add_override(override)
        return self._one_override(number)

    def overrides(self, urn: str | None = None, *, at: date | str | None = None) -> list[Override]:
        return self.store.overrides([str(self.resolve(urn))] if urn else None, as_date(at))

    def remove_override(self, number: int) -> None:
        with self.store.write() as writer:
            writer.remove_override(number)

    def add_preemption(
        self,
        urn: str,
        by: str,
        *,
        authority: str = "",
        start: date | str | None = None,
        end: date | str | None = None,
        note: str = "",
    ) -> Preemption:
        first = as_date(start)
        last = _after(first, as_date(end))
        names = str(self.resolve(urn)), str(self.resolve(by))
        preemption = Preemption(0, *names, authority, first, last, note)
        with self.store.write() as writer:
            number = writer.add_preemption(preemption)
        return next(
            preemption for preemption in self.store.preemptions() if preemption.id == number
        )

    def preemptions(self, urn: str | None = None) -> list[Preemption]:
        return self.store.preemptions([str(self.resolve(urn))] if urn else None)

    def synonyms(self) -> list[Synonym]:
        return self.store.synonyms()

    def _one_override(self, number: int) -> Override:
        return next(override for override in self.store.overrides() if override.id == number)


def _after(start: date | None, end: date | None) -> date | None:
    if start is not None and end is not None and end <= start:
        raise BadDate(f"the end {end} is not after the start {start}")
    return end
