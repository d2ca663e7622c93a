"""Boosts and penalties: what a question names exactly counts more, boilerplate less."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from pincite.indexes.analysis import speaks_of_itself
from pincite.indexes.columns import kind_code
from pincite.indexes.ranked import RankedRows, ranked
from pincite.model.kinds import NOTES
from pincite.model.urn import of_work
from pincite.search.profiles import Boosts
from pincite.search.understand import AskedQuestion

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed

_NOTES = np.array([kind_code(kind) for kind in sorted(NOTES)], np.uint8)
_FRONT = np.array([kind_code(kind) for kind in ("preface", "preamble")], np.uint8)
_section = re.compile(
    r"\b(?:s|ss|sec|section|sections|art|article|rule|reg|regulation|§|gr)\.? ?(\d+[a-z]?)\b|"
    r"\b(\d+)\. ?gr\b",
    re.IGNORECASE,
)


def boosted(
    found: RankedRows,
    question: AskedQuestion,
    indexed: Indexed,
    rules: Boosts,
    at: date | None = None,
) -> RankedRows:
    """`at` is the date whose law is asked for."""
    if not len(found.rows):
        return found
    table = indexed.table
    factors = np.ones(len(found.rows), np.float64)
    kinds = table.kind[found.rows]
    factors[np.isin(kinds, _NOTES)] *= rules.note
    if not _asks_for_it(question):
        front = np.isin(kinds, _FRONT) | table.of_itself[found.rows]
        factors[front] *= rules.boilerplate
    named = [urn for reference in question.cited.references for urn in reference.answer]
    numbers = {(before or after).lower() for before, after in _section.findall(question.text)}
    for place, row in enumerate(found.rows.tolist() if named or numbers or at else ()):
        facets = table.facets(row)
        if any(of_work(urn, facets.work) for urn in named):
            factors[place] *= rules.named_work
        if numbers and _number_of(table.unit_urn(row)) in numbers:
            factors[place] *= rules.section_number
        if at and facets.year.isdigit() and int(facets.year) > at.year:
            factors[place] *= rules.after_asked
    return ranked(found.rows, (found.scores * factors).astype(np.float32), len(found.rows))


def _asks_for_it(question: AskedQuestion) -> bool:
    """Whether the question is itself about a name, a beginning or the contents."""
    asked = " ".join(word.form for word in question.content)
    return any(speaks_of_itself(part) for part in (asked, *asked.split()))


def _number_of(urn: str) -> str:
    return urn.rpartition(":")[2].partition("~")[0].lower()
