"""Cites spans of a matter's documents: the document's name, page and paragraph."""

from __future__ import annotations

from functools import cached_property

from pincite.corpus.casefiles import CaseText
from pincite.corpus.store import CorpusStore
from pincite.model.document import Document, DocumentState
from pincite.model.provenance import cited


class CitedPlaces:
    """Cites by document id and offsets; it fetches each document once."""

    def __init__(self, store: CorpusStore) -> None:
        self._store = store
        self._texts: dict[int, CaseText] = {}

    @cached_property
    def documents(self) -> dict[str, Document]:
        """Those that could be read, by id."""
        every = self._store.documents.all()
        return {document.id: document for document in every if document.state is DocumentState.READ}

    def text(self, document: str) -> CaseText:
        key = self.documents[document].key
        if key not in self._texts:
            self._texts[key] = CaseText(self._store, key)
        return self._texts[key]

    def cited(self, document: str, start: int, end: int) -> str:
        """The citation of a stretch of a document's text."""
        row = self.documents[document]
        return cited(row.name, row.kind, self.text(document).place(start, end))
