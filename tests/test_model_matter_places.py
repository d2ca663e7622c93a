"""Words of the bundled case files stand where they are said to: page, line, paragraph and box."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops

from bundled_matter import bundled_matter
from pincite.errors import NotFound
from pincite.matters.matter import Matter
from pincite.matters.passage_names import FilePassage

TWICE = "Bellweather did not pay the deposit into a deposit scheme."
OVER_THE_PAGE = (
    "He carried a torch and a clipboard, did not knock, and did not say who had sent him or by what"
    " right he had come in."
)


@pytest.fixture(scope="module")
def matter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matter]:
    with bundled_matter(tmp_path_factory.mktemp("matters")) as opened:
        yield opened


@pytest.mark.req("C2")
@pytest.mark.parametrize(
    ("path", "quote", "place"),
    [
        ("Complaint", "Ottoline Birch (Roll No. 4417)", (1, 1, 1, 1)),
        ("Complaint", "is a nurse at the Harrowmouth Infirmary", (1, 22, 1, 22)),
        ("Complaint", "holder of title to the Flat", (1, 27, 1, 27)),
        ("Complaint", "“take it up with a judge”", (3, 19, 3, 19)),
        ("Complaint", "exceeded the rent for one month by 840 crowns", (3, 27, 3, 28)),
        ("Complaint", "Dated at Harrowmouth, 2 July 2025.", (5, 17, 5, 17)),
        ("Complaint", OVER_THE_PAGE, (2, 26, 3, 1)),
        ("Complaint", "send her a certificate of deposit", (2, 13, 2, 14)),
        ("Deposition of M. Hart", "There never was a carpet in that flat.", (3, 7, 3, 8)),
        ("Deposition of M. Hart", "“Do not mind me, I have come", (3, 21, 3, 21)),
        ("Deposition of M. Hart", "anything wrong in the flat at that time", (3, 25, 4, 1)),
        ("Deposition of M. Hart", "employed by, any party to this action.", (4, 20, 4, 20)),
    ],
)
def test_words_on_numbered_lines_stand_on_the_printed_line(
    matter: Matter, path: str, quote: str, place: tuple[int, int, int, int]
) -> None:
    [found] = matter.quotes(path, quote)
    assert (found.page, found.line_start, found.page_end, found.line_end) == place


def numbered(found: Iterator[FilePassage]) -> dict[int, set[int | None]]:
    """The printed paragraphs of the passages, each with the pages where one of them begins."""
    pages: dict[int, set[int | None]] = {}
    for one in found:
        place = one.source.place
        if place.paragraph_numbering == "printed" and place.paragraph_start and place.paragraph_end:
            for number in range(place.paragraph_start, place.paragraph_end + 1):
                pages.setdefault(number, set()).add(place.page)
    return pages


@pytest.mark.parametrize(("path", "last"), [("Complaint", 34), ("Answer", 16), ("Order", 5)])
def test_numbered_paragraphs_are_cited_by_their_own_numbers(
    matter: Matter, path: str, last: int
) -> None:
    assert sorted(numbered(matter.passages(path))) == list(range(1, last + 1))


def test_a_paragraph_of_the_complaint_is_cited_by_page_and_number(matter: Matter) -> None:
    cited = {one.citation: one.header for one in matter.passages("Complaint")}
    assert cited["Complaint.pdf, p. 3, para. 15"].endswith("FACTS COMMON TO ALL COUNTS")
    assert cited["Complaint.pdf, pp. 2-3, para. 10"].endswith("FACTS COMMON TO ALL COUNTS")
    assert cited["Complaint.pdf, p. 4, para. 24"].endswith("FAILURE TO PROTECT THE DEPOSIT")


def test_a_section_over_a_page_break_stands_on_both_pages(matter: Matter) -> None:
    [place] = matter.quotes("Lease", "approved under section 13 of the Act and must give")
    assert (place.page, place.page_end) == (1, 2)
    assert {box.page for box in place.boxes} == {1, 2}
    [inside] = [one for one in matter.passages("Lease") if "approved under section 13" in one.text]
    assert (inside.source.place.page, inside.source.place.page_end) == (1, 2)


def test_initials_under_a_signature_open_no_part(matter: Matter) -> None:
    for path in ("Order", "Opinion"):
        assert not [one.header for one in matter.passages(path) if "I. HALLORAN" in one.header]


@pytest.mark.parametrize(
    ("path", "mark", "begins", "citation"),
    [
        ("Complaint", "1", "1 A certificate must be issued", "Complaint.pdf, p. 2, n. 1"),
        ("Opinion", "1", "1 Ledger, sheet “Deposit”, row 3.", "Opinion.pdf, p. 1, n. 1"),
        ("Opinion", "2", "2 Regulation 3 of the", "Opinion.pdf, p. 2, n. 2"),
        ("Answer", "1", "1 Bellweather relies on the practice note", "Answer.docx, n. 1"),
    ],
)
def test_footnotes_are_passages_of_their_own(
    matter: Matter, path: str, mark: str, begins: str, citation: str
) -> None:
    [note] = [one for one in matter.passages(path) if one.source.place.note == mark]
    assert note.text.startswith(begins)
    assert note.citation == citation


@pytest.mark.parametrize("page", [2, 4])
def test_a_sentence_that_stands_twice_is_marked_on_the_page_asked_for(
    matter: Matter, page: int
) -> None:
    assert [place.page for place in matter.quotes("Complaint", TWICE)] == [2, 4]
    shown = matter.page("Complaint", page, quote=TWICE)
    assert shown.place is not None
    assert (shown.place.page, shown.pages) == (page, (page,))
    assert shown.citation == f"Complaint.pdf, p. {page}, para. {8 if page == 2 else 23}"
    [box] = shown.place.boxes
    # Line n of the pleading paper stands 74 points and n times 24 below the top.
    baseline = 74 + 24 * {2: 15, 4: 8}[page]
    assert box.top < baseline <= box.bottom + 1
    assert box.bottom - box.top < 24
    plain = Image.open(io.BytesIO(matter.page("Complaint", page).png)).convert("RGB")
    marked = Image.open(io.BytesIO(shown.png)).convert("RGB")
    changed = ImageChops.difference(plain, marked).getbbox()
    assert changed is not None
    assert changed == pytest.approx([side * 2 for side in box[1:]], abs=12)


def test_a_quote_is_not_shown_on_a_page_where_it_does_not_stand(matter: Matter) -> None:
    with pytest.raises(NotFound, match="page 3") as raised:
        matter.page("Complaint", 3, quote=TWICE)
    assert "2, 4" in raised.value.hint


@pytest.mark.parametrize("page", [2, 3])
def test_a_sentence_over_a_page_break_is_shown_on_both_pages(matter: Matter, page: int) -> None:
    shown = matter.page("Complaint", page, quote=OVER_THE_PAGE)
    assert shown.pages == (2, 3)
    assert shown.citation == "Complaint.pdf, pp. 2-3, para. 10"
    one = Image.open(io.BytesIO(matter.page("Complaint", 2).png))
    both = Image.open(io.BytesIO(shown.png))
    assert both.height >= 2 * one.height


def test_testimony_is_cited_by_page_and_line(matter: Matter) -> None:
    shown = matter.page("Deposition of M. Hart", 3, quote="There never was a carpet in that flat.")
    assert shown.citation == "Deposition of M. Hart.pdf, p. 3:7-8"
