"""Pages as a scanner leaves them: rendered, worn by seeded noise, with the words they hold."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium
from lxml import etree
from PIL import Image, ImageChops, ImageFilter
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from pincite.text.canonical import canonicalize

DPI = 200
A4 = (595.28, 841.89)


@dataclass(frozen=True)
class Wear:
    """How a scan differs from the page: `grain` is the deviation of Gaussian noise in grey levels,
    `specks` the share of pixels turned black or white, `turn` in degrees, `blur` in pixels."""

    grain: float = 0.0
    specks: float = 0.0
    blur: float = 0.0
    turn: float = 0.0
    jpeg: int = 0


OFFICE_SCAN = Wear(grain=18, specks=0.004, blur=0.6, turn=0.5, jpeg=50)
# Each worse than the one before, down to a page of which words are lost.
FALLING = (
    Wear(),
    Wear(grain=25, specks=0.015, blur=0.9, jpeg=45),
    Wear(grain=35, specks=0.025, blur=1.1, jpeg=35),
    Wear(grain=45, specks=0.035, blur=1.3, jpeg=30),
)


@dataclass(frozen=True)
class Printed:
    name: str
    text: str
    image: Image.Image


def worn(image: Image.Image, wear: Wear, seed: int) -> Image.Image:
    """The same picture for the same seed, as a grey scan."""
    chance = random.Random(seed)
    page = image.convert("L")
    if wear.turn:
        angle = wear.turn * chance.choice((-1, 1))
        page = page.rotate(angle, Image.Resampling.BICUBIC, fillcolor=255)
    if wear.blur:
        page = page.filter(ImageFilter.GaussianBlur(wear.blur))
    if wear.grain:
        page = ImageChops.add(page, _gaussian(page.size, wear.grain, chance), 1, -128)
    if wear.specks:
        page = _speckled(page, wear.specks, chance)
    if wear.jpeg:
        file = io.BytesIO()
        page.save(file, "JPEG", quality=wear.jpeg)
        page = Image.open(file)
        page.load()
    return page


def _gaussian(size: tuple[int, int], deviation: float, chance: random.Random) -> Image.Image:
    # The mean of four uniform bytes is near enough to a normal curve, of deviation 73.9 / 2.
    one, two, three, four = (
        Image.frombytes("L", size, chance.randbytes(size[0] * size[1])) for _ in range(4)
    )
    mean = Image.blend(Image.blend(one, two, 0.5), Image.blend(three, four, 0.5), 0.5)
    return mean.point([round(128 + (v - 127.5) * deviation / 36.95) for v in range(256)])


def _speckled(page: Image.Image, share: float, chance: random.Random) -> Image.Image:
    pixels = bytearray(page.tobytes())
    for _ in range(int(share * len(pixels))):
        pixels[int(chance.random() * len(pixels))] = chance.choice((0, 255))
    return Image.frombytes("L", page.size, bytes(pixels))


def rendered(data: bytes | Path, page: int, dpi: float = DPI) -> Image.Image:
    return pdfium.PdfDocument(data)[page].render(scale=dpi / 72, grayscale=True).to_pil()


def typeset(text: str, font: str = "Times-Roman", size: float = 11) -> Printed:
    """As much of the text as one A4 page holds."""
    file = io.BytesIO()
    canvas = Canvas(file, A4, invariant=True)
    canvas.setFont(font, size)
    lines = simpleSplit(text, font, size, A4[0] - 144)[: int((A4[1] - 144) / (size * 1.3))]
    for row, line in enumerate(lines):
        canvas.drawString(72, A4[1] - 72 - size - row * size * 1.3, line)
    canvas.save()
    return Printed(font, canonicalize(" ".join(lines)), rendered(file.getvalue(), 0))


# Leaders, blanks to fill in, words cut at a line's end and unknown glyphs have no one right text.
_unclear = re.compile(r"[_.\-]{4}|[\x02\xad\ufffd\ufffe]")


def running_text_pages(folder: Path, count: int) -> Iterator[Printed]:
    """The first page after the cover of each PDF, in order of name, that holds at least 1,500
    characters of which 85 in 100 stand in lines of 60 or more: no tables, no columns."""
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".pdf")
    for path in files:
        document = pdfium.PdfDocument(path)
        for number in range(1, len(document)):
            text = document[number].get_textpage().get_text_range()
            lines = [line.strip() for line in text.splitlines()]
            letters = sum(map(len, lines))
            running = sum(len(line) for line in lines if len(line) >= 60)
            if letters >= 1500 and running >= 0.85 * letters and not _unclear.search(text):
                image = rendered(path, number)
                yield Printed(f"{path.stem[:24]} p. {number + 1}", canonicalize(text), image)
                count -= 1
                break
        if not count:
            return


def icelandic_pages(folder: Path, count: int) -> Iterator[Printed]:
    """The first laws, in order of name, whose sentences fill a page, in two founts by turns."""
    for path in sorted(folder.glob("[12]*.xml")):
        sentences = etree.parse(path).iter("sen")
        text = canonicalize(" ".join("".join(sentence.itertext()) for sentence in sentences))
        # The fount knows the letters of WinAnsi and no more.
        text = text.encode("cp1252", "ignore").decode("cp1252")
        if len(text) >= 6000:
            font = ("Times-Roman", "Helvetica")[count % 2]
            page = typeset(text, font)
            yield Printed(f"{path.stem} {font}", page.text, page.image)
            count -= 1
        if not count:
            return


def error_rate(read: str, printed: str) -> float:
    """Edits to make one text the other, for each printed character (Hyyrö 2003, bit-parallel)."""
    if not printed:
        return float(bool(read))
    places: dict[str, int] = {}
    for place, char in enumerate(printed):
        places[char] = places.get(char, 0) | 1 << place
    full = (1 << len(printed)) - 1
    last = 1 << len(printed) - 1
    plus, minus, edits = full, 0, len(printed)
    for char in read:
        equal = places.get(char, 0)
        down = ((((equal & plus) + plus) ^ plus) | equal | minus) & full
        up_plus = minus | (~(down | plus) & full)
        up_minus = plus & down
        edits += bool(up_plus & last) - bool(up_minus & last)
        up_plus = (up_plus << 1 | 1) & full
        up_minus = up_minus << 1 & full
        plus = up_minus | (~(down | up_plus) & full)
        minus = up_plus & down
    return edits / len(printed)
