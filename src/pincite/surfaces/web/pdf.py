"""An answer as a PDF, its letters embedded."""

from __future__ import annotations

import io
from functools import cache
from html import escape
from itertools import starmap
from pathlib import Path
from typing import Any

import reportlab
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph, SimpleDocTemplate

from pincite.surfaces.web.sheet import AnswerSheet, SheetQuote

# What the package brings; it has every letter of Latin-1 and the typographic quotation marks.
_FONT, _BOLD = "Vera", "VeraBd"
_SOFT, _WARNING, _LINE = HexColor("#59636e"), HexColor("#8a4b00"), HexColor("#2f5d8c")


def as_pdf(sheet: AnswerSheet) -> bytes:
    """The same bytes for the same sheet."""
    _fonts()
    out = io.BytesIO()
    made = SimpleDocTemplate(
        out, pagesize=A4, leftMargin=28 * mm, rightMargin=28 * mm, topMargin=24 * mm,
        bottomMargin=22 * mm, title=_known(sheet.question[:250]), author="Pincite",
        lang=sheet.language, invariant=1,
    )  # fmt: skip
    style = _styles()
    story: list[Any] = [_text(sheet.question, style["head"])]
    story.append(_text(" · ".join(sheet.about), style["soft"]))
    story += [_text(warning, style["warning"]) for warning in sheet.warnings]
    for point in sheet.points:
        story += _point(point, style)
    if sheet.note:
        story.append(_text(sheet.note, style["note"]))
    story += [_text(line, style["unchecked"]) for line in sheet.unchecked]
    if sheet.closest:
        story.append(_text(sheet.closest_head, style["second"]))
        for point in sheet.closest:
            story += _point(point, style)
    if sheet.sources:
        story.append(_text(sheet.sources_head, style["second"]))
        for source in sheet.sources:
            story.append(_text(f"[{source.number}] {source.citation}", style["body"]))
            story.append(_text(source.details, style["soft"]))
    story.append(_text(sheet.foot, style["soft"]))
    made.build(story, onFirstPage=_numbered, onLaterPages=_numbered)
    return out.getvalue()


def _point(point: SheetQuote, style: dict[str, ParagraphStyle]) -> list[Any]:
    found = [_text(point.text, style["says"])] if point.text else []
    for number, quote, locator in point.quotes:
        runs = ((f"[{number}] " if number else "", False), *quote)
        found.append(Paragraph("".join(starmap(_run, runs)), style["quote"]))
        if locator:
            found.append(_text(locator, style["under"]))
    return found


def _text(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(_run(text), style)


def _run(text: str, bold: bool = False) -> str:
    # A paragraph reads markup, which no words of a document may be.
    known = escape(_known(text)).replace("\n", "<br/>")
    return f"<b>{known}</b>" if bold else known


def _known(text: str) -> str:
    """With a mark for each letter that the font does not have."""
    _fonts()
    known: dict[int, int] = pdfmetrics.getFont(_FONT).face.charToGlyph  # pyright: ignore
    return "".join(letter if ord(letter) in known or letter.isspace() else "?" for letter in text)


def _numbered(canvas: Any, made: Any) -> None:
    canvas.saveState()
    canvas.setFont(_FONT, 8)
    canvas.setFillColor(_SOFT)
    canvas.drawRightString(A4[0] - 28 * mm, 13 * mm, str(canvas.getPageNumber()))
    canvas.restoreState()


@cache
def _fonts() -> None:
    rl_config.invariant = 1
    folder = Path(reportlab.__file__).parent / "fonts"
    for name in (_FONT, _BOLD):
        pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))  # pyright: ignore
    pdfmetrics.registerFontFamily(_FONT, _FONT, _BOLD, _FONT, _BOLD)  # pyright: ignore


@cache
def _styles() -> dict[str, ParagraphStyle]:
    body = ParagraphStyle(
        "body", fontName=_FONT, fontSize=10, leading=15, spaceAfter=5, splitLongWords=1
    )
    quote = ParagraphStyle("quote", body, leftIndent=10, spaceBefore=2)
    return {
        "body": body,
        "says": ParagraphStyle("says", body, keepWithNext=1),
        "head": ParagraphStyle("head", body, fontName=_BOLD, fontSize=16, leading=21, spaceAfter=6),
        "second": ParagraphStyle(
            "second", body, fontName=_BOLD, fontSize=12, leading=16, spaceBefore=14
        ),
        "soft": ParagraphStyle(
            "soft", body, fontSize=8, leading=11.5, textColor=_SOFT, spaceAfter=8
        ),
        "under": ParagraphStyle(
            "under", body, fontSize=8, leading=11.5, textColor=_LINE, leftIndent=10, spaceAfter=9
        ),
        "warning": ParagraphStyle("warning", body, fontName=_BOLD, textColor=_WARNING),
        "note": ParagraphStyle("note", body, fontName=_BOLD, spaceBefore=8),
        "unchecked": ParagraphStyle("unchecked", body, textColor=_WARNING, leftIndent=10),
        "quote": quote,
    }
