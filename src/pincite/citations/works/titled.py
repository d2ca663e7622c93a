"""Works by what they are told apart by, and the names that they go by."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from pincite.citations.reading import Locale

PART = "part of a code"


class NameSort(IntEnum):
    """What kind of name it is, the surest first. Usual names and acronyms are not looked for in
    texts."""

    TITLE = 0
    GIVEN = 1
    ALONE = 2
    """A part of the title that stands for all of it: "the Constitution", "stjórnarskráin"."""
    USUAL = 3
    """What people call it: "Criminal Code", "alm. hgl.", "hlutafélagalög"."""
    TAIL = 4
    ACRONYM = 5

    @property
    def sure(self) -> bool:
        return self <= NameSort.USUAL

    @property
    def in_texts(self) -> bool:
        return self not in (NameSort.USUAL, NameSort.ACRONYM)


class TitledWork(NamedTuple):
    """A work and what it is told apart by. `within` is where its sections are when they stand in
    its schedule, as those of a constitution that an act enacts; `own` are then the act's own. An
    act that is part of a code has the kind PART: its own numbers are not those of the code."""

    urn: str
    title: str
    jurisdiction: str
    language: str = "en"
    kind: str = ""
    number: str = ""
    year: str = ""
    chapter: str = ""
    cases: tuple[str, ...] = ()
    within: str = ""
    own: frozenset[str] = frozenset()

    def section(self, number: str) -> str:
        """The URN of a section."""
        return f"{self.within if self.within and number not in self.own else self.urn}:{number}"


class NamedWork(NamedTuple):
    """A work under one of its names."""

    work: TitledWork
    name: str
    sort: NameSort


class WorkCandidate(NamedTuple):
    """A work that may be meant. 1.0 is its name to the letter; see `near.Near`."""

    work: TitledWork
    name: str
    score: float


class FoundTitle(NamedTuple):
    """text[start:end] is a name of each of `works`."""

    start: int
    end: int
    works: tuple[NamedWork, ...]


def here(work: TitledWork, locale: Locale) -> bool:
    """Whether a work is of the text's own jurisdictions; any is where nobody said."""
    return not locale.jurisdiction or work.jurisdiction in locale.jurisdictions()
