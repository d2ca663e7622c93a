"""Answers from the files of a matter, each quote by its page and paragraph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from pincite.answer.evidence import Evidence, from_its_sentence, of_files, quoted_within
from pincite.answer.reading import FoundIn, FoundStretch, ReadUnit
from pincite.answer.records import QuotableSource
from pincite.answer.reply import AnswerCitation
from pincite.answer.sources import RERANK_MS
from pincite.corpus import CorpusStore
from pincite.corpus.cited_places import CitedPlaces
from pincite.model.provenance import cited
from pincite.search.card import LawCard
from pincite.search.library_index import LibrarySearch, Retrieved
from pincite.search.response import Hit

if TYPE_CHECKING:
    from pincite.indexes.records import Filters


@dataclass(frozen=True)
class FileSource:
    """`retrieve` searches for a question by the filters, so many hits, within so many milliseconds
    of reranking. `jurisdiction` is the one that the files take for granted."""

    store: CorpusStore
    search_index: LibrarySearch
    jurisdiction: str
    filters: Filters
    retrieve: Callable[[str, int, float], Retrieved]

    @property
    def at(self) -> None:
        return None

    def search(self, question: str, limit: int) -> Retrieved:
        return self.retrieve(question, limit, RERANK_MS)

    def evidence(self, hits: Sequence[Hit], wanted: int, at: date | None) -> Evidence:
        documents = self._places.documents
        return of_files(hits, wanted, lambda document: documents[document].key, self.store)

    def to_read(self, retrieved: Retrieved, at: date | None) -> list[FoundIn]:
        hits = retrieved.response.results
        rules = self.evidence(hits, len(hits), at).rules
        found: list[FoundIn] = []
        for rank, rule in enumerate(rules):
            source = from_its_sentence(rule, self.store)
            start = rule.start - source.start
            found.append(FoundIn(source, (FoundStretch(start, len(source.text), rank),)))
        return found

    def governing(self, read: Sequence[ReadUnit], wanted: int, at: date | None) -> Evidence:
        """Nothing governs what stands in files."""
        del at
        kept = tuple(quoted_within(one) for one in read[:wanted])
        return Evidence(tuple(dict.fromkeys(one.source for one in kept)), read=kept)

    def opening(self, card: LawCard, at: date | None) -> None:
        """Files have no cards."""
        del card

    def jurisdictions(self) -> Sequence[str]:
        return (self.jurisdiction,)

    def mentions(self, words: Sequence[tuple[str, ...]]) -> bool:
        return self.search_index.mentions(words, self.filters)

    def holds(self, source: QuotableSource) -> bool:
        return self.store.text(source.key, source.start, source.end) == source.text

    def cite(self, citation: AnswerCitation) -> AnswerCitation:
        """By the quote's own page and paragraph, not by those of the passage it was found in."""
        found = self._places.documents[citation.document]
        text = self._places.text(citation.document)
        place = text.place(citation.spans[0].start, citation.spans[-1].end)
        return replace(citation, locator=cited(found.name, found.kind, place), page=place.page)

    @cached_property
    def _places(self) -> CitedPlaces:
        return CitedPlaces(self.store)
