"""A page as a picture, for recognition and for showing a source."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false

from __future__ import annotations

import math
from typing import Any

import pypdfium2
from PIL import Image

from pincite.errors import SourceMalformed
from pincite.ingest.casefiles.formats.pdf.engine import open_document

MAX_PIXELS = 40_000_000
_MAX_SIDE = 20_000


def page_image(data: bytes, name: str, page: int, *, dpi: float) -> Image.Image:
    """Page `page` (from 1) as displayed, at `dpi` or as near to it as MAX_PIXELS allows."""
    document = open_document(data, name)
    try:
        if not 1 <= page <= len(document):
            raise SourceMalformed(f"there is no page {page}", file=name)
        try:
            opened = document[page - 1]
        except pypdfium2.PdfiumError as error:
            raise SourceMalformed(
                "damaged: the page cannot be drawn", file=name, place=f"page {page}"
            ) from error
        try:
            return rendered(opened, dpi)[0]
        finally:
            opened.close()
    finally:
        document.close()


def rendered(page: Any, dpi: float) -> tuple[Image.Image, float]:
    """The picture of an open page and the dpi it was drawn at."""
    width, height = page.get_size()
    dpi = min(
        dpi,
        72 * math.sqrt(MAX_PIXELS / max(1.0, width * height)),
        72 * _MAX_SIDE / max(1.0, width, height),
    )
    bitmap = page.render(scale=dpi / 72, may_draw_forms=False)
    try:
        # The picture outlives the bitmap, whose memory it would otherwise share.
        return bitmap.to_pil().convert("RGB").copy(), dpi
    finally:
        bitmap.close()
