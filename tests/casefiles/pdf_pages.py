"""PDFs made for the tests: text put at places, page by page."""

from __future__ import annotations

import io
from collections.abc import Callable

from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from casefiles.readings import check
from pincite.ingest.casefiles.formats.pdf import read
from pincite.ingest.casefiles.reading import Bounds, FileReading

WIDTH, HEIGHT = 612.0, 792.0
NO_OCR = Bounds(ocr_languages="")
SENTENCES = (
    "The Supplier shall deliver the Goods to the Buyer at the place that the Buyer names in its "
    "order, and bears the risk of loss until the Buyer has taken them over. The Buyer shall look "
    "at the Goods within ten days and give notice of every defect that such a look shows. "
)


def pdf(*pages: Callable[[Canvas], None], **settings: object) -> bytes:
    """The bytes of a PDF whose pages are drawn by the functions given."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=1, **settings)  # type: ignore[arg-type]
    for draw in pages:
        canvas.setPageSize((WIDTH, HEIGHT))
        canvas.setFont("Times-Roman", 12)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def write(
    canvas: Canvas, x: float, top: float, text: str, font: str = "Times-Roman", size: float = 12
) -> None:
    """Text whose line's top is `top` points below the top of the page."""
    canvas.setFont(font, size)
    canvas.drawString(x, HEIGHT - top - 0.9 * size, text)


def flow(
    canvas: Canvas,
    text: str,
    *,
    x: float = 72,
    top: float = 100,
    width: float = 468,
    size: float = 12,
    step: float = 14,
) -> float:
    """Wraps text into lines; the top of what would come next."""
    for line in simpleSplit(text, "Times-Roman", size, width):
        write(canvas, x, top, line, size=size)
        top += step
    return top


def centred(
    canvas: Canvas, top: float, text: str, font: str = "Times-Roman", size: float = 12
) -> None:
    wide = pdfmetrics.stringWidth(text, font, size)
    write(canvas, (WIDTH - wide) / 2, top, text, font, size)


def reading_of(data: bytes, bounds: Bounds = NO_OCR) -> FileReading:
    """What the reader makes of it, checked against the contract."""
    reading = read(data, "test.pdf", bounds)
    check(reading)
    return reading


def body(reading: FileReading) -> str:
    return " ".join(paragraph.text for paragraph in reading.paragraphs)


def furniture(reading: FileReading, role: str) -> list[str]:
    return [line.text for line in reading.furniture if line.role == role]
