"""Which files of a matter a question names, asked of opened indexes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath

import numpy as np

from pincite.indexes.lexical import Concept, FieldWeights, SearchTerm
from pincite.indexes.records import Filters
from pincite.search.document_cards import OPENING, DocumentCards, NamedFile
from pincite.search.indexed import Indexed
from pincite.search.named_document import (
    INTO,
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
# A file's name of fewer letters may be any word.
_FEWEST = 4


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
        if filters.documents:
            same = found is not None and set(found.documents) == set(filters.documents)
            return self._by_file_name(question, filters.documents) or (found if same else None)
        if found is None:
            return None
        allowed = self.indexed.table.allowed(replace(filters, documents=found.documents))
        return found if allowed is None or len(allowed) else None

    def _by_file_name(self, question: str, documents: Sequence[str]) -> NamedDocument | None:
        """The one that is asked of, where the question writes its file's name."""
        name = PurePath(self.names().get(documents[0], "")).stem
        if len(documents) > 1 or len(name) < _FEWEST:
            return None
        text = canonicalize(question[:LONGEST])
        into = "|".join(sorted({*INTO, "at"}))
        own = rf"(?<![\w-])(?:(?:{into})\s+)*{re.escape(name)}(?:['’]s)?(?![\w-])"
        spans = tuple(match.span() for match in re.finditer(own, text, re.IGNORECASE))
        return NamedDocument((documents[0],), spans, ()) if spans else None

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
