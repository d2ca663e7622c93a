"""The calls of PDFium that reading needs: open, one page's characters and boxes, its objects.

Forms are never initialised, so no script of the document runs. PDFium is not thread-safe: one
process reads one document at a time.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import ctypes
import math
from array import array
from contextlib import suppress
from itertools import repeat
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as raw

from pincite.errors import SourceMalformed
from pincite.ingest.casefiles.formats.pdf.mending import mended

# A page larger than this is a mistake or an attack: 200 inches is the limit of the format itself.
MAX_SIDE = 14_400.0
# No page reaches this far; what claims to stand there stands nowhere.
_FAR = 1e6
_BATCH = 2048
_NAME = 128
_INVISIBLE = 3


# FPDFText_GetLooseCharBox, told of plain addresses: there are a thousand calls a page.
_loose_box = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(
    ctypes.cast(raw.FPDFText_GetLooseCharBox, ctypes.c_void_p).value or 0
)


class PageFrame(NamedTuple):
    """How a page's own coordinates become those of the page as displayed: quarter turns clockwise,
    and the visible box."""

    turns: int
    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.top - self.bottom if self.turns % 2 else self.right - self.left

    @property
    def height(self) -> float:
        return self.right - self.left if self.turns % 2 else self.top - self.bottom


class OpenedPdf(NamedTuple):
    """`data` is what was opened: the file, or what could be made of a damaged one."""

    document: Any
    data: bytes


def open_document(data: bytes, name: str) -> Any:
    """The document, mended where it is damaged, or SourceMalformed in words that say what to do."""
    return open_or_mend(data, name).document


def open_or_mend(data: bytes, name: str) -> OpenedPdf:
    """As `open_document`, and the bytes that were opened."""
    if not data:
        raise SourceMalformed("the file is empty", file=name, hint="Copy the file again.")
    if b"%PDF-" not in data[:1024]:
        raise SourceMalformed(
            "not a PDF: the file does not begin like one",
            file=name,
            hint="Save the document as PDF again, or give the file its right extension.",
        )
    try:
        return OpenedPdf(_with_pages(data, name), data)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY):
            raise SourceMalformed(
                "encrypted: a password is needed",
                file=name,
                hint="Save a copy without the password, then load that.",
            ) from error
        made = mended(data)
        if made is not None:
            with suppress(pypdfium2.PdfiumError):
                return OpenedPdf(_with_pages(made, name), made)
        raise SourceMalformed(
            "damaged: the PDF cannot be opened",
            file=name,
            hint="The file may be cut short; copy or download it again.",
        ) from error


def _with_pages(data: bytes, name: str) -> Any:
    document = pypdfium2.PdfDocument(data)
    if len(document) < 1:
        document.close()
        raise SourceMalformed("the PDF has no pages", file=name, hint="Save it as PDF again.")
    return document


def frame_of(page: Any) -> PageFrame:
    """The page's visible box and rotation; boxes that make no sense become a page of A4."""
    rect = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(page.raw, rect)
    sides = (rect.left, rect.bottom, rect.right, rect.top)
    turns = raw.FPDFPage_GetRotation(page.raw) % 4
    if not all(map(math.isfinite, sides)) or sides[2] <= sides[0] or sides[3] <= sides[1]:
        return PageFrame(turns, 0.0, 0.0, 595.0, 842.0)
    left, bottom, right, top = sides
    return PageFrame(turns, left, max(bottom, top - MAX_SIDE), min(right, left + MAX_SIDE), top)


def characters(textpage: Any) -> str:
    """The page's text, one character for each index that PDFium counts."""
    count = textpage.count_chars()
    if count <= 0:
        return ""
    text = textpage.get_text_range()
    if len(text) == count:
        return text
    # Characters outside the basic plane, or left out of the text: ask for each by its index.
    codes = map(raw.FPDFText_GetUnicode, repeat(textpage.raw), range(count))
    return "".join([chr(code) if 0 < code < 0x110000 else "\x00" for code in codes])


class Boxes:
    """The boxes of characters, asked for in batches so that the loop runs in C, and their fonts.
    Holds the memory that PDFium answers into."""

    __slots__ = ("_flags", "_name", "_places", "_rects")

    def __init__(self) -> None:
        self._rects = (raw.FS_RECTF * _BATCH)()
        first = ctypes.addressof(self._rects)
        step = ctypes.sizeof(raw.FS_RECTF)
        self._places = range(first, first + step * _BATCH, step)
        self._name = ctypes.create_string_buffer(_NAME)
        self._flags = ctypes.c_int()

    def of(self, textpage: Any, indexes: list[int]) -> list[float]:
        """left, top, right, bottom of each character, in the page's own coordinates."""
        out: array[float] = array("f")
        handle = ctypes.cast(textpage.raw, ctypes.c_void_p).value
        view = memoryview(self._rects).cast("B")
        for at in range(0, len(indexes), _BATCH):
            some = indexes[at : at + _BATCH]
            known = list(map(_loose_box, repeat(handle), some, self._places))
            if not all(known):
                for k, known_box in enumerate(known):
                    if not known_box:
                        ctypes.memset(self._places[k], 0, self._places.step)
            out.frombytes(view[: self._places.step * len(some)])
        flat = out.tolist()
        if flat and not (math.isfinite(sum(flat)) and max(flat) < _FAR and min(flat) > -_FAR):
            flat = [x if -_FAR < x < _FAR else 0.0 for x in flat]
        return flat

    def is_bold(self, textpage: Any, index: int) -> bool:
        """Whether the font that draws this character calls itself bold."""
        size = raw.FPDFText_GetFontInfo(textpage.raw, index, self._name, _NAME, self._flags)
        return 0 < size <= _NAME and b"bold" in self._name.value.lower()


def is_invisible(textpage: Any, index: int) -> bool:
    """Whether the character is drawn in mode 3, as the hidden text of a recognised scan is."""
    text_object = raw.FPDFText_GetTextObject(textpage.raw, index)
    return bool(text_object) and raw.FPDFTextObj_GetTextRenderMode(text_object) == _INVISIBLE


class Pictures(NamedTuple):
    """How many objects the page draws, and the share of it that its largest picture covers."""

    objects: int
    covered: float


def pictures(page: Any, frame: PageFrame) -> Pictures:
    """Looks at the first and last objects only: a scan is the first or the last thing drawn."""
    count = raw.FPDFPage_CountObjects(page.raw)
    reach = range(count) if count <= 64 else [*range(32), *range(count - 32, count)]
    area = (frame.right - frame.left) * (frame.top - frame.bottom)
    largest = 0.0
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    for index in reach:
        item = raw.FPDFPage_GetObject(page.raw, index)
        kind = raw.FPDFPageObj_GetType(item)
        if kind not in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM):
            continue
        if kind == raw.FPDF_PAGEOBJ_FORM and not _draws_picture(item):
            continue
        if raw.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            wide = min(right.value, frame.right) - max(left.value, frame.left)
            high = min(top.value, frame.top) - max(bottom.value, frame.bottom)
            if wide > 0 and high > 0:
                largest = max(largest, wide * high / area)
    return Pictures(count, largest)


def _draws_picture(form: Any) -> bool:
    count = min(raw.FPDFFormObj_CountObjects(form), 32)
    return any(
        raw.FPDFPageObj_GetType(raw.FPDFFormObj_GetObject(form, index)) == raw.FPDF_PAGEOBJ_IMAGE
        for index in range(count)
    )


def language_of(document: Any) -> str:
    """The catalog's /Lang, or "" where it says none."""
    size = raw.FPDFCatalog_GetLanguage(document.raw, None, 0)
    if not 2 < size <= 256:
        return ""
    buffer = (raw.FPDF_WCHAR * (size // 2 + 1))()
    raw.FPDFCatalog_GetLanguage(document.raw, buffer, size)
    return bytes(buffer)[: size - 2].decode("utf-16-le", "ignore")
