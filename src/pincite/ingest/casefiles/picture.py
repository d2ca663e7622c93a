"""The picture of a page, with the words of a quote marked on it."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw

from pincite.ingest.casefiles.formats import image as pictures
from pincite.ingest.casefiles.formats.ocr.cleaning import resized
from pincite.model.layout import Box

MARKER = (255, 236, 96)
OUTLINE = (196, 148, 0)
# Boxes end where the ink ends; a marker goes a little beyond. In points.
_BEYOND = 1.0
_STRIPE = 12
_DESK = (160, 160, 160)
# A PDF may begin with other bytes; its readers look this far for the header.
_PDF_HEADER_WITHIN = 1024


def page_picture(data: bytes, name: str, page: int, *, dpi: float) -> Image.Image:
    """The page as it is displayed, `dpi` pixels to the inch, of a PDF or of a picture."""
    if b"%PDF-" in data[:_PDF_HEADER_WITHIN]:
        from pincite.ingest.casefiles.formats.pdf.render import page_image

        return page_image(data, name, page, dpi=dpi)
    frame = pictures.frame(data, name, page)
    paper = Image.new("RGBA", frame.image.size, "white")
    shown = Image.alpha_composite(paper, frame.image.convert("RGBA")).convert("RGB")
    size = (round(shown.width * dpi / frame.dpi), round(shown.height * dpi / frame.dpi))
    return resized(shown, (max(1, size[0]), max(1, size[1])))


def highlighted(
    page: Image.Image, boxes: Sequence[Box], *, width: float, height: float
) -> Image.Image:
    """The page, `width` by `height` points large, with each box marked as by a yellow pen: ink
    stays as dark as it is, and boxes that overlap are marked once."""
    marked = page.convert("RGB")
    across, down = page.width / width, page.height / height
    areas = [
        (
            max(0, round((box.left - _BEYOND) * across)),
            max(0, round((box.top - _BEYOND) * down)),
            min(page.width - 1, round((box.right + _BEYOND) * across)),
            min(page.height - 1, round((box.bottom + _BEYOND) * down)),
        )
        for box in boxes
    ]
    # What lies beside the page cannot be marked.
    areas = [area for area in areas if area[0] <= area[2] and area[1] <= area[3]]
    pen = Image.new("RGB", page.size, "white")
    for area in areas:
        ImageDraw.Draw(pen).rectangle(area, fill=MARKER)
    marked = ImageChops.multiply(marked, pen)
    line = ImageDraw.Draw(marked)
    for area in areas:
        line.rectangle(area, outline=OUTLINE, width=max(1, round(across / 2)))
    return marked


def stacked(pages: Sequence[Image.Image]) -> Image.Image:
    """Pages one above the other, a grey stripe between them."""
    if len(pages) == 1:
        return pages[0]
    width = max(page.width for page in pages)
    height = sum(page.height for page in pages) + _STRIPE * (len(pages) - 1)
    sheet = Image.new("RGB", (width, height), _DESK)
    top = 0
    for page in pages:
        sheet.paste(page, ((width - page.width) // 2, top))
        top += page.height + _STRIPE
    return sheet


def png(image: Image.Image) -> bytes:
    """The same bytes for the same pixels: nothing that the source said about itself goes along."""
    bare = image.copy()
    bare.info.clear()
    file = io.BytesIO()
    bare.save(file, "PNG", compress_level=6)
    return file.getvalue()
