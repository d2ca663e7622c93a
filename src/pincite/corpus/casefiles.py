"""A case file as it is kept: its text, chunks and pages, and where any span of it stands."""

from __future__ import annotations

from functools import cached_property

from pincite.corpus.store import CorpusStore
from pincite.model import Chunk
from pincite.model.layout import PageLayout
from pincite.model.provenance import Mark, Place, marks, place

_Extents = list[tuple[PageLayout, list[tuple[int, int]]]]


class CaseText:
    """One document. Its text, chunks and pages are each fetched once, when first asked for."""

    def __init__(self, store: CorpusStore, key: int) -> None:
        self._store = store
        self._key = key
        self._extents: _Extents | None = None

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
        if self._extents is None:
            touched = self._store.documents.pages_with(self._key, start, end)
        else:
            touched = [
                page
                for page, spans in self._extents
                if any(first < end and last > start for first, last in spans)
            ]
        return place(touched, self.text, self.paragraphs, self._marks, start, end)

    def places(self) -> list[Place]:
        """Where each chunk stands; every page is unpacked once for all of them."""
        self._extents = [(page, _extents(page)) for page in self.pages]
        return [self.place(chunk.start, chunk.end) for chunk in self.chunks]


def _extents(page: PageLayout) -> list[tuple[int, int]]:
    """The stretches of the text that a page's lines lie in: body and notes."""
    by_role: dict[str, tuple[int, int]] = {}
    for line in page.lines:
        if line.start >= 0:
            first, last = by_role.get(line.role, (line.start, line.end))
            by_role[line.role] = min(first, line.start), max(last, line.end)
    return list(by_role.values())
