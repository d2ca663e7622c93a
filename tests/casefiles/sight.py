"""Reads a PDF page again, independently of ours: which words have their middle in a box?"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Sequence

import pypdfium2
import pypdfium2.raw as raw

from pincite.model.layout import Box

# pdfium's stand-ins for a hyphen at the end of a line, and the soft one, which a page draws.
_HYPHENS = {0xFFFE: "-", 0x02: "-", 0xAD: "-"}


def characters(page: pypdfium2.PdfPage) -> list[tuple[str, float, float]]:
    """Each printed character and the middle of its box, in points from the displayed top left."""
    text = page.get_textpage()
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    x, y = ctypes.c_int(), ctypes.c_int()
    width, height = (round(side * 10) for side in page.get_size())
    found: list[tuple[str, float, float]] = []
    for index in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, index)
        shown = _HYPHENS.get(code) or chr(code)
        if shown.isspace() or unicodedata.category(shown) in ("Cc", "Cf", "Cs"):
            continue
        if not raw.FPDFText_GetCharBox(text, index, left, right, bottom, top):
            continue
        raw.FPDF_PageToDevice(
            page, 0, 0, width, height, 0,
            (left.value + right.value) / 2, (bottom.value + top.value) / 2, x, y,
        )  # fmt: skip
        found.append((shown, x.value / 10, y.value / 10))
    text.close()
    return found


def inside(page_characters: Sequence[tuple[str, float, float]], boxes: Sequence[Box]) -> str:
    """What stands in the boxes, box by box, without white space."""
    return bare(
        "".join(
            char
            for box in boxes
            for char, x, y in page_characters
            if box.left - 0.5 <= x <= box.right + 0.5 and box.top <= y <= box.bottom
        )
    )


def bare(text: str) -> str:
    """Letters and signs only, as both sides can agree on them."""
    return re.sub(r"[\s\ufffe\x02\xad]", "", unicodedata.normalize("NFC", text))
