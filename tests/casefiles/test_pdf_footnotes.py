"""Footnotes of a PDF: told from the text by size, place and the mark that the text cites."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from casefiles.pdf_pages import SENTENCES, body, flow, pdf, reading_of, write


def _with_note(cited: str | None, note: str, extra: str = ""):
    def page(canvas: Canvas) -> None:
        top = flow(canvas, SENTENCES)
        write(canvas, 72, top, "This was settled long ago.")
        if cited:
            text = canvas.beginText(72, 792 - top - 14 - 10.8)
            text.setFont("Times-Roman", 12)
            text.textOut("It was so held.")
            text.setFont("Times-Roman", 7)
            text.setRise(5)
            text.textOut(cited)
            text.setRise(0)
            text.setFont("Times-Roman", 12)
            text.textOut(" The rule stands.")
            canvas.drawText(text)
        canvas.line(72, 792 - 660, 200, 792 - 660)
        flow(canvas, note, top=670, size=9, step=11)
        if extra:
            flow(canvas, extra, top=720, size=9, step=11)

    return page


def test_a_footnote_cited_on_its_page_is_a_note_with_its_mark():
    reading = reading_of(
        pdf(_with_note("3", "3 See the earlier agreement, clause 4.", "More of the same note."))
    )
    (note,) = reading.notes
    assert note.label == "3"
    assert note.text == "3 See the earlier agreement, clause 4. More of the same note."
    assert {line.role for line in note.lines} == {"footnote"}
    assert "earlier agreement" not in body(reading)


def test_small_type_whose_mark_is_not_cited_stays_text():
    reading = reading_of(pdf(_with_note(None, "3 See the earlier agreement, clause 4.")))
    assert reading.notes == []
    assert "3 See the earlier agreement, clause 4." in body(reading)


def test_a_footnote_that_goes_on_over_the_page_is_one_note():
    first = _with_note("3", "3 See the earlier agreement, clause 4, and what was said of it")
    second = _with_note("4", "by the court below.", "4 So also the later agreement.")
    notes = reading_of(pdf(first, second)).notes
    assert [(note.label, note.text) for note in notes] == [
        ("3", "3 See the earlier agreement, clause 4, and what was said of it by the court below."),
        ("4", "4 So also the later agreement."),
    ]


def _raised(canvas: Canvas, x: float, top: float, text: str, mark: str, size: float = 12) -> None:
    """A line that ends in a raised mark, set against its last letter."""
    write(canvas, x, top, text, size=size)
    end = x + canvas.stringWidth(text, "Times-Roman", size)
    write(canvas, end, top - 1, mark, size=0.55 * size)


def test_a_mark_raised_after_a_number_is_no_part_of_the_number():
    def page(canvas: Canvas) -> None:
        top = flow(canvas, SENTENCES)
        _raised(canvas, 72, top, "The heart rate was 160", "7")
        flow(canvas, "7 The note said 60, which was an error.", top=670, size=9, step=11)

    reading = reading_of(pdf(page))
    assert "The heart rate was 160 7" in body(reading)
    assert [note.label for note in reading.notes] == ["7"]


def test_a_year_is_not_taken_apart():
    def page(canvas: Canvas) -> None:
        flow(canvas, SENTENCES)
        write(canvas, 72, 300, "In 2012 the heart rate was 1607")

    assert body(reading_of(pdf(page))).endswith("In 2012 the heart rate was 1607")


def test_a_mark_drawn_apart_from_its_word_cites_its_note():
    def page(canvas: Canvas) -> None:
        top = flow(canvas, SENTENCES)
        write(canvas, 72, top, "Finally, a standard text says the same")
        write(canvas, 300, top - 1, "19", size=7)
        flow(canvas, "19 Williams on Births, 24th edition.", top=670, size=9, step=11)

    assert [note.label for note in reading_of(pdf(page)).notes] == ["19"]


def test_a_raised_mark_that_counts_on_begins_a_note_of_its_own():
    def page(canvas: Canvas) -> None:
        top = flow(canvas, SENTENCES)
        _raised(canvas, 72, top, "It was so held.", "3")
        for n, (mark, text) in enumerate((("3", "The first note."), ("4", "The second note."))):
            write(canvas, 72, 669 + 12 * n, mark, size=5)
            write(canvas, 75, 670 + 12 * n, text, size=9)

    notes = reading_of(pdf(page)).notes
    assert [(note.label, note.text) for note in notes] == [
        ("3", "3 The first note."),
        ("4", "4 The second note."),
    ]


def _starred(cited: str):
    def page(canvas: Canvas) -> None:
        top = flow(canvas, SENTENCES)
        write(canvas, 72, top, cited)
        flow(canvas, "* This opinion is not to be published.", top=670, size=9, step=11)

    return page


def test_a_star_set_like_other_letters_cites_its_note():
    reading = reading_of(pdf(_starred("Per Curiam:* The judgment stands.")))
    assert [(note.label, note.text) for note in reading.notes] == [
        ("*", "* This opinion is not to be published.")
    ]
    assert "not to be published" not in body(reading)


def test_words_left_out_by_stars_cite_no_note():
    reading = reading_of(pdf(_starred("The price of [***] dollars was paid * in full.")))
    assert reading.notes == []
    assert "not to be published" in body(reading)
