"""A reading made into a document: its text, its lines in place, its names."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casefile_readings import SOURCE, URN, complaint, edges, noted, paged, unpaged
from growth import assert_linear
from pincite.ingest.casefiles.assemble import Assembled, assemble, language
from pincite.ingest.casefiles.reading import FileLine, FileParagraph, FileReading, Page
from pincite.ingest.law.gates import refusals
from pincite.model import Urn
from pincite.model.layout import Role

RUNNING = "The parties agree to what is written here, and to nothing that is not written here."


def made(reading: FileReading, name: str = "Complaint.pdf") -> Assembled:
    return assemble(reading, urn=URN, name=name, source=SOURCE)


def check(found: Assembled) -> None:
    """What holds of every document, whatever was read."""
    text = found.draft.text
    assert not refusals(found.draft, min_chunks=0)
    for node in found.draft.nodes:
        assert Urn.parse(node.urn)
        assert node.start <= node.body <= node.end or node.ordinal == 0
    done = 0
    for chunk in sorted(found.draft.chunks, key=lambda one: one.start):
        assert not text[done : chunk.start].strip()
        assert chunk.start >= done
        assert chunk.text == text[chunk.start : chunk.end] == chunk.text.strip()
        done = chunk.end
    assert not text[done:].strip()
    for page in found.pages:
        for line in page.lines:
            if line.start < 0:
                assert line.text
            elif line.edges:
                assert len(line.edges) == 2 * len(text[line.start : line.end].split(" "))


def test_text_is_the_paragraphs_in_order_and_then_the_notes() -> None:
    reading = noted(paged([["One two", "three."], "Four."]), 1, "1", "1 A note.")
    found = made(reading)
    assert found.draft.text == "One two three. Four. 1 A note."
    assert list(found.draft.paragraphs) == [0, 15, 21]
    check(found)


def test_every_line_is_placed_at_its_offsets() -> None:
    reading = complaint()
    found = made(reading)
    lines = [line for paragraph in reading.paragraphs for line in paragraph.lines]
    placed = [line for page in found.pages for line in page.lines]
    assert [found.draft.text[line.start : line.end] for line in placed] == [
        line.text for line in lines
    ]
    check(found)


def test_line_has_its_printed_number_else_its_count_on_the_page() -> None:
    lines = [FileLine("Alpha beta.", 1), FileLine("Gamma.", 1, number="17"), FileLine("Delta.", 2)]
    reading = FileReading([Page(1), Page(2)], [FileParagraph(lines)])
    numbers = [[line.number for line in page.lines] for page in made(reading).pages]
    assert numbers == [["1", "17"], ["1"]]


def test_furniture_is_kept_out_of_the_text_and_after_the_lines_of_its_page() -> None:
    reading = paged(["Alpha."])
    reading.furniture.append(
        FileLine("Page 1 of 9", 1, 770.0, 780.0, edges("Page 1 of 9"), role=Role.FOOTER)
    )
    found = made(reading)
    assert "Page 1 of 9" not in found.draft.text
    footer = found.pages[0].lines[-1]
    assert (footer.start, footer.end, footer.text, footer.role) == (-1, -1, "Page 1 of 9", "footer")


def test_page_without_words_is_kept() -> None:
    assert [len(page.lines) for page in made(paged([], ["Alpha."])).pages] == [0, 1]


def test_format_without_pages_has_its_lines_on_page_zero() -> None:
    found = made(unpaged("Alpha.", "Beta."), "Letter.docx")
    assert [page.number for page in found.pages] == [0]
    assert [line.number for line in found.pages[0].lines] == ["1", "2"]


def test_lines_of_a_text_file_keep_their_numbers() -> None:
    reading = unpaged(
        FileParagraph([FileLine("Alpha")], place="line 3"),
        FileParagraph([FileLine("Beta"), FileLine("Gamma")], place="line 7"),
    )
    found = made(reading, "notes.txt")
    assert [line.number for line in found.pages[0].lines] == ["3", "7", "8"]


def test_generated_number_is_written_before_the_words() -> None:
    reading = unpaged(FileParagraph([FileLine("Goods.")], "item", 1, "1."))
    found = made(reading, "List.docx")
    assert found.draft.text == "1. Goods."
    assert found.pages[0].lines[0].start == 3
    check(found)


def test_mark_of_a_note_is_not_written_twice() -> None:
    reading = noted(paged(["Body."]), 1, "3", "3See above.")
    noted(reading, 1, "4", "48 hours later.")
    text = made(reading).draft.text
    assert text == "Body. 3See above. 4 48 hours later."


def test_notes_are_nodes_and_chunks_of_their_own() -> None:
    found = made(noted(paged([RUNNING]), 1, "1", f"1 {RUNNING}"))
    note = found.draft.nodes[-1]
    assert (note.kind, note.num, note.urn) == ("footnote", "1", f"{URN}:n-1")
    assert [chunk.kind for chunk in found.draft.chunks] == ["work", "note"]


@pytest.mark.parametrize(
    ("stated", "name", "title"),
    [
        ("Smith v. Jones", "a.pdf", "Smith v. Jones"),
        ("Microsoft Word - draft3.doc", "Smith_Letter.pdf", "Smith Letter"),
        ("untitled", "a_b.pdf", "a b"),
        ("", "Notes", "Notes"),
    ],
)
def test_title_is_the_stated_one_unless_a_program_stated_it(
    stated: str, name: str, title: str
) -> None:
    reading = paged([RUNNING])
    reading.title = stated
    assert made(reading, name).draft.expression.title == title


def test_title_line_names_a_document_without_a_stated_title() -> None:
    assert made(complaint()).draft.expression.title == "COMPLAINT FOR DAMAGES"


@pytest.mark.parametrize(
    ("text", "tongue"),
    [
        (RUNNING, "en"),
        ("Aðilar eru sammála um að það sem hér er skráð skuli gilda og ekkert annað.", "is"),
        ("1234 5678", ""),
        ("Xerox Kodak Fuji", ""),
    ],
)
def test_language_is_told_by_common_words_or_not_at_all(text: str, tongue: str) -> None:
    assert language(text) == tongue


def test_document_says_what_kind_it_is_and_why() -> None:
    expression = made(complaint()).draft.expression
    assert (expression.kind, expression.style) == ("complaint", "casefile")
    assert expression.meta["short"] == "Complaint"
    assert expression.meta["reason"] == 'title "COMPLAINT FOR DAMAGES" on page 1'


def test_numbered_paragraph_is_named_from_the_document() -> None:
    urns = [node.urn for node in made(complaint()).draft.nodes]
    assert f"{URN}:para-4" in urns


def test_same_reading_makes_the_same_document() -> None:
    assert made(complaint()) == made(complaint())


def test_document_without_words_has_no_chunks() -> None:
    found = made(FileReading([Page(1)]))
    assert (found.draft.text, found.draft.chunks) == ("", [])
    check(found)


WORDS = st.sampled_from(
    ["1.", "2.", "(a)", "(i)", "ARTICLE I", "Section 2.1", "[1]", "¶ 3", "Q.", "A.", "COUNT I",
     "EXHIBIT A", "alpha", "Beta.", "v.", "410 U.S. 113", "TITLE", ". . . . . 7", "þetta", RUNNING]
)  # fmt: skip
LINES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
KINDS = st.sampled_from(["text", "heading", "item", "row"])


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.lists(LINES, min_size=1, max_size=3), KINDS, st.sampled_from(["", "1.", "•"])),
        max_size=25,
    ),
    st.sampled_from(["SUPPLY AGREEMENT", "COMPLAINT", "OPINION", "DEPOSITION OF X", "notes"]),
    st.booleans(),
)
def test_whatever_is_read_is_covered_by_chunks_once(
    paragraphs: list[tuple[list[str], str, str]], title: str, pages: bool
) -> None:
    reading = FileReading([Page(n) for n in (1, 2)] if pages else [])
    reading.paragraphs.append(FileParagraph([FileLine(title, int(pages))]))
    for at, (lines, kind, label) in enumerate(paragraphs):
        page = 1 + at // 12 if pages else 0
        reading.paragraphs.append(
            FileParagraph([FileLine(text, min(page, 2)) for text in lines], kind, label=label)
        )
    check(made(reading))


def test_twice_the_pages_take_twice_the_time() -> None:
    page = [[f"{RUNNING[:66]}"] * 3 for _ in range(15)]

    def work(pages: int) -> Callable[[], object]:
        numbered = [
            [[f"{15 * number + at + 1}. {lines[0]}", *lines[1:]] for at, lines in enumerate(page)]
            for number in range(pages)
        ]
        reading = paged(["COMPLAINT", RUNNING], *numbered)
        return lambda: made(reading)

    assert_linear(work, 60, 240)
