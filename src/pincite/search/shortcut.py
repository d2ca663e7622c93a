"""The shortcut: what a question cites outright comes first, before any ranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pincite.indexes.records import Filters
from pincite.indexes.rows import Rows
from pincite.model.kinds import LABELS
from pincite.model.urn import of_work, possible_works
from pincite.search.sources import OPINION
from pincite.search.understand import AskedQuestion
from pincite.text.languages import language
from pincite.text.words import forms

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed

_INTERPRETATION = LABELS["interpretation"]


@dataclass(frozen=True, slots=True)
class Direct:
    """What a question cites outright. `rows` are the places cited, in the order of the question;
    `missing` are citations of what is not held, as the question writes them; `meant` are the titles
    of works that may be meant, where it cannot be decided which; `unclear` says that nobody can
    tell what is cited ("section 3", of no work); `whole`, that nothing else was asked."""

    rows: Rows
    missing: tuple[str, ...]
    meant: tuple[str, ...]
    unclear: bool
    whole: bool


def direct(question: AskedQuestion, indexed: Indexed, filters: Filters) -> Direct:
    if not question.cited.references:
        return Direct(np.zeros(0, np.int64), (), (), unclear=False, whole=False)
    # What a profile leaves out by itself is found where it is cited.
    allowed = indexed.table.allowed(filters)
    found: list[int] = []
    missing: list[str] = []
    meant: list[str] = []
    for reference in question.cited.references:
        pinned = [urn for urn in reference.answer if _is_place(urn, indexed)]
        rows = [row for urn in pinned for row in _rows(urn, indexed, allowed)]
        found += rows
        if (pinned and not rows) or (reference.key and not reference.answer):
            missing.append(reference.text)
        if not reference.answer:
            meant += [candidate.title for candidate in reference.candidates]
    ordered = list(dict.fromkeys(found))
    alone = not _asks_more(question)
    return Direct(
        np.array(ordered, np.int64),
        tuple(missing),
        tuple(dict.fromkeys(meant)),
        unclear=bool(meant) or (alone and not ordered and not missing),
        whole=alone and bool(ordered),
    )


def _asks_more(question: AskedQuestion) -> bool:
    stop = language(question.asked_in).stop
    return any(form not in stop for form in forms(question.cited.rest))


def _is_place(urn: str, indexed: Indexed) -> bool:
    """A provision, or a decision; to name a whole act is to ask about it, not for it."""
    if urn not in indexed.table.works:
        return True
    rows = indexed.table.of_urn(urn)
    return bool(len(rows)) and indexed.table.facets(int(rows[0])).doc_type == OPINION


def _rows(urn: str, indexed: Indexed, allowed: Rows | None) -> list[int]:
    """At the URN or below; where a chunk holds it among others, the chunk of its nearest holder. Of
    a whole decision, where it begins."""
    if urn in indexed.table.works:
        return _within(urn, indexed, allowed)[:1]
    work = next((name for name in possible_works(urn) if name in indexed.table.works), None)
    if work is None:
        return []
    parts = urn.split(":")
    holders = [":".join(parts[:end]) for end in range(len(parts), 0, -1)]
    holders = [holder for holder in holders if holder != work and of_work(holder, work)]
    found = (_within(holder, indexed, allowed) for holder in holders)
    rows = next((rows for rows in found if rows), list[int]())
    if rows and all(_comments(indexed.table.urn(row), urn) for row in rows):
        # Comments on it alone are below it, for its own words share a chunk with others.
        own = ([row for row in _within(holder, indexed, allowed)
                if indexed.table.urn(row) == holder] for holder in holders)  # fmt: skip
        rows = [*next((rows for rows in own if rows), list[int]()), *rows]
    return rows


def _comments(place: str, urn: str) -> bool:
    """Whether a place below a URN is in the official interpretations of it."""
    return _INTERPRETATION in place.removeprefix(urn).split(":")


def _within(urn: str, indexed: Indexed, allowed: Rows | None) -> list[int]:
    rows = indexed.table.of_urn(urn)
    if allowed is not None:
        rows = np.intersect1d(rows, allowed, assume_unique=True)
    return rows.tolist()
