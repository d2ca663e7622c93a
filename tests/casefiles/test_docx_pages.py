"""Page numbers of Word documents: only what the file states."""

from __future__ import annotations

from casefiles.readings import check
from casefiles.word_files import p, relations, word
from pincite.ingest.casefiles.formats import docx
from pincite.ingest.casefiles.reading import Bounds, FileReading

NOTED = "<w:lastRenderedPageBreak/>"
MADE = '<w:br w:type="page"/>'


def read(body: str, parts: dict[str, str | bytes] | None = None) -> FileReading:
    reading = docx.read(word(body, parts), "brief.docx", Bounds())
    check(reading)
    return reading


def run(*content: str) -> str:
    return (
        "<w:r>"
        + "".join(
            one if one.startswith("<") else f'<w:t xml:space="preserve">{one}</w:t>'
            for one in content
        )
        + "</w:r>"
    )


def para(*content: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{run(*content)}</w:p>"


def lines(reading: FileReading) -> list[tuple[int, str]]:
    return [(line.page, line.text) for one in reading.paragraphs for line in one.lines]


def test_a_paragraph_across_a_page_break_is_cut_into_lines_there() -> None:
    reading = read(para("ends on one ", NOTED, "begins two"))
    assert lines(reading) == [(1, "ends on one"), (2, "begins two")]
    assert len(reading.paragraphs) == 1
    assert [page.number for page in reading.pages] == [1, 2]
    assert reading.warnings == ["pages as Word last laid them out"]


def test_a_word_cut_by_the_page_break_stays_whole() -> None:
    reading = read(para("the agree", NOTED, "ment is void"))
    assert lines(reading) == [(1, "the agreement"), (2, "is void")]


def test_a_break_that_was_made_and_then_noted_is_one_break() -> None:
    body = para("One.", MADE) + para(NOTED, "Two.") + para("Still two. ", NOTED, "Three.")
    assert lines(read(body)) == [(1, "One."), (2, "Two."), (2, "Still two."), (3, "Three.")]


def test_a_paragraph_that_begins_a_page_and_a_section_that_does_break_pages() -> None:
    body = (
        para("One.", properties="<w:pageBreakBefore/>")
        + para("Two.", properties="<w:pageBreakBefore/><w:sectPr/>")
        + para("Three.", properties='<w:sectPr><w:type w:val="nextPage"/></w:sectPr>')
        + para("Three still.")
        + '<w:sectPr><w:type w:val="continuous"/></w:sectPr>'
    )
    assert lines(read(body)) == [(1, "One."), (2, "Two."), (3, "Three."), (3, "Three still.")]


def test_cells_of_a_row_across_a_page_break_start_on_the_same_page() -> None:
    cells = [para("left ", NOTED, "more"), para("right ", NOTED, "rest")]
    row = "".join(f"<w:tc>{cell}</w:tc>" for cell in cells)
    reading = read(f"<w:tbl><w:tr>{row}</w:tr></w:tbl>" + para("after"))
    assert lines(reading) == [(1, "left"), (2, "more"), (1, "right"), (2, "rest"), (2, "after")]
    text = reading.paragraphs[0].text
    assert [text[cell.start : cell.end] for cell in reading.paragraphs[0].cells] == [
        "left more",
        "right rest",
    ]


def test_a_row_that_begins_a_page_begins_it_in_every_cell() -> None:
    row = f"<w:tc>{para(NOTED, 'a')}</w:tc><w:tc>{para('b')}</w:tc><w:tc>{para(NOTED, 'c')}</w:tc>"
    reading = read(para("before") + f"<w:tbl><w:tr>{row}</w:tr></w:tbl>" + para("after"))
    assert lines(reading) == [(1, "before"), (2, "a b c"), (2, "after")]


def test_a_note_stands_on_the_page_of_its_mark() -> None:
    body = f'<w:p>{run("a ")}{run(NOTED, "b")}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>'
    reading = read(body, {"footnotes": f'<w:footnote w:id="1">{p("Note.")}</w:footnote>'})
    assert reading.notes[0].lines[0].page == 2


def counted(pages: int) -> dict[str, str | bytes]:
    return {
        "docProps/app.xml": f"<Properties><Pages>{pages}</Pages></Properties>",
        "_rels/.rels": relations(
            ("officeDocument", "word/document.xml"), ("extended-properties", "docProps/app.xml")
        ),
    }


def test_breaks_that_were_made_give_no_pages_where_the_file_counts_more_of_them() -> None:
    body = para("Title", MADE) + para("A long text.")
    short = read(body, counted(2))
    assert [line.page for one in short.paragraphs for line in one.lines] == [1, 2]
    assert short.warnings == []
    long = read(body, counted(30))
    assert long.pages == []
    assert lines(long) == [(0, "Title"), (0, "A long text.")]
    assert long.warnings == ["page numbers left out: 30 pages by its own count, but 1 page break"]


def test_breaks_that_were_made_are_said_to_be_all_that_is_known() -> None:
    reading = read(para("Title", MADE) + para("Text."))
    assert len(reading.pages) == 2
    assert reading.warnings == ["pages counted by the page breaks that were made in it"]
