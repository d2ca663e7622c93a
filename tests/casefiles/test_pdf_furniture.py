"""What is kept out of a PDF's text but known: headers, footers, stamps, printed line numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from reportlab.pdfgen.canvas import Canvas

from casefiles.pdf_pages import (
    HEIGHT,
    SENTENCES,
    WIDTH,
    body,
    centred,
    flow,
    furniture,
    pdf,
    reading_of,
    write,
)


def _page(number: int, header: str = "", footer: str = "") -> Callable[[Canvas], None]:
    def page(canvas: Canvas) -> None:
        if header:
            write(canvas, 72, 36, header.format(number))
        flow(canvas, f"Clause {number * 7}. " + SENTENCES)
        if footer:
            centred(canvas, 740, footer.format(number))

    return page


def test_footer_repeated_on_every_page_is_kept_out_of_the_text():
    pages = [_page(n, "Supply Agreement", "Strictly confidential") for n in range(1, 5)]
    reading = reading_of(pdf(*pages))
    assert furniture(reading, "header") == ["Supply Agreement"] * 4
    assert furniture(reading, "footer") == ["Strictly confidential"] * 4
    assert "confidential" not in body(reading)
    assert "Clause 28." in body(reading)


@pytest.mark.parametrize(
    "form", ["{}", "- {} -", "Page {}", "Page {} of 9", "Supply Agreement, page {}", "A-{}"]
)
def test_page_numbers_that_count_through_are_kept_out_of_the_text(form: str):
    reading = reading_of(pdf(*[_page(n, footer=form) for n in range(1, 5)]))
    assert furniture(reading, "footer") == [form.format(n) for n in range(1, 5)]


def test_roman_page_numbers_count_through_too():
    pages = [_page(n, footer=numeral) for n, numeral in enumerate(("iii", "iv", "v"), 1)]
    assert furniture(reading_of(pdf(*pages)), "footer") == ["iii", "iv", "v"]


def test_headers_that_differ_on_left_and_right_pages_are_both_known():
    pages = [_page(n, "Opinion of the Court" if n % 2 else "Smith v. Jones") for n in range(1, 8)]
    assert len(furniture(reading_of(pdf(*pages)), "header")) == 7


def test_a_number_that_does_not_count_with_the_pages_stays_text():
    pages = [_page(n, footer=value) for n, value in enumerate(("12", "40", "7"), 1)]
    reading = reading_of(pdf(*pages))
    assert reading.furniture == []
    assert " 40" in body(reading)


def test_a_line_that_occurs_once_is_never_furniture():
    pages = [_page(1, "Exhibit A to the Agreement"), _page(2), _page(3), _page(4)]
    reading = reading_of(pdf(*pages))
    assert reading.furniture == []
    assert "Exhibit A to the Agreement" in body(reading)


def test_titles_that_count_like_pages_stay_text():
    reading = reading_of(pdf(*[_page(n, "Schedule {}") for n in range(1, 5)]))
    assert reading.furniture == []
    assert "Schedule 3" in body(reading)


def test_the_stamp_of_a_court_is_known_even_on_a_single_page():
    stamp = "Case 1:20-cv-01234-ABC Document 12 Filed 03/04/21 Page 1 of 1"
    reading = reading_of(pdf(_page(1, stamp)))
    assert furniture(reading, "header") == [stamp]


def test_two_pages_prove_a_footer_only_where_it_stands_in_the_same_place():
    reading = reading_of(
        pdf(_page(1, footer="Supply Agreement 2021"), _page(2, footer="Supply Agreement 2021"))
    )
    assert furniture(reading, "footer") == ["Supply Agreement 2021"] * 2
    lone = reading_of(pdf(_page(1, footer="Supply Agreement 2021")))
    assert lone.furniture == []


def _pleading(
    text: str, *, last: int = 28, step: float = 24, drift: float = 0.0, glued: bool = False
):
    """Numbers 1 to `last` down the left margin; text lines beside them, or drifting from them."""
    words = text.split()

    def page(canvas: Canvas) -> None:
        if not glued:
            for n in range(1, last + 1):
                write(canvas, 50, 60 + step * (n - 1), f"{n}")
        for n in range(1, last + 1):
            line = " ".join(words[(n - 1) * 8 : n * 8])
            if glued:
                write(canvas, 50, 60 + step * (n - 1), f"{n}")
            if line:
                write(canvas, 90, 60 + (step + drift) * (n - 1), line)

    return page


@pytest.mark.parametrize("glued", [False, True])
def test_line_numbers_of_pleading_paper_stand_beside_their_lines(glued: bool):
    text = SENTENCES * 4
    reading = reading_of(pdf(_pleading(text, glued=glued), _pleading(text, glued=glued)))
    assert furniture(reading, "line number") == [str(n) for n in range(1, 29)] * 2
    lines = [line for p in reading.paragraphs for line in p.lines if line.page == 1]
    assert [line.number for line in lines] == [str(n) for n in range(1, len(lines) + 1)]
    assert body(reading).split()[: len(text.split())] == text.split()


def test_line_numbers_at_another_spacing_than_the_text_go_to_the_nearest_line():
    reading = reading_of(
        pdf(_pleading(SENTENCES * 4, drift=0.3), _pleading(SENTENCES * 4, drift=0.3))
    )
    lines = [line for p in reading.paragraphs for line in p.lines if line.page == 1]
    assert [line.number for line in lines] == [str(n) for n in range(1, len(lines) + 1)]


def test_a_transcript_page_counts_to_twenty_five():
    reading = reading_of(pdf(_pleading(SENTENCES * 4, last=25, step=26)))
    assert furniture(reading, "line number") == [str(n) for n in range(1, 26)]


def test_a_numbered_list_keeps_its_numbers():
    def page(canvas: Canvas) -> None:
        for n in range(1, 13):
            write(canvas, 72, 60 + 20 * n, f"{n}")
            write(canvas, 100, 60 + 20 * n, f"the thing with number {n} is listed here")

    reading = reading_of(pdf(page))
    assert reading.furniture == []
    assert "12 the thing with number 12" in body(reading)


def test_pages_of_other_sizes_share_their_footer():
    def wide(canvas: Canvas) -> None:
        canvas.setPageSize((HEIGHT, WIDTH))
        canvas.setFont("Times-Roman", 12)
        canvas.drawString(72, 400, "A table that needs the wider page.")
        canvas.drawString(HEIGHT / 2 - 50, HEIGHT - 740 - 10.8, "Strictly confidential")

    pages = [
        _page(1, footer="Strictly confidential"),
        wide,
        _page(3, footer="Strictly confidential"),
    ]
    assert len(furniture(reading_of(pdf(*pages)), "footer")) == 3


def _lone(number: int) -> Callable[[Canvas], None]:
    def page(canvas: Canvas) -> None:
        write(canvas, 72, 60, f"Page {number} says that the lamp was lit.")

    return page


def test_pages_that_hold_one_counting_line_each_keep_it_as_text():
    reading = reading_of(pdf(*map(_lone, range(1, 30))))
    assert reading.furniture == []
    assert "Page 17 says that the lamp was lit." in body(reading)


def test_a_page_left_blank_but_for_its_header_and_number_has_no_text():
    def blank(canvas: Canvas) -> None:
        write(canvas, 72, 36, "Supply Agreement")
        centred(canvas, 740, "3")

    pages = [_page(n, "Supply Agreement", "{}") for n in range(1, 6)]
    pages[2] = blank
    reading = reading_of(pdf(*pages))
    assert len(furniture(reading, "header")) == 5
    assert {line.page for p in reading.paragraphs for line in p.lines} == {1, 2, 4, 5}


def test_stamped_pages_that_hold_nothing_else_have_no_text():
    def stamped(number: int) -> Callable[[Canvas], None]:
        stamp = f"Case 1:20-cv-01234 Document 12-1 Filed 03/04/21 Page {number} of 4"
        return lambda canvas: write(canvas, 72, 36, stamp)

    reading = reading_of(pdf(*map(stamped, range(1, 5))))
    assert len(furniture(reading, "header")) == 4
    assert reading.paragraphs == []


def test_a_line_repeated_in_the_middle_of_pages_is_text():
    def page(number: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            words = SENTENCES.split()
            text = " ".join(words[7 * number :] + words[: 7 * number])
            flow(canvas, text, top=60)
            write(canvas, 72, 380, "The parties signed here.")
            flow(canvas, text, top=640)

        return draw

    reading = reading_of(pdf(*map(page, range(1, 7))))
    assert reading.furniture == []
    assert body(reading).count("The parties signed here.") == 6


def test_a_short_title_that_counts_at_the_foot_of_pages_is_their_number():
    reading = reading_of(pdf(*[_page(n, footer="Complaint – {}") for n in range(1, 5)]))
    assert furniture(reading, "footer") == [f"Complaint – {n}" for n in range(1, 5)]


def test_a_header_on_every_page_but_the_first_of_three_is_known():
    pages = [_page(1), _page(2, "Hart v. Bellweather"), _page(3, "Hart v. Bellweather")]
    assert furniture(reading_of(pdf(*pages)), "header") == ["Hart v. Bellweather"] * 2


def test_a_line_on_two_pages_of_many_is_text():
    pages = [_page(n, "Hart v. Bellweather" if n in (4, 5) else "") for n in range(1, 9)]
    assert reading_of(pdf(*pages)).furniture == []


def test_the_number_of_a_lone_page_is_known_where_it_is_set_off_at_the_foot():
    assert furniture(reading_of(pdf(_page(1, footer="1"))), "footer") == ["1"]
    assert reading_of(pdf(_page(1, footer="7"))).furniture == []


def test_a_figure_that_ends_the_text_of_a_lone_page_stays_text():
    def page(canvas: Canvas) -> None:
        top = flow(canvas, SENTENCES * 16, top=60)
        write(canvas, 72, top, "1")

    assert reading_of(pdf(page)).furniture == []
