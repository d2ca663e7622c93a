"""The compounds that Icelandic laws go by: "hlutafélagalög" for "Lög um hlutafélög"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.citations.icelandic.declension import subject
from pincite.text.languages.icelandic import genitives

_and_more = re.compile(r",? (?:o\. ?fl\.|og fleira|o\. ?s\. ?frv\.)$")
_SHORTEST = 4


def compounds(title: str) -> Iterator[str]:
    """The names that join all that a law is about to the word for a law: "virðisaukaskattslög" of
    "Lög um virðisaukaskatt", "dýravelferðarlög" of "Lög um velferð dýra". None where it is about
    more than that."""
    words = _and_more.sub("", subject(title)).split()
    if len(words) == 1:
        yield from (f"{stem}lög" for stem in _stems(words[0]))
    elif len(words) == 2 and words[1] in _stems(words[1]):
        yield from (f"{words[1]}{stem}lög" for stem in _stems(words[0]))


def _stems(noun: str) -> list[str]:
    return [stem for stem in genitives(noun) if len(stem) >= _SHORTEST]
