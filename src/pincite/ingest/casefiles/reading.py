"""What a format reader makes of one file: its words in reading order, and where each stands.

A reader decides what is running text, what is a note and what is furniture; it never decides what
kind of document it read. Nothing here is text that the file does not show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.model.document import Loss
from pincite.model.layout import Role

# Of a page without words of its own, where OCR is off.
UNRECOGNISED = "not read: a picture, and OCR is off"


class FileLine(NamedTuple):
    """One printed line, or, in a format without lines, one paragraph.

    `text` is canonical (NFC, words parted by one space, never empty). `edges` are the left and
    right edge of each of its words in order, so `len(edges) == 2 * len(text.split(" "))`, or empty
    in a format without layout. Lengths are points (1/72 inch) from the top left corner of the page
    as it is displayed. `page` counts from 1; 0 in a format without pages.
    """

    text: str
    page: int = 0
    top: float = 0.0
    bottom: float = 0.0
    edges: tuple[float, ...] = ()
    # What the page prints as this line's number (pleading paper, transcripts); "" for none.
    number: str = ""
    # For each word, 0 to 100; empty where the words were not recognised by OCR.
    confidences: tuple[int, ...] = ()
    role: Role = Role.BODY


class Cell(NamedTuple):
    """A cell of a table row: text[start:end] of its paragraph, and its name where it has one."""

    start: int
    end: int
    place: str = ""


@dataclass(slots=True)
class FileParagraph:
    """Lines that belong together, across a page break too. Its text is their texts, joined by one
    space; a word hyphenated at a line's end therefore reads "agree- ment"."""

    lines: list[FileLine]
    # "text", "heading", "item" of a list, or "row" of a table.
    kind: str = "text"
    # Outline level of a heading or depth of a list item, from 1, where the format states it.
    level: int = 0
    # The number or mark that the format itself generates and so is not among the words ("(a)" of
    # a numbered Word paragraph), or, of a note, its mark.
    label: str = ""
    cells: tuple[Cell, ...] = ()
    # Where it stands, in a format without pages: "line 12", "Sheet1!A7".
    place: str = ""

    @property
    def text(self) -> str:
        if len(self.lines) == 1:
            return self.lines[0].text
        return " ".join([line.text for line in self.lines])


@dataclass(frozen=True, slots=True)
class Page:
    """`label` is the number the document gives the page ("iv"); `method` is Native or OCR, and
    `reason` says why a page that has a text layer was recognised from its picture all the same."""

    number: int
    label: str = ""
    width: float = 0.0
    height: float = 0.0
    method: str = "Native"
    # Mean over the recognised characters, 0 to 1; None where nothing was recognised.
    confidence: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file within the file, to be read as a document of its own. Its name is as hostile as
    everything else."""

    name: str
    data: bytes
    place: str


@dataclass(slots=True)
class FileReading:
    """All that a reader found in one file."""

    pages: list[Page] = field(default_factory=list[Page])
    paragraphs: list[FileParagraph] = field(default_factory=list[FileParagraph])
    # Footnotes and endnotes, in the order of their marks.
    notes: list[FileParagraph] = field(default_factory=list[FileParagraph])
    # Headers, footers, printed line numbers, stamps: known, but not part of the text.
    furniture: list[FileLine] = field(default_factory=list[FileLine])
    title: str = ""
    language: str = ""
    # What the file says about itself: author, created, subject, from, to, date …
    meta: dict[str, str] = field(default_factory=dict[str, str])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    # What a reader of the text should know: "3 tracked deletions left out".
    warnings: list[str] = field(default_factory=list[str])
    # Words of the file that are missing here, or may be, because it is damaged or incomplete.
    losses: list[Loss] = field(default_factory=list[Loss])


def _silent(_page: int, _pages: int) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a reader keeps to. `tick(page, pages)` is called after each page, so that whoever
    watches knows that the reader is alive; a reader without pages need not call it."""

    max_pages: int = 20_000
    max_bytes: int = 64 * 1024 * 1024
    max_archive_ratio: int = 200
    # Tesseract's language codes; "" turns OCR off, and pages without a text layer stay empty.
    ocr_languages: str = "eng+isl"
    ocr_dpi: int = 300
    tick: Callable[[int, int], None] = _silent
