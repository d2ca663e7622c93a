"""The contract of a FileReading, checked: every format reader's tests call this on what they read."""

from __future__ import annotations

from pincite.ingest.casefiles.reading import FileLine, FileParagraph, FileReading
from pincite.model.layout import Role
from pincite.text.canonical import canonicalize

KINDS = {"text", "heading", "item", "row"}
FURNITURE = {Role.HEADER, Role.FOOTER, Role.LINE_NUMBER, Role.MARGIN}


def check(reading: FileReading) -> None:
    """Assert all that reading.py promises of a FileReading."""
    numbers = [page.number for page in reading.pages]
    assert numbers == list(range(1, len(numbers) + 1)), "pages count from 1, without a gap"
    for page in reading.pages:
        assert page.method in ("Native", "OCR"), page
        assert page.confidence is None or 0 <= page.confidence <= 1, page
        assert page.width >= 0, page
        assert page.height >= 0, page
    pages = {0, *numbers}
    for paragraph in reading.paragraphs:
        _check_paragraph(paragraph, pages, {Role.BODY})
    for note in reading.notes:
        _check_paragraph(note, pages, {Role.FOOTNOTE})
    for line in reading.furniture:
        _check_line(line, pages, FURNITURE)
    for attachment in reading.attachments:
        assert attachment.name, "an attachment has a name"
        assert attachment.place, "an attachment stands somewhere"
    assert reading.title == canonicalize(reading.title)
    assert all(reading.warnings), "a warning says something"
    assert all(isinstance(value, str) and value for value in reading.meta.values())


def words(reading: FileReading) -> list[str]:
    """The text of each paragraph, in order."""
    return [paragraph.text for paragraph in reading.paragraphs]


def _check_paragraph(paragraph: FileParagraph, pages: set[int], roles: set[Role]) -> None:
    assert paragraph.lines, "a paragraph has words"
    assert paragraph.kind in KINDS, paragraph.kind
    assert paragraph.level >= 0
    assert paragraph.label == canonicalize(paragraph.label)
    for line in paragraph.lines:
        _check_line(line, pages, roles)
    text = paragraph.text
    assert text == canonicalize(text), "joined lines are canonical"
    assert not paragraph.cells or paragraph.kind == "row", "only a row has cells"
    end = 0
    for cell in paragraph.cells:
        assert end <= cell.start < cell.end <= len(text), "cells are in order, inside the text"
        assert text[cell.start : cell.end].strip() == text[cell.start : cell.end]
        end = cell.end


def _check_line(line: FileLine, pages: set[int], roles: set[Role]) -> None:
    count = len(line.text.split(" "))
    assert line.text, "a line has words"
    assert line.text == canonicalize(line.text), f"not canonical: {line.text!r}"
    assert line.page in pages, f"page {line.page} is not among the pages"
    assert line.role in roles, f"{line.role} of {line.text!r}"
    assert line.number == line.number.strip()
    assert line.top <= line.bottom
    assert len(line.edges) in (0, 2 * count), "a left and a right edge for each word"
    assert all(left <= right for left, right in zip(line.edges[::2], line.edges[1::2], strict=True))
    assert len(line.confidences) in (0, count), "a confidence for each word"
    assert all(0 <= confidence <= 100 for confidence in line.confidences)
