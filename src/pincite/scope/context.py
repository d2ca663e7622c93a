"""The context of a rule: its words, what governs it on a date, and why each part is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from pincite.model import Override, Preemption
from pincite.model.status import LawStatus
from pincite.scope.records import Direction, Extent


@dataclass(frozen=True, slots=True)
class ScopedPassage:
    """Words of a provision, as they stand in its expression: text[start:end] of the canonical
    text of version `content_hash`."""

    urn: str
    locator: str
    heading: str
    text: str
    start: int
    end: int
    content_hash: str


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A provision above the rule, or an act that it was made under (`enabling`), and why."""

    passage: ScopedPassage
    why: str
    enabling: bool = False


@dataclass(frozen=True, slots=True)
class Shadowed:
    """A definition that reaches the rule too, and that a nearer one displaces."""

    urn: str
    locator: str
    extent: Extent


@dataclass(frozen=True, slots=True)
class GoverningDefinition:
    """The definition of `term` that governs. `via` is the term whose definition uses it, "" where
    the rule does."""

    term: str
    passage: ScopedPassage
    said: str
    """What it says of the term."""
    extent: Extent
    via: str
    why: str
    shadows: tuple[Shadowed, ...] = ()
    adds: bool = False


@dataclass(frozen=True, slots=True)
class DefinitionTie:
    """Definitions with one extent, of which none is nearer."""

    term: str
    between: tuple[ScopedPassage, ...]
    extent: Extent


@dataclass(frozen=True, slots=True)
class Excepted:
    """A passage that limits the rule or is limited by it, and why it is here."""

    passage: ScopedPassage
    direction: Direction
    words: str
    why: str
    of_all: bool = False
    """It is said of a whole part or work, and so of every rule in it, from outside the rule's own
    section."""


@dataclass(frozen=True, slots=True)
class Halt:
    """A court has put the rule aside: nothing is to be concluded from it."""

    override: Override
    of: str
    """The provision that was put aside: the rule, or one that holds it."""


@dataclass(frozen=True, slots=True)
class NotApplied:
    """What would govern the rule, and is not in force itself."""

    role: str
    """What it would be: definition, exception or enabling."""
    urn: str
    locator: str
    status: LawStatus


@dataclass(frozen=True, slots=True)
class Context:
    """A rule and everything that governs it on a date."""

    rule: ScopedPassage
    at: date | None
    title: str
    language: str
    version: str
    law_status: LawStatus
    ancestors: tuple[Ancestor, ...]
    definitions: tuple[GoverningDefinition, ...]
    ties: tuple[DefinitionTie, ...]
    exceptions: tuple[Excepted, ...]
    halts: tuple[Halt, ...]
    partly: tuple[Override, ...]
    """What courts have put aside of what is below the rule."""
    preemptions: tuple[Preemption, ...]
    not_held: tuple[str, ...] = ()
    """What the rule or its definitions point at and the library does not hold."""
    not_applied: tuple[NotApplied, ...] = ()
    """What was left out since it is not in force: repealed, expired, put aside by a court."""
    left_out: tuple[str, ...] = field(default=())
    """What a budget left out, by its rules."""
    undated: bool = False
    """A date was asked, and the source gives none: nobody knows whether this is what held then."""
