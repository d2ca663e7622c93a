"""What scope finds in a law: definitions and their reach, exceptions and their targets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Extent:
    """The subtrees, by URN, that a definition reaches, and those taken out again. `words` are what
    the law says of it, "" where it says nothing. `delegated`: the rules made under the work too."""

    includes: tuple[str, ...]
    excludes: tuple[str, ...] = ()
    words: str = ""
    delegated: bool = False


@dataclass(frozen=True, slots=True)
class StatutoryDefinition:
    """text[start:end] defines `term`, in the provision `urn`; what it says of it begins at `body`.
    `adds`: it adds to another definition, or takes from it, and stands beside it. `same_as` are the
    places whose meaning it takes over."""

    term: str
    urn: str
    start: int
    body: int
    end: int
    extent: Extent
    adds: bool = False
    same_as: tuple[str, ...] = ()


class Direction(StrEnum):
    """Which of two rules gives way to the other."""

    LIMITS = "limits"
    """It takes something out of the rule."""
    YIELDS = "yields"
    """The rule gives way to it."""
    OVERRIDES = "overrides"
    """The rule prevails over it."""


@dataclass(frozen=True, slots=True)
class Stated:
    """Words of the provision `urn` that limit what they are pointed at. text[start:end] says so.

    `targets` are what it is pointed at; a rule that is one of them, or below one, is touched.
    `direction` is seen from the targets, and `own` from the provision that says it.
    """

    urn: str
    start: int
    end: int
    words: str
    targets: tuple[str, ...]
    direction: Direction
    own: Direction | None = None
