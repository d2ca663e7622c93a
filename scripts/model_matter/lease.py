"""The lease: articles and clauses, a header on every page, and a schedule in two columns."""

from __future__ import annotations

import re

from reportlab.pdfgen.canvas import Canvas

from model_matter.sheets import (
    BOLD,
    HEIGHT,
    ITALIC,
    ROMAN,
    WIDTH,
    Piece,
    Row,
    centred,
    draw,
    paged,
    paragraph,
    pdf,
)
from model_matter.words import Block, blocks

_LEFT, _MEASURE, _TOP = 80.0, 435.0, HEIGHT - 76
_GUTTER = 25.0
_COLUMN = (_MEASURE - _GUTTER) / 2
_clause = re.compile(r"\([a-z]\) ")


def lease() -> bytes:
    content = blocks("lease.txt")
    division = content.index(Block("", ("[schedule]",)))
    body, schedule = content[:division], content[division + 1 :]
    pages = paged(_articles(body), _TOP - 84, {}, lambda _: 0.0)
    count = len(pages) + 1

    def sheets(canvas: Canvas) -> None:
        for number, page in enumerate(pages, start=1):
            _furniture(canvas, number, count)
            draw(canvas, page.rows, _TOP)
            canvas.showPage()
        _furniture(canvas, count, count)
        _schedule(canvas, schedule)
        canvas.showPage()

    return pdf("Residential Lease Agreement", "Bellweather Lettings Limited", sheets)


def _furniture(canvas: Canvas, number: int, count: int) -> None:
    canvas.setFont(ITALIC, 9)
    canvas.drawString(_LEFT, HEIGHT - 50, "Bellweather Lettings Limited – Standard Lease, Form 7")
    canvas.drawRightString(_LEFT + _MEASURE, HEIGHT - 50, "Flat 3, 14 Lantern Street")
    canvas.setLineWidth(0.5)
    canvas.line(_LEFT, HEIGHT - 55, _LEFT + _MEASURE, HEIGHT - 55)
    canvas.setFont(ROMAN, 9)
    canvas.drawCentredString(WIDTH / 2, 46, f"Page {number} of {count}")


def _articles(content: list[Block]) -> list[Row]:
    rows: list[Row] = []
    left = Block("", ())
    for block in content:
        match block.sign:
            case "=":
                rows += [centred(line, _LEFT, _MEASURE, 24, size=14) for line in block.lines]
            case "#":
                rows += [
                    centred(line, _LEFT, _MEASURE, 14 if at else 26, size=11)
                    for at, line in enumerate(block.lines)
                ]
            case "+":
                rows += _set(block.text, 36)
            case ">":
                left = block
            case "<":
                rows += _signatures(left, block)
            case _:
                rows += _set(block.text, 36 if _clause.match(block.text) else 0)
    return rows


def _set(text: str, indent: float) -> list[Row]:
    return paragraph(
        text, _LEFT + indent, _MEASURE - indent, size=11.5, leading=15, above=7, spread=True
    )


def _signatures(left: Block, right: Block) -> list[Row]:
    rows: list[Row] = []
    for at, (ours, theirs) in enumerate(zip(left.lines, right.lines, strict=True)):
        pieces = [Piece(_LEFT, ours, ROMAN if at else BOLD, 11)]
        if theirs:
            pieces.append(Piece(_LEFT + 250, theirs, ROMAN if at else BOLD, 11))
        rows.append(Row(tuple(pieces), 30 if at < 2 else 16))
    return rows


def _schedule(canvas: Canvas, content: list[Block]) -> None:
    height = _TOP
    column = 0
    for block in content:
        if block.sign == "=":
            rows = [centred(line, _LEFT, _MEASURE, 18, size=12) for line in block.lines]
            height = draw(canvas, rows, height)
            top = height - 6
        elif block.text == "[column]":
            height = top
            column += 1
        else:
            x = _LEFT + (column - 1) * (_COLUMN + _GUTTER)
            if block.sign == "#":
                rows = [Row((Piece(x, block.text, BOLD, 11),), 18)]
            else:
                rows = paragraph(block.text, x, _COLUMN, size=11, leading=14, above=7)
            height = draw(canvas, rows, height)
