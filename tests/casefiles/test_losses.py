"""A file that is damaged says what of its text may be missing; one that is not says nothing."""

from __future__ import annotations

import base64
import io
import random
import re
import shutil
import zipfile
import zlib
from collections.abc import Callable
from email.message import EmailMessage

import docx as python_docx
import openpyxl
import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from casefiles import mutations
from casefiles.pdf_pages import SENTENCES
from casefiles.pdf_pages import pdf as drawn
from casefiles.raw_pdfs import pdf, said
from casefiles.readings import check, words
from casefiles.word_files import p, word
from pincite.errors import SourceError
from pincite.ingest.casefiles import formats
from pincite.ingest.casefiles.formats.pdf.damage import CONTENT, FONT
from pincite.ingest.casefiles.formats.pdf.mending import MENDED
from pincite.ingest.casefiles.reading import Bounds, FileReading
from pincite.model.document import Loss, page_numbers

NAMES = [f"The lamp of keeper number {number} was lit before the storm." for number in range(1, 7)]
PAGES = [said(words) for words in NAMES]
needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="tesseract is not installed"
)


def read(data: bytes, name: str, languages: str = "") -> FileReading:
    reading = formats.read(data, name, Bounds(ocr_languages=languages))
    check(reading)
    return reading


def told(reading: FileReading) -> list[str]:
    return list(map(str, reading.losses))


def replaced(data: bytes, old: bytes, new: bytes) -> bytes:
    """With the first `old` replaced by as many bytes, so that no offset changes."""
    assert old in data
    assert len(old) == len(new)
    return data.replace(old, new, 1)


def torn(data: bytes, page: int) -> bytes:
    """With a byte changed in the middle of what page `page` has packed."""
    streams = list(re.finditer(rb"stream\n(.*?)\nendstream", data, re.S))
    start, end = streams[page - 1].span(1)
    middle = (start + end) // 2
    return data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]


# PDF.


@pytest.mark.parametrize("packed", [True, False])
def test_a_whole_pdf_says_nothing(packed: bool) -> None:
    assert told(read(pdf(PAGES, packed=packed), "a.pdf")) == []


def test_a_page_whose_content_is_damaged_is_named() -> None:
    reading = read(torn(torn(pdf(PAGES, packed=True), 3), 5), "a.pdf")
    assert told(reading) == [f"pages 3 and 5 {CONTENT}"]


def test_a_page_whose_content_is_gone_is_named() -> None:
    data = replaced(pdf(PAGES, packed=True), b"/Contents 7 0 R", b"/Contents 97 0 R"[:15])
    assert any("page 2" in loss and CONTENT in loss for loss in told(read(data, "a.pdf")))


def test_text_that_no_page_leads_to_is_said() -> None:
    data = replaced(pdf(PAGES, packed=True), b"/Contents 7 0 R", b"/Kontents 7 0 R")
    assert told(read(data, "a.pdf")) == [
        "the file holds text that no page leads to any more: text may be missing"
    ]


def test_a_page_whose_font_is_damaged_is_named() -> None:
    data = replaced(pdf(PAGES), b"/Subtype /Type1", b"/Subtype /Typo1")
    assert told(read(data, "a.pdf")) == [f"pages 1-6 {FONT}"]


def test_content_that_is_not_packed_is_checked_by_its_operators() -> None:
    data = replaced(pdf(PAGES), b"(The lamp of keeper number 4", b"(The lamp of) eeper number 4")
    assert told(read(data, "a.pdf")) == [f"page 4 {CONTENT}"]


def test_a_page_that_the_tree_has_lost_is_counted() -> None:
    data = replaced(pdf(PAGES), b"/Kids [4 0 R 6 0 R", b"/Kids [4 0 R      ")
    assert "its list of pages is damaged: text may be missing" in told(read(data, "a.pdf"))


def test_a_pdf_that_is_cut_short_gives_the_pages_before_the_cut() -> None:
    data = pdf(PAGES, packed=True)
    reading = read(data[: data.index(b"10 0 obj")], "a.pdf")
    assert words(reading)[0].startswith(NAMES[0])
    assert NAMES[2] in " ".join(words(reading))
    assert MENDED in told(reading)


def test_words_outside_the_page_are_counted() -> None:
    outside = b" ".join(
        b"BT /F1 12 Tf 72 %d Td (words that stand below the edge) Tj ET" % -at
        for at in range(100, 600, 20)
    )
    reading = read(pdf([PAGES[0] + b"\n" + outside]), "a.pdf")
    assert told(reading) == ["page 1 lacks 150 words that stand outside the edges of the page"]


def test_letters_that_a_font_does_not_name_are_said() -> None:
    half = b"BT /F1 12 Tf 72 700 Td (keeper \x01\x03\x04 keeper keepers lamps) Tj ET"
    assert told(read(pdf([half]), "a.pdf")) == [
        "page 1 may lack letters: a font does not say which letters it draws"
    ]


@needs_tesseract
def test_a_damaged_page_is_read_again_from_its_picture() -> None:
    paper = Image.new("L", (1800, 900), 255)
    pen, letters = ImageDraw.Draw(paper), ImageFont.load_default(size=44)
    for row in range(9):
        pen.text((40, 40 + 90 * row), f"Keeper number {row} lit the lamp at dusk", 0, letters)

    def page(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 11)
        for row in range(8):
            canvas.drawString(72, 740 - 14 * row, SENTENCES[:80])
        canvas.drawImage(ImageReader(paper), 72, 330, 432, 216)

    data = drawn(page)
    whole = read(data, "a.pdf", "eng")
    assert "Keeper number 5" not in " ".join(words(whole))
    again = read(_with_a_torn_part(data), "a.pdf", "eng")
    assert "Keeper number 5 lit the lamp at dusk" in " ".join(words(again))
    assert [page.method for page in again.pages] == ["OCR"]
    assert told(again) == [f"page 1 {CONTENT} (read again from the picture of the page)"]


def _with_a_torn_part(data: bytes) -> bytes:
    """The page draws one more thing, which is damaged."""
    made = re.sub(rb"/Contents (\d+) 0 R", rb"/Contents [ \1 0 R 900 0 R ]", data, count=1)
    packed = zlib.compress(b"BT /F1 12 Tf 72 100 Td (and more was written here) Tj ET")[:-4]
    torn_part = b"900 0 obj\n<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream\nendobj\n"
    at = made.index(b"xref\n")
    return made[:at] + torn_part % (len(packed), packed) + made[at:]


# Word.


def test_a_whole_word_file_says_nothing() -> None:
    assert told(read(word(p("One.") + p("Two.")), "a.docx")) == []


def test_a_word_file_whose_text_breaks_off_gives_whole_paragraphs_and_says_so() -> None:
    body = f"<w:p><w:r><w:t>{'x' * 300}</w:t></w:r></w:p>" * 20
    whole = word(body + p("The last paragraph."))
    cut = _changed(whole, "word/document.xml", lambda part: part[: part.index(b"The last") + 5])
    reading = read(cut, "a.docx")
    assert set(words(reading)) == {"x" * 300}
    assert told(reading) == ["its text: damaged in the file, so words may be missing or wrong"]


def test_notes_that_are_damaged_do_not_cost_the_text() -> None:
    reference = '<w:p><w:r><w:t>Text.</w:t><w:footnoteReference w:id="2"/></w:r></w:p>'
    note = f'<w:footnote w:id="2">{p("A note.")}</w:footnote>'
    whole = word(reference, {"footnotes": note})
    assert told(read(whole, "a.docx")) == []
    gone = _changed(whole, "word/footnotes.xml", lambda _: None)
    assert words(read(gone, "a.docx")) == ["Text."]
    assert told(read(gone, "a.docx")) == [
        "its footnotes: missing from the file",
        "notes that the text refers to: 1 missing from the file",
    ]
    broken = _changed(whole, "word/footnotes.xml", lambda _: b"no XML at all")
    assert "its footnotes: damaged in the file, so words may be missing or wrong" in told(
        read(broken, "a.docx")
    )


def test_a_word_file_without_the_list_of_its_parts_says_so() -> None:
    whole = word(p("Text."), {"footnotes": "", "numbering": ""})
    gone = _changed(whole, "word/_rels/document.xml.rels", lambda _: None)
    assert "the list of its parts is missing, and so may be some of them" in told(
        read(gone, "a.docx")
    )


def _changed(data: bytes, name: str, change: Callable[[bytes], bytes | None]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for member in old.namelist():
            part = change(old.read(member)) if member == name else old.read(member)
            if part is not None:
                new.writestr(zipfile.ZipInfo(member), part, zipfile.ZIP_DEFLATED)
    return out.getvalue()


# Excel.


def _book() -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Fees"
    for row in range(1, 200):
        book.active.append([f"Keeper {row}", 1_234_567 + row])
    book.create_sheet("Hours").append(["Dusk", 18])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_sheet_that_breaks_off_gives_whole_rows_and_says_so() -> None:
    whole = _book()
    assert told(read(whole, "a.xlsx")) == []
    cut = _changed(
        whole, "xl/worksheets/sheet1.xml", lambda part: part[: part.index(b"1234667") + 4]
    )
    reading = read(cut, "a.xlsx")
    assert words(reading)[98:] == ["Keeper 99 1234666", "Dusk 18"]
    assert told(reading) == ["sheet Fees: damaged in the file, so rows may be missing or wrong"]


def test_sheets_that_are_missing_are_named() -> None:
    whole = _book()
    without = read(_changed(whole, "xl/worksheets/sheet2.xml", lambda _: None), "a.xlsx")
    assert "sheet Hours: missing from the file" in told(without)


def test_formulas_without_a_value_are_counted() -> None:
    book = openpyxl.Workbook()
    book.active.append([1, 2, "=A1+B1"])
    out = io.BytesIO()
    book.save(out)
    assert told(read(out.getvalue(), "a.xlsx")) == [
        "values of formulas: 1 were not saved with the file"
    ]


# E-mail, text, pictures.


def _mail() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "a@example.is", "b@example.is", "Lamps"
    made.set_content("The lamps are lit.\n")
    made.add_attachment(b"%PDF-1.7 " * 80, maintype="application", subtype="pdf", filename="a.pdf")
    return made


def test_a_message_that_is_cut_short_says_so() -> None:
    whole = _mail().as_bytes()
    assert told(read(whole, "a.eml")) == []
    assert told(read(whole[: len(whole) * 3 // 4], "a.eml"))[0] == (
        "the message is cut short: its last part does not end"
    )


def test_an_attachment_whose_encoding_is_damaged_is_named() -> None:
    whole = _mail().as_bytes()
    packed = base64.b64encode(b"%PDF-1.7 ")[:8]
    assert told(read(whole.replace(packed, b"!!!", 1), "a.eml")) == [
        "a.pdf may be incomplete: its encoding is damaged"
    ]


def test_bytes_that_no_character_set_has_are_counted() -> None:
    assert told(read(b"Lamps are lit." + b"\x81\x8d\xff", "a.txt")) == [
        "2 characters could not be decoded"
    ]


def test_a_damaged_page_of_a_fax_does_not_cost_the_others() -> None:
    pages = [Image.effect_noise((400, 400), 90).convert("1") for _ in range(3)]
    out = io.BytesIO()
    pages[0].save(out, "TIFF", save_all=True, append_images=pages[1:], compression="tiff_lzw")
    data = bytearray(out.getvalue())
    middle = len(data) // 2
    data[middle - 2000 : middle + 2000] = bytes(4000)
    reading = read(bytes(data), "fax.tif")
    assert len(reading.pages) == 3
    assert any(loss.pages == (2,) and "could not be read" in loss.what for loss in reading.losses)


# All of them.


def _word_file() -> bytes:
    document = python_docx.Document()
    for row in range(60):
        document.add_paragraph(f"Keeper {row} lit the lamp at dusk and put it out at dawn.")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _words_of(reading: FileReading) -> str:
    return " ".join(paragraph.text for paragraph in (*reading.paragraphs, *reading.notes))


@pytest.mark.parametrize(
    ("name", "made", "kinds"),
    [
        ("a.pdf", lambda: pdf(PAGES * 3, packed=True), mutations.PDF),
        ("b.pdf", lambda: pdf(PAGES * 3), mutations.PDF),
        ("a.docx", _word_file, mutations.PACKAGE),
        ("a.xlsx", _book, mutations.PACKAGE),
    ],
)
def test_no_damage_costs_text_in_silence(
    name: str, made: Callable[[], bytes], kinds: dict[str, mutations.Mutation]
) -> None:
    whole = made()
    intact = _words_of(read(whole, name))
    for kind, mutate in kinds.items():
        for seed in range(12):
            damaged = mutate(whole, random.Random(f"{kind} {seed}"))
            try:
                reading = read(damaged, name)
            except SourceError:
                continue
            lost = mutations.loss(intact, _words_of(reading))
            assert lost <= 0.05 or reading.losses, (kind, seed, lost)


def test_pages_are_counted_in_words() -> None:
    assert page_numbers([3]) == "page 3"
    assert page_numbers([7, 3]) == "pages 3 and 7"
    assert page_numbers([1, 2, 3, 5, 7, 8]) == "pages 1-3, 5 and 7-8"
    loss = Loss("could not be read", (3, 7))
    assert str(loss) == "pages 3 and 7 could not be read"
    assert (loss.concerns(3), loss.concerns(4)) == (True, False)
    assert Loss("cut short").concerns(4)
