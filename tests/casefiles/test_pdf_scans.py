"""Scanned pages within a PDF: what is kept out of the text of a native page is kept out of theirs."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from casefiles.pdf_pages import SENTENCES, body, furniture, pdf, reading_of, write
from pincite.ingest.casefiles.formats.pdf import linenumbers, page_image, recognised
from pincite.ingest.casefiles.formats.pdf.linenumbers import PageRuns
from pincite.ingest.casefiles.reading import Bounds, FileLine, FileParagraph, FileReading

WORDS = (SENTENCES * 4).split()
TEXT = " ".join(WORDS[:216])
needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="tesseract is not installed"
)


def _paper(*, rule: bool) -> Callable[[Canvas], None]:
    """Numbers 1 to 28 close to the text that they number, or beyond a rule."""

    def page(canvas: Canvas) -> None:
        if rule:
            canvas.line(78, 30, 78, 760)
        for n in range(1, 29):
            write(canvas, 60 if rule else 74, 36 + 24 * n, f"{n}")
            if n < 28:
                write(canvas, 90, 36 + 24 * n, " ".join(WORDS[(n - 1) * 8 : n * 8]))

    return page


def _scan_of(page: Callable[[Canvas], None]) -> FileReading:
    printed = page_image(pdf(page), "paper.pdf", 1, dpi=300)

    def scan(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(printed), 0, 0, 612, 792)

    return reading_of(pdf(scan), Bounds(ocr_languages="eng"))


@needs_tesseract
@pytest.mark.parametrize("rule", [pytest.param(False, marks=pytest.mark.slow), True])
def test_line_numbers_of_scanned_pleading_paper_stand_beside_their_lines(rule: bool):
    reading = _scan_of(_paper(rule=rule))
    assert body(reading) == TEXT
    assert furniture(reading, "line number") == [str(n) for n in range(1, 29)]
    lines = [line for paragraph in reading.paragraphs for line in paragraph.lines]
    assert [line.number for line in lines] == [str(n) for n in range(1, 28)]


def _recognised(firsts: list[str], step: float = 24.0) -> list[FileParagraph]:
    """Lines as recognition gives them: a word in the margin, then the text."""
    lines = [
        FileLine(
            f"{first} words of the line",
            1,
            60 + step * at,
            70 + step * at,
            (74.0, 74.0 + 6 * len(first), 90.0, 115.0, 118.0, 128.0, 131.0, 146.0, 149.0, 166.0),
            confidences=(70, 96, 96, 96, 96),
        )
        for at, first in enumerate(firsts)
    ]
    return [FileParagraph(lines[:3]), FileParagraph(lines[3:])]


def _without_numbers(firsts: list[str]) -> list[FileLine]:
    paragraphs = _recognised(firsts)
    [column] = linenumbers.find([PageRuns(recognised.runs_of(paragraphs), 792.0, recognised=True)])
    if not column:
        return recognised.lines_of(paragraphs)
    return recognised.lines_of(recognised.without_numbers(paragraphs, column))


def test_a_misread_line_number_is_known_by_its_place():
    firsts = [str(n) for n in range(1, 29)]
    firsts[0], firsts[6] = "I", "71"
    lines = _without_numbers(firsts)
    assert {line.text for line in lines} == {"words of the line"}
    assert [line.number for line in lines] == [str(n) for n in range(1, 29)]
    assert {(len(line.edges), len(line.confidences)) for line in lines} == {(8, 4)}


def test_numbers_of_which_too_many_are_misread_stay_text():
    firsts = [str(n) if n % 3 else "§" for n in range(1, 29)]
    assert [line.text.split()[0] for line in _without_numbers(firsts)] == firsts


def test_a_numbered_list_on_a_scan_keeps_its_numbers():
    firsts = [str(n) for n in range(1, 13)]
    assert [line.text.split()[0] for line in _without_numbers(firsts)] == firsts
