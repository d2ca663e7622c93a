"""Columns of a PDF are read one after the other; the cells of a table are read row by row."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from casefiles.pdf_pages import SENTENCES, body, centred, flow, pdf, reading_of, write

LEFT = [
    "Hall: one coat rail with six hooks; one oval mirror; painted walls; a sisal mat at the door.",
    "Kitchen: gas cooker with four rings; refrigerator; sink with draining board; two wall "
    "cupboards and one base unit; extractor fan over the cooker.",
    "Living room: pine table and four chairs; sofa bed; bookcase with five shelves.",
    "Bathroom: bath with shower; basin; cabinet with a brass heron on its door; heated rail.",
]
RIGHT = [
    "The street door must be kept shut at all times and may not be wedged open.",
    "Bicycles are kept in the yard, and nothing may be left on the stairs or on the landings.",
    "Musical instruments may be played until nine in the evening, except on the eve of a holiday.",
    "Refuse is put out on Wednesday evening, in the bins provided and not in bags.",
    "The drying line in the yard is shared by all flats, each on the day posted in the hall.",
]
Drawn = list[tuple[float, float, str]]


def _column(
    paragraphs: list[str], x: float, top: float, width: float, *, hang: float = 0, first: int = 1
) -> Drawn:
    """Numbered paragraphs wrapped into a column: left, top and text of what is drawn."""
    out: Drawn = []
    for number, paragraph in enumerate(paragraphs, first):
        text = paragraph if hang else f"{number}. {paragraph}"
        if hang:
            out.append((x, top, f"{number}."))
        for line in simpleSplit(text, "Times-Roman", 12, width - hang):
            out.append((x + hang, top, line))
            top += 14
        top += 6
    return out


def _across(*columns: Drawn) -> Drawn:
    """What stands higher is drawn first, whichever column it stands in."""
    return sorted((one for column in columns for one in column), key=lambda one: (one[1], one[0]))


def _page(drawn: Drawn, over: str = "", under: str = "") -> Callable[[Canvas], None]:
    def page(canvas: Canvas) -> None:
        if over:
            centred(canvas, 80, over, "Times-Bold")
        for x, top, text in drawn:
            write(canvas, x, top, text)
        if under:
            flow(canvas, under, top=max(top for _, top, _ in drawn) + 40)

    return page


def _numbered(paragraphs: list[str], first: int = 1) -> list[str]:
    return [f"{number}. {text}" for number, text in enumerate(paragraphs, first)]


@pytest.mark.parametrize("hang", [0, 24])
@pytest.mark.parametrize("offset", [0, 5, 7])
@pytest.mark.parametrize("gutter", [18, 30, 60])
def test_columns_drawn_across_the_page_are_read_down(gutter: float, offset: float, hang: float):
    """Numbered items, uneven columns, a title over both of them, a sentence under both."""
    width = (468 - gutter) / 2
    drawn = _across(
        _column(LEFT, 72, 110, width, hang=hang),
        _column(RIGHT, 72 + width + gutter, 110 + offset, width, hang=hang, first=5),
    )
    reading = reading_of(pdf(_page(drawn, "FITTINGS AND HOUSE RULES", SENTENCES)))
    assert [p.text for p in reading.paragraphs] == [
        "FITTINGS AND HOUSE RULES",
        *_numbered(LEFT),
        *_numbered(RIGHT, 5),
        SENTENCES.strip(),
    ]


def test_columns_whose_page_draws_its_footer_first_are_read_down():
    """A footer drawn before the text must not make the text be read across the gutter."""
    columns = _column(LEFT, 72, 110, 210) + _column(RIGHT, 310, 117, 210, first=5)

    def page(canvas: Canvas) -> None:
        write(canvas, 72, 36, "Standard lease")
        centred(canvas, 750, "Page 4 of 4")
        _page(columns, "FITTINGS AND HOUSE RULES")(canvas)

    texts = [p.text for p in reading_of(pdf(page)).paragraphs]
    assert texts[1:] == ["FITTINGS AND HOUSE RULES", *_numbered(LEFT), *_numbered(RIGHT, 5)]


def test_columns_with_a_heading_over_each_are_read_down():
    drawn = _across(
        [(72, 100, "Fittings"), *_column(LEFT, 72, 122, 210)],
        [(310, 100, "House Rules"), *_column(RIGHT, 310, 122, 210, first=5)],
    )
    text = body(reading_of(pdf(_page(drawn))))
    assert text == " ".join(["Fittings", *_numbered(LEFT), "House Rules", *_numbered(RIGHT, 5)])


def test_a_column_set_flush_right_is_read_down():
    lines = simpleSplit(SENTENCES, "Times-Roman", 12, 210)
    ragged = [
        (282 - pdfmetrics.stringWidth(line, "Times-Roman", 12), 100 + 14 * n, line)
        for n, line in enumerate(lines)
    ]
    other = [
        (540 - pdfmetrics.stringWidth(line, "Times-Roman", 12), 100 + 14 * n, line)
        for n, line in enumerate(simpleSplit(" ".join(RIGHT), "Times-Roman", 12, 210))
    ]
    text = body(reading_of(pdf(_page(_across(ragged, other)))))
    assert text == f"{SENTENCES.strip()} {' '.join(RIGHT)}"


def test_three_columns_are_read_down():
    parts = [" ".join(LEFT), " ".join(RIGHT), SENTENCES.strip()]
    columns = [
        [
            (60 + 170 * at, 100.0 + 14 * n, line)
            for n, line in enumerate(simpleSplit(part, "Times-Roman", 12, 150))
        ]
        for at, part in enumerate(parts)
    ]
    assert body(reading_of(pdf(_page(_across(*columns))))) == " ".join(parts)


def test_a_heading_under_two_columns_follows_both():
    drawn = _across(_column(LEFT, 72, 110, 210), _column(RIGHT, 310, 110, 210, first=5))
    below = max(top for _, top, _ in drawn) + 44

    def page(canvas: Canvas) -> None:
        _page(drawn)(canvas)
        write(canvas, 72, below, "Signing", "Times-Bold")
        flow(canvas, SENTENCES, top=below + 20)

    text = body(reading_of(pdf(page)))
    assert text.endswith(f"{RIGHT[-1]} Signing {SENTENCES.strip()}")


def test_labels_and_amounts_are_read_row_by_row():
    rows = [
        (f"Fee for the service of kind {n} that was rendered", f"${n},500.00") for n in range(1, 12)
    ]

    def page(canvas: Canvas) -> None:
        for n, (label, amount) in enumerate(rows):
            write(canvas, 72, 100 + 16 * n, label)
            write(canvas, 430, 100 + 16 * n, amount)

    assert body(reading_of(pdf(page))) == " ".join(f"{label} {amount}" for label, amount in rows)


def test_amounts_drawn_after_all_their_labels_stand_beside_them():
    rows = [
        (f"Fee for the service of kind {n} that was rendered", f"${n},500.00") for n in range(1, 12)
    ]

    def page(canvas: Canvas) -> None:
        for x, column in ((72, 0), (430, 1)):
            for n, row in enumerate(rows):
                write(canvas, x, 100 + 16 * n, row[column])

    assert body(reading_of(pdf(page))) == " ".join(f"{label} {amount}" for label, amount in rows)


def test_a_table_of_sentences_is_read_cell_by_cell():
    """Cells that wrap, each row of cells set off from the next: neither across nor down."""
    drawn: Drawn = []
    cells: list[str] = []
    top = 100.0
    for left, right in zip(LEFT, RIGHT, strict=False):
        below = top
        for x, cell in ((72, left), (310, right)):
            lines = simpleSplit(cell, "Times-Roman", 12, 200)
            drawn += [(x, top + 14 * n, line) for n, line in enumerate(lines)]
            below = max(below, top + 14 * len(lines))
            cells.append(cell)
        top = below + 12
    assert body(reading_of(pdf(_page(_across(drawn))))) == " ".join(cells)


def test_a_signature_block_is_read_row_by_row():
    rows = [
        ("ALPHA HOLDINGS LIMITED", "BETA SUPPLIES LIMITED"),
        ("By: ____________________", "By: ____________________"),
        ("Name: Anna Jones", "Name: Peter Smith"),
        ("Title: Chief Executive Officer", "Title: Director of Operations"),
        ("Date: 4 May 2021", "Date: 5 May 2021"),
        ("Witness: Carl Brown", "Witness: Dora White"),
        ("Place: Reykjavik", "Place: London"),
    ]
    drawn = [
        (x, 100.0 + 20 * n, text)
        for n, row in enumerate(rows)
        for x, text in zip((72, 320), row, strict=True)
    ]
    assert body(reading_of(pdf(_page(drawn)))) == " ".join(" ".join(row) for row in rows)


def test_a_caption_with_its_row_of_brackets_is_read_row_by_row():
    left = [
        "ACME SUPPLIES, LLC, a Delaware",
        "limited liability company,",
        "Plaintiff,",
        "v.",
        "JOHN DOE, an individual, and all",
        "others claiming through him,",
        "Defendants.",
    ]
    right = [
        "Case No. 1:20-cv-01234",
        "",
        "ORDER GRANTING THE MOTION",
        "OF THE PLAINTIFF",
        "FOR A HEARING",
        "",
        "",
    ]
    drawn: Drawn = []
    for n in range(7):
        drawn += [(72, 100.0 + 14 * n, left[n]), (300, 100.0 + 14 * n, ")")]
        if right[n]:
            drawn.append((330, 100.0 + 14 * n, right[n]))
    text = body(reading_of(pdf(_page(drawn))))
    assert text == " ".join(f"{a} ) {b}".strip() for a, b in zip(left, right, strict=True))
