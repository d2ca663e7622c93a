"""The places that law is of, by the titles of its works: "City of Johannesburg: …" names za-jhb."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from pincite.text.words import forms

_capitals = r"[A-Z][\w’'-]+(?: [A-Z][\w’'-]+){0,2}"
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
    return {name: codes.pop() for name, codes in found.items() if name and len(codes) == 1}


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
