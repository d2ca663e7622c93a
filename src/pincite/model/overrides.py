"""What courts and other legislatures have done to a rule, and what people call its terms."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class OverrideStatus(StrEnum):
    VOID = "VOID"
    ENJOINED = "ENJOINED"
    SUSPENDED = "SUSPENDED"


@dataclass(frozen=True, slots=True)
class Override:
    """A judicial override of a node and everything below it, from `start` up to `end`."""

    id: int
    urn: str
    status: OverrideStatus
    authority: str
    citation: str
    start: date
    end: date | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Preemption:
    """A higher law that overlaps a rule: a warning, never a halt."""

    id: int
    urn: str
    by: str
    authority: str
    start: date | None = None
    end: date | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Synonym:
    """A lay phrase and the statutory term it stands for, with a weight in (0, 1]."""

    phrase: str
    term: str
    weight: float = 1.0
    jurisdiction: str = ""
    language: str = ""
    topic: str = ""
