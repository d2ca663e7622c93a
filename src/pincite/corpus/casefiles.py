"""A case file as it is kept: its text, chunks and pages, and where any span of it stands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pincite.corpus.store import CorpusStore
from pincite.model import Chunk
from pincite.model.layout import PageLayout
from pincite.model.provenance import Mark, Place, marks, place


@dataclass(frozen=True)
class CaseText:
    """Loaded once a document; a span is then placed without going back to the store."""

    text: str
    chunks: list[Chunk]
    pages: list[PageLayout]
    paragraphs: Sequence[int]
    marks: list[Mark]

    def page(self, number: int) -> PageLayout | None:
        at = bisect_left(self.pages, number, key=lambda page: page.number)
        found = self.pages[at] if at < len(self.pages) else None
        return found if found is not None and found.number == number else None

    def place(self, start: int, end: int) -> Place:
        """Where text[start:end] stands."""
        touched = [
            page
            for page, spans in zip(self.pages, self._spans, strict=True)
            if any(first < end and last > start for first, last in spans)
        ]
        return place(touched, self.text, self.paragraphs, self.marks, start, end)

    @cached_property
    def _spans(self) -> list[list[tuple[int, int]]]:
        """For each page the stretches of the text that its lines lie in: body and notes."""
        found: list[list[tuple[int, int]]] = []
        for page in self.pages:
            by_role: dict[str, tuple[int, int]] = {}
            for line in page.lines:
                if line.start >= 0:
                    first, last = by_role.get(line.role, (line.start, line.end))
                    by_role[line.role] = min(first, line.start), max(last, line.end)
            found.append(list(by_role.values()))
        return found


def case_text(store: CorpusStore, key: int) -> CaseText:
    return CaseText(
        store.text(key),
        list(store.chunks(key)),
        store.documents.pages(key),
        store.paragraphs(key),
        marks(store.nodes(key)),
    )
