"""A page of a case file as a picture, with a quote marked where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pincite.corpus import CorpusStore
from pincite.errors import NotFound
from pincite.ingest.casefiles.sync import lineage, reader_pool_of
from pincite.ingest.casefiles.tasks import DrawingTask, PageToDraw, Task
from pincite.model.document import Document, Loss
from pincite.model.provenance import Place
from pincite.settings import Settings

DPI = 144.0


@dataclass(frozen=True, slots=True)
class QuotedPlace:
    """A place where a quote stands; `words` are the document's own, as they are printed."""

    document: str
    path: str
    citation: str
    words: str
    place: Place


@dataclass(frozen=True, slots=True)
class PageView:
    """A page, or the pages a quote runs over, as a picture, and where the quote stands."""

    document: Document
    pages: tuple[int, ...]
    place: Place | None
    citation: str
    quote: str
    png: bytes

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What of these pages is missing from the text, or may be."""
        return tuple(loss for loss in self.document.losses if any(map(loss.concerns, self.pages)))


def page_view(
    store: CorpusStore,
    settings: Settings,
    document: Document,
    page: int,
    found: QuotedPlace | None,
    quote: str,
    dpi: float,
) -> PageView:
    """The page, or all the pages that what was found runs over."""
    place = found.place if found else None
    first, last = (place.page, place.page_end) if place else (page, page)
    numbers = range(first or page, (last or page) + 1)
    shown = [store.documents.page(document.key, number) for number in numbers]
    sheets = tuple(
        PageToDraw(
            sheet.number, sheet.width, sheet.height, place.boxes_on(sheet.number) if place else ()
        )
        for sheet in shown
        if sheet is not None
    )
    outer, chain = lineage(document, {held.id: held for held in store.documents.all()})
    task = Task(document.id, "", outer.folder, outer.path, document.name, "", chain)
    with reader_pool_of(settings, 1) as pool:
        png = pool.draw(DrawingTask(task, document.sha256, sheets, dpi))
    where = found.citation if found else ""
    return PageView(document, tuple(sheet.page for sheet in sheets), place, where, quote, png)


def on_page(quoted: Iterable[QuotedPlace], page: int, line: int | None) -> QuotedPlace:
    """The one place of these on a page. Raises NotFound, which says where they stand."""
    every = list(quoted)
    places = [spot.place for spot in every]
    here = [
        spot for spot in every
        if spot.place.page is not None and spot.place.page_end is not None
        and spot.place.page <= page <= spot.place.page_end
    ]  # fmt: skip
    if line is not None:
        here = [spot for spot in here if (spot.place.page, spot.place.line_start) == (page, line)]
    if len(here) == 1:
        return here[0]
    if here:
        lines = ", ".join(str(spot.place.line_start) for spot in here)
        raise NotFound(
            f"those words stand {len(here)} times on page {page}, from lines {lines}",
            hint="Say which with --line, or quote more words.",
        )
    if places:
        pages = ", ".join(dict.fromkeys(str(place.page) for place in places[:20]))
        where = f"page {page}, line {line}" if line is not None else f"page {page}"
        raise NotFound(f"those words do not stand on {where}", hint=f"They stand on page {pages}.")
    raise NotFound(
        "those words do not stand in this document", hint="Quote it word for word, with its case."
    )
