"""Where things stand in a matter's documents, as they are cited; each document is fetched once."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from pincite.corpus import CorpusStore
from pincite.corpus.casefiles import CaseText
from pincite.model.document import Document, DocumentState
from pincite.model.provenance import cited

if TYPE_CHECKING:
    from pincite.answer.reply import Citation


class CitedPlaces:
    def __init__(self, store: CorpusStore) -> None:
        self._store = store
        self._texts: dict[int, CaseText] = {}

    @cached_property
    def documents(self) -> dict[str, Document]:
        """Those that could be read, by id."""
        every = self._store.documents.all()
        return {one.id: one for one in every if one.state is DocumentState.READ}

    def text(self, document: str) -> CaseText:
        key = self.documents[document].key
        if key not in self._texts:
            self._texts[key] = CaseText(self._store, key)
        return self._texts[key]

    def cited(self, document: str, start: int, end: int) -> str:
        """The citation of a stretch of a document's text."""
        found = self.documents[document]
        return cited(found.name, found.kind, self.text(document).place(start, end))

    def pinpoint(self, quoted: Citation) -> Citation:
        """A quote by its own page and paragraph, not by those of the passage it was found in."""
        found = self.documents[quoted.document]
        place = self.text(quoted.document).place(quoted.spans[0].start, quoted.spans[-1].end)
        return replace(quoted, locator=cited(found.name, found.kind, place), page=place.page)
