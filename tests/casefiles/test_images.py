from __future__ import annotations

import contextlib
import io
import shutil
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from casefiles.scanned_pages import DPI, typeset
from pincite.errors import NotFound, SourceError, SourceMalformed, SourceTooLarge, SourceUnsafe
from pincite.ingest.casefiles.formats.image import frame, read
from pincite.ingest.casefiles.reading import Bounds

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="the program tesseract is not installed"
)
OFF = Bounds(ocr_languages="")
TEXT = "The parties agree that this deed is governed by the law of England and Wales. "


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def scan(text: str = TEXT) -> Image.Image:
    page = typeset(text).image
    return page.crop((0, 0, page.width, 500))


@needs_tesseract
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "GIF", "BMP", "WEBP"])
def test_every_kind_of_picture_is_read(kind: str) -> None:
    reading = read(saved(scan(), kind, dpi=(DPI, DPI)), "deed", Bounds())
    assert reading.paragraphs[0].text == TEXT.strip()
    assert [page.method for page in reading.pages] == ["OCR"]
    assert reading.pages[0].confidence is not None


@needs_tesseract
def test_each_page_of_a_fax_is_a_page() -> None:
    pages = [scan(f"Page {word} of the deed of trust.").convert("1") for word in ("one", "two")]
    data = saved(
        pages[0],
        "TIFF",
        save_all=True,
        append_images=pages[1:],
        dpi=(DPI, DPI),
        compression="group4",
    )
    seen: list[tuple[int, int]] = []
    bounds = Bounds(tick=lambda page, count: seen.append((page, count)))
    reading = read(data, "fax.tif", bounds)
    assert [paragraph.text for paragraph in reading.paragraphs] == [
        "Page one of the deed of trust.",
        "Page two of the deed of trust.",
    ]
    assert [line.page for paragraph in reading.paragraphs for line in paragraph.lines] == [1, 2]
    assert [(page.number, page.label) for page in reading.pages] == [(1, "1"), (2, "2")]
    assert seen == [(1, 2), (2, 2)]


@needs_tesseract
def test_a_photograph_taken_sideways_is_read_as_it_is_shown() -> None:
    exif = Image.Exif()
    # The camera lay on its side: turn by a quarter, clockwise, to show it.
    exif[0x0112] = 6
    data = saved(scan().rotate(90, expand=True), "JPEG", exif=exif.tobytes(), dpi=(DPI, DPI))
    reading = read(data, "photo.jpg", Bounds())
    assert reading.paragraphs[0].text == TEXT.strip()
    assert reading.pages[0].width > reading.pages[0].height
    assert reading.paragraphs[0].lines[0].top < 120


def test_the_size_of_a_page_follows_the_resolution_that_the_file_states() -> None:
    data = saved(Image.new("L", (1700, 2200)), "PNG", dpi=(200, 200))
    page = read(data, "letter.png", OFF).pages[0]
    assert (page.width, page.height) == pytest.approx((612, 792), abs=0.01)


@pytest.mark.parametrize("stated", [None, (1, 1), (72, 72), (0, 0), (9999, 9999)])
def test_a_photograph_that_states_no_sensible_resolution_is_a_sheet(
    stated: tuple[int, int] | None,
) -> None:
    options = {} if stated is None else {"dpi": stated}
    data = saved(Image.new("L", (3024, 4032)), "JPEG", **options)
    page = read(data, "photo.jpg", OFF).pages[0]
    assert page.height == pytest.approx(841.7, abs=0.5)


def test_the_flat_dots_of_a_fax_are_made_square() -> None:
    data = saved(Image.new("1", (1728, 1078), 1), "TIFF", dpi=(204, 98))
    page = read(data, "fax.tif", OFF).pages[0]
    assert (page.width, page.height) == pytest.approx((610, 792), abs=1)
    assert frame(data, "fax.tif", 1).image.size == (1728, 2244)


def test_recognition_turned_off_keeps_the_page_and_says_so() -> None:
    reading = read(saved(scan(), "PNG"), "deed.png", OFF)
    assert reading.paragraphs == []
    assert reading.pages[0].confidence is None
    assert reading.warnings == ["page 1 is a picture; OCR is off"]


def test_a_page_that_is_not_there_is_not_found() -> None:
    data = saved(Image.new("L", (10, 10)), "PNG")
    with pytest.raises(NotFound, match="no page 2"):
        frame(data, "a.png", 2)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "GIF", "BMP", "WEBP"])
def test_a_picture_cut_short_is_refused_by_name(kind: str) -> None:
    whole = saved(scan(), kind)
    with pytest.raises(SourceMalformed, match="deed") as caught:
        read(whole[: len(whole) // 2], "deed", OFF)
    assert caught.value.file == "deed"


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n", b"II*\0", b"not a picture" * 99])
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(SourceMalformed, match="not a picture"):
        read(data, "x.png", OFF)


@given(st.binary(min_size=1, max_size=60), st.integers(0, 400))
def test_damaged_bytes_are_read_or_refused_never_worse(noise: bytes, place: int) -> None:
    pages = [Image.new("L", (40, 30), 200), Image.new("1", (30, 40))]
    for data in (
        saved(pages[0], "TIFF", save_all=True, append_images=pages[1:]),
        saved(pages[0], "PNG"),
        saved(pages[0], "GIF"),
    ):
        damaged = data[:place] + noise + data[place + len(noise) :]
        with contextlib.suppress(SourceError):
            read(damaged, "x", OFF)


def test_a_small_file_that_unfolds_to_a_huge_picture_is_unsafe() -> None:
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 1, 0, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")]
    data = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )
    with pytest.raises(SourceUnsafe, match="million pixels"):
        read(data, "bomb.png", OFF)


def test_more_pages_or_bytes_than_the_bounds_allow_are_refused() -> None:
    pages = [Image.new("L", (10, 10))] * 3
    data = saved(pages[0], "TIFF", save_all=True, append_images=pages[1:])
    with pytest.raises(SourceTooLarge, match="3 pages; at most 2"):
        read(data, "x.tif", Bounds(max_pages=2))
    with pytest.raises(SourceTooLarge, match="at most 10"):
        read(data, "x.tif", Bounds(max_bytes=10))
