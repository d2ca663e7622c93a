"""What a work says it was made under: the act, or the section of it, that gives the power."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.law_text import LawText
from pincite.model import UNITS, Node

_claim = re.compile(
    r"\b(?:made|issued|promulgated|enacted|adopted|prescribed)\b[^.;]{0,80}?"
    r"\b(?:under|in terms of|pursuant to|by virtue of|in accordance with)\b|"
    r"\bpowers?\b[^.;]{0,80}?\b(?:conferred|vested|granted|given)\b[^.;]{0,60}?"
    r"\b(?:by|under|in|to)\b|"
    r"\bin (?:terms|exercise) of\b|\bauthority(?: citation)?\s*:|\bto (?:implement|carry out)\b|"
    r"\bpursuant to\b|\bby virtue of\b|\bmeð (?:stoð|heimild) í\b|\bsamkvæmt heimild í\b|"
    r"\bsett\w* (?:er )?samkvæmt\b",
    re.IGNORECASE,
)
_stop = re.compile(r"[.;]\s+(?=[A-ZÁÐÉÍÓÚÝÞÆÖ])|:\s*[—-]")
_SENTENCE = 400
# Power is claimed where a work begins.
_UNITS_READ = 3


class Enabled(NamedTuple):
    """The provision `urn` says, in `words`, that the work was made under `by`."""

    urn: str
    by: str
    words: str


def enabling(law: LawText, delegated: bool) -> Iterator[Enabled]:
    """In the order of the text, each provision once. An act is made under nothing."""
    if not delegated:
        return
    seen = set[str]()
    for node in _first_units(law):
        for claim in _claims(law, node):
            for urn in law.places(claim.end, claim.stop):
                if urn not in seen and not _is_within(urn, law.work.urn):
                    seen.add(urn)
                    words = " ".join(law.text[claim.start : claim.stop].split())
                    yield Enabled(node.urn, urn, words)


def _first_units(law: LawText) -> Iterator[Node]:
    units = 0
    for node in law.enacted():
        if node.kind in UNITS and node.kind not in ("preface", "preamble"):
            units += 1
            if units > _UNITS_READ:
                return
        yield node


class _Claim(NamedTuple):
    """text[start:end] claims a power ("made under"), text[end:stop] may name what gives it."""

    start: int
    end: int
    stop: int


def _claims(law: LawText, node: Node) -> Iterator[_Claim]:
    for words in law.own(node):
        for claim in _claim.finditer(law.text, words.start, words.end):
            until = min(words.end, claim.end() + _SENTENCE)
            stop = _stop.search(law.text, claim.end(), until)
            yield _Claim(claim.start(), claim.end(), stop.start() if stop else until)


def _is_within(urn: str, work: str) -> bool:
    return urn == work or urn.startswith((f"{work}:", f"{work}."))
