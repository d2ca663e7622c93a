"""PDFs that are broken, locked, hostile or pictures; and what a PDF says about itself."""

from __future__ import annotations

import contextlib
import io
import random
import shutil

import pypdfium2
import pypdfium2.raw
import pytest
from PIL import Image
from reportlab.lib import pdfencrypt
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from casefiles.pdf_pages import NO_OCR, SENTENCES, body, flow, pdf, reading_of, write
from growth import costs_at_most
from pincite.errors import SourceError, SourceMalformed, SourceTooLarge
from pincite.ingest.casefiles.formats.pdf import page_image, read
from pincite.ingest.casefiles.reading import Bounds


def _plain(canvas: Canvas) -> None:
    flow(canvas, SENTENCES)


def test_an_encrypted_pdf_says_that_a_password_is_needed():
    locked = pdf(_plain, encrypt=pdfencrypt.StandardEncryption("secret", canPrint=0))
    with pytest.raises(SourceMalformed, match="encrypted: a password is needed") as caught:
        read(locked, "locked.pdf", NO_OCR)
    assert caught.value.file == "locked.pdf"
    with pytest.raises(SourceMalformed, match="encrypted"):
        page_image(locked, "locked.pdf", 1, dpi=72)


def test_a_pdf_locked_against_printing_alone_is_read():
    locked = pdf(
        _plain, encrypt=pdfencrypt.StandardEncryption("", ownerPassword="owner", canPrint=0)
    )
    assert body(reading_of(locked)) == SENTENCES.strip()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty"),
        (b"\x00\x01garbage" * 100, "not a PDF"),
        (b"PK\x03\x04 a zip", "not a PDF"),
        (b"%PDF-1.7\nnothing that is one", "damaged"),
        (
            b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n"
            b"trailer<</Root 1 0 R>>\n%%EOF",
            "no pages|damaged",
        ),
    ],
)
def test_what_is_no_pdf_is_refused_in_plain_words(data: bytes, words: str):
    with pytest.raises(SourceMalformed, match=words) as caught:
        read(data, "bad.pdf", NO_OCR)
    assert caught.value.hint


def test_a_pdf_cut_short_anywhere_is_read_or_refused_but_never_crashes():
    whole = pdf(_plain, _plain)
    for part in range(1, 20):
        with contextlib.suppress(SourceError):
            reading_of(whole[: len(whole) * part // 20])


def test_a_page_whose_content_is_damaged_does_not_lose_the_document():
    data = pdf(_plain, _plain, pageCompression=1)
    at = data.index(b"stream\n") + 40
    broken = data[:at] + b"\xff" * 30 + data[at + 30 :]
    reading = reading_of(broken)
    assert len(reading.pages) == 2
    assert SENTENCES.strip() in body(reading)


def test_a_script_of_the_document_is_not_run():
    data = pdf(_plain).replace(
        b"/Type /Catalog",
        b"/OpenAction << /S /JavaScript /JS (app.launchURL\\('http://127.0.0.1:9'\\)) >> /Type /Catalog",
    )
    assert b"/JavaScript" in data
    assert body(reading_of(data)) == SENTENCES.strip()


def test_more_pages_than_allowed_are_refused():
    with pytest.raises(SourceTooLarge, match="3 pages; at most 2"):
        read(pdf(_plain, _plain, _plain), "long.pdf", Bounds(max_pages=2, ocr_languages=""))


def test_each_page_read_is_told_of():
    told: list[tuple[int, int]] = []
    read(
        pdf(_plain, _plain), "x.pdf", Bounds(ocr_languages="", tick=lambda *page: told.append(page))
    )
    assert told == [(1, 2), (2, 2)]


@pytest.mark.parametrize("box", [b"0 0 1e30 1e30", b"0 0 0 0", b"792 612 0 0", b"0 0 99999999 20"])
def test_senseless_page_boxes_do_no_harm(box: bytes):
    data = pdf(_plain).replace(b"/MediaBox [ 0 0 612 792 ]", b"/MediaBox [ " + box + b" ]")
    assert box in data
    reading = reading_of(data)
    assert reading.pages[0].width <= 14_400
    picture = page_image(data, "x.pdf", 1, dpi=300)
    assert picture.width * picture.height <= 41_000_000


def test_words_strewn_over_a_page_do_not_cost_the_square_of_their_number():
    def page(canvas: Canvas) -> None:
        chance = random.Random(1)
        canvas.setFont("Times-Roman", 2)
        for n in range(12_000):
            canvas.drawString(580 * chance.random(), 780 * chance.random(), f"{n % 99}")

    with costs_at_most(60):
        assert len(body(reading_of(pdf(page))).split()) > 11_000


def test_control_characters_are_dropped():
    def page(canvas: Canvas) -> None:
        write(canvas, 72, 100, "pay\x01ment of\x7f the \x03 price")

    text = body(reading_of(pdf(page)))
    assert all(char.isprintable() for char in text)
    assert "price" in text


def test_a_page_with_nothing_on_it_is_empty_without_a_warning():
    reading = reading_of(pdf(_plain, lambda canvas: None))
    assert len(reading.pages) == 2
    assert reading.warnings == []


def _scan(canvas: Canvas) -> None:
    canvas.drawImage(ImageReader(Image.new("L", (850, 1100), 200)), 0, 0, 612, 792)


def test_a_page_that_is_a_picture_is_warned_of_when_ocr_is_off():
    reading = reading_of(pdf(_plain, _scan))
    assert reading.warnings == ["page 2 is a picture; OCR is off"]
    assert reading.pages[1].method == "Native"


def test_a_stamp_on_a_scan_does_not_make_it_a_text_page():
    def page(canvas: Canvas) -> None:
        _scan(canvas)
        write(canvas, 72, 20, "Case 1:20-cv-01234 Document 12 Filed 03/04/21 Page 1 of 1")

    assert reading_of(pdf(page)).warnings == ["page 1 is a picture; OCR is off"]


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
def test_a_scan_is_recognised_and_its_stamp_is_taken_from_the_text_layer():
    printed = page_image(pdf(_plain), "plain.pdf", 1, dpi=150)
    stamp = "Case 1:20-cv-01234-ABC Document 12 Filed 03/04/21 Page 1 of 1"

    def page(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(printed), 0, 0, 612, 792)
        write(canvas, 72, 20, stamp)

    reading = reading_of(pdf(page), Bounds(ocr_languages="eng"))
    (sheet,) = reading.pages
    assert (sheet.method, sheet.reason) == (
        "OCR",
        "its text layer holds only 10 words beside a picture",
    )
    assert sheet.confidence is not None
    assert sheet.confidence > 0.8
    assert "The Supplier shall deliver the Goods" in body(reading)
    assert "Case 1:20" not in body(reading)
    assert [(line.text, line.role) for line in reading.furniture] == [(stamp, "header")]
    assert reading.paragraphs[0].lines[0].edges[0] == pytest.approx(72, abs=3)


def _hidden(words: str):
    def page(canvas: Canvas) -> None:
        _scan(canvas)
        for n in range(12):
            text = canvas.beginText(72, 700 - 14 * n)
            text.setTextRenderMode(3)
            text.setFont("Times-Roman", 12)
            text.textOut(words)
            canvas.drawText(text)

    return page


def test_a_good_hidden_text_layer_is_used_and_said_to_be_recognised():
    reading = reading_of(pdf(_hidden("The Buyer shall pay the price on the day of delivery.")))
    assert reading.warnings == ["page 1: text layer made by recognition"]
    assert "The Buyer shall pay the price" in body(reading)


def test_a_bad_hidden_text_layer_is_not_trusted():
    reading = reading_of(pdf(_hidden("Th3 Bvy~r sh~ll p4y | ~ xqrtz th3 pr|c3 ¦ ~ bcdfg 0f")))
    assert reading.warnings == ["page 1 is a picture; OCR is off"]


def test_page_labels_of_the_document_are_kept():
    data = pdf(_plain, _plain, _plain).replace(
        b"/Type /Catalog",
        b"/PageLabels << /Nums [ 0 << /S /r /St 4 >> 2 << /S /D /P (A-) >> ] >> /Type /Catalog",
    )
    assert [page.label for page in reading_of(data).pages] == ["iv", "v", "A-1"]
    assert [page.label for page in reading_of(pdf(_plain, _plain)).pages] == ["1", "2"]


def test_the_document_says_who_made_it():
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, lang="is-IS")
    canvas.setTitle("Kaupsamningur")
    canvas.setAuthor("Jón Þór")
    canvas.setProducer("Writer")
    canvas.drawString(72, 700, "Halló")
    canvas.save()
    reading = reading_of(out.getvalue())
    assert reading.title == "Kaupsamningur"
    assert reading.meta["author"] == "Jón Þór"
    assert reading.meta["producer"] == "Writer"
    assert reading.meta["created"].startswith("2000-01-01")
    assert reading.language == "is-IS"


def test_files_within_the_pdf_are_attachments_within_bounds():
    document = pypdfium2.PdfDocument(pdf(_plain))
    document.new_attachment("../../evil.txt").set_data(b"hello")
    document.new_attachment("big.bin").set_data(b"x" * 2000)
    out = io.BytesIO()
    document.save(out)
    reading = reading_of(out.getvalue(), Bounds(ocr_languages="", max_bytes=1000))
    assert [(one.name, one.data) for one in reading.attachments] == [("../../evil.txt", b"hello")]
    assert reading.warnings == ["attachment 2 of the PDF is too large and was left out"]
