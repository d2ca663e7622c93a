"""The shortcut: what a question cites outright comes first, before any ranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pincite.indexes.rows import Rows
from pincite.search.asked import Asked

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed


@dataclass(frozen=True, slots=True)
class Direct:
    """`rows` are the places cited, in the order of the question; `missing` are citations of what is
    not held, as the question writes them; `whole` tells that nothing else was asked."""

    rows: Rows
    missing: tuple[str, ...]
    whole: bool


def direct(question: Asked, indexed: Indexed, allowed: Rows | None) -> Direct:
    found: list[int] = []
    missing: list[str] = []
    for reference in question.cited.references:
        pinned = [urn for urn in reference.answer if urn.count(":") > _WORK]
        rows = [row for urn in pinned for row in _rows(urn, indexed, allowed)]
        found += rows
        if (pinned and not rows) or not (reference.answer or reference.candidates):
            missing.append(reference.text)
    ordered = list(dict.fromkeys(found))
    whole = bool(ordered) and not _asks_more(question)
    return Direct(np.array(ordered, np.int64), tuple(missing), whole)


# "urn:lex:zw:act-1985-16" has three colons; what has more is a place within.
_WORK = 3


def _asks_more(question: Asked) -> bool:
    from pincite.text.languages import language
    from pincite.text.words import forms

    stop = language(question.asked_in).stop
    return any(form not in stop for form in forms(question.cited.rest))


def _rows(urn: str, indexed: Indexed, allowed: Rows | None) -> list[int]:
    """At the URN or below; where a chunk holds it among others, the chunk of its nearest holder."""
    while urn.count(":") > _WORK:
        rows = indexed.table.of_urn(urn)
        if allowed is not None:
            rows = np.intersect1d(rows, allowed, assume_unique=True)
        if len(rows):
            return rows.tolist()
        urn = urn.rpartition(":")[0]
    return []
