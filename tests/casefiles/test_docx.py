"""Word documents: what Word would show, and what it generates, read as such."""

from __future__ import annotations

import io
from pathlib import Path

import docx as python_docx
import pytest
from docx.enum.text import WD_BREAK

from casefiles.readings import check, words
from casefiles.word_files import abstract, level, num, numbered, p, word
from data import law
from pincite.ingest.casefiles.formats import docx
from pincite.ingest.casefiles.reading import Bounds, FileReading
from pincite.model.layout import Role


def read(data: bytes) -> FileReading:
    reading = docx.read(data, "brief.docx", Bounds())
    check(reading)
    return reading


def saved(document: object) -> bytes:
    out = io.BytesIO()
    document.save(out)  # type: ignore[attr-defined]
    return out.getvalue()


def labels(reading: FileReading) -> list[str]:
    return [f"{one.label} {one.text}".strip() for one in reading.paragraphs]


def test_paragraphs_headings_and_tables_come_in_the_order_of_the_body() -> None:
    document = python_docx.Document()
    document.core_properties.title = "Motion to  Compel"
    document.core_properties.author = "A. Counsel"
    document.add_heading("Argument", 1)
    document.add_paragraph("The   motion\tshould be granted.")
    table = document.add_table(rows=2, cols=3)
    for row, values in zip(
        table.rows, [("Date", "Event", "Cost"), ("1 May", "", "$5")], strict=True
    ):
        for cell, value in zip(row.cells, values, strict=True):
            cell.text = value
    document.add_heading("Conclusion", 2)
    reading = read(saved(document))
    assert [(one.kind, one.level, one.text) for one in reading.paragraphs] == [
        ("heading", 1, "Argument"),
        ("text", 0, "The motion should be granted."),
        ("row", 0, "Date Event Cost"),
        ("row", 0, "1 May $5"),
        ("heading", 2, "Conclusion"),
    ]
    row = reading.paragraphs[3]
    assert [row.text[cell.start : cell.end] for cell in row.cells] == ["1 May", "$5"]
    assert row.place == "table 1, row 2"
    assert reading.title == "Motion to Compel"
    assert reading.meta["author"] == "A. Counsel"


def test_a_document_that_states_no_page_break_has_no_pages() -> None:
    reading = read(word(p("One.") + p("Two.")))
    assert reading.pages == []
    assert [line.page for one in reading.paragraphs for line in one.lines] == [0, 0]
    assert [one.place for one in reading.paragraphs] == ["paragraph 1", "paragraph 2"]


LEGAL = abstract(
    0,
    level(0, "upperRoman", "ARTICLE %1"),
    level(1, "decimal", "%1.%2", "<w:isLgl/>"),
    level(2, "lowerLetter", "(%3)"),
    level(3, "lowerRoman", "(%4)"),
)


def test_list_numbers_are_labels_as_word_shows_them() -> None:
    body = (
        numbered("Definitions", depth=0) + numbered("Terms", depth=1) + numbered("Agent", depth=2)
        + numbered("Bank", depth=2) + numbered("inner", depth=3) + numbered("Rules", depth=1)
        + numbered("Closing", depth=2) + numbered("Payment", depth=0) + numbered("Price", depth=1)
    )  # fmt: skip
    reading = read(word(body, {"numbering": LEGAL + num(1, 0)}))
    assert labels(reading) == [
        "ARTICLE I Definitions", "1.1 Terms", "(a) Agent", "(b) Bank", "(i) inner",
        "1.2 Rules", "(a) Closing", "ARTICLE II Payment", "2.1 Price",
    ]  # fmt: skip
    assert [one.level for one in reading.paragraphs] == [1, 2, 3, 3, 4, 2, 3, 1, 2]
    assert {one.kind for one in reading.paragraphs} == {"item"}


def test_lists_of_one_kind_count_on_unless_one_starts_anew() -> None:
    kind = abstract(0, level(0, "decimal", "%1."))
    body = numbered("a", 1) + numbered("b", 2) + numbered("c", 3) + numbered("d", 1)
    reading = read(word(body, {"numbering": kind + num(1, 0) + num(2, 0) + num(3, 0, start=7)}))
    assert labels(reading) == ["1. a", "2. b", "7. c", "8. d"]


def test_an_empty_numbered_paragraph_still_counts() -> None:
    kind = abstract(0, level(0, "decimal", "%1."))
    reading = read(
        word(numbered("a") + numbered("") + numbered("c"), {"numbering": kind + num(1, 0)})
    )
    assert labels(reading) == ["1. a", "3. c"]


def test_a_level_that_never_restarts_counts_on() -> None:
    kind = abstract(
        0, level(0, "decimal", "%1."), level(1, "decimal", "%2)", '<w:lvlRestart w:val="0"/>')
    )
    body = numbered("A") + numbered("x", depth=1) + numbered("B") + numbered("y", depth=1)
    reading = read(word(body, {"numbering": kind + num(1, 0)}))
    assert labels(reading) == ["1. A", "1) x", "2. B", "2) y"]


def test_numbers_come_from_the_style_where_the_paragraph_has_none() -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/>'
        '<w:basedOn w:val="H1"/></w:style>'
    )
    kind = abstract(
        0,
        level(0, "decimal", "%1", '<w:pStyle w:val="H1"/>'),
        level(1, "decimal", "%1.%2", '<w:pStyle w:val="H2"/>'),
    )
    body = "".join(
        p(text, f'<w:pStyle w:val="{style}"/>')
        for text, style in [("Facts", "H1"), ("Parties", "H2"), ("Venue", "H2"), ("Law", "H1")]
    ) + p("Off", '<w:pStyle w:val="H1"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    reading = read(word(body, {"styles": styles, "numbering": kind + num(1, 0)}))
    assert labels(reading) == ["1 Facts", "1.1 Parties", "1.2 Venue", "2 Law", "Off"]
    assert [(one.kind, one.level) for one in reading.paragraphs][:2] == [
        ("heading", 1),
        ("heading", 2),
    ]


def test_bullets_of_a_symbol_font_are_shown_as_bullets() -> None:
    kind = abstract(0, level(0, "bullet", "\uf0b7"))
    reading = read(word(numbered("point"), {"numbering": kind + num(1, 0)}))
    assert labels(reading) == ["• point"]


def test_a_number_of_an_unknown_kind_is_left_out_and_said() -> None:
    kind = abstract(0, level(0, "japaneseLegal", "%1."))
    reading = read(word(numbered("one"), {"numbering": kind + num(1, 0)}))
    assert labels(reading) == ["one"]
    assert reading.warnings == ["1 list number of a kind not known left out"]


def test_footnotes_are_notes_labelled_in_the_order_of_their_marks() -> None:
    def mark(identity: int) -> str:
        return f'<w:r><w:footnoteReference w:id="{identity}"/></w:r>'

    notes = "".join(
        f'<w:footnote w:id="{identity}">{p(text)}{p("More.")}</w:footnote>'
        for identity, text in [(5, "Second note."), (7, "First note."), (9, "Never shown.")]
    )
    body = f"<w:p><w:r><w:t>See</w:t></w:r>{mark(7)}<w:r><w:t> this</w:t></w:r>{mark(5)}</w:p>"
    reading = read(word(body, {"footnotes": notes}))
    assert words(reading) == ["See this"]
    assert [(one.label, one.text) for one in reading.notes] == [
        ("1", "First note. More."),
        ("2", "Second note. More."),
    ]
    assert reading.notes[0].lines[0].role is Role.FOOTNOTE


def test_a_mark_of_the_authors_own_is_in_the_text_and_labels_its_note() -> None:
    body = (
        '<w:p><w:r><w:t>Term</w:t></w:r><w:r><w:footnoteReference w:customMarkFollows="1" w:id="2"/>'
        "<w:t>*</w:t></w:r></w:p>"
    )
    reading = read(
        word(body, {"footnotes": f'<w:footnote w:id="2">{p("As amended.")}</w:footnote>'})
    )
    assert words(reading) == ["Term*"]
    assert reading.notes[0].label == "*"


def test_headers_and_footers_are_furniture_not_text() -> None:
    document = python_docx.Document()
    document.sections[0].header.paragraphs[0].text = "CONFIDENTIAL"
    document.sections[0].footer.paragraphs[0].text = "Page 3"
    document.add_paragraph("Body.")
    reading = read(saved(document))
    assert words(reading) == ["Body."]
    assert [(line.text, line.role, line.page) for line in reading.furniture] == [
        ("CONFIDENTIAL", Role.HEADER, 0),
        ("Page 3", Role.FOOTER, 0),
    ]


def test_tracked_changes_are_read_as_accepted_and_counted() -> None:
    body = (
        "<w:p><w:r><w:t>The fee is </w:t></w:r><w:del><w:r><w:delText>five</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>nine</w:t></w:r></w:ins><w:r><w:t> dollars.</w:t></w:r></w:p>"
    )
    reading = read(word(body))
    assert words(reading) == ["The fee is nine dollars."]
    assert reading.warnings == [
        "1 tracked insertion read as accepted",
        "1 tracked deletion left out",
    ]


def test_a_paragraph_whose_mark_was_deleted_joins_the_next() -> None:
    body = p("The seller", "<w:rPr><w:del/></w:rPr>") + p(" warrants title.")
    assert words(read(word(body))) == ["The seller warrants title."]


def test_hidden_text_is_left_out_and_said() -> None:
    styles = '<w:style w:type="character" w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style>'
    body = (
        p("Shown.")
        + p("privileged", run="<w:vanish/>")
        + p("draft", run='<w:rStyle w:val="Gone"/>')
    )
    reading = read(word(body + p("On.", run='<w:vanish w:val="0"/>'), {"styles": styles}))
    assert words(reading) == ["Shown.", "On."]
    assert reading.warnings == ["2 passages of hidden text left out"]


def test_a_field_shows_its_result_and_not_its_code() -> None:
    def field(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    def text(words: str) -> str:
        return f'<w:r><w:t xml:space="preserve">{words}</w:t></w:r>'

    code = "<w:r><w:instrText> REF _Ref1 \\h </w:instrText></w:r>"
    nested = field("begin") + code + field("separate") + text("7") + field("end")
    body = (
        f"<w:p>{text('See Section ')}{nested}{text('; ')}{field('begin')}"
        f"<w:r><w:instrText> IF </w:instrText></w:r>{nested}{field('separate')}{text('yes')}"
        f'{field("end")}<w:fldSimple w:instr="DATE">{text(" today")}</w:fldSimple>'
        '<w:hyperlink w:anchor="x">' + text(" and here") + "</w:hyperlink></w:p>"
    )
    assert words(read(word(body))) == ["See Section 7; yes today and here"]


def test_a_field_that_never_ends_is_said() -> None:
    body = p("Before.") + '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>' + p("After.")
    reading = read(word(body))
    assert words(reading) == ["Before."]
    assert "6 characters left out" in reading.warnings[0]


def test_boxes_of_forms_show_whether_they_are_ticked() -> None:
    def box(ticked: str) -> str:
        data = f'<w:ffData><w:checkBox><w:default w:val="0"/>{ticked}</w:checkBox></w:ffData>'
        return (
            f'<w:p><w:r><w:fldChar w:fldCharType="begin">{data}</w:fldChar></w:r>'
            '<w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar '
            'w:fldCharType="end"/></w:r><w:r><w:t> Jury demanded</w:t></w:r></w:p>'
        )  # fmt: skip

    assert words(read(word(box("<w:checked/>") + box("")))) == [
        "☒ Jury demanded",
        "☐ Jury demanded",
    ]


def test_special_characters_of_word_are_those_it_shows() -> None:
    body = (
        "<w:p><w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>branding</w:t><w:tab/><w:t>agree</w:t>"
        '<w:softHyphen/><w:t>ment\u00ad</w:t><w:br/><w:t>next</w:t><w:sym w:font="Wingdings" '
        'w:char="F0FE"/><w:sym w:font="Wingdings" w:char="F04A"/></w:r></w:p>'
    )
    reading = read(word(body))
    assert words(reading) == ["co-branding agreement next☑"]
    assert reading.warnings == ["1 symbol of a picture font left out"]


def test_a_text_box_is_read_once_after_its_paragraph() -> None:
    content = f"<w:txbxContent>{p('In the box.')}</w:txbxContent>"
    body = (
        "<w:p><w:r><w:t>Anchor.</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires='wps'>"
        f"<w:drawing>{content}</w:drawing></mc:Choice><mc:Fallback><w:pict>{content}</w:pict>"
        "</mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )
    assert words(read(word(body + p("After.")))) == ["Anchor.", "In the box.", "After."]


def cell(content: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def table(*rows: str) -> str:
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>"


def test_merged_cells_are_read_once() -> None:
    body = table(
        cell(p("Wide"), '<w:gridSpan w:val="2"/>') + cell(p("Tall"), '<w:vMerge w:val="restart"/>'),
        cell(p("a")) + cell(p("b")) + cell(p("Tall"), "<w:vMerge/>"),
    )
    assert words(read(word(body))) == ["Wide Tall", "a b"]


def test_a_table_within_a_cell_follows_the_row_it_is_in() -> None:
    inner = table(cell(p("i1")) + cell(p("i2")))
    reading = read(
        word(table(cell(p("Left") + inner + p()) + cell(p("Right")), cell(p("x")) + cell(p("y"))))
    )
    assert [(one.kind, one.text) for one in reading.paragraphs] == [
        ("row", "Left Right"),
        ("row", "i1 i2"),
        ("row", "x y"),
    ]


def test_one_cell_round_several_paragraphs_is_a_frame_and_not_a_row() -> None:
    kind = abstract(0, level(0, "decimal", "%1."))
    body = table(cell(p("Caption") + numbered("First")))
    reading = read(word(body, {"numbering": kind + num(1, 0)}))
    assert [(one.kind, one.label) for one in reading.paragraphs] == [("text", ""), ("item", "1.")]


def test_a_column_of_generated_numbers_labels_its_rows() -> None:
    kind = abstract(0, level(0, "decimal", "%1."))
    body = table(*(cell(numbered("")) + cell(p(text)) for text in ("Lease", "Deed")))
    assert labels(read(word(body, {"numbering": kind + num(1, 0)}))) == ["1. Lease", "2. Deed"]


def test_comments_are_left_out_and_counted() -> None:
    comments = f'<w:comment w:id="1">{p("Delete this?")}</w:comment>'
    reading = read(word(p("Text."), {"comments": comments}))
    assert words(reading) == ["Text."]
    assert reading.warnings == ["1 comment left out"]


def test_the_same_file_reads_the_same_twice() -> None:
    document = python_docx.Document()
    document.add_paragraph("One.").add_run().add_break(WD_BREAK.PAGE)
    data = saved(document)
    assert read(data) == read(data)


@pytest.mark.data
def test_a_real_judgment_reads_whole_with_the_pages_word_gave_it() -> None:
    path: Path = law("court-files") / "peachjam/fixtures/source_files/zagpjhc_judgment.docx"
    reading = read(path.read_bytes())
    read_words = iter(one.replace("• ", "") for one in words(reading))
    for paragraph in python_docx.Document(str(path)).paragraphs:
        text = " ".join(paragraph.text.replace("\uf0b7", "").split())
        # What Word's own library finds in the body comes in the same order; text boxes besides.
        assert not text or text in read_words
    assert len(reading.pages) == 86
