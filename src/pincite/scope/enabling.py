"""What a work says it was made under: the act, or the section of it, that gives the power."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.model import UNITS
from pincite.scope.law_text import LawText

_said = re.compile(
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
    units, seen = 0, set[str]()
    work = law.work.urn
    for node in law.enacted():
        if node.kind in UNITS and node.kind not in ("preface", "preamble"):
            units += 1
            if units > _UNITS_READ:
                return
        for words in law.own(node):
            for said in _said.finditer(law.text, words.start, words.end):
                until = min(words.end, said.end() + _SENTENCE)
                stop = _stop.search(law.text, said.end(), until)
                end = stop.start() if stop else until
                for urn in law.places(said.end(), end):
                    outside = urn != work and not urn.startswith(f"{work}:")
                    outside = outside and not urn.startswith(f"{work}.")
                    if outside and urn not in seen:
                        seen.add(urn)
                        yield Enabled(node.urn, urn, " ".join(law.text[said.start() : end].split()))
