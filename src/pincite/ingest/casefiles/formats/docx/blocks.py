"""The paragraphs and tables of one story: the body, a note, a header or a text box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from pincite.ingest.casefiles.formats.docx.inline import Inline
from pincite.ingest.casefiles.formats.docx.numbering import WordNumbering
from pincite.ingest.casefiles.formats.docx.styles import Style, heading_level
from pincite.ingest.casefiles.formats.docx.tree import (
    attribute,
    child,
    chosen,
    switch,
    value,
    whole,
)
from pincite.ingest.casefiles.formats.package import Element
from pincite.ingest.casefiles.reading import Cell, FileLine, FileParagraph
from pincite.ingest.safe_xml import name_of

_NEW_PAGE = ("", "nextPage", "oddPage", "evenPage")


class _Content(NamedTuple):
    """Of a cell: its paragraphs, and the numbers of list items that have no words."""

    paragraphs: list[FileParagraph]
    bare: list[str]


@dataclass(slots=True)
class Story:
    """`sections` are the properties of each section of the body, in order."""

    inline: Inline
    numbering: WordNumbering
    sections: list[Element] = field(default_factory=list[Element])
    paragraphs: list[FileParagraph] = field(default_factory=list[FileParagraph])
    _bare: list[str] = field(default_factory=list[str])
    _count: int = 0
    _tables: int = 0

    def read(self, container: Element) -> list[FileParagraph]:
        self._blocks(container)
        self.inline.finish()
        # A last paragraph whose mark was deleted has none to join.
        left = self.inline.take()
        if left:
            self.paragraphs.append(FileParagraph(left, place=f"paragraph {self._count}"))
        return self.paragraphs

    def _blocks(self, container: Element) -> None:
        for element in container:
            name = name_of(element)
            if name == "p":
                self._paragraph(element)
            elif name == "tbl":
                self._table(element)
            elif name == "altChunk":
                self.inline.tally.chunks += 1
            elif name == "AlternateContent":
                form = chosen(element)
                if form is not None:
                    self._blocks(form)
            elif name in ("sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo"):
                self._blocks(element)

    def _paragraph(self, element: Element) -> None:
        self._count += 1
        properties = child(element, "pPr")
        identity = value(properties, "pStyle") or self.inline.styles.default
        style = self.inline.styles.get(identity)
        before = switch(properties, "pageBreakBefore")
        if style.page_break if before is None else before:
            self.inline.pages.break_before()
        mark = child(properties, "rPr")
        self.inline.read(element, style.vanish or False)
        boxes, self.inline.boxes = self.inline.boxes, []
        gone = child(mark, "del") is not None or child(mark, "moveFrom") is not None
        if not gone:
            self._end_paragraph(properties, identity, style, hidden=bool(switch(mark, "vanish")))
        self.inline.pages.paragraph()
        for box in boxes:
            self._box(box)
        if child(properties, "sectPr") is not None:
            self._end_section()

    def _end_paragraph(
        self, properties: Element | None, identity: str, style: Style, *, hidden: bool
    ) -> None:
        lines = self.inline.take()
        if not lines and hidden:
            return
        depth, label = self._number(properties, identity, style)
        if not lines:
            self._bare += [label] if label else []
            return
        level = heading_level(style, properties)
        kind = "heading" if level is not None else "text" if depth is None else "item"
        if level is None:
            level = 0 if depth is None else depth + 1
        place = f"paragraph {self._count}"
        self.paragraphs.append(FileParagraph(lines, kind, level, label, place=place))

    def _number(
        self, properties: Element | None, identity: str, style: Style
    ) -> tuple[int | None, str]:
        """The list level and number of the paragraph; None for one in no list."""
        own = child(properties, "numPr")
        number = value(own, "numId") or style.number or "0"
        if number == "0" or number not in self.numbering.lists:
            return None, ""
        depth = whole(own, "ilvl")
        if depth is None:
            depth = self.numbering.depth_of_style(number, identity) or style.depth or 0
        label = self.numbering.next(number, depth)
        if label is None:
            self.inline.tally.list_numbers += 1
        return depth, label or ""

    def _box(self, content: Element) -> None:
        """A text box is read after the paragraph that it hangs from, on the same page."""
        pages = self.inline.pages
        fixed, pages.fixed = pages.fixed, True
        self._blocks(content)
        pages.fixed = fixed

    def _end_section(self) -> None:
        self.inline.section += 1
        following = self.sections[self.inline.section : self.inline.section + 1]
        if following and value(following[0], "type") in _NEW_PAGE:
            self.inline.pages.make_break()

    def _table(self, table: Element) -> None:
        self._tables += 1
        number = self._tables
        for count, row in enumerate(_rows(table), start=1):
            properties = child(row, "trPr")
            if child(properties, "del") is not None:
                self.inline.tally.deletions += 1
                continue
            self.inline.tally.insertions += child(properties, "ins") is not None
            contents = self._cells(row)
            if len(contents) == 1 and _is_frame(contents[0].paragraphs):
                self.paragraphs += contents[0].paragraphs
            else:
                self._row(contents, f"table {number}, row {count}")

    def _cells(self, row: Element) -> list[_Content]:
        """The cells of a row stand side by side, so each starts on the page of the first."""
        pages = self.inline.pages
        start = furthest = pages.number
        known = 0
        contents: list[_Content] = []
        for cell in _row_cells(row):
            pages.mark(start, known)
            contents.append(self._cell(cell))
            if not known and pages.leading:
                known = pages.leading
                # The row as a whole begins after the break.
                first = contents[-1].paragraphs[:1]
                start = first[0].lines[0].page if first else pages.number
            furthest = max(furthest, pages.number)
        pages.number, pages.known = furthest, 0
        return contents

    def _cell(self, cell: Element) -> _Content:
        outer, self.paragraphs = self.paragraphs, []
        bare, self._bare = self._bare, []
        self._blocks(cell)
        content = _Content(self.paragraphs, self._bare)
        self.paragraphs, self._bare = outer, bare
        return content

    def _row(self, contents: list[_Content], place: str) -> None:
        pieces: list[FileLine] = []
        cells: list[Cell] = []
        nested: list[FileParagraph] = []
        labels: list[str] = []
        label, end = "", -1
        for paragraphs, bare in contents:
            own = [paragraph for paragraph in paragraphs if paragraph.kind != "row"]
            nested += [paragraph for paragraph in paragraphs if paragraph.kind == "row"]
            numbers = bare + [paragraph.label for paragraph in own if paragraph.label]
            # A number before the first words is the row's; there is room for no other.
            if numbers and not pieces and not label and (bare or own[0].label):
                label = numbers.pop(0)
            labels += numbers
            start = end + 1
            for line in (line for paragraph in own for line in paragraph.lines):
                end += 1 + len(line.text)
                pieces.append(line)
            if end >= start:
                cells.append(Cell(start, end))
        self.inline.tally.cell_numbers += sum(text.isalnum() or len(text) > 1 for text in labels)
        if pieces:
            row = FileParagraph(
                _by_page(pieces), "row", label=label, cells=tuple(cells), place=place
            )
            self.paragraphs.append(row)
        elif label:
            self._bare.append(label)
        self.paragraphs += nested


def _is_frame(paragraphs: list[FileParagraph]) -> bool:
    """A table of one cell that holds several paragraphs is a frame round them."""
    return len(paragraphs) > 1


def _by_page(lines: list[FileLine]) -> list[FileLine]:
    pages = groupby(lines, key=lambda line: line.page)
    return [FileLine(" ".join(line.text for line in group), page) for page, group in pages]


def _rows(table: Element) -> Iterator[Element]:
    for element in table:
        name = name_of(element)
        if name == "tr":
            yield element
        elif name in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
            yield from _rows(element)


def _row_cells(row: Element) -> Iterator[Element]:
    """The cells that begin in this row; one merged with the cell above or before it does not."""
    for element in row:
        name = name_of(element)
        if name == "tc":
            properties = child(element, "tcPr")
            merges = (child(properties, "vMerge"), child(properties, "hMerge"))
            if all(merge is None or attribute(merge) == "restart" for merge in merges):
                yield element
        elif name in ("sdt", "sdtContent", "customXml"):
            yield from _row_cells(element)
