"""Results counted by what they are; each count is a link that narrows the search or widens it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pincite.surfaces.web.address import FACETS, Asked


@dataclass(frozen=True, slots=True)
class FacetValue:
    value: str
    count: int
    chosen: bool
    address: str


@dataclass(frozen=True, slots=True)
class Facet:
    name: str
    values: tuple[FacetValue, ...]


def facets(asked: Asked, hits: Iterable[dict[str, Any]]) -> list[Facet]:
    """Counted over the hits, the most frequent first; what was chosen stays, even at none."""
    every = list(hits)
    found: list[Facet] = []
    for name in FACETS:
        counted = Counter(value for hit in every if (value := _value(name, hit)))
        chosen = asked.chosen(name)
        values = sorted({*counted, *chosen}, key=lambda value: (-counted[value], value))
        if values:
            found.append(
                Facet(
                    name,
                    tuple(_linked(asked, name, value, counted[value], chosen) for value in values),
                )
            )
    return found


def _linked(asked: Asked, name: str, value: str, count: int, chosen: list[str]) -> FacetValue:
    others = [other for other in chosen if other != value]
    wanted = others if value in chosen else [*others, value]
    return FacetValue(value, count, value in chosen, asked.address(**{name: wanted}))


def _value(name: str, hit: dict[str, Any]) -> str:
    law = hit["law"]
    if name == "type":
        return hit["source"]["kind"]
    if law is None:
        return ""
    if name == "jurisdiction":
        return law["urn"].split(":")[2]
    return law[name]
