"""The deposition: typed pages of 25 numbered lines."""

from __future__ import annotations

import re
import textwrap

from reportlab.pdfgen.canvas import Canvas

from model_matter.sheets import HEIGHT, TYPED, pdf
from model_matter.words import text

_LINES, _PITCH, _COLUMNS = 25, 25.5, 52
_LEFT, _TOP = 110.0, HEIGHT - 92
_speaker = re.compile(r"(Q\.|A\.|M[RS] \w+:) ")


def deposition() -> bytes:
    cover, testimony, certificate = text("deposition.txt").split("[page]\n")[1:]
    said = [line for words in testimony.strip().split("\n\n") for line in _lines(words)]
    said += ["", *certificate.rstrip().split("\n")]
    pages = [
        cover.rstrip().split("\n"),
        *(said[at : at + _LINES] for at in range(0, len(said), _LINES)),
    ]

    def sheets(canvas: Canvas) -> None:
        for number, lines in enumerate(pages, start=1):
            _draw(canvas, number, lines)

    return pdf("Deposition of Miriam Hart", "Agnes Trewin", sheets)


def _lines(words: str) -> list[str]:
    match = _speaker.match(words)
    if words.startswith("EXAMINATION"):
        return [words.center(_COLUMNS).rstrip()]
    if match is None:
        return [f"     {line}" if line.startswith("(") else line for line in words.split("\n")]
    indent = " " * 5
    label = f"{match[1]}   " if match[1] in ("Q.", "A.") else f"     {match[1]} "
    return textwrap.wrap(
        indent + label + words[match.end() :], _COLUMNS, break_on_hyphens=False,
        drop_whitespace=True, fix_sentence_endings=False,
    )  # fmt: skip


def _draw(canvas: Canvas, number: int, lines: list[str]) -> None:
    canvas.setFont(TYPED, 12)
    canvas.drawRightString(_LEFT + _COLUMNS * 7.2, HEIGHT - 62, str(number))
    for at in range(_LINES):
        y = _TOP - at * _PITCH
        canvas.drawRightString(_LEFT - 22, y, str(at + 1))
        line = lines[at] if at < len(lines) else ""
        # Each run of words is placed by itself, as a reporter's program does.
        for run in re.finditer(r"\S+(?: \S+)*", line):
            canvas.drawString(_LEFT + run.start() * 7.2, y, run[0])
    canvas.setLineWidth(0.7)
    canvas.rect(_LEFT - 14, 60, _COLUMNS * 7.2 + 24, HEIGHT - 132, stroke=1, fill=0)
    canvas.setFont(TYPED, 9)
    canvas.drawCentredString(_LEFT + _COLUMNS * 3.6, 44, "A. TREWIN, SWORN REPORTER, HARROWMOUTH")
    canvas.showPage()
