"""eyecite on the marked set, scored as kindly as the marks allow.

It is not held to our spans: a citation of its own is right when it overlaps a mark of the same sort and
form, each mark once. A full citation of a law is taken to mean what its mark says, and any other means the mark that
the first citation of its resource overlaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from eyecite import get_citations, resolve_citations
from eyecite.models import (
    CitationBase,
    FullCaseCitation,
    FullJournalCitation,
    FullLawCitation,
    IdCitation,
    ReferenceCitation,
    ShortCaseCitation,
    SupraCitation,
    UnknownCitation,
)

from citations.marked_set import Mark, Passage
from citations.scoring import Tally
from pincite.model.mention import CitedKind, Form

_LAWS = frozenset({CitedKind.STATUTE, CitedKind.REGULATION, CitedKind.RULE, CitedKind.CONSTITUTION})
_nominative = re.compile(r" ?\([^)]*\)")
_SORTS: tuple[tuple[type[CitationBase], Form], ...] = (
    (FullCaseCitation, Form.FULL),
    (FullJournalCitation, Form.FULL),
    (FullLawCitation, Form.FULL),
    (ShortCaseCitation, Form.SHORT),
    (ReferenceCitation, Form.NAME),
    (IdCitation, Form.ID),
    (SupraCitation, Form.SUPRA),
    (UnknownCitation, Form.SHORT),
)


def score_eyecite(passages: Iterable[Passage]) -> tuple[Tally, dict[str, Tally]]:
    """In all, and by form."""
    total, by_form = Tally(), dict[str, Tally]()
    for passage in passages:
        for form, one in _tallies(passage):
            total += one
            by_form[form] = by_form.get(form, Tally()) + one
    return total, dict(sorted(by_form.items()))


def _tallies(passage: Passage) -> Iterable[tuple[str, Tally]]:
    found = get_citations(passage.reading.text)
    matched: dict[int, Mark] = {}
    taken: set[int] = set()
    for at, one in enumerate(found):
        for number, mark in enumerate(passage.marks):
            if number not in taken and _overlaps(one, mark) and _agrees(one, mark):
                matched[at] = mark
                taken.add(number)
                break
    meant = _meant(found, matched, passage.marks)
    for mark in passage.marks:
        yield mark.form.value, Tally(marked=1)
    for at, one in enumerate(found):
        mark = matched.get(at)
        if mark is None:
            # A lone section sign is its word for "something is cited here": no claim, no mistake.
            if not isinstance(one, UnknownCitation):
                yield _form(one), Tally(found=1)
            continue
        resolved = _resolves(one, mark, meant.get(at))
        yield (
            mark.form.value,
            Tally(found=1, right=1, right_in_part=1, resolved=int(resolved)),
        )


def _meant(
    found: Sequence[CitationBase], matched: dict[int, Mark], marks: Sequence[Mark]
) -> dict[int, str]:
    """For each citation that was resolved, the key of the source it was tied to."""
    places = {id(one): at for at, one in enumerate(found)}
    keys: dict[int, str] = {}
    for group in resolve_citations(list(found)).values():
        first = group[0]
        mark = matched.get(places[id(first)]) or next(
            (mark for mark in marks if _overlaps(first, mark)), None
        )
        for one in group:
            keys[places[id(one)]] = mark.key if mark else "?"
    return keys


def _resolves(one: CitationBase, mark: Mark, meant: str | None) -> bool:
    if isinstance(one, FullCaseCitation):
        # "5 U.S.(1 Cranch) 137" is 5 U.S. 137.
        return mark.symbolic or _nominative.sub("", one.corrected_citation()) == mark.key
    if isinstance(one, FullLawCitation | FullJournalCitation):
        return True
    if mark.reason is not None or mark.key == "self":
        return meant is None
    return meant == mark.key


def _overlaps(one: CitationBase, mark: Mark) -> bool:
    start, end = one.span()
    return start < mark.end and mark.start < end


def _agrees(one: CitationBase, mark: Mark) -> bool:
    if _form(one) != mark.form:
        return isinstance(one, SupraCitation) and mark.form == Form.INFRA
    match one:
        case FullCaseCitation() | ShortCaseCitation() | ReferenceCitation():
            return mark.kind == CitedKind.CASE
        case FullJournalCitation():
            return mark.kind in (CitedKind.JOURNAL, *_LAWS)
        case FullLawCitation():
            return mark.kind in _LAWS or mark.kind == "*"
        case _:
            return True


def _form(one: CitationBase) -> str:
    return next((form.value for sort, form in _SORTS if isinstance(one, sort)), Form.FULL.value)
