"""The places that law is of, by the titles of its works: "City of Johannesburg: …" names za-jhb,
and so does what else that city is usually called."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from pincite.citations.works.usual import usual_names
from pincite.text.words import forms

# A Zulu name has its capital behind a prefix: eThekwini.
_name = r"(?<!\w)[a-z]?[A-Z][\w’'-]+"
_capitals = rf"{_name}(?: {_name}){{0,2}}"
_of = re.compile(
    rf"(?:City|Town|Municipality|District|County|Borough|Province) of (?:the )?({_capitals})"
)
_before = re.compile(
    rf"({_capitals}?)(?: (?:Local|District|Metropolitan|City))? (?:Municipality|Council|County)\b"
)
PlaceName = tuple[str, ...]


def places_of(titles: Iterable[tuple[str, str]]) -> dict[PlaceName, str]:
    """From jurisdictions and titles to each place and the one jurisdiction whose titles name it; of
    a country as a whole none."""
    found: dict[PlaceName, set[str]] = defaultdict(set)
    for code, title in titles:
        if "-" not in code:
            continue
        for pattern in (_of, _before):
            for match in pattern.finditer(title):
                found[tuple(forms(match[1]))].add(code)
    places = {name: codes.pop() for name, codes in found.items() if name and len(codes) == 1}
    return _usual(places) | places


def _usual(places: dict[PlaceName, str]) -> dict[PlaceName, str]:
    """What people call these places beside."""
    return {
        tuple(forms(name)): code
        for country in usual_names().values()
        for place in country.places
        if (code := places.get(tuple(forms(place.title)), "")).startswith(country.jurisdiction)
        for name in place.names
    }


def places_named(question: str, places: dict[PlaceName, str]) -> list[str]:
    """The jurisdictions whose places a question names, in alphabetical order."""
    asked = list(forms(question))
    return sorted(
        {
            code
            for name, code in places.items()
            if any(tuple(asked[at : at + len(name)]) == name for at in range(len(asked)))
        }
    )
