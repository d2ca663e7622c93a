"""A quote is marked where it really stands: over lines, columns and pages, and the right one."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from casefiles.sight import bare, characters, inside
from casefiles.test_sync import opened
from pincite.errors import NotFound
from pincite.matters.matter import Matter
from pincite.model.provenance import Place

_SENTENCES = (
    "The weather in Harrowmouth was recorded each morning by the keeper of the light, who wrote it "
    "in a book that was later given to the town. It says nothing of the matter before the court, "
    "but it shows that the keeper was awake and that he could see the harbour from his window."
)
FILLER = _SENTENCES.split()
TWICE = "The keeper saw the boat leave at dawn."


def lines(words: list[str], width: int) -> list[str]:
    out = [""]
    for word in words:
        if len(out[-1]) + len(word) + 1 > width:
            out.append("")
        out[-1] = f"{out[-1]} {word}".strip()
    return out


@pytest.fixture
def matter(tmp_path: Path) -> Matter:
    case = tmp_path / "case"
    case.mkdir()
    page = Canvas(str(case / "statement.pdf"), pagesize=(612, 792), invariant=1)
    page.setFont("Times-Roman", 12)

    def write(left: float, top: float, rows: list[str]) -> None:
        for number, row in enumerate(rows):
            page.drawString(left, 792 - top - 15 * number, row)

    write(72, 80, lines([*FILLER, *TWICE.split(), *FILLER, *TWICE.split()], 80))
    write(72, 500, lines(FILLER * 2, 80)[:9])
    # A sentence that runs over the page break.
    write(72, 660, ["and when the second boat came in from the north with its nets cut and its"])
    page.showPage()
    page.setFont("Times-Roman", 12)
    write(72, 80, ["lamp out, the keeper rowed to meet it and took the three men ashore."])
    write(72, 130, lines([*TWICE.split(), *FILLER], 80))
    page.showPage()
    page.setFont("Times-Roman", 12)
    column = lines([*FILLER, *FILLER], 38)
    write(72, 80, [*column, "He then lit the lamp a second time"])
    write(330, 80, ["and did not leave it until the tide", "had turned.", *column])
    page.save()
    opened_matter = opened(tmp_path / "matters", workers=1)
    opened_matter.read_files(case)
    return opened_matter


def read_back(matter: Matter, place: Place) -> str:
    document = matter.document("statement.pdf")
    opened_file = pypdfium2.PdfDocument(Path(document.folder) / document.path)
    found = "".join(
        inside(characters(opened_file[number - 1]), place.boxes_on(number))
        for number in range(place.page, place.page_end + 1)
    )
    opened_file.close()
    return found


@pytest.mark.req("U1")
def test_a_quote_over_several_lines_is_marked_on_each(matter: Matter) -> None:
    quote = " ".join(FILLER[5:30])
    view = matter.page("statement.pdf", 2, quote=quote)
    assert len(view.place.boxes) > 1
    assert bare(quote) == read_back(matter, view.place)
    assert view.pages == (2,)


@pytest.mark.req("U1")
def test_a_quote_over_a_page_break_is_marked_on_both_pages(matter: Matter) -> None:
    quote = "with its nets cut and its lamp out, the keeper rowed to meet it"
    for asked in (1, 2):
        view = matter.page("statement.pdf", asked, quote=quote)
        assert view.pages == (1, 2)
        assert bare(quote) == read_back(matter, view.place)
    both = Image.open(io.BytesIO(view.png))
    one = Image.open(io.BytesIO(matter.page("statement.pdf", 1).png))
    assert both.height > 2 * one.height
    assert view.citation.startswith("statement.pdf, p. 1")


@pytest.mark.req("U1")
def test_a_quote_over_a_column_break_is_marked_in_both_columns(matter: Matter) -> None:
    quote = "lit the lamp a second time and did not leave it until the tide had turned."
    view = matter.page("statement.pdf", 3, quote=quote)
    assert bare(quote) == read_back(matter, view.place)
    assert min(box.left for box in view.place.boxes) < 200
    assert max(box.left for box in view.place.boxes) > 320


@pytest.mark.req("U6")
def test_of_identical_passages_the_one_asked_for_is_marked(matter: Matter) -> None:
    places = matter.quotes("statement.pdf", TWICE)
    assert [place.page for place in places] == [1, 1, 2]
    assert matter.page("statement.pdf", 2, quote=TWICE).place == places[2]
    with pytest.raises(NotFound, match="2 times on page 1") as raised:
        matter.page("statement.pdf", 1, quote=TWICE)
    assert "--line" in raised.value.hint
    for place in places[:2]:
        view = matter.page("statement.pdf", 1, quote=TWICE, line=place.line_start)
        assert view.place == place
        assert read_back(matter, view.place) == bare(TWICE)
    assert places[0].boxes != places[1].boxes


@pytest.mark.req("U1")
def test_the_mark_is_where_the_words_are_and_nowhere_else(matter: Matter) -> None:
    view = matter.page("statement.pdf", 2, quote=TWICE, dpi=72)
    marked = Image.open(io.BytesIO(view.png)).convert("RGB")
    plain = Image.open(io.BytesIO(matter.page("statement.pdf", 2, dpi=72).png)).convert("RGB")
    changed = [
        (x, y)
        for y in range(plain.height)
        for x in range(plain.width)
        if plain.getpixel((x, y)) != marked.getpixel((x, y))
    ]
    [box] = view.place.boxes
    assert changed
    assert all(
        box.left - 3 <= x <= box.right + 3 and box.top - 3 <= y <= box.bottom + 3
        for x, y in changed
    )
    assert len(changed) > 0.5 * (box.right - box.left) * (box.bottom - box.top)


def test_words_that_are_not_there_are_not_marked(matter: Matter) -> None:
    with pytest.raises(NotFound, match="do not stand in this document"):
        matter.page("statement.pdf", 1, quote="The keeper saw the boat leave at dusk.")
    with pytest.raises(NotFound, match="do not stand on page 3") as raised:
        matter.page("statement.pdf", 3, quote=TWICE)
    assert "page 1, 2" in raised.value.hint
    with pytest.raises(NotFound, match="no page 9"):
        matter.page("statement.pdf", 9)


def test_the_same_page_gives_the_same_bytes(matter: Matter) -> None:
    first = matter.page("statement.pdf", 1, quote=" ".join(FILLER[:9]), line=1)
    assert first.png == matter.page("statement.pdf", 1, quote=" ".join(FILLER[:9]), line=1).png
