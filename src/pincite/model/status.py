"""Whether law is in force on a day, and what says so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from pincite.model.overrides import Override


class Status(StrEnum):
    """Of a provision on a day. One that nothing speaks against is in force."""

    IN_FORCE = "in force"
    NOT_YET = "not yet in force"
    REPEALED = "repealed"
    SUPERSEDED = "superseded"
    """The publisher keeps it beside the text that took its place."""
    EXPIRED = "expired"
    SUSPENDED = "suspended or void"
    UNKNOWN = "unknown"
    """What is held does not tell."""


class Flag(StrEnum):
    """What else to know of a provision, whatever its status."""

    AMENDED = "amended since this text"
    TEMPORARY = "temporary"
    MADE_UNDER_ENDED = "made under law that is not in force"


@dataclass(frozen=True, slots=True)
class StatusEvidence:
    """`words` stand in `urn`, as text[start:end] of the version `content_hash`; `day` is the first
    day of what they say, None where it is not known."""

    urn: str
    locator: str
    words: str
    start: int
    end: int
    content_hash: str
    day: date | None = None
    publisher: bool = False
    """Whether it is the publisher's mark on the provision, or on what holds it."""


@dataclass(frozen=True, slots=True)
class StatusFlag:
    """A flag and the words that it rests on."""

    flag: Flag
    by: StatusEvidence | None = None


@dataclass(frozen=True, slots=True)
class LawStatus:
    """`since` is the day from which the status holds, or, of what is not yet in force, the day on
    which it begins; None where nothing says. `by` are the words that it rests on, `court` the
    override."""

    status: Status = Status.IN_FORCE
    since: date | None = None
    by: StatusEvidence | None = None
    court: Override | None = None
    flags: tuple[StatusFlag, ...] = ()

    @property
    def may_apply(self) -> bool:
        """Whether it may be quoted as law of that day. What is unknown may; it has to be said."""
        return self.status in (Status.IN_FORCE, Status.UNKNOWN)

    @property
    def is_plain(self) -> bool:
        """In force, with nothing more to say."""
        return self.status is Status.IN_FORCE and not self.flags


IN_FORCE = LawStatus()
