"""A scan made fit for recognition: grey, without specks, level, large enough; and the way back.

What was chosen was measured on worn pages of contracts and of Icelandic law; see test_scans.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise

from PIL import Image, ImageChops, ImageFilter

# Larger pictures are made smaller: memory and time stay bounded, and no page needs more.
MAX_PIXELS = 40_000_000
# Below the first figure letters are too small to be told apart; they are enlarged to the second.
SMALL_DPI, ENLARGED_DPI = 160.0, 240.0
# Tilts below this are left: turning blurs the letters, and they are read as well without.
LEAST_TILT = 0.2
_TILT_STEPS = ((1.0, 5), (0.25, 3), (0.05, 4))
_ACROSS = 900


@dataclass(frozen=True, slots=True)
class ScannedSheet:
    """A grey picture, `dots` pixels to a point, that was turned by `turns` quarters clockwise and
    then by `tilt` degrees counter-clockwise from a page `width` by `height` points."""

    image: Image.Image
    dots: float
    width: float
    height: float
    turns: int = 0
    tilt: float = 0.0

    @property
    def dpi(self) -> float:
        return self.dots * 72

    def on_page(
        self, left: float, top: float, right: float, bottom: float
    ) -> tuple[float, float, float, float]:
        """A box of this picture, in points from the top left corner of the page as displayed."""
        angle = math.radians(self.tilt)
        x = ((left + right) - self.image.width) / 2 / self.dots
        y = ((top + bottom) - self.image.height) / 2 / self.dots
        # From the centre, which stays where it is under every turn.
        x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
        half, tall = (right - left) / 2 / self.dots, (bottom - top) / 2 / self.dots
        for _ in range(self.turns):
            x, y, half, tall = y, -x, tall, half
        x, y = x + self.width / 2, y + self.height / 2
        return (
            _within(x - half, self.width),
            _within(y - tall, self.height),
            _within(x + half, self.width),
            _within(y + tall, self.height),
        )


def sheet(image: Image.Image, dpi: float) -> ScannedSheet:
    """The picture as it came, but grey and of a size that can be recognised."""
    width, height = image.width * 72 / dpi, image.height * 72 / dpi
    wanted = ENLARGED_DPI / dpi if dpi < SMALL_DPI else 1.0
    scale = min(wanted, math.sqrt(MAX_PIXELS / (image.width * image.height)))
    page = _scaled(grey(image), scale)
    return ScannedSheet(page, page.width / width, width, height)


def grey(image: Image.Image) -> Image.Image:
    """Eight bits a pixel, white where the picture is transparent."""
    if image.mode.startswith("I;16"):
        return image.point(lambda v: v / 256, "L")  # pyright: ignore[reportUnknownMemberType, reportUnknownLambdaType]
    if image.mode in ("I", "F"):
        return _stretched(image.convert("F"))
    if image.has_transparency_data:
        clear = image.convert("RGBA")
        paper = Image.new("RGBA", clear.size, "white")
        image = Image.alpha_composite(paper, clear)
    return image.convert("L")


def _stretched(image: Image.Image) -> Image.Image:
    # Such pictures do not say which number is white: the brightest is.
    darkest, brightest = image.getextrema()
    if not isinstance(darkest, float) or not isinstance(brightest, float) or brightest <= darkest:
        return Image.new("L", image.size, "white")
    scale = 255 / (brightest - darkest)
    stretched = image.point(lambda v: v * scale + -darkest * scale)  # pyright: ignore[reportUnknownMemberType]
    return stretched.convert("L")


def despeckled(page: Image.Image) -> Image.Image:
    """Without specks of one or two pixels. A stroke keeps every pixel that has two neighbours of
    its own shade, so letters stay as thin as they are; a median would eat small print."""
    page = ImageChops.lighter(page, page.filter(ImageFilter.RankFilter(3, 2)))
    return ImageChops.darker(page, page.filter(ImageFilter.RankFilter(3, 6)))


def smoothed(page: Image.Image) -> Image.Image:
    """For a page so grainy that little was recognised: a median, which costs small print."""
    return page.filter(ImageFilter.MedianFilter(3))


def turned(scan: ScannedSheet, quarters: int) -> ScannedSheet:
    ways = {
        1: Image.Transpose.ROTATE_270,
        2: Image.Transpose.ROTATE_180,
        3: Image.Transpose.ROTATE_90,
    }
    image = scan.image.transpose(ways[quarters])
    return replace(scan, image=image, turns=quarters)


def doubled(scan: ScannedSheet) -> ScannedSheet:
    """Twice as large, for print that is smaller than its stated resolution lets expect; the same
    sheet where that is more than can be held."""
    if scan.image.width * scan.image.height * 4 > MAX_PIXELS:
        return scan
    return replace(scan, image=_scaled(scan.image, 2), dots=scan.dots * 2)


def levelled(scan: ScannedSheet) -> ScannedSheet:
    """The sheet with its lines level. Lines that tilt by a degree are lost in one column."""
    tilt = _tilt(scan.image)
    if abs(tilt) < LEAST_TILT:
        return scan
    image = scan.image.rotate(tilt, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    return replace(scan, image=image, tilt=tilt)


def _tilt(page: Image.Image) -> float:
    # Level lines make rows of ink and rows of paper: the sum of the squared steps from row to row
    # is highest then (Postl, 1986).
    small = ImageChops.invert(_scaled(page, min(1.0, _ACROSS / max(page.size))))

    def steps(angle: float) -> int:
        level = small.rotate(angle, Image.Resampling.BILINEAR)
        rows = resized(level, (1, small.height)).tobytes()
        return sum((above - below) ** 2 for above, below in pairwise(rows))

    best = 0.0
    for step, reach in _TILT_STEPS:
        angles = [best + step * count for count in range(-reach, reach + 1)]
        best = max(angles, key=lambda angle: (steps(angle), -abs(angle)))
    return round(best, 2)


def _scaled(image: Image.Image, scale: float) -> Image.Image:
    if scale == 1:
        return image
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    return resized(image, size)


def resized(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Every pixel of the picture counts: smaller by the mean, larger by cubic curves."""
    larger = size[0] > image.width
    way = Image.Resampling.BICUBIC if larger else Image.Resampling.BOX
    return image.resize(size, way)  # pyright: ignore[reportUnknownMemberType]


def _within(value: float, limit: float) -> float:
    return round(min(max(value, 0.0), limit), 2)
