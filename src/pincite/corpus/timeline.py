"""Which expression of a work is in force when, decided from the entries of the active versions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from pincite.model import Validity

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class ValidityClaim(Generic[Key]):
    """A version's word that `key` is the text from `start` (up to `end`, where it says so).

    A key of None says that the work has no text from `start`: it was repealed or left out.
    `order` is the order of loading.
    """

    start: date
    end: date | None
    key: Key | None
    order: int


@dataclass(frozen=True, slots=True)
class ValiditySpan(Generic[Key]):
    """A range of dates in which `key` is the text in force; `order` is the load that stated it."""

    validity: Validity
    key: Key
    order: int


def timeline(claims: Iterable[ValidityClaim[Key]]) -> list[ValiditySpan[Key]]:
    """Non-overlapping spans, oldest first.

    A claim holds from its start to its own end, or to the next claim's start, whichever is first.
    Of two claims with one start the later load wins. Neighbours with the same text are one span,
    named by the load that stated it first.
    """
    by_start: dict[date, ValidityClaim[Key]] = {}
    for claim in sorted(claims, key=lambda claim: (claim.start, claim.order)):
        by_start[claim.start] = claim
    ordered = list(by_start.values())
    spans: list[ValiditySpan[Key]] = []
    for index, claim in enumerate(ordered):
        following = ordered[index + 1].start if index + 1 < len(ordered) else None
        ends = [day for day in (claim.end, following) if day is not None]
        end = min(ends) if ends else None
        if claim.key is None or (end is not None and end <= claim.start):
            continue
        if spans and spans[-1].key == claim.key and spans[-1].validity.end == claim.start:
            first = spans.pop()
            spans.append(ValiditySpan(Validity(first.validity.start, end), claim.key, first.order))
        else:
            spans.append(ValiditySpan(Validity(claim.start, end), claim.key, claim.order))
    return spans
