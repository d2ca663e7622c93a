"""Pictures of pages: PNG, JPEG, TIFF of one page or many, GIF, BMP, WebP."""

from __future__ import annotations

import io
import math
import struct
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from typing import NamedTuple

from PIL import Image, ImageOps, UnidentifiedImageError

from pincite.errors import NotFound, SourceError, SourceMalformed, SourceTooLarge, SourceUnsafe
from pincite.ingest.casefiles.formats.ocr import recognise
from pincite.ingest.casefiles.formats.ocr.cleaning import resized
from pincite.ingest.casefiles.reading import UNRECOGNISED, Bounds, FileReading, Page
from pincite.model.document import Loss

_FORMATS = ("PNG", "JPEG", "TIFF", "GIF", "BMP", "WEBP")
# A camera keeps previews and depth maps behind the one picture that was taken.
_ONE_PICTURE = ("JPEG", "MPO")
# Fewer pixels to the inch than a screen has, or more than a scanner: then the file does not know.
_LEAST_DPI, _MOST_DPI = 50.0, 2400.0
# The longer side of the largest sheet that a stated resolution is believed for: A2, in inches.
_LARGEST_SHEET = 23.4
# Where none is stated: a sheet of A4, but never coarser than this.
_USUAL_DPI, _A4_LENGTH = 200.0, 11.69
# Pillow's decoders raise whatever their reading of damaged bytes runs into.
_DAMAGE = (
    *(OSError, EOFError, SyntaxError, struct.error),
    *(ValueError, TypeError, KeyError, IndexError, OverflowError),
)


class ImageFrame(NamedTuple):
    """One picture as it is to be seen, its pixels square, `dpi` of them to the inch."""

    image: Image.Image
    dpi: float

    @property
    def width(self) -> float:
        return self.image.width * 72 / self.dpi

    @property
    def height(self) -> float:
        return self.image.height * 72 / self.dpi


def read(data: bytes, name: str, bounds: Bounds) -> FileReading:
    """Each picture is a page, recognised. Raises SourceMalformed where the file is damaged,
    SourceUnsafe where it unfolds to more pixels than a page can have."""
    reading = FileReading()
    with _opened(data, name, bounds.max_bytes) as file:
        pages = _count(file)
        if pages > bounds.max_pages:
            raise SourceTooLarge(
                f"{pages:,} pages; at most {bounds.max_pages:,} are read", file=name
            )
        for number in range(1, pages + 1):
            try:
                frame = _frame(file, number, name)
            except SourceMalformed as damage:
                if pages == 1:
                    raise
                # The other pages of a fax are not lost with this one.
                reading.losses.append(Loss(f"could not be read: {damage.reason}", (number,)))
                reading.pages.append(Page(number, str(number), method="OCR"))
                continue
            recognised = recognise(
                frame.image, page=number, dpi=frame.dpi, bounds=bounds, name=name
            )
            reading.paragraphs += recognised.paragraphs
            reading.furniture += recognised.furniture
            reading.pages.append(
                Page(
                    number=number,
                    label=str(number),
                    width=frame.width,
                    height=frame.height,
                    method="OCR",
                    confidence=recognised.confidence,
                )
            )
            if not bounds.ocr_languages:
                reading.warnings.append(f"page {number} is a picture; OCR is off")
                reading.losses.append(Loss(UNRECOGNISED, (number,)))
            if recognised.unread:
                reading.warnings.append(
                    f"page {number}: {recognised.unread} lines could not be read"
                )
            bounds.tick(number, pages)
    return reading


def frame(data: bytes, name: str, page: int) -> ImageFrame:
    """One page, counted from 1, as it is to be seen. Raises NotFound where it is not there."""
    with _opened(data, name, len(data)) as file:
        pages = _count(file)
        if not 1 <= page <= pages:
            raise NotFound(f"{name} has {pages} pages, so there is no page {page}")
        return _frame(file, page, name)


@contextmanager
def _opened(data: bytes, name: str, max_bytes: int) -> Generator[Image.Image]:
    if len(data) > max_bytes:
        raise SourceTooLarge(f"{len(data):,} bytes; at most {max_bytes:,} are read", file=name)
    with warnings.catch_warnings():
        # Pillow warns of damaged metadata, which is not used; too many pixels are refused.
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            with Image.open(io.BytesIO(data), formats=_FORMATS) as file:
                yield file
        except SourceError:
            raise
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            limit = (Image.MAX_IMAGE_PIXELS or 0) // 1_000_000
            raise SourceUnsafe(
                f"the picture unfolds to more than {limit} million pixels",
                file=name,
                hint="Save the picture at 300 dpi, then load again.",
            ) from None
        except UnidentifiedImageError:
            raise SourceMalformed("not a picture, or damaged", file=name) from None
        except _DAMAGE as error:
            raise SourceMalformed(
                f"the picture is damaged or cut short ({error})", file=name
            ) from None


def _count(file: Image.Image) -> int:
    return 1 if file.format in _ONE_PICTURE else getattr(file, "n_frames", 1)


def _frame(file: Image.Image, number: int, name: str) -> ImageFrame:
    place = f"page {number}"
    try:
        file.seek(number - 1)
        if file.width * file.height > (Image.MAX_IMAGE_PIXELS or math.inf):
            raise Image.DecompressionBombWarning
        file.load()
        across, down = _resolution(file)
        image = file.copy()
        if across != down:
            # A fax has twice as many dots across as down.
            image = _square(image, across, down)
        return ImageFrame(ImageOps.exif_transpose(image), max(across, down))
    except _DAMAGE as error:
        raise SourceMalformed(
            f"the picture is damaged or cut short ({error})", file=name, place=place
        ) from None


def _resolution(file: Image.Image) -> tuple[float, float]:
    """Dots to the inch across and down, as the file states them where that gives a sheet."""
    try:
        across, down = (float(value) for value in file.info["dpi"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        across = down = 0.0
    if all(_LEAST_DPI <= value <= _MOST_DPI for value in (across, down)):
        # The same number rounded twice is not a fax.
        if abs(across - down) < 0.02 * across:
            across = down
        if max(file.width / across, file.height / down) <= _LARGEST_SHEET:
            return across, down
    usual = max(_USUAL_DPI, max(file.size) / _A4_LENGTH)
    return usual, usual


def _square(image: Image.Image, across: float, down: float) -> Image.Image:
    dots = max(across, down)
    if image.mode in ("1", "P"):
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    size = (round(image.width * dots / across), round(image.height * dots / down))
    return resized(image, size)
