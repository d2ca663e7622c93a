"""Boosts and penalties: what a question names exactly counts more, boilerplate less."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pincite.indexes.catalogue import kind_code
from pincite.indexes.ranked import Ranked, ranked
from pincite.model.kinds import NOTES
from pincite.search.asked import Asked
from pincite.search.profiles import Boosts

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed

_NOTES = np.array([kind_code(kind) for kind in sorted(NOTES)], np.uint8)
_FRONT = np.array([kind_code(kind) for kind in ("preface", "preamble")], np.uint8)
_section = re.compile(
    r"\b(?:s|ss|sec|section|sections|art|article|rule|reg|regulation|§|gr)\.? ?(\d+[a-z]?)\b|"
    r"\b(\d+)\. ?gr\b",
    re.IGNORECASE,
)
# Headings under which an act speaks of itself.
_about_itself = re.compile(
    r"\b(short title|citation|commencement|title and application|arrangement of sections|"
    r"table of contents|gildistaka|heiti laga|brottfelld)\b",
    re.IGNORECASE,
)


def boosted(found: Ranked, question: Asked, indexed: Indexed, rules: Boosts) -> Ranked:
    if not len(found.rows):
        return found
    factors = np.ones(len(found.rows), np.float64)
    kinds = indexed.table.kind[found.rows]
    factors[np.isin(kinds, _NOTES)] *= rules.note
    asks_for_itself = bool(_about_itself.search(question.text))
    if not asks_for_itself:
        factors[np.isin(kinds, _FRONT)] *= rules.boilerplate
    works = named_works(question)
    numbers = {(one or other).lower() for one, other in _section.findall(question.text)}
    for at, row in enumerate(found.rows.tolist()):
        facets = indexed.table.facets(row)
        if works and facets.work in works:
            factors[at] *= rules.named_work
        if numbers and _number_of(indexed.table.unit_urn(row)) in numbers:
            factors[at] *= rules.section_number
        asked_for = question.cited.as_at
        if asked_for and facets.year.isdigit() and int(facets.year) > asked_for.year:
            factors[at] *= rules.after_asked
    return ranked(found.rows, (found.scores * factors).astype(np.float32), len(found.rows))


def boilerplate(heading: str) -> bool:
    return bool(_about_itself.search(heading))


def named_works(question: Asked) -> frozenset[str]:
    """The works that the question names, whether or not it names a place in them."""
    return frozenset(
        ":".join(urn.split(":")[:4])
        for reference in question.cited.references
        for urn in reference.answer
    )


def _number_of(urn: str) -> str:
    return urn.rpartition(":")[2].partition("~")[0].lower()


def sections_asked(question: Asked) -> Sequence[str]:
    return sorted({(one or other).lower() for one, other in _section.findall(question.text)})
