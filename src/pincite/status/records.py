"""What a clause is read as: what it does, to what, and from which day."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Change(StrEnum):
    """What is done to law."""

    REPEAL = "repeal"
    REPLACE = "replace"
    END = "end"
    SUSPEND = "suspend"
    COMMENCE = "commence"
    SAVE = "save"


class Whole(StrEnum):
    """A target that the words do not name: what they stand in."""

    LAW = "law"
    PROVISION = "provision"


class NamedTarget(NamedTuple):
    """A target that is named: text[start:end]."""

    start: int
    end: int


Target = Whole | NamedTarget


class ForceClause(NamedTuple):
    """text[start:end] says it. `date` is the day from which, "" where none is said."""

    change: Change
    start: int
    end: int
    target: Target
    date: str = ""
