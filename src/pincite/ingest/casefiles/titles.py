"""Finds the lines of a document's first pages that could be its title."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.ingest.casefiles.reading import FileLine, FileParagraph, FileReading

# How far into a document its title is looked for, and how long a title is.
_TITLE_PAGES, _TITLE_PARAGRAPHS, _UNPAGED_PARAGRAPHS = 2, 80, 25
_TITLE_LENGTH, _LINE_LENGTH = 300, 160

_spaced_out = re.compile(r"(?:[^\W\d_] ){3,}[^\W\d_]")
_columns = re.compile(r" ?[)\]|§]+(?= |$)")
_capitals_first = re.compile(r"[^a-zþæðöáéíóúý]{6,240}(?= |$)")
_regarding = re.compile(r"(?:re|regarding|subject|efni) ?:", re.I)
_exhibit_label = re.compile(r"(?:exhibit|ex\.|attachment|annex|schedule) [\w.()-]{1,8} ", re.I)


def title_lines(reading: FileReading) -> Iterator[tuple[int, str]]:
    """The lines that could be a title, with their paragraph, in order."""
    widths = {page.number: page.width for page in reading.pages}
    most = _TITLE_PARAGRAPHS if reading.pages else _UNPAGED_PARAGRAPHS
    for at, paragraph in enumerate(reading.paragraphs[:most]):
        if paragraph.lines[0].page > _TITLE_PAGES:
            return
        text = paragraph.text
        if _regarding.match(text):
            continue
        if len(text) <= _TITLE_LENGTH and (paragraph.kind == "heading" or _is_capital(text)):
            yield at, _close_up(text)
            continue
        yield from ((at, part) for part in _title_parts(paragraph, text, at, widths))


def _title_parts(
    paragraph: FileParagraph, text: str, at: int, widths: dict[int, float]
) -> Iterator[str]:
    if paragraph.kind == "row":
        for cell in paragraph.cells:
            part = text[cell.start : cell.end]
            if len(part) <= _TITLE_LENGTH and _is_capital(part):
                yield part
        return
    for line in paragraph.lines:
        if len(line.text) > _LINE_LENGTH:
            continue
        centred = len(paragraph.lines) <= 3 and _is_centred(line, widths.get(line.page, 0.0))
        if centred or _is_capital(line.text):
            yield _close_up(line.text)
        else:
            # Beside the parties, past the column of brackets: "Plaintiff, ) COMPLAINT".
            for part in _columns.split(line.text)[1:]:
                if _is_capital(part):
                    yield part.strip()
    if not paragraph.lines[0].edges and at < 3 and len(text) <= 90 and text[-1] not in ".;:":
        yield text
    elif (
        at < 5 and (run := _capitals_first.match(text, _after_label(text))) and _is_capital(run[0])
    ):
        yield run[0].strip()


def _after_label(text: str) -> int:
    """Where the words begin after 'Exhibit 10.1'."""
    label = _exhibit_label.match(text)
    return label.end() if label else 0


def _is_capital(text: str) -> bool:
    return text.isupper() and sum(map(str.isalpha, text)) >= 4


def _is_centred(line: FileLine, width: float) -> bool:
    if not (width and line.edges):
        return False
    left, right = line.edges[0], line.edges[-1]
    return left > 0.2 * width and abs(left + right - width) < 0.06 * width


def _close_up(text: str) -> str:
    """'O R D E R' is ORDER."""
    return text.replace(" ", "") if _spaced_out.fullmatch(text) else text
