"""Places in laws as questions write them, with or without dots, accents or the law's name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pincite.citations.icelandic.places import IcelandicPlace, chain, path, places, shapes
from pincite.citations.laws.addresses import LawAddress, anywhere, bare
from pincite.citations.scanning.folding import typed_with_origin
from pincite.citations.works.named import target_of
from pincite.citations.works.titled import TitledWork

Target = Callable[[TitledWork], tuple[str, ...]]
_word = re.compile(r"(?<![\w/.:-])[\w]")
_until = re.compile(r" ?[-–—] ?|,? (?:to|through|thru|til) ", re.IGNORECASE)
_hyphened = re.compile(r"(?P<first>\d{1,4}[A-Za-z]{0,2})-(?P<last>\d{1,4}[A-Za-z]{0,2})")
_code = ("code", "regulation")


class AskedPlace(NamedTuple):
    """query[start:end] names a place; `within` gives its URNs in a work, the first and, for a
    range, the last."""

    start: int
    end: int
    language: str
    within: Target
    place: IcelandicPlace | None = None


def asked(query: str) -> list[AskedPlace]:
    """In order, none over another; of two at one place the longer."""
    found = [
        AskedPlace(address.start, address.end, "en", _in_act(address))
        for address in anywhere(query)
    ]  # fmt: skip
    found += _icelandic(query)
    found.sort(key=lambda asked_place: (asked_place.start, -asked_place.end))
    kept: list[AskedPlace] = []
    for place in found:
        if not kept or place.start >= kept[-1].end:
            kept.append(place)
    return kept


def as_range(urn: str) -> tuple[str, str] | None:
    """The ends of a range that its hyphen makes look like one section: "9 U.S.C. §§ 4-6"."""
    work, _, name = urn.rpartition(":")
    both = _hyphened.fullmatch(name)
    if both is None or _count(both["first"]) > _count(both["last"]):
        return None
    return f"{work}:{both['first']}", f"{work}:{both['last']}"


def _count(number: str) -> int:
    return int(number.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def ranged(query: str, places: list[AskedPlace]) -> list[AskedPlace]:
    """Two places with a dash or "to" between them are the ends of one range: "36. gr. a – 36. gr.
    d", "section 12 to section 14"."""
    found: list[AskedPlace] = []
    for place in places:
        before = found[-1] if found else None
        if (
            before is not None
            and before.language == place.language
            and _until.fullmatch(query, before.end, place.start)
        ):
            found[-1] = _from_to(before, place)
            continue
        found.append(place)
    return found


def _from_to(first: AskedPlace, last: AskedPlace) -> AskedPlace:
    def within(work: TitledWork) -> tuple[str, ...]:
        return (*first.within(work)[:1], *last.within(work)[-1:])

    return AskedPlace(first.start, last.end, first.language, within)


def _in_act(address: LawAddress) -> Target:
    """ "section 12-14" is a range of an act, whose sections have no hyphens, and one section of a
    code."""
    both = _hyphened.fullmatch(address.number)
    if both is None or address.last is not None or address.pins:
        return lambda work: target_of(work, address)
    spread = address._replace(number=both["first"], last=(both["last"], ()))
    return lambda work: target_of(work, address if work.kind in _code else spread)


def _icelandic(query: str) -> list[AskedPlace]:
    text, origin = typed_with_origin(query)
    form = shapes(loose=True)
    found: list[AskedPlace] = []
    at = 0
    while (start := _word.search(text, at)) is not None:
        at = start.start()
        outward = chain(text, at, form)
        inward = chain(text, at, form, outward=False)
        steps = outward
        if sum(step.end - step.start for step in inward) > sum(
            step.end - step.start for step in outward
        ):
            steps = inward[::-1]
        if not steps:
            at += 1
            continue
        first, last = min(step.start for step in steps), max(step.end for step in steps)
        for place in places(steps):
            span = (first, last) if steps is not outward else (place.start, place.end)
            found.append(
                AskedPlace(origin[span[0]], origin[span[1] - 1] + 1, "is", _in_law(place), place)
            )
        at = last
    return found


def joined(places: list[AskedPlace]) -> list[AskedPlace]:
    """Of places in one Icelandic law, a paragraph or item that stands apart from its article is
    taken into it: "72. grein stjórnarskrárinnar, 1. mgr."."""
    found: list[AskedPlace] = []
    for asked_place in places:
        before = found[-1].place if found else None
        if asked_place.place is not None and before is not None:
            units, inner = dict(before.units), dict(asked_place.place.units)
            apart = not inner.keys() & {"article", "chapter", "part", *units}
            if "article" in units and apart and not before.last and not asked_place.place.last:
                place = before._replace(units=(*asked_place.place.units, *before.units))
                found[-1] = AskedPlace(
                    found[-1].start, asked_place.end, "is", _in_law(place), place
                )
                continue
        found.append(asked_place)
    return found


def numbered(query: str, at: int) -> AskedPlace | None:
    """A number alone after a work's name."""
    address = bare(query, at)
    return AskedPlace(address.start, address.end, "en", _in_act(address)) if address else None


def _in_law(place: IcelandicPlace) -> Target:
    ends = (place.units,) if place.last is None else (place.units, place.last)
    return lambda work: tuple(":".join((work.urn, *path(units)[0])) for units in ends)
