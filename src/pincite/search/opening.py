"""Answers questions about a document itself (title, parties, date) from its first passages."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pincite.indexes.ranked import RankedRows
from pincite.indexes.rows import Rows
from pincite.search.understand import AskedQuestion
from pincite.text.languages import language

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed

# What openings tell, and the words that may stand beside it without asking for anything else.
_IN_OPENINGS = ("name", "title", "party", "signatory", "date", "dated", "signed", "recitals")
_BESIDE = (
    "document", "agreement", "contract", "deed", "lease", "pleading", "case", "effective",
    "execution", "start", "begin", "commencement", "entered", "caption",
)  # fmt: skip
# An opening is so many passages long, and so many documents are opened.
_PASSAGES = 3
_DOCUMENTS = 20


def openings(indexed: Indexed, words: RankedRows, allowed: Rows | None) -> RankedRows:
    """The first passages of documents: of those that the words of the question found, in that
    order, then of others that may be found. All first passages come before the second ones."""
    table = indexed.table
    documents = list(dict.fromkeys(table.document[words.rows].tolist()))
    if allowed is not None:
        documents += np.unique(table.document[allowed]).tolist()
    chosen = np.array(list(dict.fromkeys(documents))[:_DOCUMENTS], np.int64)
    first, end = table.first[chosen], table.first[chosen + 1]
    rows = np.concatenate([(first + at)[first + at < end] for at in range(_PASSAGES)])
    if allowed is not None:
        rows = rows[np.isin(rows, allowed, assume_unique=True)]
    scores = (1 / (1 + np.arange(len(rows)))).astype(np.float32)
    return RankedRows(rows, scores)


def about_the_document(question: AskedQuestion) -> bool:
    """Whether it asks for nothing but what an opening tells. "May the parties terminate?" does
    not."""
    if question.law_in != "en":
        return False
    in_openings, beside = _lemmas(_IN_OPENINGS), _lemmas(_BESIDE)
    asked = [frozenset(word.lemmas) for word in question.content]
    return any(lemmas & in_openings for lemmas in asked) and all(
        lemmas & (in_openings | beside) for lemmas in asked
    )


@cache
def _lemmas(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(lemma for word in words for lemma in language("en").lemmas(word))
