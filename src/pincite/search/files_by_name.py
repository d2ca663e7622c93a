"""Which files of a matter a question names, asked of opened indexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from pincite.indexes.lexical import Concept, FieldWeights, SearchTerm
from pincite.indexes.records import Filters
from pincite.search.document_cards import OPENING, DocumentCards, NamedFile
from pincite.search.indexed import Indexed
from pincite.search.named_document import (
    DocumentNames,
    MatterTexts,
    NamedDocument,
    writes_small,
)
from pincite.search.understand import LONGEST
from pincite.text import canonicalize

# An opening is in so many passages at most; so many passages with a word are counted.
_PASSAGES = 4
_COUNTED = 5000


@dataclass(frozen=True)
class FilesByName:
    """`names` gives the name of each file by its document's id, `texts` the heading and the words
    of rows. What the documents go by is read once."""

    indexed: Indexed
    names: Callable[[], Mapping[str, str]]
    texts: Callable[[Sequence[int]], list[tuple[str, str]]]

    def named(self, question: str, filters: Filters) -> NamedDocument | None:
        """Among the documents that filters let through; of those that were asked for by the
        filters, only where the question names just them."""
        cards, code = self._cards
        # Not kept: it would hold what holds it, and so the files of a matter that is deleted.
        names = DocumentNames(cards, MatterTexts(self._mentions, self._small), code)
        found = names.named(canonicalize(question[:LONGEST]))
        if found is None:
            return None
        if filters.documents:
            return found if set(found.documents) == set(filters.documents) else None
        allowed = self.indexed.table.allowed(replace(filters, documents=found.documents))
        return found if allowed is None or len(allowed) else None

    @cached_property
    def _cards(self) -> tuple[DocumentCards, str]:
        code = next(iter(self.indexed.languages()), "")
        return DocumentCards.of(self._files(), code), code

    def _files(self) -> list[NamedFile]:
        table, names = self.indexed.table, self.names()
        firsts = [
            range(int(first), min(int(first) + _PASSAGES, int(end)))
            for first, end in zip(table.first[:-1], table.first[1:], strict=True)
        ]
        texts = iter(self.texts([row for rows in firsts for row in rows]))
        openings = [" ".join(" ".join(next(texts)) for _ in rows) for rows in firsts]
        return [
            NamedFile(document.facets.document, names.get(document.facets.document, ""), opening)
            for document, opening in zip(
                table.documents, (text.strip()[:OPENING] for text in openings), strict=True
            )
        ]

    def _mentions(self, lemma: str) -> dict[int, int]:
        term = Concept((SearchTerm(((lemma,),), 1.0),))
        table = self.indexed.table
        rows, _ = self.indexed.lexical.search([term], _COUNTED, table, fields=FieldWeights())
        found, counts = np.unique(table.document[rows], return_counts=True)
        return dict(zip(found.tolist(), counts.tolist(), strict=True))

    def _small(self, document: int, form: str) -> bool:
        first = self.indexed.table.first
        rows = range(int(first[document]), int(first[document + 1]))
        return writes_small((text for _, text in self.texts(rows)), form)
