"""An answer as a Word document."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from docx import Document
from docx.oxml.ns import qn
from docx.shared import Mm, Pt, RGBColor

from pincite.surfaces.web.sheet import AnswerSheet, SheetQuote

_SERIF = "Georgia"
_SOFT = RGBColor(0x59, 0x63, 0x6E)
_WARNING = RGBColor(0x8A, 0x4B, 0x00)
# The first moment that a zip file can say.
_NEVER = (1980, 1, 1, 0, 0, 0)


def as_docx(sheet: AnswerSheet) -> bytes:
    """The same bytes for the same sheet."""
    made: Any = Document()
    section = made.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = Mm(28)
    normal = made.styles["Normal"]
    normal.font.name, normal.font.size = _SERIF, Pt(11)
    normal.paragraph_format.space_after = Pt(6)
    normal.element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), _SERIF)
    made.core_properties.title = sheet.question[:250]
    made.core_properties.author = "Pincite"
    made.core_properties.language = sheet.language
    made.core_properties.created = made.core_properties.modified = sheet.made
    made.add_heading(sheet.question, level=1)
    _soft(made, " · ".join(sheet.about))
    for warning in sheet.warnings:
        run = made.add_paragraph().add_run(warning)
        run.bold, run.font.color.rgb = True, _WARNING
    for point in sheet.points:
        _point(made, point)
    if sheet.note:
        made.add_paragraph().add_run(sheet.note).bold = True
    for line in sheet.unchecked:
        made.add_paragraph().add_run(line).font.color.rgb = _WARNING
    if sheet.closest:
        made.add_heading(sheet.closest_head, level=2)
        for point in sheet.closest:
            _point(made, point)
    if sheet.sources:
        made.add_heading(sheet.sources_head, level=2)
        for source in sheet.sources:
            made.add_paragraph(f"[{source.number}] {source.citation}")
            _soft(made, source.details)
    _soft(made, sheet.foot)
    written = io.BytesIO()
    made.save(written)
    return _timeless(written.getvalue())


def _point(made: Any, point: SheetQuote) -> None:
    if point.text:
        made.add_paragraph(point.text)
    for number, quote, locator in point.quotes:
        paragraph = made.add_paragraph(style="Intense Quote" if number else "Quote")
        paragraph.add_run(f"[{number}] " if number else "")
        for words, bold in quote:
            paragraph.add_run(words).bold = bold or None
        if locator:
            _soft(made, locator)


def _soft(made: Any, text: str) -> None:
    run = made.add_paragraph().add_run(text)
    run.font.size, run.font.color.rgb = Pt(9), _SOFT


def _timeless(data: bytes) -> bytes:
    """The parts of the archive without the moment at which each was written."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as read,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as write,
    ):
        for entry in read.infolist():
            named = zipfile.ZipInfo(entry.filename, _NEVER)
            named.compress_type = zipfile.ZIP_DEFLATED
            write.writestr(named, read.read(entry.filename))
    return out.getvalue()
