from __future__ import annotations

import importlib.util
import io

import pytest
from PIL import Image, PngImagePlugin
from reportlab.pdfgen.canvas import Canvas

from pincite.errors import SourceError
from pincite.ingest.casefiles.picture import MARKER, OUTLINE, highlighted, page_picture, png
from pincite.model.layout import Box

HAS_PDF = importlib.util.find_spec("pincite.ingest.casefiles.formats.pdf.render") is not None


def paper() -> Image.Image:
    page = Image.new("RGB", (200, 400), "white")
    page.paste((0, 0, 0), (50, 100, 60, 110))
    return page


def test_a_box_in_points_is_marked_yellow_and_its_ink_stays_black() -> None:
    # Two pixels to the point.
    marked = highlighted(paper(), [Box(1, 20, 40, 60, 70)], width=100, height=200)
    assert marked.getpixel((80, 90)) == MARKER
    assert marked.getpixel((55, 105)) == (0, 0, 0)
    assert marked.getpixel((10, 10)) == (255, 255, 255)
    assert marked.getpixel((38, 100)) == OUTLINE


def test_overlapping_boxes_are_marked_once() -> None:
    boxes = [Box(1, 10, 10, 60, 60), Box(1, 10, 10, 61, 61)]
    assert highlighted(paper(), boxes, width=100, height=200).getpixel((60, 60)) == MARKER


def test_the_page_given_stays_as_it_is() -> None:
    page = paper()
    before = page.tobytes()
    highlighted(page, [Box(1, 0, 0, 100, 200)], width=100, height=200)
    assert page.tobytes() == before


def test_a_box_beyond_the_page_marks_what_lies_on_it() -> None:
    boxes = [Box(1, -500, 150, 900, 900), Box(1, 300, 300, 400, 400), Box(1, -9, -9, -5, -5)]
    marked = highlighted(paper(), boxes, width=100, height=200)
    assert marked.getpixel((100, 350)) == MARKER
    assert marked.getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGBA"])
def test_pages_of_every_mode_can_be_marked(mode: str) -> None:
    page = Image.new("RGB", (50, 50), "white").convert(mode)
    marked = highlighted(page, [Box(1, 10, 10, 40, 40)], width=50, height=50)
    assert marked.getpixel((25, 25)) == MARKER


def test_the_same_page_and_boxes_give_the_same_bytes() -> None:
    def once() -> bytes:
        return png(highlighted(paper(), [Box(1, 5, 5, 50, 50)], width=100, height=200))

    assert once() == once()


def test_what_a_picture_says_about_itself_does_not_change_the_bytes() -> None:
    page = paper()
    page.info |= {"dpi": (300, 300), "comment": "scanned by X", "icc_profile": b"x" * 200}
    assert png(page) == png(paper())


def test_a_picture_is_shown_at_the_resolution_asked_for() -> None:
    file = io.BytesIO()
    note = PngImagePlugin.PngInfo()
    note.add_text("Title", "x")
    paper().save(file, "PNG", dpi=(100, 100), pnginfo=note)
    shown = page_picture(file.getvalue(), "a.png", 1, dpi=50)
    assert (shown.mode, shown.size) == ("RGB", (100, 200))


def test_transparent_paper_is_shown_white() -> None:
    file = io.BytesIO()
    Image.new("RGBA", (20, 20), (0, 0, 0, 0)).save(file, "PNG", dpi=(100, 100))
    shown = page_picture(file.getvalue(), "a.png", 1, dpi=100)
    assert shown.getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.skipif(not HAS_PDF, reason="no reader of PDF is here")
def test_a_page_of_a_pdf_is_shown_too() -> None:
    file = io.BytesIO()
    canvas = Canvas(file, (72, 144), invariant=True)
    canvas.rect(0, 72, 72, 72, fill=1)
    canvas.save()
    shown = page_picture(file.getvalue(), "a.pdf", 1, dpi=100).convert("RGB")
    assert shown.size == (100, 200)
    assert shown.getpixel((50, 50)) == (0, 0, 0)
    assert shown.getpixel((50, 150)) == (255, 255, 255)


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(SourceError):
        page_picture(b"nothing", "a.bin", 1, dpi=100)
