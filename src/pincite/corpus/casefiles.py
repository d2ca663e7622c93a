"""A case file as it is kept: its text, chunks and pages, and where any span of it stands."""

from __future__ import annotations

from functools import cached_property

from pincite.corpus.store import CorpusStore
from pincite.model import Chunk
from pincite.model.layout import PageLayout
from pincite.model.placing import Placing
from pincite.model.provenance import Mark, Place, marks


class CaseText:
    """One document. Its text, chunks and pages are each fetched once, when first asked for."""

    def __init__(self, store: CorpusStore, key: int) -> None:
        self._store = store
        self._key = key

    @cached_property
    def text(self) -> str:
        return self._store.text(self._key)

    @cached_property
    def chunks(self) -> list[Chunk]:
        return list(self._store.chunks(self._key))

    @cached_property
    def pages(self) -> list[PageLayout]:
        return self._store.documents.pages(self._key)

    @cached_property
    def paragraphs(self) -> list[int]:
        return self._store.paragraphs(self._key)

    @cached_property
    def _marks(self) -> list[Mark]:
        return marks(self._store.nodes(self._key))

    def place(self, start: int, end: int) -> Place:
        """Where text[start:end] stands."""
        touched = self._store.documents.pages_with(self._key, start, end)
        return self._placing(touched).place(start, end)

    def places(self) -> list[Place]:
        """Where each chunk stands; every page is unpacked once for all of them."""
        every = self._placing(self.pages)
        return [every.place(chunk.start, chunk.end) for chunk in self.chunks]

    def _placing(self, pages: list[PageLayout]) -> Placing:
        return Placing(pages, self.text, self.paragraphs, self._marks)
