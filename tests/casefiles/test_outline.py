"""Which paragraphs begin parts of a document, and how the parts nest."""

from __future__ import annotations

import pytest

from casefile_readings import SOURCE, URN, complaint, paged, unpaged
from pincite.ingest.casefiles.assemble import Assembled, assemble
from pincite.ingest.casefiles.reading import FileLine, FileParagraph, FileReading

RUNNING = "The parties agree to what is written here, and to nothing that is not written here."


def made(reading: FileReading, name: str = "Document.pdf") -> Assembled:
    return assemble(reading, urn=URN, name=name, source=SOURCE)


def parts(reading: FileReading, name: str = "Document.pdf") -> list[str]:
    """Each node below the root: its depth in dots, its number, its heading."""
    nodes = made(reading, name).draft.nodes[1:]
    return [f"{'.' * node.depth} {node.num} {node.heading}".rstrip() for node in nodes]


def contract(*clauses: str) -> FileReading:
    return paged(["SUPPLY AGREEMENT", RUNNING, *clauses])


def test_articles_sections_and_lettered_items_nest() -> None:
    found = parts(
        contract(
            "ARTICLE I DEFINITIONS",
            f"Section 1.1 Terms. {RUNNING}",
            "(a) the first;",
            "(i) its first half; and",
            "(ii) its second half;",
            "(b) the second.",
            f"Section 1.2 Other Terms. {RUNNING}",
            "ARTICLE II SALE",
            f"Section 2.1 Price. {RUNNING}",
        )
    )
    assert found == [
        ". ARTICLE I DEFINITIONS",
        ".. Section 1.1 Terms.",
        "... (a)",
        ".... (i)",
        ".... (ii)",
        "... (b)",
        ".. Section 1.2 Other Terms.",
        ". ARTICLE II SALE",
        ".. Section 2.1 Price.",
    ]


def test_letter_i_goes_on_with_letters_where_j_follows() -> None:
    letters = [f"({letter}) item {letter};" for letter in "abcdefghij"]
    found = parts(contract(f"1. Items. {RUNNING}", *letters))
    assert found[1:] == [f".. ({letter})" for letter in "abcdefghij"]


def test_decimal_numbers_nest_below_their_section() -> None:
    found = parts(
        contract(
            "1. DEFINITIONS.", f"1.1. Goods. {RUNNING}", f"1.1.1 {RUNNING}", f"1.2. Price. {RUNNING}",
            "2. SALE.", f"2.1. Delivery. {RUNNING}",
        )
    )  # fmt: skip
    assert found == [
        ". 1. DEFINITIONS.", ".. 1.1. Goods.", "... 1.1.1", ".. 1.2. Price.", ". 2. SALE.",
        ".. 2.1. Delivery.",
    ]  # fmt: skip


def test_sections_after_lettered_recitals_stand_beside_them() -> None:
    found = parts(
        contract(
            f"A. {RUNNING}", f"B. {RUNNING}", f"1. Goods. {RUNNING}", f"2. Price. {RUNNING}",
            f"3. Term. {RUNNING}",
        )
    )  # fmt: skip
    assert found == [". A.", ". B.", ". 1. Goods.", ". 2. Price.", ". 3. Term."]


def test_roman_titles_hold_the_lettered_paragraphs_below_them() -> None:
    found = parts(
        contract(
            "I. APPOINTMENT", f"A. {RUNNING}", f"B. {RUNNING}", "II. TERM", f"A. {RUNNING}"
        )
    )  # fmt: skip
    assert found == [". I. APPOINTMENT", ".. A.", ".. B.", ". II. TERM", ".. A."]


def test_number_out_of_sequence_opens_nothing() -> None:
    found = parts(contract(f"1. Goods. {RUNNING}", f"7. {RUNNING}", f"2. Price. {RUNNING}"))
    assert found == [". 1. Goods.", ". 2. Price."]


def test_number_lost_in_reading_is_stepped_over() -> None:
    found = parts(
        contract(f"1. Goods. {RUNNING}", f"3. Price. {RUNNING}", f"4. Term. {RUNNING}")
    )  # fmt: skip
    assert found == [". 1. Goods.", ". 3. Price.", ". 4. Term."]


def test_reference_at_the_start_of_a_paragraph_opens_nothing() -> None:
    found = parts(
        contract(f"1. Goods. {RUNNING}", f"Section 2 of the Act applies. {RUNNING}", "2. Price.",
                 "2.5 million dollars is the price.", "3. Term.")
    )  # fmt: skip
    assert found == [". 1. Goods.", ". 2. Price.", ". 3. Term."]


@pytest.mark.parametrize("leader", [" . . . . . . . . . ", "............", " "])
def test_table_of_contents_is_not_the_sections_it_lists(leader: str) -> None:
    titles = ["DEFINITIONS", "SALE OF GOODS", "TERM AND TERMINATION"]
    listed = [f"{at}. {title}{leader}{at + 1}" for at, title in enumerate(titles, 1)]
    sections: list[str] = []
    for at, title in enumerate(titles, 1):
        sections += [f"{at}. {title}", RUNNING]
    reading = paged(["SUPPLY AGREEMENT", "TABLE OF CONTENTS", *listed], [RUNNING, *sections])
    nodes = made(reading).draft.nodes[1:]
    assert [node.num for node in nodes] == ["1.", "2.", "3."]
    assert {node.place for node in nodes} == {"p. 2"}


def test_exhibit_begins_its_own_numbering() -> None:
    found = parts(
        contract(
            f"1. Goods. {RUNNING}", f"2. Price. {RUNNING}", f"3. Term. {RUNNING}", "EXHIBIT A",
            f"1. Colours. {RUNNING}", f"2. Sizes. {RUNNING}",
        )
    )  # fmt: skip
    assert found[3:] == [". EXHIBIT A", ".. 1. Colours.", ".. 2. Sizes."]


def test_list_of_exhibits_begins_no_exhibit() -> None:
    found = parts(
        contract(
            f"1. Goods. {RUNNING}", "Exhibit A Colours", "Exhibit B Sizes", "Exhibit C Prices",
            f"2. Price. {RUNNING}", f"3. Term. {RUNNING}",
        )
    )  # fmt: skip
    assert found == [". 1. Goods.", ". 2. Price.", ". 3. Term."]


def test_numbered_paragraphs_of_a_pleading_go_on_over_headings_and_pages() -> None:
    assert parts(complaint()) == [
        ".  PARTIES",
        ".. 1.",
        ".. 2.",
        ".. 3.",
        ".  COUNT I BREACH OF CONTRACT",
        ".. 4.",
        ".. 5.",
        ".  PRAYER FOR RELIEF",
    ]


def test_caption_opens_no_parts() -> None:
    nodes = made(complaint()).draft.nodes
    text = made(complaint()).draft.text
    assert nodes[1].start == text.index("PARTIES 1.")


def test_list_inside_a_numbered_paragraph_is_not_taken_for_paragraphs() -> None:
    reading = complaint()
    reading.paragraphs.insert(6, FileParagraph([FileLine("1. a list item that starts again", 1)]))
    assert parts(reading) == parts(complaint())


def test_excerpt_of_a_pleading_keeps_its_printed_numbers() -> None:
    reading = paged([f"{number}. {RUNNING}" for number in (19, 20, 21, 22)])
    assert [mark.number for mark in made(reading).marks] == ["19", "20", "21", "22"]


def test_judgment_with_bracketed_numbers_is_numbered() -> None:
    reading = paged(["IN THE HIGH COURT", "JUDGMENT", *[f"[{n}] {RUNNING}" for n in (1, 2, 3)]])
    assert [mark.number for mark in made(reading).marks] == ["1", "2", "3"]


def test_headings_of_an_opinion_nest_by_their_numbers() -> None:
    reading = paged(
        ["OPINION", f"{RUNNING} {RUNNING}", "I. Background", RUNNING, "A. The Contract", RUNNING,
         "B. The Breach", RUNNING, "II. Discussion", RUNNING, "CONCLUSION", RUNNING, "JANE DOE"]
    )  # fmt: skip
    assert parts(reading) == [
        ". I. Background", ".. A. The Contract", ".. B. The Breach", ". II. Discussion",
        ".  CONCLUSION",
    ]  # fmt: skip


def test_headings_that_the_format_states_nest_by_their_levels() -> None:
    reading = unpaged(
        FileParagraph([FileLine("Report")], "heading", 1), RUNNING,
        FileParagraph([FileLine("Facts")], "heading", 2), RUNNING,
        FileParagraph([FileLine("Law")], "heading", 2), RUNNING,
    )  # fmt: skip
    assert parts(reading, "Report.docx") == [".  Report", "..  Facts", "..  Law"]


def test_generated_numbers_of_a_word_list_are_read_as_printed_ones() -> None:
    reading = unpaged(
        "SUPPLY AGREEMENT", RUNNING,
        FileParagraph([FileLine(f"Goods. {RUNNING}")], "item", 1, "1."),
        FileParagraph([FileLine("the first;")], "item", 2, "(a)"),
        FileParagraph([FileLine(f"Price. {RUNNING}")], "item", 1, "2."),
    )  # fmt: skip
    assert parts(reading) == [". 1. Goods.", ".. (a)", ". 2. Price."]


def test_question_and_its_answers_are_one_exchange() -> None:
    lines = [
        FileLine(text, 14, 72.0 + 12 * number, 82.0 + 12 * number, number=str(number))
        for number, text in enumerate(
            ["CROSS-EXAMINATION", "BY MR. DOE:", "Q. Were you there?", "A. I was.",
             "Q. When did you leave? Take your", "time.", "MS. ROE: Objection.", "A. At noon.",
             "Q. Alone?", "A. Yes."], 1,
        )
    ]  # fmt: skip
    reading = paged([FileParagraph(lines[:2]), FileParagraph(lines[2:])], [])
    reading.paragraphs[0] = FileParagraph(lines[:1])
    reading.paragraphs.insert(1, FileParagraph(lines[1:2]))
    reading.paragraphs += [FileParagraph([FileLine(f"{'QA'[n % 2]}. More.", 15)]) for n in range(6)]
    found = made(reading).draft
    exchanges = [node for node in found.nodes if node.kind == "exchange"]
    assert [node.place for node in exchanges[:3]] == ["p. 14:3", "p. 14:5", "p. 14:9"]
    words = found.text[exchanges[1].start : exchanges[1].end]
    assert words == "Q. When did you leave? Take your time. MS. ROE: Objection. A. At noon."
    assert exchanges[0].urn == f"{URN}:tr-14-3"


def test_initials_of_a_signature_are_not_a_numbered_heading() -> None:
    reading = unpaged(
        "ORDER",
        "The defendant must deliver the ledger of the tenancy not later than 19 December 2025.",
        "IT IS SO ORDERED.",
        "I. HALLORAN",
        "Judge of the High Court",
    )
    assert not any("HALLORAN" in part for part in parts(reading))
