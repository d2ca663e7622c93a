"""How a case file is cut: by its kind, at its sentences, never inside a citation."""

from __future__ import annotations

import re

import pytest

from casefile_readings import SOURCE, URN, complaint, noted, paged, unpaged
from data import law
from pincite.ingest.casefiles.assemble import assemble
from pincite.ingest.casefiles.chunking import SIZES
from pincite.ingest.casefiles.formats import txt
from pincite.ingest.casefiles.reading import Bounds, Cell, FileLine, FileParagraph, FileReading
from pincite.ingest.casefiles.sentences import cut, sentences
from pincite.ingest.law.gates import refusals
from pincite.model import Chunk

RUNNING = "The parties agree to what is written here, and to nothing that is not written here."


def chunks(reading: FileReading, name: str = "Document.pdf") -> list[Chunk]:
    return assemble(reading, urn=URN, name=name, source=SOURCE).draft.chunks


def long(times: int) -> str:
    return " ".join([RUNNING] * times)


def test_each_numbered_paragraph_of_a_pleading_is_a_chunk() -> None:
    found = chunks(complaint())
    assert [chunk.locator for chunk in found] == [
        "p. 1",
        "p. 1, ¶ 1",
        "p. 1, ¶¶ 2-3",
        "p. 2, ¶ 4",
        "pp. 2-3, ¶ 5",
        "p. 3",
    ]


def test_heading_goes_with_what_follows_and_into_the_header() -> None:
    fourth = chunks(complaint())[3]
    assert fourth.text.startswith("COUNT I BREACH OF CONTRACT 4. On March 1")
    assert fourth.header == "COMPLAINT FOR DAMAGES › COUNT I BREACH OF CONTRACT"


def test_tiny_paragraphs_are_not_packed_over_a_heading() -> None:
    reading = paged(["COMPLAINT", RUNNING, "PARTIES", "1. Short.", "2. Short.", "CLAIMS",
                     "3. Short.", "4. Short."])  # fmt: skip
    assert [chunk.text for chunk in chunks(reading)[1:]] == [
        "PARTIES 1. Short. 2. Short.", "CLAIMS 3. Short. 4. Short.",
    ]  # fmt: skip


def test_clauses_of_a_contract_are_chunks_with_their_numbers() -> None:
    found = chunks(
        paged(
            ["SUPPLY AGREEMENT", RUNNING, f"1. Goods. {long(4)}", f"2. Price. {long(4)}"],
            [f"3. Term. {long(2)}", f"(a) {long(10)}", f"(b) {long(12)}"],
        )
    )
    assert [chunk.locator for chunk in found] == [
        "p. 1, paras. 1-2", "§ 1, p. 1", "§ 2, p. 1", "§ 3, p. 2", "§ 3(b), p. 2",
    ]  # fmt: skip
    assert found[3].text.startswith("3. Term.")
    assert found[-1].header == "SUPPLY AGREEMENT › 3. Term. › (b)"


def test_long_section_is_cut_at_its_parts_and_each_chunk_names_them() -> None:
    subsections = [f"1.{number} Part. {long(5)}" for number in range(1, 8)]
    found = chunks(paged(["SUPPLY AGREEMENT", RUNNING, "1. GOODS", *subsections]))
    assert [chunk.locator for chunk in found[1:]] == [
        "§ 1, p. 1", "§§ 1.4-1.6, p. 1", "§ 1.7, p. 1",
    ]  # fmt: skip
    assert found[-1].header == "SUPPLY AGREEMENT › 1. GOODS › 1.7 Part."


def test_tiny_clauses_share_a_chunk_and_it_names_both() -> None:
    found = chunks(paged(["SUPPLY AGREEMENT", long(4), f"1. {RUNNING}", f"2. {RUNNING}"]))
    assert found[-1].locator == "§§ 1-2, p. 1"


def test_transcript_is_cut_between_questions_and_cited_by_page_and_line() -> None:
    def page(number: int) -> list[FileParagraph]:
        return [
            FileParagraph(
                [FileLine(f"{'QA'[at % 2]}. {RUNNING}", number, 50.0 * at, number=str(at + 1))]
            )
            for at in range(20)
        ]

    reading = paged(page(1), page(2))
    found = chunks(reading, "Jones_Depo.pdf")
    assert len(found) > 1
    assert all(chunk.text.startswith("Q.") for chunk in found)
    assert found[0].locator == "Tr. 1:1-2:2"
    assert found[1].locator == "Tr. 2:3-20"


def test_other_papers_are_cut_into_groups_of_paragraphs() -> None:
    found = chunks(paged([long(6)] * 5), "notes.pdf")
    assert [chunk.locator for chunk in found] == ["p. 1, paras. 1-3", "p. 1, paras. 4-5"]


def test_long_paragraph_is_cut_at_its_sentence_ends() -> None:
    found = chunks(paged([long(60)]), "notes.pdf")
    assert len(found) > 2
    assert all(chunk.text.endswith("here.") for chunk in found)
    assert all(len(chunk.text) <= SIZES.target for chunk in found)


CITING = [
    "The court so held in Smith v. Jones, 410 U.S. 113, 120 (1973), and did not say why.",
    "See Fed. R. Civ. P. 12(b)(6) and the order of March 1 in No. 20-cv-1, at 5.",
    "It was affirmed in Doe v. Roe, Inc., 631 S.W.3d 259, 264 (Tex. App.—Hous. 2020).",
    "Mr. A. B. Roe of the U.S. Dept. of Justice replied for the appellee.",
]


def test_sentences_are_not_cut_in_citations() -> None:
    text = " ".join(CITING)
    assert [text[a:b] for a, b in sentences(text, 0, len(text))] == CITING


def test_chunks_are_not_cut_in_citations() -> None:
    text = " ".join(CITING * 30)
    found = chunks(paged([text]), "notes.pdf")
    assert len(found) > 3
    for chunk in found:
        assert chunk.text.endswith(tuple(CITING))
        assert chunk.text.startswith(tuple(CITING))


def test_sentence_longer_than_a_chunk_stays_whole() -> None:
    sentence = "The goods are " + "red and " * 300 + "blue."
    found = chunks(paged([f"{RUNNING} {sentence} {RUNNING}"]), "notes.pdf")
    assert [chunk.text for chunk in found] == [RUNNING, sentence, RUNNING]


def test_list_without_end_is_cut_at_its_semicolons() -> None:
    text = "; ".join(f"(a) the item that comes as number {number}" for number in range(400))
    spans = list(cut(text, 0, len(text), SIZES.target, SIZES.ceiling))
    assert all(text[end - 1] == ";" for _, end in spans[:-1])
    assert max(end - start for start, end in spans) <= SIZES.ceiling


def test_sentence_that_goes_on_in_the_next_paragraph_is_kept_together() -> None:
    first = f"{long(16)} He then quoted the statute,"
    second = f"which says nothing of the kind. {long(10)}"
    found = chunks(paged([first, second]), "notes.pdf")
    assert any("the statute, which says" in chunk.text for chunk in found)


def test_table_row_is_never_cut() -> None:
    rows: list[FileParagraph] = []
    for number in range(1, 60):
        text = f"Item {number} Price. Of {number} dollars. Each"
        cells = (Cell(0, 6, f"Sheet1!A{number}"), Cell(7, len(text), f"Sheet1!C{number}"))
        rows.append(FileParagraph([FileLine(text)], "row", cells=cells, place=f"Sheet1!A{number}"))
    found = chunks(unpaged(*rows), "prices.xlsx")
    assert len(found) > 1
    assert all(re.fullmatch(r"Item \d+ Price.* Each", chunk.text) for chunk in found)
    assert re.fullmatch(r"Sheet1!A1:C\d+", found[0].locator)


def test_notes_are_cited_by_their_page_and_mark() -> None:
    reading = paged([RUNNING])
    noted(reading, 1, "1", f"1 {long(3)}")
    noted(reading, 1, "2", "2 Id. at 5.")
    noted(reading, 1, "3", "3 Id. at 6.")
    found = chunks(reading, "notes.pdf")
    assert [chunk.locator for chunk in found] == ["p. 1, para. 1", "p. 1 n. 1", "p. 1 nn. 2-3"]


def test_format_without_pages_is_cited_by_paragraph_or_by_its_own_places() -> None:
    assert chunks(unpaged("Alpha.", "Beta."), "a.docx")[0].locator == "paras. 1-2"
    lines = [FileParagraph([FileLine(RUNNING)], place=f"line {2 * number}") for number in (1, 2)]
    assert chunks(unpaged(*lines), "a.txt")[0].locator == "lines 2-4"


@pytest.mark.data
def test_real_contracts_are_covered_by_chunks_that_end_with_sentences() -> None:
    """Every word is in one chunk, and where a chunk ends inside a paragraph, a sentence ends; a
    sentence over the ceiling, of which a few in a hundred are tables read as text, is let off."""
    ends = broken = 0
    for path in sorted((law("contracts") / "txt").iterdir()):
        reading = txt.read(path.read_bytes(), path.name, Bounds())
        found = assemble(reading, urn=URN, name=path.name, source=SOURCE)
        draft = found.draft
        assert not refusals(draft, min_chunks=1)
        begins = set(draft.paragraphs)
        done = 0
        for chunk in draft.chunks:
            assert not draft.text[done : chunk.start].strip()
            assert len(chunk.text) <= SIZES.ceiling
            if chunk.start and chunk.start not in begins:
                ends += 1
                before = draft.text[: chunk.start].rstrip()[-1]
                broken += before not in '.?!:;"”’)]*_' or draft.text[chunk.start].islower()
            done = chunk.end
        assert not draft.text[done:].strip()
        for page in found.pages:
            for line in page.lines:
                assert draft.text[line.start : line.end].strip()
    assert ends > 1000
    assert broken <= 0.03 * ends, f"{broken} of {ends}"
