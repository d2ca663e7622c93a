"""The words of a PDF: their order, their boxes, and what parts them."""

from __future__ import annotations

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from casefiles.pdf_pages import (
    HEIGHT,
    SENTENCES,
    WIDTH,
    body,
    centred,
    flow,
    pdf,
    reading_of,
    write,
)
from pincite.ingest.casefiles.formats.pdf import page_image


def _plain(canvas: Canvas) -> None:
    flow(canvas, SENTENCES)


def test_every_word_has_its_box_in_points_from_the_top_left():
    def page(canvas: Canvas) -> None:
        write(canvas, 72, 100, "Alpha beta")

    line = reading_of(pdf(page)).paragraphs[0].lines[0]
    assert line.text == "Alpha beta"
    assert line.edges[0] == pytest.approx(72, abs=1)
    assert line.edges[1] < line.edges[2] < line.edges[3] < 140
    assert 95 < line.top < 104
    assert 108 < line.bottom < 118


def test_text_inside_each_line_box_is_the_text_of_the_line():
    data = pdf(_plain)
    page = pypdfium2.PdfDocument(data)[0]
    textpage = page.get_textpage()
    for line in reading_of(data).paragraphs[0].lines:
        inside = textpage.get_text_bounded(
            line.edges[0] - 1, HEIGHT - line.bottom + 2, line.edges[-1] + 1, HEIGHT - line.top - 2
        )
        assert " ".join(inside.split()) == line.text


def test_icelandic_letters_come_through():
    def page(canvas: Canvas) -> None:
        write(canvas, 72, 100, "Þeir æða öðru vísi út á Ísafjörð, sögðu þau.")

    assert body(reading_of(pdf(page))) == "Þeir æða öðru vísi út á Ísafjörð, sögðu þau."


def test_columns_are_read_one_after_the_other_when_drawn_so():
    def page(canvas: Canvas) -> None:
        flow(canvas, "Left column. " + SENTENCES, width=210)
        flow(canvas, "Right column. " + SENTENCES, x=330, width=210)

    text = body(reading_of(pdf(page)))
    assert (
        text.index("Left column.") < text.index("such a look shows.") < text.index("Right column.")
    )


def test_columns_are_read_one_after_the_other_when_drawn_row_by_row():
    left = [f"left column words number {n} run" for n in range(12)]
    right = [f"right column words number {n} run" for n in range(12)]

    def page(canvas: Canvas) -> None:
        centred(canvas, 60, "A title over both columns of the page")
        for n in range(12):
            write(canvas, 72, 100 + 14 * n, left[n])
            write(canvas, 320, 100 + 14 * n, right[n])

    text = body(reading_of(pdf(page)))
    assert text == " ".join(["A title over both columns of the page", *left, *right])


def test_text_drawn_out_of_order_is_read_from_the_top_down():
    def page(canvas: Canvas) -> None:
        flow(canvas, "Second paragraph. " + SENTENCES, top=300)
        flow(canvas, "First paragraph. " + SENTENCES, top=100)

    text = body(reading_of(pdf(page)))
    assert text.index("First") < text.index("Second")


def test_cells_that_wrap_are_read_cell_by_cell():
    def page(canvas: Canvas) -> None:
        flow(canvas, "The seller keeps title until the price is paid.", width=120)
        flow(canvas, "The buyer bears the risk from delivery on.", x=300, width=120)

    text = body(reading_of(pdf(page)))
    assert "The seller keeps title until the price is paid." in text
    assert "The buyer bears the risk from delivery on." in text


def test_a_table_is_read_as_rows_with_cells():
    rows = [
        ("Item", "Quantity", "Price"),
        ("Bolts", "100", "$5.00"),
        ("Nuts", "20", "$1.50"),
        ("Rods", "7", "$90.00"),
    ]

    def page(canvas: Canvas) -> None:
        for n, row in enumerate(rows):
            for x, cell in zip((72, 250, 400), row, strict=True):
                write(canvas, x, 100 + 16 * n, cell)

    paragraphs = reading_of(pdf(page)).paragraphs
    assert [p.kind for p in paragraphs] == ["row"] * 4
    assert [tuple(p.text[c.start : c.end] for c in p.cells) for p in paragraphs] == rows


def test_a_row_whose_last_cell_wraps_is_one_row():
    def page(canvas: Canvas) -> None:
        top = 100
        for n, text in enumerate(("one line", "two lines that are wrapped here", "one line")):
            write(canvas, 72, top, f"{n}/3/2016")
            for line in text.split(" that "):
                write(canvas, 200, top, line)
                top += 14

    paragraphs = reading_of(pdf(page)).paragraphs
    assert [p.text for p in paragraphs] == [
        "0/3/2016 one line",
        "1/3/2016 two lines are wrapped here",
        "2/3/2016 one line",
    ]
    cell = paragraphs[1].cells[-1]
    assert paragraphs[1].text[cell.start : cell.end] == "two lines are wrapped here"


def test_a_word_hyphenated_at_the_end_of_a_line_keeps_its_hyphen():
    def page(canvas: Canvas) -> None:
        write(canvas, 72, 100, "The parties hereby enter into this agree-")
        write(canvas, 72, 114, "ment and are bound by it from this day on.")

    (paragraph,) = reading_of(pdf(page)).paragraphs
    assert "this agree- ment and are bound" in paragraph.text
    assert [line.text[-6:] for line in paragraph.lines] == ["agree-", "ay on."]


def test_an_enumerator_set_close_to_its_text_is_a_word_of_its_own():
    def page(canvas: Canvas) -> None:
        write(canvas, 72, 100, "1.10")
        write(canvas, 72 + 22.2, 100, "Purchase Order means an order.")

    assert body(reading_of(pdf(page))) == "1.10 Purchase Order means an order."


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_turned_page_is_read_as_it_is_displayed(turn: int):
    """The page is drawn so that it reads upright once its /Rotate is applied."""

    def page(canvas: Canvas) -> None:
        canvas.setPageRotation(turn)
        # A sideways page is 792 wide and 612 high before it is turned.
        canvas.translate(*{0: (0, 0), 90: (HEIGHT, 0), 180: (WIDTH, HEIGHT), 270: (0, WIDTH)}[turn])
        canvas.rotate(turn)
        canvas.setFont("Times-Roman", 12)
        canvas.drawString(72, HEIGHT - 100, "Upper line of the page")
        canvas.drawString(72, HEIGHT - 200, "Lower line of the page")

    reading = reading_of(pdf(page))
    assert (reading.pages[0].width, reading.pages[0].height) == (WIDTH, HEIGHT)
    first, second = (p.lines[0] for p in reading.paragraphs)
    assert (first.text, second.text) == ("Upper line of the page", "Lower line of the page")
    assert first.edges[0] == pytest.approx(72, abs=1)
    assert first.bottom == pytest.approx(103, abs=3)
    assert second.bottom == pytest.approx(203, abs=3)


def test_coordinates_count_from_the_crop_box_and_text_outside_it_is_left_out():
    def page(canvas: Canvas) -> None:
        canvas.setCropBox((50, 50, 500, 700))
        write(canvas, 100, 200, "Inside the visible page")
        write(canvas, 100, 20, "Above the visible page")

    reading = reading_of(pdf(page))
    assert body(reading) == "Inside the visible page"
    line = reading.paragraphs[0].lines[0]
    assert line.edges[0] == pytest.approx(50, abs=1)
    assert line.bottom == pytest.approx(200 + 12 - (HEIGHT - 700), abs=4)
    assert (reading.pages[0].width, reading.pages[0].height) == (450, 650)


def test_a_stamp_up_the_margin_is_kept_out_of_the_text():
    def page(canvas: Canvas) -> None:
        flow(canvas, SENTENCES)
        canvas.saveState()
        canvas.translate(30, 200)
        canvas.rotate(90)
        canvas.setFont("Times-Roman", 14)
        canvas.drawString(0, 0, "Received by the clerk 4 May 2021")
        canvas.restoreState()

    reading = reading_of(pdf(page))
    assert body(reading) == SENTENCES.strip()
    assert [(line.text, line.role) for line in reading.furniture] == [
        ("Received by the clerk 4 May 2021", "margin")
    ]


def test_a_page_set_sideways_is_text_and_not_a_stamp():
    def page(canvas: Canvas) -> None:
        canvas.translate(WIDTH, 0)
        canvas.rotate(90)
        canvas.setFont("Times-Roman", 12)
        for n in range(5):
            canvas.drawString(72, 500 - 20 * n, f"line {n} of a table that was set sideways")

    reading = reading_of(pdf(page))
    assert reading.furniture == []
    assert body(reading) == " ".join(f"line {n} of a table that was set sideways" for n in range(5))


def test_the_same_bytes_are_read_the_same():
    data = pdf(_plain, _plain)
    assert reading_of(data) == reading_of(data)


def test_page_image_shows_the_page_as_displayed_and_keeps_to_its_bound():
    data = pdf(_plain)
    turned = data.replace(b"/Rotate 0", b"/Rotate 90")
    assert page_image(data, "test.pdf", 1, dpi=72).size == (612, 792)
    assert page_image(turned, "test.pdf", 1, dpi=72).size == (792, 612)
    wide, high = page_image(data, "test.pdf", 1, dpi=5000).size
    assert wide * high <= 41_000_000


@pytest.mark.parametrize(
    ("before", "mark", "after", "read"),
    [
        ("on the 15", "th", " day of every month", "on the 15th day of every month"),
        ("on the fifteenth (15", "th", ") day of it", "on the fifteenth (15th) day of it"),
        ("under the sign of Acme", "TM", " and others", "under the sign of AcmeTM and others"),
        ("as it was held.", "4", " The rule stands", "as it was held.4 The rule stands"),
        ("a rate of 160", "7", " beats", "a rate of 160 7 beats"),
    ],
)
def test_a_raised_word_drawn_last_of_all_stands_where_the_page_shows_it(
    before: str, mark: str, after: str, read: str
):
    def page(canvas: Canvas) -> None:
        x = 72 + canvas.stringWidth(before, "Times-Roman", 12)
        wide = canvas.stringWidth(mark, "Times-Roman", 7)
        write(canvas, 72, 100, before)
        write(canvas, x + wide, 100, after)
        flow(canvas, SENTENCES, top=140)
        write(canvas, x, 99, mark, size=7)

    assert body(reading_of(pdf(page))) == f"{read} {SENTENCES.strip()}"


def test_a_small_word_beside_a_line_stays_a_word_of_its_own():
    def page(canvas: Canvas) -> None:
        write(canvas, 72, 100, "The sum is due")
        write(canvas, 300, 102, "(net)", size=7)

    assert body(reading_of(pdf(page))) == "The sum is due (net)"


def test_a_bullet_set_against_its_text_is_a_word_of_its_own():
    def page(canvas: Canvas) -> None:
        write(canvas, 72, 100, "\u2022deliver the goods, and")
        write(canvas, 72, 114, "\u2022pay the price.")

    reading = reading_of(pdf(page))
    assert [p.text for p in reading.paragraphs] == [
        "\u2022 deliver the goods, and",
        "\u2022 pay the price.",
    ]


def test_boxes_of_lines_set_close_do_not_overlap():
    def page(canvas: Canvas) -> None:
        for n, text in enumerate(("ACME SUPPLIES, INC. dba", "OTHER SUPPLIES, and", "SERVICES,")):
            write(canvas, 72, 100 + 10 * n, text)

    lines = [line for p in reading_of(pdf(page)).paragraphs for line in p.lines]
    assert lines[0].bottom == lines[1].top
    assert lines[1].bottom == lines[2].top
    assert all(line.top < line.bottom for line in lines)
