"""Which reporter the letters of a citation mean, and the key and address that follow from it."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import NamedTuple

from eyecite.models import Edition

from pincite.citations.cases.tokens import Token


class CitedEdition(NamedTuple):
    """The settled reading of a token: `others` names the editions it may also be."""

    edition: Edition
    others: str
    key: str
    target: str
    volume: str


class _Bound(NamedTuple):
    first: int
    volumes: int


# Reporters whose every volume is one of the United States Reports, whatever the court.
_whole = frozenset({"Dall.", "Otto"})


# Courts' own numbers that are written 2001-NMSC-012, 2009-Ohio-1200.
_hyphened = frozenset({"NMSC", "NMCA", "NMCERT", "Ohio"})


@functools.cache
def _bound_volumes() -> dict[str, _Bound]:
    file = resources.files("pincite.citations") / "grammars" / "nominative.toml"
    data: dict[str, dict[str, int]] = tomllib.loads(file.read_text("utf-8"))["reporter"]
    return {name: _Bound(bounds["first"], bounds["volumes"]) for name, bounds in data.items()}


def cited(token: Token, year: str) -> CitedEdition:
    """What the token's letters mean in a citation of `year` ("" where it is not said)."""
    editions = _distinct(token.editions)
    if len(editions) > 1 and year:
        editions = [edition for edition in editions if edition.includes_year(int(year))] or editions
    volume = token.groups.get("volume", "")
    page = token.groups.get("page", "")
    bound = _bound_volumes().get(editions[0].short_name)
    if bound is not None and volume.isdigit() and 1 <= int(volume) <= bound.volumes:
        # Of reporters of one name, the court's own is meant where the volume is one of its.
        first = next((edition for edition in editions if edition.reporter.is_scotus), editions[0])
        if first.reporter.is_scotus or first.short_name in _whole:
            volume = str(bound.first + int(volume) - 1)
            return _of(first, "", volume, "U.S.", page)
    return _of(editions[0], _others(editions), volume, editions[0].short_name, page)


def unpaged(page: str) -> bool:
    """Whether a blank stands where the page will be."""
    return not page or not page[0].isalnum()


def _of(edition: Edition, others: str, volume: str, name: str, page: str) -> CitedEdition:
    own = edition.reporter.cite_type == "neutral" and edition.short_name in _hyphened
    between = "-" if own else " "
    key = "" if unpaged(page) else between.join(part for part in (volume, name, page) if part)
    target = f"urn:lex:us:scotus:{volume}-us-{page}" if name == "U.S." and page.isdigit() else ""
    return CitedEdition(edition, others, key, target, volume)


def _distinct(editions: Sequence[Edition]) -> list[Edition]:
    """One of each name of edition and reporter: the database lists some twice."""
    return list(
        {(edition.short_name, edition.reporter.name): edition for edition in editions}.values()
    )


def _others(editions: Sequence[Edition]) -> str:
    return " / ".join(edition.reporter.name for edition in editions) if len(editions) > 1 else ""
