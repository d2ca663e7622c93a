"""Letters: one printed, one scanned as a picture, one scanned as a PDF of a picture; and a mail."""

from __future__ import annotations

import base64
import io
import random
import re
from pathlib import Path

import reportlab
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from model_matter.sheets import BOLD, HEIGHT, ROMAN, Piece, Row, draw, paragraph, pdf
from model_matter.words import blocks, text

_FONT = Path(reportlab.__file__).with_name("fonts") / "Vera.ttf"
_DPI = 200
# A5, in pixels.
_PAGE = (1165, 1654)
_PAPER = 238
_columns = re.compile(r" {3,}")


def offer() -> bytes:
    """The settlement offer on the firm's paper."""
    left, measure = 90.0, 415.0
    rows: list[Row] = []
    for at, block in enumerate(blocks("offer.txt")):
        if len(block.lines) > 1 or at == 0:
            rows += [
                Row((Piece(left, line, BOLD if line.isupper() else ROMAN, 12),), 16 if n else 30)
                for n, line in enumerate(block.lines)
            ]
        else:
            rows += paragraph(block.text, left, measure, leading=16, above=10)

    def sheets(canvas: Canvas) -> None:
        draw(canvas, rows, HEIGHT - 60)
        canvas.showPage()

    return pdf("Offer of settlement", "Castell Wray", sheets)


def scanned_letter() -> bytes:
    """A PNG of six greys."""
    page = _scanned("letter.txt", turn=0.4, grain=45, seed=412)
    out = io.BytesIO()
    greys = page.point([round(value / 51) * 51 for value in range(256)])
    greys.save(out, "PNG", dpi=(_DPI, _DPI), compress_level=9)
    return out.getvalue()


def scanned_icelandic_letter() -> bytes:
    """A PDF whose only page is a picture."""
    picture = io.BytesIO()
    _scanned("bréf.txt", turn=-0.4, grain=45, seed=901).save(picture, "JPEG", quality=45)
    width, height = (side * 72 / _DPI for side in _PAGE)

    def sheets(canvas: Canvas) -> None:
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(picture), 0, 0, width, height)
        canvas.showPage()

    return pdf("", "", sheets)


def _scanned(name: str, *, turn: float, grain: float, seed: int) -> Image.Image:
    """The words in print, then turned, blurred and worn as a scanner leaves them."""
    font = ImageFont.truetype(_FONT, 28, layout_engine=ImageFont.Layout.BASIC)
    page = Image.new("L", _PAGE, _PAPER)
    pen = ImageDraw.Draw(page)
    left, right, y = 120, _PAGE[0] - 110, 130
    for line in text(name).rstrip().split("\n"):
        for row in _wrapped(line, font, right - left):
            first, *rest = _columns.split(row)
            pen.text((left, y), first, fill=28, font=font)
            if rest:
                pen.text((right - font.getlength(rest[0]), y), rest[0], fill=28, font=font)
            y += 42
    chance = random.Random(seed)
    noise = Image.frombytes("L", _PAGE, chance.randbytes(_PAGE[0] * _PAGE[1]))
    # Most of the paper stays clean, and a little of it is specked: the odd power sees to both.
    noise = noise.point([round(128 + grain * (value / 127.5 - 1) ** 15) for value in range(256)])
    page = page.rotate(turn, Image.Resampling.BICUBIC, fillcolor=_PAPER)
    page = page.filter(ImageFilter.GaussianBlur(0.7))
    return ImageChops.add(page, noise, 1, -128)


def _wrapped(line: str, font: ImageFont.FreeTypeFont, measure: float) -> list[str]:
    if _columns.search(line):
        return [line]
    rows = [""]
    for word in line.split(" "):
        longer = f"{rows[-1]} {word}".lstrip()
        if font.getlength(longer) <= measure:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


def mail(*attachments: tuple[str, bytes]) -> bytes:
    """A message with PDFs attached, its boundary fixed."""
    head, _, body = text("email.txt").partition("\n\n")
    boundary = "=_hart-v-bellweather"
    parts = [
        f'{head}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="{boundary}"\n',
        f"--{boundary}\nContent-Type: text/plain; charset=utf-8\n\n{body}",
    ]
    for name, data in attachments:
        coded = base64.encodebytes(data).decode("ascii")
        parts.append(
            f'--{boundary}\nContent-Type: application/pdf; name="{name}"\n'
            f'Content-Disposition: attachment; filename="{name}"\n'
            f"Content-Transfer-Encoding: base64\n\n{coded}"
        )
    parts.append(f"--{boundary}--\n")
    return "\n".join(parts).encode("utf-8").replace(b"\n", b"\r\n")
