"""Where a span stands on its pages, and how that is cited."""

from __future__ import annotations

import pytest

from casefile_readings import LETTER, SOURCE, URN, complaint, edges, noted, paged, unpaged
from pincite.ingest.casefiles.assemble import Assembled, assemble
from pincite.ingest.casefiles.reading import FileLine, FileParagraph, FileReading, Page
from pincite.model.layout import Box
from pincite.model.locator import locator
from pincite.model.placing import Placing
from pincite.model.provenance import Place, Provenance

RUNNING = "The parties agree to what is written here, and to nothing that is not written here."


def made(reading: FileReading, name: str = "Complaint.pdf") -> Assembled:
    return assemble(reading, urn=URN, name=name, source=SOURCE)


def of(found: Assembled, words: str) -> Place:
    start = found.draft.text.index(words)
    return at(found, start, start + len(words))


def at(found: Assembled, start: int, end: int) -> Place:
    draft = found.draft
    return Placing(found.pages, draft.text, draft.paragraphs, found.marks).place(start, end)


def provenance(where: Place, document: str, kind: str = "other", short: str = "") -> Provenance:
    return Provenance(
        document, f"/cases/smith/{document}", "abc-123", "0" * 64, kind, short, "chunk-456", 14, where,
        "2026-01-15T14:30:00Z", None, "2026-01-15T14:29:48Z",
    )  # fmt: skip


def test_place_names_page_paragraph_and_line() -> None:
    where = of(made(complaint()), "delivered nothing, and has not returned what he was paid")
    assert (where.page, where.page_end, where.page_label) == (2, 2, "2")
    assert (where.paragraph_start, where.paragraph_numbering) == (5, "printed")
    assert (where.line_start, where.line_end) == (6, 6)
    assert where.extraction_method == "Native"
    assert where.ocr_confidence is None


def test_box_runs_from_the_first_word_touched_to_the_last() -> None:
    found = made(paged([["Alpha beta gamma", "delta epsilon."]]))
    where = of(found, "eta gamma delta")
    assert where.boxes == (
        Box(1, 72 + 6 * LETTER, 72.0, 72 + 16 * LETTER, 84.0),
        Box(1, 72.0, 86.0, 72 + 5 * LETTER, 98.0),
    )


def test_spaces_at_the_ends_of_a_span_touch_no_word() -> None:
    found = made(paged(["Alpha beta gamma"]))
    assert at(found, 5, 11) == at(found, 6, 10)


def test_span_over_two_pages_names_both() -> None:
    found = made(complaint())
    where = of(found, "though the plaintiff asked him")
    assert (where.page, where.page_end) == (2, 3)
    assert {box.page for box in where.boxes} == {2, 3}
    assert where.words() == "pp. 2-3, para. 5"


def test_paragraphs_without_numbers_are_counted_on_their_page() -> None:
    found = made(paged(["Alpha one.", ["Beta two", "goes on"]], ["…here three.", "Gamma four."]))
    assert of(found, "Alpha").paragraph_start == 1
    assert of(found, "here three.").paragraph_start == 1
    assert of(found, "Gamma").paragraph_start == 2
    assert of(found, "Gamma").paragraph_numbering == "on page"
    assert of(found, "two goes on here three. Gamma").words() == "p. 1, para. 2 to p. 2, para. 2"


def test_paragraphs_are_counted_in_the_document_where_there_are_no_pages() -> None:
    where = of(made(unpaged("Alpha.", "Beta.", "Gamma."), "Letter.docx"), "Gamma.")
    assert (where.page, where.paragraph_start, where.paragraph_numbering) == (
        None,
        3,
        "in document",
    )
    assert provenance(where, "Letter.docx").cite() == "Letter.docx, para. 3"


def test_words_beside_numbered_paragraphs_are_given_no_paragraph() -> None:
    where = of(made(complaint()), "UNITED STATES DISTRICT COURT")
    assert (where.paragraph_start, where.words()) == (None, "p. 1")


def test_note_is_cited_by_its_mark() -> None:
    where = of(made(noted(paged([RUNNING]), 1, "3", "3 See above.")), "See above.")
    assert (where.note, where.paragraph_start) == ("3", None)
    assert where.words() == "p. 1, n. 3"


def test_generated_number_stands_where_its_paragraph_does() -> None:
    found = made(
        unpaged("Alpha.", FileParagraph([FileLine("Goods.")], "item", 1, "1.")), "List.docx"
    )
    assert of(found, "1. Goods.").line_start == 2


def test_confidence_is_the_mean_of_the_recognised_words_by_length() -> None:
    line = FileLine("aa bbbb", 1, 0.0, 9.0, edges("aa bbbb"), confidences=(40, 100))
    reading = FileReading([Page(1, "1", 612.0, 792.0, "OCR", 0.8)], [FileParagraph([line])])
    found = made(reading)
    assert of(found, "aa bbbb").ocr_confidence == 0.8
    assert of(found, "bbbb").ocr_confidence == 1.0
    assert of(found, "bbbb").extraction_method == "OCR"


def test_span_over_read_and_recognised_pages_is_mixed() -> None:
    lines = [FileLine("Alpha", 1), FileLine("beta.", 2)]
    reading = FileReading([Page(1), Page(2, method="OCR", confidence=0.9)], [FileParagraph(lines)])
    where = of(made(reading), "Alpha beta.")
    assert (where.extraction_method, where.ocr_confidence) == ("Mixed", 0.9)


def test_only_the_pages_touched_are_needed() -> None:
    found = made(complaint())
    start = found.draft.text.index("4. On March")
    end = start + 40
    alone = Placing(found.pages[1:2], found.draft.text, found.draft.paragraphs, found.marks)
    assert alone.place(start, end) == at(found, start, end)


@pytest.mark.parametrize(
    ("words", "citation"),
    [
        ("Plaintiff is a resident", "Complaint.pdf, p. 1, para. 1"),
        ("resident of New Jersey. 3. Defendant", "Complaint.pdf, p. 1, paras. 2-3"),
        ("though the plaintiff", "Complaint.pdf, pp. 2-3, para. 5"),
    ],
)
def test_citation_names_file_page_and_paragraph(words: str, citation: str) -> None:
    where = of(made(complaint()), words)
    assert provenance(where, "Complaint.pdf", "complaint", "Complaint").cite() == citation


def test_short_citation_falls_back_to_the_stem_of_the_file() -> None:
    where = of(made(complaint()), "Plaintiff is a resident")
    named = provenance(where, "Complaint.pdf", "complaint", "Complaint")
    assert named.cite_short() == "Complaint, p. 1"
    assert provenance(where, "Smith_Letter.docx").cite_short() == "Smith_Letter, p. 1"


def test_testimony_is_cited_by_page_and_line() -> None:
    lines = [FileLine(f"{'QA'[n % 2]}. {RUNNING}", 14, number=str(n + 3)) for n in range(8)]
    found = made(FileReading([Page(14)], [FileParagraph([line]) for line in lines]), "Jones_Tr.pdf")
    where = at(found, 0, len(found.draft.text))
    named = provenance(where, "Jones_Tr.pdf", "transcript", "Tr.")
    assert named.cite() == "Jones_Tr.pdf, p. 14:3-10"
    assert named.cite_short() == "Tr. 14:3-10"
    assert found.draft.chunks[0].locator == "Tr. 14:3-10"


def test_source_has_the_fields_of_the_response_in_order() -> None:
    where = of(made(complaint()), "Plaintiff is a resident")
    fields = list(provenance(where, "Complaint.pdf").as_dict())
    assert fields[:17] == [
        "document", "document_path", "document_id", "chunk_id", "chunk_index", "page",
        "paragraph_start", "paragraph_end", "line_start", "line_end", "char_start", "char_end",
        "extraction_method", "ocr_confidence", "chunk_created_at", "chunk_embedded_at",
        "document_ingested_at",
    ]  # fmt: skip


def test_locator_of_a_node_names_its_number_and_page() -> None:
    found = made(paged(["SUPPLY AGREEMENT", RUNNING, "1. Goods.", f"1.1 Kinds. {RUNNING}",
                        "(a) all of them."], ["2. Price."]))  # fmt: skip
    nodes, expression = found.draft.nodes, found.draft.expression
    assert locator(expression, [nodes[1], nodes[2], nodes[3]]) == "§ 1.1(a), p. 1"
    assert locator(expression, [nodes[4]]) == "§ 2, p. 2"
    assert locator(expression, []) == "SUPPLY AGREEMENT"
    pleading = made(complaint())
    fourth = next(node for node in pleading.draft.nodes if node.attrs == {"paragraph": "4"})
    assert locator(pleading.draft.expression, [fourth]) == "p. 2, ¶ 4"


def test_rows_of_a_workbook_are_cited_by_sheet_and_row_and_sheets_never_share_a_passage() -> None:
    def row(sheet: int, name: str, number: int, words: str) -> FileParagraph:
        line = FileLine(words, sheet, number=str(number))
        return FileParagraph([line], kind="row", place=f"{name}!A{number}")

    found = made(
        FileReading(
            pages=[Page(1, "Rent"), Page(2, "Deposit")],
            paragraphs=[
                row(1, "Rent", 1, "Date Due"),
                row(1, "Rent", 4, "2024-05-01 840"),
                row(2, "Deposit", 2, "2024-04-15 1,680"),
            ],
        ),
        "ledger.xlsx",
    )
    assert [chunk.locator for chunk in found.draft.chunks] == ["Rent!A1:A4", "Deposit!A2"]
    assert [chunk.header for chunk in found.draft.chunks] == ["ledger › Rent", "ledger › Deposit"]
    where = of(found, "2024-05-01 840")
    assert provenance(where, "ledger.xlsx").cite() == "ledger.xlsx, sheet Rent, row 4"
    assert (
        provenance(of(found, "Date Due 2024"), "ledger.xlsx").cite()
        == "ledger.xlsx, sheet Rent, rows 1-4"
    )
    assert provenance(where, "ledger.xlsx").cite_short() == "ledger, sheet Rent"
    whole = at(found, 0, len(found.draft.text))
    assert whole.words() == "sheet Rent, row 1 to sheet Deposit, row 2"
