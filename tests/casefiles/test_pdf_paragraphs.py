"""Paragraphs of a PDF: where one ends, what runs on over a page break, headings and footnotes."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from casefiles.pdf_pages import SENTENCES, body, centred, flow, pdf, reading_of, write


def _texts(data: bytes) -> list[str]:
    return [paragraph.text for paragraph in reading_of(data).paragraphs]


def test_paragraphs_are_parted_by_a_wider_gap():
    def page(canvas: Canvas) -> None:
        top = flow(canvas, "First. " + SENTENCES)
        flow(canvas, "Second. " + SENTENCES, top=top + 10)

    assert [text.split()[0] for text in _texts(pdf(page))] == ["First.", "Second."]


def test_paragraphs_are_parted_by_an_indent_alone():
    def page(canvas: Canvas) -> None:
        full = "The whole of this line reaches the margin on the right, word for word, as it must."
        for n in range(4):
            write(canvas, 100 if n == 2 else 72, 100 + 14 * n, full)

    assert len(_texts(pdf(page))) == 2


def test_numbered_clauses_are_paragraphs_of_their_own():
    def page(canvas: Canvas) -> None:
        write(
            canvas, 72, 100, "The Buyer shall, within the term and on the day that the order names,"
        )
        write(canvas, 72, 114, "(a) take over the Goods;")
        write(canvas, 72, 128, "(b) pay the price; and")
        write(canvas, 72, 142, "(c) give a receipt.")

    assert _texts(pdf(page))[1:] == [
        "(a) take over the Goods;",
        "(b) pay the price; and",
        "(c) give a receipt.",
    ]


def test_a_reference_at_the_start_of_a_line_does_not_begin_a_paragraph():
    def page(canvas: Canvas) -> None:
        write(
            canvas,
            72,
            100,
            "The price is due as is said in this agreement, in the clause with number",
        )
        write(
            canvas,
            72,
            114,
            "2.1 of it, and bears interest from that day on until it has been paid in full.",
        )

    assert len(_texts(pdf(page))) == 1


def test_a_paragraph_that_a_page_break_cuts_is_one():
    def first(canvas: Canvas) -> None:
        flow(canvas, SENTENCES + "The Buyer shall pay the price of the Goods", top=600)

    def second(canvas: Canvas) -> None:
        flow(canvas, "within thirty days of the invoice.", top=72)

    (paragraph,) = reading_of(pdf(first, second)).paragraphs
    assert paragraph.text.endswith("the price of the Goods within thirty days of the invoice.")
    assert {line.page for line in paragraph.lines} == {1, 2}


def test_a_paragraph_that_a_column_break_cuts_is_one():
    def page(canvas: Canvas) -> None:
        flow(canvas, SENTENCES + "The Buyer shall pay", width=210)
        flow(canvas, "the price within thirty days. " + SENTENCES, x=330, width=210)

    assert "The Buyer shall pay the price within" in " | ".join(_texts(pdf(page)))


def test_a_sentence_that_ended_does_not_run_on():
    def page(canvas: Canvas) -> None:
        flow(canvas, SENTENCES, top=600)

    assert len(_texts(pdf(page, page))) == 2


def test_centred_capitals_and_bold_lines_are_headings():
    def page(canvas: Canvas) -> None:
        centred(canvas, 72, "SUPPLY AGREEMENT")
        top = flow(canvas, SENTENCES)
        write(canvas, 72, top + 10, "Term and Termination", "Times-Bold")
        flow(canvas, SENTENCES, top=top + 34)

    kinds = [(p.kind, p.text[:20]) for p in reading_of(pdf(page)).paragraphs]
    assert kinds[0] == ("heading", "SUPPLY AGREEMENT")
    assert kinds[2] == ("heading", "Term and Termination")
    assert [kind for kind, _ in kinds] == ["heading", "text", "heading", "text"]


def test_a_bullet_makes_an_item():
    def page(canvas: Canvas) -> None:
        write(canvas, 72, 100, "\u2022 take over the Goods on the day named;")
        write(canvas, 72, 114, "\u2022 pay the price.")

    assert [p.kind for p in reading_of(pdf(page)).paragraphs] == ["item", "item"]


def test_marks_of_items_that_were_drawn_apart_begin_their_items():
    def page(canvas: Canvas) -> None:
        # As some programs print a list: all marks first, then the items from the top.
        for number, top in ((2, 160), (3, 200)):
            write(canvas, 72, top, f"({number})")
        write(canvas, 200, 80, "Tariffs of the Municipality")
        write(canvas, 72, 120, "(1)")
        write(canvas, 98, 120, "The Municipality may impose rates.")
        write(canvas, 98, 160, "The Municipality may levy fees, and may recover them from")
        write(canvas, 98, 174, "those who owe them.")
        write(canvas, 98, 200, "The council must adopt a policy.")

    text = body(reading_of(pdf(page)))
    assert "(1) The Municipality may impose rates." in text
    assert "(2) The Municipality may levy fees, and may recover them from those who owe" in text
    assert "(3) The council must adopt a policy." in text
    assert text.startswith("Tariffs")
