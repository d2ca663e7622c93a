"""Finds where a provision says that its term is defined elsewhere: "as defined in section 2"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.law_text import LawText

_says = re.compile(
    r"\b(?:defined|described|specified|referred to)\s+(?:in|by|under|at)\b|"
    r"\bwithin the meaning of\b|"
    r"\bthat (?:meets?|satisf(?:y|ies)) the (?:requirements|definition) of\b|"
    r"\bmeanings?\s+(?:given|assigned|ascribed|set forth|set out|provided|specified)"
    r"[^.;]{0,40}?\b(?:in|by|under)\b|"
    r"\bskilgreind\w*\s+(?:er\s+|eru\s+)?í\b|\bí skilningi\b|\bí merkingu\b",
    re.IGNORECASE,
)
_NEAR = 70


class Pointed(NamedTuple):
    """The provision `urn` says at `start` that a term is defined at `target`."""

    urn: str
    start: int
    target: str


def pointing(law: LawText) -> Iterator[Pointed]:
    """In the order of the text."""
    for node in law.enacted():
        for words in law.own(node):
            for match in _says.finditer(law.text, words.start, words.end):
                until = min(words.end, match.end() + _NEAR)
                for target in law.places(match.end(), until):
                    yield Pointed(node.urn, match.start(), target)
