"""Dates: every way of writing them, and no guessing."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.documents import graph_of, paper
from pincite.errors import BadDate
from pincite.graph.dates import EXCHANGEABLE, IMPOSSIBLE, TWO_DIGITS, dates


@pytest.mark.parametrize(
    ("said", "iso", "precision"),
    [
        ("on March 12, 2015, the", "2015-03-12", "day"),
        ("on Mar. 12, 2015, the", "2015-03-12", "day"),
        ("on MARCH 12TH, 2015 the", "2015-03-12", "day"),
        ("on 12 March 2015 the", "2015-03-12", "day"),
        ("this 14th day of March, 2016", "2016-03-14", "day"),
        ("this twenty-first day of July, 2017", "2017-07-21", "day"),
        ("on 2015-03-12 the", "2015-03-12", "day"),
        ("on 16-Oct-2017 the", "2017-10-16", "day"),
        ("on page 46 May 2004 was", "2004-05", "month"),
        ("þann 12. mars 2015 var", "2015-03-12", "day"),
        ("þann 1. ágúst 2015", "2015-08-01", "day"),
        ("in March 2015 the", "2015-03", "month"),
        ("in August of 2015", "2015-08", "month"),
        ("í janúar 2015", "2015-01", "month"),
        ("in 2015 the", "2015", "year"),
        ("árið 2015 var", "2015", "year"),
        ("on 3/13/2015 the", "2015-03-13", "day"),
        ("on 13/3/2015 the", "2015-03-13", "day"),
        ("on 03/03/2015 the", "2015-03-03", "day"),
    ],
)
def test_date_is_normalised_and_its_precision_kept(said: str, iso: str, precision: str) -> None:
    (found,) = dates(said, "en")
    assert (found.iso, found.precision, found.reason) == (iso, precision, "")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("February 31, 2015", IMPOSSIBLE),
        ("31 February 2015", IMPOSSIBLE),
        ("2015-02-30", IMPOSSIBLE),
        ("03/04/2015", EXCHANGEABLE),
        ("08/05/16", TWO_DIGITS),
        ("16-Oct-17", TWO_DIGITS),
        ("13/13/2015", IMPOSSIBLE),
    ],
)
def test_date_that_cannot_be_or_is_ambiguous_is_kept_as_said(said: str, reason: str) -> None:
    (found,) = dates(f"on {said} it", "en")
    assert (found.iso, found.reason) == ("", reason)
    assert f"on {said} it"[found.start : found.end] == said


def test_another_date_of_the_document_shows_the_order_of_day_and_month() -> None:
    assert [d.iso for d in dates("03/04/2015 and 03/25/2015", "en")] == ["2015-03-04", "2015-03-25"]
    assert [d.iso for d in dates("03/04/2015 and 25/03/2015", "en")] == ["2015-04-03", "2015-03-25"]


def test_documents_that_mix_both_orders_leave_ambiguous_dates_alone() -> None:
    found = dates("03/04/2015, 25/03/2015 and 03/25/2015", "en")
    assert [d.iso for d in found] == ["", "2015-03-25", "2015-03-25"]


def test_icelandic_puts_the_day_first() -> None:
    assert [d.iso for d in dates("3.4.2015", "is")] == ["2015-04-03"]


@pytest.mark.parametrize(
    "said", ["Section 1.2.3", "24/7", "1/2/3/2015", "in 2015-16", "version 10.4.1", "may 12", "the Securities Act of 1933", "at 555-1212"]
)  # fmt: skip
def test_what_is_no_date_is_not_taken_for_one(said: str) -> None:
    assert dates(f"see {said} there", "en") == []


def test_timeline_is_sorted_and_bounded_and_gives_the_sentence(tmp_path: Path) -> None:
    text = """Notice was given. On July 13, 2016, the Court issued an order. It expired on July 25, 2016
    at noon. In 2015 nothing happened. In August 2016 all was over."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert [event.iso for event in graph.timeline()] == [
            "2015",
            "2016-07-13",
            "2016-07-25",
            "2016-08",
        ]
        assert [event.iso for event in graph.timeline("2016-07-20", "2016-08-10")] == [
            "2016-07-25",
            "2016-08",
        ]
        assert [event.iso for event in graph.timeline("2015-05-01", "2015-05-02")] == ["2015"]
        event = graph.timeline("2016-07-13", "2016-07-13")[0]
        assert event.sentence == "On July 13, 2016, the Court issued an order."
        canonical = paper(1, text).text
        assert canonical[event.start : event.end] == event.words
        assert canonical[event.sentence_start : event.sentence_end] == event.sentence


def test_dates_inside_citations_are_no_events(tmp_path: Path) -> None:
    text = """See Daubert v. Merrell Dow, 509 U.S. 579 (1993); United States v. Qin, 57 F.4th 343 (1st
    Cir. Jan. 9, 2023). The letter is of May 3, 2020."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert [event.iso for event in graph.timeline()] == ["2020-05-03"]


def test_undated_events_say_why(tmp_path: Path) -> None:
    with graph_of(tmp_path, paper(1, "Signed on 03/04/2015 in Rome.")) as graph:
        assert graph.timeline() == []
        (event,) = graph.undated()
        assert (event.words, event.reason) == ("03/04/2015", EXCHANGEABLE)


def test_bounds_that_are_no_dates_are_refused(tmp_path: Path) -> None:
    with graph_of(tmp_path) as graph, pytest.raises(BadDate):
        graph.timeline("13 May", "")
