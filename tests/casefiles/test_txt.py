"""Plain text: lines kept with their numbers, paragraphs put together, pages by form feeds."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casefiles.readings import check, words
from data import law
from pincite.errors import PinciteError, SourceMalformed, SourceTooLarge
from pincite.ingest.casefiles.formats import txt
from pincite.ingest.casefiles.reading import Bounds, FileReading
from pincite.text.canonical import canonicalize


def read(text: str | bytes) -> FileReading:
    reading = txt.read(text if isinstance(text, bytes) else text.encode(), "notes.txt", Bounds())
    check(reading)
    return reading


def test_blank_lines_part_paragraphs_and_lines_keep_their_numbers() -> None:
    reading = read("Dear Sir,\r\n\r\nI write about\r\nthe   lease.\r\n\r\n\r\nYours\n")
    assert words(reading) == ["Dear Sir,", "I write about the lease.", "Yours"]
    assert [[line.number for line in one.lines] for one in reading.paragraphs] == [
        ["1"],
        ["3", "4"],
        ["7"],
    ]
    assert [one.place for one in reading.paragraphs] == ["line 1", "line 3", "line 7"]
    assert reading.pages == []


def test_an_indented_line_begins_a_paragraph() -> None:
    reading = read("    First paragraph that\nruns on.\n    Second paragraph\nruns too.\n")
    assert words(reading) == ["First paragraph that runs on.", "Second paragraph runs too."]


def test_a_file_that_wraps_no_lines_has_one_paragraph_a_line() -> None:
    long = "word " * 60
    assert len(read(f"{long}\n{long}\nShort heading\n{long}\n").paragraphs) == 4


def test_a_form_feed_begins_a_page() -> None:
    reading = read("Page one.\n\fPage two\nends.\n\f\n")
    assert [page.number for page in reading.pages] == [1, 2]
    assert [(line.page, line.number) for one in reading.paragraphs for line in one.lines] == [
        (1, "1"),
        (2, "2"),
        (2, "3"),
    ]


def test_a_sentence_goes_on_across_a_form_feed() -> None:
    reading = read("The seller shall\n\fdeliver the goods.\n")
    assert words(reading) == ["The seller shall deliver the goods."]
    assert [line.page for line in reading.paragraphs[0].lines] == [1, 2]


def transcript(page: int) -> str:
    rows = [f"{'':40}Page {page}"]
    rows += [
        f"{number:>5}   {'Q.' if number % 2 else 'A.'}  Line {number} of it."
        for number in range(1, 26)
    ]
    return "\n".join(rows)


def test_line_numbers_of_a_transcript_are_taken_out_of_the_text() -> None:
    reading = read("\f".join(transcript(page) for page in (1, 2)))
    lines = [line for one in reading.paragraphs for line in one.lines]
    assert lines[0].text == "Page 1"
    assert (lines[1].text, lines[1].number, lines[1].page) == ("Q. Line 1 of it.", "1", 1)
    assert (lines[-1].text, lines[-1].number, lines[-1].page) == ("Q. Line 25 of it.", "25", 2)


def test_line_numbers_are_taken_out_without_form_feeds_too() -> None:
    lines = [
        line
        for one in read("\n".join(transcript(page) for page in (1, 2))).paragraphs
        for line in one.lines
    ]
    assert [line.number for line in lines if line.text.startswith("Q. Line 25")] == ["25", "25"]


def test_a_short_list_keeps_its_numbers() -> None:
    assert words(read("1 apples\n2 pears\n3 plums\n"))[0].startswith("1 apples")


def test_figures_down_the_margin_that_do_not_count_stay() -> None:
    text = "\n".join(f"{(number * 7) % 90} dollars" for number in range(30))
    assert read(text).paragraphs[0].lines[3].text == "21 dollars"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_marks_and_utf_8_are_read(encoding: str) -> None:
    reading = read("Þórður § 5".encode(encoding))
    assert words(reading) == ["Þórður § 5"]
    assert reading.warnings == []


def test_other_text_is_read_as_windows_1252_and_said() -> None:
    reading = read("“Þórður” § 5 \x81".encode("cp1252", "ignore") + b"\x81")
    assert words(reading) == ["“Þórður” § 5 \ufffd"]
    assert reading.warnings == ["not UTF-8: read as Windows-1252; 1 character could not be read"]


def test_a_binary_file_is_no_text() -> None:
    with pytest.raises(SourceMalformed, match="not a text file"):
        read(b"MZ\x00\x01")


def test_a_text_cut_within_a_character_is_damaged() -> None:
    with pytest.raises(SourceMalformed, match="cut short"):
        read("text".encode("utf-16")[:-1])


def test_more_pages_than_the_bound_are_refused() -> None:
    with pytest.raises(SourceTooLarge):
        txt.read(b"x\f" * 50 + b"x", "a.txt", Bounds(max_pages=20))


def test_characters_that_show_nothing_are_left_out() -> None:
    assert words(read("ig\u200bnore\u202e th\u00adis\x07 \U000e0041\n")) == ["ignore this"]


@given(st.binary(max_size=400))
@settings(max_examples=200, deadline=None)
def test_any_bytes_read_or_are_refused(data: bytes) -> None:
    with contextlib.suppress(PinciteError):
        read(data)


@given(st.text(st.sampled_from("ab 1\n\r\f\t\x1c\u2028é\u0301"), max_size=80))
@settings(max_examples=200, deadline=None)
def test_no_word_of_a_text_is_lost(text: str) -> None:
    read_back = " ".join(words(read(text)))
    assert read_back.split() == canonicalize(text).split()


@pytest.mark.data
def test_real_contracts_read_whole() -> None:
    for path in sorted((law("contracts") / "txt").glob("*.txt")):
        data = path.read_bytes()
        reading = read(data)
        assert canonicalize(" ".join(words(reading))) == canonicalize(
            data.decode().replace("\u200b", "").replace("\u00ad", "")
        )
