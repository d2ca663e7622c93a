"""Where words of a case file stand, page, paragraph, line and box, and how that is cited."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pincite.model.layout import Box
from pincite.model.provision import Node

PRINTED, ON_PAGE, IN_DOCUMENT = "printed", "on page", "in document"
# The attribute of a node that holds the number the document prints beside that paragraph.
NUMBERED = "paragraph"


class Mark(NamedTuple):
    """A paragraph that the document itself numbers, or a note with its mark."""

    start: int
    end: int
    number: str
    note: bool


def marks(nodes: Iterable[Node]) -> list[Mark]:
    """The numbered paragraphs and the notes among a document's nodes, in order."""
    return [
        Mark(node.start, node.end, node.attrs[NUMBERED], False)
        if node.attrs and NUMBERED in node.attrs
        else Mark(node.start, node.end, node.num, True)
        for node in nodes
        if node.kind == "footnote" or (node.attrs and NUMBERED in node.attrs)
    ]


@dataclass(frozen=True, slots=True)
class Place:
    """Where text[char_start:char_end] stands.

    Pages are None in a format without them. `paragraph_numbering` says what the paragraph numbers
    count: "printed" by the document, "on page" from the top of the page each end stands on, or "in
    document" where there are no pages. They are None for a note, and for words outside the numbered
    paragraphs of a page that has such. Lines carry their printed number, else their count
    on the page. `ocr_confidence` is the mean of the recognised words by length, 0 to 1.
    """

    page: int | None
    page_end: int | None
    page_label: str
    paragraph_start: int | None
    paragraph_end: int | None
    paragraph_numbering: str
    line_start: int | None
    line_end: int | None
    char_start: int
    char_end: int
    boxes: tuple[Box, ...]
    extraction_method: str
    ocr_confidence: float | None
    note: str = ""
    # The sheets of a workbook it begins and ends on; "" in every other format.
    sheet: str = ""
    sheet_end: str = ""

    def boxes_on(self, page: int) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box.page == page)

    def words(self, *, lines: bool = False) -> str:
        """The place as it is cited: 'p. 8, para. 24', or with lines 'p. 14:3-15:9'; in a workbook
        'sheet Fees, rows 3-9'."""
        if self.sheet and self.line_start is not None and self.line_end is not None:
            if self.sheet != self.sheet_end:
                rows = f"row {self.line_start} to sheet {self.sheet_end}, row {self.line_end}"
            else:
                rows = _range("row", "rows", self.line_start, self.line_end)
            return f"sheet {self.sheet}, {rows}"
        if lines and self.page is not None and self.line_start is not None:
            return f"p. {self._lines()}"
        parts = [self.pages()]
        if self.note:
            parts.append(f"n. {self.note}")
        elif self.paragraph_start is not None and self.paragraph_end is not None:
            first, last = self.paragraph_start, self.paragraph_end
            crosses = self.page != self.page_end and self.paragraph_numbering == ON_PAGE
            if crosses:
                return f"p. {self.page}, para. {first} to p. {self.page_end}, para. {last}"
            parts.append(_range("para.", "paras.", first, last))
        return ", ".join(part for part in parts if part)

    def pages(self) -> str:
        """'p. 8', 'pp. 8-9' or 'sheet Fees'; "" in a format without pages."""
        if self.sheet:
            ends = (self.sheet, self.sheet_end)
            return " to ".join(f"sheet {name}" for name in dict.fromkeys(ends))
        if self.page is None or self.page_end is None:
            return ""
        return _range("p.", "pp.", self.page, self.page_end)

    def _lines(self) -> str:
        first = f"{self.page}:{self.line_start}"
        if self.page_end != self.page:
            return f"{first}-{self.page_end}:{self.line_end}"
        return first if self.line_end == self.line_start else f"{first}-{self.line_end}"


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a search result says of its source (casefile-search.md, section 9)."""

    document: str
    document_path: str
    document_id: str
    sha256: str
    kind: str
    # What a short citation calls the document; "" where it has no name but its file's.
    short: str
    chunk_id: str
    chunk_index: int
    place: Place
    chunk_created_at: str
    chunk_embedded_at: str | None
    document_ingested_at: str

    def cite(self) -> str:
        """'Complaint.pdf, p. 8, para. 24'; of a transcript 'Smith_Tr.pdf, p. 14:3-15:9'."""
        return cited(self.document, self.kind, self.place)

    def cite_short(self) -> str:
        """'Complaint, p. 8'; of a transcript 'Tr. 14:3-15:9'; else by the file's stem."""
        name = self.short or _stem(self.document)
        where = self.place.words(lines=self.kind == "transcript")
        if self.kind == "transcript" and self.place.page is not None:
            return f"{name} {where.removeprefix('p. ')}"
        where = self.place.pages() or where.partition(",")[0]
        return f"{name}, {where}" if where else name

    def as_dict(self) -> dict[str, object]:
        """The fields of `source`, in the document's order; what it does not name comes last."""
        at = self.place
        return {
            "document": self.document,
            "document_path": self.document_path,
            "document_id": self.document_id,
            "chunk_id": self.chunk_id,
            "chunk_index": self.chunk_index,
            "page": at.page,
            "paragraph_start": at.paragraph_start,
            "paragraph_end": at.paragraph_end,
            "line_start": at.line_start,
            "line_end": at.line_end,
            "char_start": at.char_start,
            "char_end": at.char_end,
            "extraction_method": at.extraction_method,
            "ocr_confidence": at.ocr_confidence,
            "chunk_created_at": self.chunk_created_at,
            "chunk_embedded_at": self.chunk_embedded_at,
            "document_ingested_at": self.document_ingested_at,
            "page_end": at.page_end,
            "page_label": at.page_label,
            "paragraph_numbering": at.paragraph_numbering,
            "note": at.note,
            "sheet": at.sheet,
            "boxes": [list(box) for box in at.boxes],
            "sha256": self.sha256,
            "kind": self.kind,
        }


def cited(document: str, kind: str, at: Place) -> str:
    """A place in a document of that name and kind; testimony is cited by page and line."""
    where = at.words(lines=kind == "transcript")
    return f"{document}, {where}" if where else document


def _range(singular: str, many: str, first: int, last: int) -> str:
    return f"{singular} {first}" if first == last else f"{many} {first}-{last}"


def _stem(document: str) -> str:
    stem, dot, _ = document.rpartition(".")
    return stem if dot and stem else document
