from __future__ import annotations

import io
import shutil
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from casefiles.scanned_pages import A4, DPI, FALLING, Wear, error_rate, rendered, typeset, worn
from pincite.errors import SourceError
from pincite.ingest.casefiles.formats.ocr import Recognised, recognise, tesseract
from pincite.ingest.casefiles.formats.ocr.cleaning import (
    MAX_PIXELS,
    ScannedSheet,
    grey,
    levelled,
    sheet,
    turned,
)
from pincite.ingest.casefiles.formats.ocr.columns import has_columns
from pincite.ingest.casefiles.formats.ocr.margin import Ruled
from pincite.ingest.casefiles.formats.ocr.rows import paragraphs, without_noise
from pincite.ingest.casefiles.formats.ocr.tesseract import RecognisedWord
from pincite.ingest.casefiles.reading import Bounds
from pincite.model.layout import Role

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="the program tesseract is not installed"
)

ENGLISH = (
    "The Supplier shall deliver the goods to the Buyer within thirty days of the order. Where the "
    "goods are late by more than ten days the Buyer may end this agreement by notice in writing, "
    "and the Supplier shall return every sum that was paid in advance, without deduction. "
)
ICELANDIC = (
    "Þeir einir eru löglega kjörnir Íslendingar sem náð hafa átján ára aldri þegar kosning fer "
    "fram og hafa ríkisborgararétt. Lögheimili á Íslandi er einnig skilyrði kosningarréttar, nema "
    "undantekningar frá þeirri reglu verði ákveðnar í lögum um kosningar til Alþingis. "
)


def read(image: Image.Image, dpi: float = DPI, languages: str = "eng+isl") -> Recognised:
    return recognise(image, page=1, dpi=dpi, bounds=Bounds(ocr_languages=languages))


def text_of(found: Recognised) -> str:
    return " ".join(paragraph.text for paragraph in found.paragraphs)


def drawn(lines: list[tuple[float, float, str]], size: float = 11, rule: float = 0) -> Image.Image:
    """A page with each text at its place, in points from the top left corner."""
    file = io.BytesIO()
    canvas = Canvas(file, A4, invariant=True)
    canvas.setFont("Times-Roman", size)
    for left, top, line in lines:
        canvas.drawString(left, A4[1] - top - size, line)
    if rule:
        canvas.line(rule, 0, rule, A4[1])
    canvas.save()
    return rendered(file.getvalue(), 0)


@needs_tesseract
def test_both_languages_are_read_without_being_told_which() -> None:
    english, icelandic = typeset(ENGLISH * 4), typeset(ICELANDIC * 4)
    assert error_rate(text_of(read(english.image)), english.text) < 0.01
    assert error_rate(text_of(read(icelandic.image)), icelandic.text) < 0.01


@needs_tesseract
def test_each_word_has_edges_and_a_confidence() -> None:
    found = read(typeset(ENGLISH).image)
    assert found.confidence is not None
    assert 0.9 < found.confidence <= 1
    for line in found.paragraphs[0].lines:
        words = line.text.split(" ")
        assert len(line.edges) == 2 * len(words)
        assert len(line.confidences) == len(words)
        assert list(line.edges) == sorted(line.edges)
        assert line.page == 1


@needs_tesseract
def test_a_word_stands_where_it_was_printed() -> None:
    found = read(drawn([(100, 300, "Whereas the parties agree")], size=20))
    line = found.paragraphs[0].lines[0]
    assert line.text == "Whereas the parties agree"
    assert line.edges[0] == pytest.approx(100, abs=2)
    assert 300 <= line.top < line.bottom <= 327


@needs_tesseract
@pytest.mark.parametrize(
    "quarters", [1, *(pytest.param(one, marks=pytest.mark.slow) for one in (2, 3))]
)
def test_a_page_scanned_the_wrong_way_up_is_read_and_its_boxes_lie_on_it(quarters: int) -> None:
    printed = typeset(ENGLISH * 3)
    # Turned clockwise as many quarters.
    image = printed.image.rotate(-90 * quarters, expand=True)
    found = read(image)
    assert error_rate(text_of(found), printed.text) < 0.02
    first = found.paragraphs[0].lines[0]
    width, height = image.width * 72 / DPI, image.height * 72 / DPI
    # The first line is at the head of the sheet, wherever that has come to lie.
    if quarters == 2:
        assert first.top > height * 0.8
        assert first.edges[0] > first.edges[-2]
    else:
        assert first.bottom - first.top > height / 2
        assert (first.edges[0] > width * 0.8) == (quarters == 1)


@needs_tesseract
@pytest.mark.slow
@pytest.mark.parametrize("tilt", [-2.5, 1.0])
def test_a_tilted_page_is_levelled_and_its_boxes_tilt_back(tilt: float) -> None:
    printed = typeset(ENGLISH * 4)
    straight = read(printed.image)
    image = printed.image.rotate(tilt, Image.Resampling.BICUBIC, fillcolor=255)
    found = read(image)
    assert error_rate(text_of(found), printed.text) < 0.01
    line, level = found.paragraphs[0].lines[0], straight.paragraphs[0].lines[0]
    # Half the line's length to each side of the middle rises or falls with the tilt.
    assert line.bottom - line.top > level.bottom - level.top + 5
    assert line.edges[0] == pytest.approx(level.edges[0], abs=25)


@needs_tesseract
def test_columns_are_read_one_after_the_other() -> None:
    left = simpleSplit(ENGLISH * 5, "Times-Roman", 10, 215)
    right = simpleSplit(ICELANDIC * 5, "Times-Roman", 10, 215)
    places = [(60.0, 80 + 13 * row, line) for row, line in enumerate(left)]
    places += [(310.0, 80 + 13 * row, line) for row, line in enumerate(right)]
    found = read(drawn(places, size=10))
    assert error_rate(text_of(found), " ".join([*left, *right])) < 0.02


@needs_tesseract
def test_print_too_small_for_its_resolution_is_enlarged() -> None:
    printed = typeset(ENGLISH * 4)
    small = printed.image.resize((printed.image.width // 2, printed.image.height // 2))
    assert error_rate(text_of(read(small, dpi=DPI / 2)), printed.text) < 0.02


@needs_tesseract
def test_specks_are_not_read_as_words() -> None:
    printed = typeset(ENGLISH * 2)
    found = read(worn(printed.image, Wear(specks=0.01), seed=4))
    assert error_rate(text_of(found), printed.text) < 0.01


@needs_tesseract
def test_an_empty_sheet_has_no_text_and_no_confidence() -> None:
    assert read(Image.new("L", (1654, 2339), 255)) == Recognised([], None)
    assert read(Image.new("L", (1, 1), 0)) == Recognised([], None)


def test_recognition_turned_off_reads_nothing() -> None:
    assert read(typeset(ENGLISH).image, languages="") == Recognised([], None)


@needs_tesseract
@pytest.mark.slow
def test_the_same_picture_is_read_the_same_twice() -> None:
    image = worn(typeset(ENGLISH).image, Wear(grain=30, specks=0.02), seed=1)
    assert read(image) == read(image)


@needs_tesseract
def test_numbers_of_pleading_paper_stand_beside_the_text_not_in_it() -> None:
    lines = simpleSplit(ENGLISH * 8, "Times-Roman", 11, 380)[:28]
    places = [(110.0, 80 + 24.0 * row, line) for row, line in enumerate(lines)]
    places += [(80.0, 80 + 24.0 * row, str(row + 1)) for row in range(28)]
    # The court's stamp runs over the rule.
    places.append((80.0, 30, "Case 8:16-cv-01261 Document 40 Filed 08/05/16"))
    found = read(drawn(places, rule=100))
    text = [line for paragraph in found.paragraphs for line in paragraph.lines]
    assert "Document 40 Filed" in text[0].text
    assert error_rate(" ".join(line.text for line in text[1:]), " ".join(lines)) < 0.01
    numbered = {line.number: line.text for line in text if line.number}
    assert len(numbered) >= 24
    assert all(lines[int(number) - 1] == line for number, line in numbered.items())
    assert {line.role for line in found.furniture} == {Role.LINE_NUMBER}
    assert all(line.edges[-1] < 100 for line in found.furniture)


@needs_tesseract
def test_words_beyond_a_rule_that_number_no_lines_are_kept() -> None:
    lines = simpleSplit(ENGLISH * 3, "Times-Roman", 11, 380)
    places = [(110.0, 80 + 24.0 * row, line) for row, line in enumerate(lines)]
    found = read(drawn([*places, (40.0, 400.0, "Schedule")], rule=100))
    assert "Schedule" in text_of(found)
    assert found.furniture == []


@needs_tesseract
def test_a_language_without_data_names_the_package_to_install() -> None:
    with pytest.raises(SourceError, match="no data for the language xyz") as caught:
        read(typeset(ENGLISH).image, languages="eng+xyz")
    assert "tesseract-ocr-xyz" in caught.value.hint


def test_without_tesseract_the_packages_to_install_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(SourceError, match="tesseract, is not installed") as caught:
        read(Image.new("L", (100, 100), 255))
    assert "tesseract-ocr tesseract-ocr-eng tesseract-ocr-isl" in caught.value.hint


@needs_tesseract
def test_recognition_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract, "TIMEOUT_SECONDS", 0.05)
    with pytest.raises(SourceError, match=r"recognition took more than 0\.05 s"):
        read(typeset(ENGLISH * 6).image)


def test_a_huge_picture_is_made_smaller_and_its_boxes_stay_true() -> None:
    scan = sheet(Image.new("L", (9000, 6000), 255), 600)
    assert scan.image.width * scan.image.height <= MAX_PIXELS * 1.001
    everything = (0.0, 0.0, float(scan.image.width), float(scan.image.height))
    assert scan.on_page(*everything) == pytest.approx((0, 0, 1080, 720), abs=0.5)


def test_boxes_find_the_way_back_through_turns_and_tilt() -> None:
    page = Image.new("L", (600, 800), 255)
    ImageDraw.Draw(page).rectangle((100, 200, 139, 219), fill=0)
    whole = sheet(page, 200)
    for quarters in (1, 2, 3):
        scan = turned(whole, quarters)
        level = replace(scan, image=scan.image.rotate(3, expand=True, fillcolor=255), tilt=3.0)
        for one in (scan, level):
            box = Image.eval(one.image, lambda v: 255 - v).getbbox()
            assert box is not None
            left, top, right, bottom = one.on_page(*box)
            assert (left + right) / 2 == pytest.approx(120 * 72 / 200, abs=0.5)
            assert (top + bottom) / 2 == pytest.approx(210 * 72 / 200, abs=0.5)


def test_a_level_page_is_not_turned() -> None:
    scan = sheet(typeset(ENGLISH * 4).image, DPI)
    assert levelled(scan) is scan


def test_every_kind_of_pixel_becomes_grey_with_white_paper() -> None:
    clear = Image.new("RGBA", (4, 4), (0, 0, 0, 0))
    assert grey(clear).getextrema() == (255, 255)
    deep = Image.new("I;16", (4, 4), 65535)
    assert grey(deep).getextrema() == (255, 255)
    for mode in ("1", "P", "CMYK", "LA", "F", "I", "RGB", "YCbCr"):
        assert grey(Image.new(mode, (4, 4))).mode == "L"


def word(text: str, left: float, top: float, line: tuple[int, int, int]) -> RecognisedWord:
    return RecognisedWord(text, left, top, left + 8 * len(text), top + 10, 90, line)


def texts(words: list[RecognisedWord], *, in_columns: bool = False) -> list[str]:
    scan = ScannedSheet(Image.new("L", (600, 800)), 1.0, 600.0, 800.0)
    found = paragraphs(words, Ruled(scan, []), page=1, in_columns=in_columns)
    return [line.text for paragraph in found for line in paragraph.lines]


def test_a_number_hung_in_the_margin_is_read_with_its_line() -> None:
    words = [
        word("10.", 50, 100, (1, 1, 1)),
        word("11.", 50, 160, (1, 1, 2)),
        word("Notices", 90, 101, (2, 1, 1)),
        word("in", 90, 130, (2, 1, 2)),
        word("Law", 90, 161, (2, 2, 1)),
    ]
    assert texts(words) == ["10. Notices", "in", "11. Law"]


def test_a_word_far_from_any_line_stays_by_itself() -> None:
    words = [word("Exhibit", 50, 100, (1, 1, 1)), word("Filed", 400, 100, (2, 1, 1))]
    assert texts(words) == ["Exhibit", "Filed"]


def test_a_line_broken_at_a_wide_space_is_one_line() -> None:
    words = [
        word("set", 90, 100, (1, 1, 1)),
        word("Support", 90, 130, (1, 1, 2)),
        word("out", 125, 101, (2, 1, 1)),
    ]
    assert texts(words) == ["set out", "Support"]
    words[2] = words[2]._replace(left=300.0)
    assert texts(words) == ["set", "Support", "out"]


def test_a_line_of_which_no_word_is_sure_is_noise() -> None:
    sure, unsure = word("goods", 90, 100, (1, 1, 1)), word("Sal", 90, 130, (1, 1, 2))
    noise = [
        unsure._replace(confidence=30),
        word("late", 90, 160, (1, 1, 3))._replace(confidence=55),
    ]
    assert without_noise([sure, *noise]) == ([sure, noise[1]], 1)
    # Beside a word that is sure it stays.
    doubtful = unsure._replace(line=sure.line, confidence=30)
    assert without_noise([sure, doubtful]) == ([sure, doubtful], 0)


@pytest.mark.slow
@needs_tesseract
def test_grain_on_empty_paper_is_not_made_into_words() -> None:
    printed = typeset(ENGLISH)
    found = read(worn(printed.image, FALLING[-1], seed=0))
    assert error_rate(text_of(found), printed.text) < 1
    assert found.unread
    assert found.confidence is not None
    assert found.confidence < 0.8


def test_a_line_recognised_before_the_lines_above_it_is_put_below_them() -> None:
    words = [
        word("trial.", 90, 130, (1, 1, 1)),
        word("prior", 90, 100, (2, 1, 1)),
        word("Next", 90, 160, (3, 1, 1)),
    ]
    assert texts(words) == ["prior", "trial.", "Next"]
    assert texts(words, in_columns=True) == ["trial.", "prior", "Next"]


def test_a_table_is_not_taken_for_columns() -> None:
    rows = [(left, 80.0 + 14 * row, "12,500.00") for row in range(40) for left in (72, 250, 430)]
    assert not has_columns(sheet(drawn(rows), DPI))
    assert not has_columns(sheet(typeset(ENGLISH * 12).image, DPI))
