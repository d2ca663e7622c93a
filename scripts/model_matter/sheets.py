"""Sets words as rows of pieces, divides the rows into pages with their notes, and draws them.

Everything is measured in points. The standard fonts need no file and no compression, so the bytes
depend on nothing but the words.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

rl_config.useA85 = 0

WIDTH, HEIGHT = 595.28, 841.89
ROMAN, BOLD, ITALIC, TYPED = "Times-Roman", "Times-Bold", "Times-Italic", "Courier"

_mark = re.compile(r"\[\^(\d+)\]")
_MARK_SIZE, _MARK_RISE = 0.65, 0.35


class Piece(NamedTuple):
    """Words at a place of a row; `fill` is the width that they are spread over, 0 for their own."""

    x: float
    text: str
    font: str
    size: float
    fill: float = 0.0


class Row(NamedTuple):
    """`height` is the way from the row above; one to `keep` is never the last of a page."""

    pieces: tuple[Piece, ...]
    height: float
    keep: bool = False


class Page(NamedTuple):
    rows: list[Row]
    notes: list[Row]


def width(text: str, font: str, size: float) -> float:
    marks = sum(stringWidth(number, font, size * _MARK_SIZE) for number in _mark.findall(text))
    return stringWidth(_mark.sub("", text), font, size) + marks


def wrapped(text: str, font: str, size: float, measure: float, first: float = 0.0) -> Iterator[str]:
    """The lines of a text; the first is indented by `first`, and `~` allows a hyphen."""
    line, room = "", measure - first
    for word in text.split():
        whole = word.replace("~", "")
        longer = f"{line} {whole}" if line else whole
        if width(longer, font, size) <= room:
            line = longer
            continue
        parts = word.split("~")
        for cut in range(len(parts) - 1, 0, -1):
            hyphened = f"{line} {''.join(parts[:cut])}-"
            if width(hyphened, font, size) <= room:
                line, whole = hyphened, "".join(parts[cut:])
                break
        yield line
        line, room = whole, measure
    yield line


def paragraph(
    text: str,
    x: float,
    measure: float,
    *,
    size: float = 12,
    leading: float = 15,
    above: float = 0,
    first: float = 0,
    spread: bool = False,
) -> list[Row]:
    lines = list(wrapped(text, ROMAN, size, measure, first))
    rows: list[Row] = []
    for at, line in enumerate(lines):
        indent = 0 if at else first
        fill = measure - indent if spread and at < len(lines) - 1 else 0
        piece = Piece(x + indent, line, ROMAN, size, fill)
        rows.append(Row((piece,), leading + (0 if at else above)))
    return rows


def centred(text: str, x: float, measure: float, height: float, font: str = BOLD,
            size: float = 12, *, keep: bool = True) -> Row:  # fmt: skip
    left = x + (measure - stringWidth(text, font, size)) / 2
    return Row((Piece(left, text, font, size),), height, keep)


def paged(
    rows: Sequence[Row],
    room: float,
    notes: Mapping[str, list[Row]],
    note_room: Callable[[list[Row]], float],
) -> list[Page]:
    """Rows as pages of this room; the notes marked on a page take `note_room` of it."""
    pages: list[Page] = []
    page, used = Page([], []), 0.0
    for row in rows:
        marked = [
            note for piece in row.pieces for mark in _mark.findall(piece.text)
            for note in notes.get(mark, [])
        ]  # fmt: skip
        need = used + row.height
        below = page.notes + marked
        if page.rows and need + (note_room(below) if below else 0) > room:
            carried: list[Row] = []
            while page.rows and page.rows[-1].keep:
                carried.insert(0, page.rows.pop())
            pages.append(page)
            page, used = Page(carried, []), sum(one.height for one in carried)
        page.rows.append(row)
        page.notes.extend(marked)
        used += row.height
    return [*pages, page]


def draw(canvas: Canvas, rows: Sequence[Row], top: float) -> float:
    """Draw rows downwards from a height above the foot of the page; the height of the last."""
    y = top
    for row in rows:
        y -= row.height
        for piece in row.pieces:
            _draw_piece(canvas, piece, y)
    return y


def _draw_piece(canvas: Canvas, piece: Piece, y: float) -> None:
    spaces = piece.text.count(" ")
    slack = piece.fill - width(piece.text, piece.font, piece.size) if piece.fill else 0.0
    line = canvas.beginText(piece.x, y)
    line.setWordSpace(slack / spaces if spaces else 0)
    for at, part in enumerate(_mark.split(piece.text)):
        marked = at % 2
        line.setFont(piece.font, piece.size * (_MARK_SIZE if marked else 1))
        line.setRise(piece.size * _MARK_RISE if marked else 0)
        line.textOut(part)
    line.setRise(0)
    line.setWordSpace(0)
    canvas.drawText(line)


def pdf(title: str, author: str, draw_pages: Callable[[Canvas], None], **options: object) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, (WIDTH, HEIGHT), invariant=1, pageCompression=0, **options)
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setSubject("Hart v. Bellweather Lettings Limited")
    draw_pages(canvas)
    canvas.save()
    return out.getvalue()
