"""Decides the status of a provision on a day: in force or not, since when, and by which words.

What says so, strongest first: the publisher's own mark on it or on what holds it; a law in force
that repeals it; the days that its own law gives; a court's override; the dates of its source. What
the held law leaves open is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from pincite.model import Node, Override
from pincite.model.status import IN_FORCE, Flag, LawStatus, Status, StatusEvidence, StatusFlag
from pincite.status.clauses import clauses
from pincite.status.place import LawOnADay, ProvisionInForce
from pincite.status.reading import StatusReading
from pincite.status.records import Change

# What publishers mark. Of what was moved or left out they do not say whether it still holds.
MARKS: Mapping[str, Status] = {
    **dict.fromkeys(("repealed", "abolished"), Status.REPEALED),
    **dict.fromkeys(("superseded", "not current"), Status.SUPERSEDED),
    **dict.fromkeys(("expired", "terminated"), Status.EXPIRED),
    "unconstitutional": Status.SUSPENDED,
    "not funded": Status.NOT_YET,
    **dict.fromkeys(
        ("transferred", "renumbered", "redesignated", "omitted", "reserved", "vacant"),
        Status.UNKNOWN,
    ),
}
_WORDS = 300
# A saving that reaches what was made under the law that it repeals.
_made_under = re.compile(
    r"\b(?:regulations?|rules?|by-?laws?|instruments?|notices?|orders?|proclamations?|anything)\b|"
    r"\b(?:reglugerð|reglur|reglum|auglýsing|gjaldskr)",
    re.IGNORECASE,
)


class Readings(Protocol):
    """What the held law says of the status of law. Each list is in a fixed order."""

    def readings(self, urns: Sequence[str]) -> list[tuple[int, StatusReading]]:
        """What is said of any of these, each with the key of the expression that says it."""
        ...

    def savings(self, key: int) -> list[StatusReading]:
        """What an expression saves of the laws that it repeals."""
        ...

    def powers(self, key: int) -> list[str]:
        """The URNs that an expression says it was made under."""
        ...


class NoReadings:
    """Of law that was not read yet."""

    def readings(self, urns: Sequence[str]) -> list[tuple[int, StatusReading]]:
        del urns
        return []

    def savings(self, key: int) -> list[StatusReading]:
        del key
        return []

    def powers(self, key: int) -> list[str]:
        del key
        return []


@dataclass
class StatusAt:
    """Answers for one day. `law` finds provisions on that day."""

    law: LawOnADay
    index: Readings

    def of(self, place: ProvisionInForce) -> LawStatus:
        said = self._said(place)
        found = self._decided(place, said)
        return replace(found, flags=tuple(self._flags(place, said, found)))

    def _said(self, place: ProvisionInForce) -> list[tuple[int, StatusReading]]:
        return [
            (key, reading)
            for key, reading in self.index.readings(place.urns)
            if not any(urn in place.urns for urn in reading.but)
        ]

    def _decided(
        self, place: ProvisionInForce, said: Sequence[tuple[int, StatusReading]]
    ) -> LawStatus:
        return (
            self._marked(place)
            or self._repealed(place, said)
            or self._ended(place, said)
            or self._halted(place)
            or self._not_begun(place, said)
            or self._undated(place)
            or IN_FORCE
        )

    # By the publisher, and by courts.

    def _marked(self, place: ProvisionInForce) -> LawStatus | None:
        for at, node in enumerate((place.node, *place.above)):
            if status := MARKS.get(node.status):
                holder = ProvisionInForce(place.stored, node, place.above[at:])
                by = self._evidence(holder, node.start, min(node.end, node.start + _WORDS))
                day = _noted_day(by.words, place.stored.expression.language)
                return LawStatus(status, day, replace(by, day=day, publisher=True))
        return None

    def _halted(self, place: ProvisionInForce) -> LawStatus | None:
        over = self.overrides(place)
        return LawStatus(Status.SUSPENDED, over[0].start, court=over[0]) if over else None

    def overrides(self, place: ProvisionInForce) -> list[Override]:
        """Of the provision and of what holds it."""
        return self.law.store.overrides(list(place.urns), self.law.day)

    # By other laws.

    def _repealed(
        self, place: ProvisionInForce, said: Sequence[tuple[int, StatusReading]]
    ) -> LawStatus | None:
        unsure: LawStatus | None = None
        for key, reading in said:
            if reading.change is not Change.REPEAL or key == place.stored.key:
                continue
            found = self._by_other(place, key, reading)
            if found is not None and found.status is Status.REPEALED:
                return found
            unsure = unsure or found
        return unsure

    def _by_other(
        self, place: ProvisionInForce, key: int, reading: StatusReading
    ) -> LawStatus | None:
        by = self.law.find(reading.said_in)
        if by is None or by.stored.key != key or not by.stored.expression.year.isdigit():
            return None
        begins = self._begins(by, key, reading)
        year = begins.year if begins else int(by.stored.expression.year)
        if year > self.law.day.year or (begins and begins > self.law.day):
            return None
        states = place.stored.validity.start if place.stored.validity else None
        # What the publisher gives as the law of a later day has not ended, or not all of it.
        if states is not None and (states >= begins if begins else states.year > year):
            return None
        evidence = self._evidence(by, reading.start, reading.end, begins, reading.listed_in)
        # Of a year alone nobody knows the day.
        open_year = begins is None and year == self.law.day.year and self.law.at is not None
        # A text without a date may be one from after the repeal, with a new section of that number.
        open_text = states is None and reading.urn != place.work
        if open_year or open_text:
            return LawStatus(Status.UNKNOWN, by=evidence)
        return LawStatus(Status.REPEALED, begins, evidence)

    def _begins(self, by: ProvisionInForce, key: int, reading: StatusReading) -> date | None:
        """The day from which a law does what its words say: the day they give, or the last of
        those on which the law, and the provision that says it, begin."""
        days = [
            own.day
            for at, own in self.index.readings(by.urns)
            if at == key and own.change is Change.COMMENCE
        ]
        return max((_day(day) for day in (*days, reading.day) if len(day) == _ISO), default=None)

    # By its own law.

    def _ended(
        self, place: ProvisionInForce, said: Sequence[tuple[int, StatusReading]]
    ) -> LawStatus | None:
        for reading in self._own(place, said, Change.END, Change.REPEAL):
            day = _day(reading.day)
            if day <= self.law.day:
                ended = reading.change is Change.REPEAL
                status = Status.REPEALED if ended else Status.EXPIRED
                return LawStatus(status, day, self._said_by(place, reading))
        return None

    def _not_begun(
        self, place: ProvisionInForce, said: Sequence[tuple[int, StatusReading]]
    ) -> LawStatus | None:
        for reading in self._own(place, said, Change.COMMENCE):
            day = _day(reading.day)
            if day > self.law.day:
                return LawStatus(Status.NOT_YET, day, self._said_by(place, reading))
        return None

    def _own(
        self,
        place: ProvisionInForce,
        said: Sequence[tuple[int, StatusReading]],
        *changes: Change,
    ) -> Iterator[StatusReading]:
        for key, reading in said:
            if key == place.stored.key and reading.change in changes and reading.day:
                yield reading

    def _undated(self, place: ProvisionInForce) -> LawStatus | None:
        """On a date that was asked, of a source that gives none."""
        if self.law.at is None or place.stored.validity is not None:
            return None
        year = place.stored.expression.year
        later = year.isdigit() and int(year) > self.law.at.year
        return LawStatus(Status.NOT_YET if later else Status.UNKNOWN)

    # Flags.

    def _flags(
        self, place: ProvisionInForce, said: Sequence[tuple[int, StatusReading]], found: LawStatus
    ) -> Iterator[StatusFlag]:
        if not found.may_apply:
            return
        states = place.stored.validity.start if place.stored.validity else None
        for key, reading in said:
            if reading.change is Change.REPLACE and key != place.stored.key and states is not None:
                by = self.law.find(reading.said_in)
                begins = self._begins(by, key, reading) if by else None
                if by and by.stored.key == key and begins and states < begins <= self.law.day:
                    evidence = self._evidence(by, reading.start, reading.end, begins)
                    yield StatusFlag(Flag.AMENDED, evidence)
                    break
        for reading in self._own(place, said, Change.END, Change.REPEAL):
            yield StatusFlag(Flag.TEMPORARY, self._said_by(place, reading))
            break
        yield from self._made_under(place)

    def _made_under(self, place: ProvisionInForce) -> Iterator[StatusFlag]:
        for urn in self.index.powers(place.stored.key):
            power = self.law.find(urn)
            if power is None or power.work == place.work:
                continue
            status = self._decided(power, self._said(power))
            if status.may_apply:
                continue
            if status.status is Status.REPEALED and self._saved(status):
                continue
            evidence = status.by or self._of_court(power, status)
            yield StatusFlag(Flag.MADE_UNDER_ENDED, evidence)
            return

    def _saved(self, repealed: LawStatus) -> bool:
        """Whether the law that repeals an act keeps what was made under it."""
        by = self.law.find(repealed.by.urn) if repealed.by else None
        if by is None:
            return False
        store, key = self.law.store, by.stored.key
        return any(
            _made_under.search(store.text(key, saving.start, saving.end))
            for saving in self.index.savings(key)
        )

    # Evidence.

    def _said_by(self, place: ProvisionInForce, reading: StatusReading) -> StatusEvidence | None:
        by = self.law.find(reading.said_in)
        return self._evidence(by, reading.start, reading.end, _day(reading.day)) if by else None

    def _of_court(self, place: ProvisionInForce, status: LawStatus) -> StatusEvidence:
        node: Node = place.node
        return self._evidence(place, node.start, min(node.end, node.start + _WORDS), status.since)

    def _evidence(
        self,
        place: ProvisionInForce,
        start: int,
        end: int,
        day: date | None = None,
        listed_in: str = "",
    ) -> StatusEvidence:
        stored = place.stored
        listed = self.law.find(listed_in) if listed_in else None
        shown = listed or place
        words = self.law.store.text(stored.key, start, end)
        return StatusEvidence(shown.node.urn, shown.locator, words, start, end, stored.hash, day)


_ISO = len("2010-01-01")


def _noted_day(note: str, language: str) -> date | None:
    """The day that the publisher's note gives: "[section 18 repealed … with effect from …]"."""
    days = {clause.date for clause in clauses(note, language) if len(clause.date) == _ISO}
    return _day(days.pop()) if len(days) == 1 else None


def _day(iso: str) -> date:
    return date.fromisoformat(iso)
