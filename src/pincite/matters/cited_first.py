"""Citation search first: the passages that cite what a question names, before any ranking."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pincite.citations.library_index import CitationProgress, LibraryCitations
from pincite.indexes.records import ORDINALS, Filters
from pincite.search.response import HighlightSpan
from pincite.text import canonicalize
from pincite.text.languages import language
from pincite.text.words import forms

if TYPE_CHECKING:
    from pincite.citations.index import CitationUse
    from pincite.search.indexed import Indexed

_party = (
    r"[^\W\d_a-zþðæöáéíóúý][\w.'’&-]*(?:,? (?:[^\W\d_a-zþðæöáéíóúý][\w.'’&-]*|of|the|and|for|&))*"
)
_versus = re.compile(rf"{_party} (?:v|vs|gegn)\.? {_party}")
# A question of so few words may be the name of a case alone; one longer than this is a text.
_NAME = 4
_LONGEST = 500


class Cited(NamedTuple):
    """The rows that cite what a question names, with the stretches that do; `whole` tells that
    nothing else was asked, `missing` what nothing here cites."""

    rows: tuple[int, ...] = ()
    marks: tuple[tuple[HighlightSpan, ...], ...] = ()
    whole: bool = False
    missing: tuple[str, ...] = ()


def citing_rows(
    question: str,
    citations: LibraryCitations,
    indexed: Indexed,
    filters: Filters,
    progress: CitationProgress,
) -> Cited:
    """Of a reporter citation, a section, or a case by its name; in the order of the documents."""
    question = canonicalize(question[:_LONGEST])
    asked = _names(question, citations)
    if not asked:
        return Cited()
    marks: dict[int, list[HighlightSpan]] = defaultdict(list)
    missing: list[str] = []
    left = question
    with citations.index(progress) as index:
        for words, certain in asked:
            uses = [cited.use for cited in index.uses(words).found]
            for row, use in _rows(uses, indexed, filters):
                marks[row].append((use.start, use.end))
            if uses:
                left = left.replace(words, " ")
            elif certain:
                missing.append(words)
    stop = language(next(iter(indexed.languages()), "")).stop
    whole = bool(marks) and all(form in stop for form in forms(left))
    ordered = sorted(marks)
    spans = tuple(tuple(sorted(set(marks[row]))) for row in ordered)
    return Cited(tuple(ordered), spans, whole, tuple(missing))


def _names(question: str, citations: LibraryCitations) -> list[tuple[str, bool]]:
    """The words of a question that name a source: its citations and "X v. Y", for certain; or,
    perhaps, all of it, where it is as short as a name and written like one."""
    found = [reference.text for reference in citations.understand(question).references]
    found += [match[0] for match in _versus.finditer(question)]
    if found:
        return [(name, True) for name in dict.fromkeys(found) if name]
    words = question.split()
    if 0 < len(words) <= _NAME and all(word[:1].isupper() for word in words):
        return [(question, False)]
    return []


def _rows(
    uses: Sequence[CitationUse], indexed: Indexed, filters: Filters
) -> list[tuple[int, CitationUse]]:
    numbers = np.array([use.key * ORDINALS + use.chunk for use in uses], np.int64)
    rows = indexed.table.of_chunks(numbers)
    allowed = indexed.table.allowed(filters)
    passing = rows >= 0 if allowed is None else np.isin(rows, allowed)
    return [(int(row), use) for row, use, kept in zip(rows, uses, passing, strict=True) if kept]
