"""Where a hit in a case file comes from, and what it cites."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property
from typing import TYPE_CHECKING

from pincite.citations.library_index import LibraryCitations
from pincite.corpus import CorpusStore
from pincite.corpus.cited_places import CitedPlaces
from pincite.matters.passage_names import provenance, short_name
from pincite.model import Chunk
from pincite.model.document import Document
from pincite.search.cited_within import KeptUses, cited_by, cited_in
from pincite.search.present import ShownChunks, Sourced

if TYPE_CHECKING:
    from pincite.citations.index import CitationUse


class CaseSources:
    """Of the documents of one matter; each is fetched once. `kept` is what the index of citations
    holds already, `citations` reads the rest."""

    def __init__(self, store: CorpusStore, citations: LibraryCitations, kept: KeptUses) -> None:
        self._citations = citations
        self._kept = kept
        self._places = CitedPlaces(store)
        self._uses: dict[int, list[CitationUse]] = {}

    @cached_property
    def _by_key(self) -> dict[int, Document]:
        return {document.key: document for document in self._places.documents.values()}

    def name(self, document: str) -> str:
        """What the file of a document is called."""
        return self._places.documents[document].name

    def incomplete(self, documents: Container[str] | None) -> int:
        """How many documents, of these or of all, may lack text."""
        return sum(
            bool(document.losses) and (not documents or document.id in documents)
            for document in self._places.documents.values()
        )

    def source(self, shown: ShownChunks) -> Sourced:
        document = self._by_key[shown.key]
        place = self._places.text(document.id).place(shown.start, shown.end)
        short = short_name(document, self._places.documents.values())
        found = provenance(document, short, shown.chunk, place)
        return Sourced(found.cite(), found.cite_short(), found, None)

    def citation(self, key: int, chunk: Chunk) -> str:
        return self._places.cited(self._by_key[key].id, chunk.start, chunk.end)

    def cited(self, key: int, chunk: Chunk) -> tuple[str, ...]:
        """As the index of citations has it, where it has read the document already."""
        if key not in self._uses:
            self._uses[key] = self._kept(self._by_key[key].id, key)
        if self._uses[key]:
            return cited_by(self._uses[key], chunk)
        return cited_in(chunk.text, self._citations.titles, self._citations.locale)
