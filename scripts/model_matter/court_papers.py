"""The complaint on pleading paper, the order and the opinion."""

from __future__ import annotations

import math
from itertools import zip_longest

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from model_matter.sheets import (
    BOLD,
    HEIGHT,
    ITALIC,
    ROMAN,
    WIDTH,
    Page,
    Piece,
    Row,
    centred,
    draw,
    paged,
    paragraph,
    pdf,
)
from model_matter.words import Block, blocks, text

_ROWS, _PITCH = 28, 24.0
_TOP = HEIGHT - 74
_NOTE_LEADING, _NOTE_GAP = 11.5, 12.0


def complaint() -> bytes:
    """Pleading paper: 28 numbered rows a page, a double rule at the left and a footer."""
    left, measure = 94.0, 420.0
    content = blocks("complaint.txt")
    rows: list[Row] = []
    for block in content:
        match block.sign:
            case "|":
                rows += [Row((Piece(left, line, ROMAN, 12),), _PITCH) for line in block.lines]
            case ")":
                rows += [Row((), _PITCH), *_caption(block, left, _PITCH), Row((), _PITCH)]
            case ">":
                rows += [
                    Row((Piece(left + (at and 220), line, ROMAN, 12),), _PITCH, keep=True)
                    for at, line in enumerate(block.lines)
                ]
            case "=" | "#":
                if block.sign == "=":
                    rows.append(Row((), _PITCH))
                rows += [centred(line, left, measure, _PITCH) for line in block.lines]
            case "":
                rows += paragraph(block.text, left, measure, leading=_PITCH, first=36)
    notes = {
        block.sign[2:-1]: paragraph(
            block.sign + " " + block.text, left, measure, size=10, leading=_NOTE_LEADING
        )
        for block in content
        if block.sign.startswith("[^")
    }
    pages = paged(rows, _ROWS * _PITCH, notes, _whole_rows)

    def sheets(canvas: Canvas) -> None:
        for number, page in enumerate(pages, start=1):
            _pleading_paper(canvas)
            draw(canvas, page.rows, _TOP)
            if page.notes:
                foot = _TOP - _ROWS * _PITCH + _whole_rows(page.notes) - _NOTE_GAP
                canvas.line(left, foot, left + 144, foot)
                draw(canvas, page.notes, foot)
            _footer(canvas, f"Complaint – {number}")

    return pdf("Complaint", "Birch & Sallow", sheets)


def _whole_rows(notes: list[Row]) -> float:
    return math.ceil((sum(row.height for row in notes) + _NOTE_GAP) / _PITCH) * _PITCH


def _pleading_paper(canvas: Canvas) -> None:
    canvas.setLineWidth(0.6)
    for x in (82.0, 84.5, 526.0):
        canvas.line(x, 40, x, HEIGHT - 40)
    canvas.setFont(ROMAN, 12)
    for number in range(1, _ROWS + 1):
        canvas.drawRightString(72, _TOP - number * _PITCH, str(number))


def _footer(canvas: Canvas, words: str) -> None:
    canvas.setFont(ROMAN, 10)
    canvas.drawCentredString(WIDTH / 2, 46, words)
    canvas.showPage()


def _caption(block: Block, left: float, height: float) -> list[Row]:
    """The parties, a row of brackets, and what stands beside them."""
    middle = left + 226
    rows: list[Row] = []
    for ours, beside in zip_longest(
        text("caption.txt").rstrip().split("\n"), block.lines, fillvalue=""
    ):
        name = ours.lstrip()
        indent = (len(ours) - len(name)) * 5.5
        bold = BOLD if beside.isupper() else ROMAN
        pieces = [Piece(left + indent, name, ROMAN, 12)] if name else []
        pieces.append(Piece(middle, ")", ROMAN, 12))
        if beside:
            pieces.append(Piece(middle + 18, beside, bold, 12))
        rows.append(Row(tuple(pieces), height))
    return rows


def order() -> bytes:
    return _decision("order.txt", "Order", 18.0)


def opinion() -> bytes:
    return _decision("opinion.txt", "Opinion", 21.5)


def sealed() -> bytes:
    """A settlement under seal: the order's words behind a password."""
    lock = StandardEncryption("lantern", "lantern-owner", strength=128)
    return _decision("order.txt", "Sealed", 18.0, encrypt=lock)


def _decision(name: str, title: str, leading: float, **options: object) -> bytes:
    left, measure, top = 90.0, 415.0, HEIGHT - 66
    content = blocks(name)
    rows: list[Row] = []
    for block in content:
        match block.sign:
            case ")":
                rows += [Row((), 10), *_caption(block, left, 16), Row((), 10)]
            case "=":
                rows += [centred(line, left, measure, 16, size=13) for line in block.lines]
            case "#":
                rows += [centred(line, left, measure, 30) for line in block.lines]
            case ">":
                rows += [
                    Row((Piece(left + 230, line, ROMAN, 12),), 17 if at else 40)
                    for at, line in enumerate(block.lines)
                ]
            case "":
                rows += paragraph(
                    block.text, left, measure, leading=leading, above=6, first=30, spread=True
                )
    notes = {
        block.sign[2:-1]: paragraph(
            block.sign + " " + block.text, left, measure, size=10, leading=12
        )
        for block in content
        if block.sign.startswith("[^")
    }
    pages = paged(rows, top - 84, notes, lambda some: sum(row.height for row in some) + 20)

    def sheets(canvas: Canvas) -> None:
        for number, page in enumerate(pages, start=1):
            if number > 1:
                canvas.setFont(ITALIC, 10)
                canvas.drawString(left, HEIGHT - 50, "Hart v. Bellweather Lettings Limited")
                canvas.drawRightString(left + measure, HEIGHT - 50, "HC 412/25")
            draw(canvas, page.rows, top)
            _notes(canvas, page, left)
            _footer(canvas, str(number))

    return pdf(title, "High Court of Marchmere", sheets, **options)


def _notes(canvas: Canvas, page: Page, left: float) -> None:
    if page.notes:
        foot = 76 + sum(row.height for row in page.notes)
        canvas.setLineWidth(0.5)
        canvas.line(left, foot, left + 144, foot)
        draw(canvas, page.notes, foot - 2)
