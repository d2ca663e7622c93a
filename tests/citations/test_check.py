"""A brief checked against a corpus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from citations.lamp_law import brief, lamp_library
from pincite.briefs.check import CheckReport, CitationCheck, pages_cited
from pincite.library import Library


@pytest.fixture
def lamps(tmp_path: Path) -> Iterator[Library]:
    with lamp_library(tmp_path) as made:
        yield made


@pytest.fixture
def report(lamps: Library, tmp_path: Path) -> CheckReport:
    return lamps.check_brief(brief(tmp_path), home="us")


def _of(report: CheckReport, words: str) -> CitationCheck:
    [found] = [one for one in report.citations if words in one.words]
    return found


@pytest.mark.req("U4")
def test_a_check_states_its_own_coverage(report: CheckReport) -> None:
    assert report.summary == (
        "2 of 3 citations checked, 1 outside the corpus; "
        "3 of 3 quotations checked, 1 not in their source, 1 altered"
    )


def test_a_quote_that_stands_word_for_word_is_told_from_one_that_does_not(
    report: CheckReport,
) -> None:
    [right] = _of(report, "Lamp Co. v. Oil Board").quotes
    [wrong] = _of(report, "Id. at 104").quotes
    [changed] = _of(report, "Harbor Comm'n").quotes
    assert right.outcome == "verbatim"
    assert (wrong.outcome, wrong.words) == (
        "not in the source",
        "Whoever sells oil knows that it shines.",
    )
    assert changed.outcome == "altered"
    assert changed.changes == ("it has “[every]” where the source has “the”",)


def test_a_source_that_a_later_decision_overruled_is_told(report: CheckReport) -> None:
    first = _of(report, "Lamp Co. v. Oil Board")
    assert [use.treatment for use in first.warnings] == ["overruled"]
    assert first.warnings[0].name == "In re Beacons"
    assert _of(report, "Harbor Comm'n").warnings == ()


def test_an_override_that_stands_is_told(lamps: Library, tmp_path: Path) -> None:
    urn = "urn:lex:us:scotus:902-us-200"
    lamps.add_override(urn, "void", authority="The Court", start="2001-01-01")
    report = lamps.check_brief(brief(tmp_path), home="us")
    [override] = _of(report, "Harbor Comm'n").overrides
    assert override.status == "VOID"


def test_papers_of_the_case_are_not_counted_as_sources(report: CheckReport) -> None:
    outcomes = {one.words: str(one.outcome) for one in report.citations}
    assert outcomes["Compl. ¶ 12"] == outcomes["Id. ¶ 13"] == "record"
    assert _of(report, "Daubert").outcome == "not in the corpus"


def test_a_quote_on_another_page_than_the_one_cited_is_told(lamps: Library, tmp_path: Path) -> None:
    file = tmp_path / "memo.txt"
    file.write_text(
        "“Whoever sells oil knows that it burns.” Lamp Co. v. Oil Board, 901 U.S. 100, 101 (1990). "
        "“A keeper of lamps owes the public a light,” id. at 101, it said. Harbor Comm'n v. Greene, "
        "902 U.S. 200, 999 (1995), is no help.\n"
    )
    first, second, third = lamps.check_brief(file, home="us").citations
    assert [(quote.page, quote.elsewhere) for quote in first.quotes] == [(104, True)]
    assert [(quote.page, quote.elsewhere) for quote in second.quotes] == [(101, False)]
    assert (str(first.outcome), str(third.outcome)) == ("found", "no such place")


def test_pages_of_a_pinpoint_are_read_with_their_ranges() -> None:
    assert pages_cited("593–94, 597") == [593, 594, 597]
    assert pages_cited("at 12 n. 7") == [12]
    assert pages_cited("¶ 12") == pages_cited("(b)(1)") == []


def test_a_pinpoint_that_the_law_does_not_have_is_told(tmp_path: Path) -> None:
    from drafts import packed
    from pincite import library

    with library.create(tmp_path / "law") as made:
        with made.store.write() as writer:
            writer.begin_version("v1", "acts", "test")
            writer.put(packed())
            writer.finish_version({})
        file = tmp_path / "memo.txt"
        file.write_text("See urn:lex:xm:act-2020-1:1:a and urn:lex:xm:act-2020-1:7:c.\n")
        found = made.check_brief(file)
    assert [str(one.outcome) for one in found.citations] == ["found", "no such place"]


def test_a_quotation_belongs_to_the_citation_that_it_stands_with(tmp_path: Path) -> None:
    from pincite.briefs.quotations import quotations
    from pincite.citations.find import find
    from pincite.citations.reading import Locale, raw_reading

    text = (
        "Section 14(1) of title 42 provides that “an owner may not demand a deposit.” The seller says "
        "otherwise. Roe v. Wade, 410 U.S. 113 (1973). “The light must not fail,” said the Court. "
        "“It burns well.” See generally Doe v. Bolton, 410 U.S. 179 (1973). The keeper “trims the "
        "wick at dusk,” Compl. ¶ 4, and “goes home to his supper.”"
    )
    reading = raw_reading(text, locale=Locale("us", "en"))
    mentions = find(reading)
    found = {
        text[one.start : one.end]: text[mentions[one.mention].start : mentions[one.mention].end]
        for one in quotations(reading, mentions)
    }
    assert found == {
        "an owner may not demand a deposit.": "Section 14(1) of title 42",
        "It burns well.": "Doe v. Bolton, 410 U.S. 179 (1973)",
        "trims the wick at dusk,": "Compl. ¶ 4",
        "goes home to his supper.": "Compl. ¶ 4",
    }
