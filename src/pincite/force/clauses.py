"""Finds in the words of a law what they do to law: repeal, replace, end, suspend, begin or save it.

A wrong reading hides living law, so the subject of the verb has to be law: an act, a by-law, a
section, a provision. What is said of a licence, an award, an appointment or a contract is no
reading, nor is a power to repeal later, nor a condition.
"""

from __future__ import annotations

from collections.abc import Iterator
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


def clauses(text: str, language: str) -> list[ForceClause]:
    """In the order of the text; what two rules read in the same words of the same target is one."""
    found: dict[tuple[Change, Target | tuple[int, int]], ForceClause] = {}
    for clause in sorted(_every(text, language), key=lambda one: (one.start, one.end - one.start)):
        named = isinstance(clause.target, NamedTarget)
        key = (clause.change, clause.target if named else (clause.start, clause.end))
        found.setdefault(key, clause)
    return list(found.values())


def _every(text: str, language: str) -> Iterator[ForceClause]:
    # Each reads its own language alone.
    if language == "is":
        from pincite.force.icelandic import icelandic

        yield from icelandic(text)
    else:
        from pincite.force.english import english

        yield from english(text)
