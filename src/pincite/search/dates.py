"""The date that a search is of: the one asked for, else the one that the question itself names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from pincite.indexes.records import Filters
from pincite.search.response import DateInQuestion

if TYPE_CHECKING:
    from pincite.citations.understand import Understanding


def by_its_date(filters: Filters) -> Callable[[Understanding], Filters]:
    """The filters for a question to law, once it is understood. A date or a version that was asked
    for wins over the question's own words."""

    def narrowed(cited: Understanding) -> Filters:
        if filters.at is not None or filters.version:
            return filters
        return replace(filters, at=cited.as_at)

    return narrowed


def date_in(
    cited: Understanding, *, at: date | None, version: bool = False
) -> DateInQuestion | None:
    """What to tell of the date that a question names, where this date or a version was asked for,
    or neither; None where there is nothing to tell."""
    named = cited.date
    if named is None:
        return None
    if at is None and not version:
        return DateInQuestion(named.day, named.words, applied=named.sure)
    if not named.sure or (at is not None and named.agrees(at)):
        return None
    return DateInQuestion(named.day, named.words, applied=False)
