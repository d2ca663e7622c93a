"""No name, number or sentence runs over a paragraph's beginning."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from graph.documents import graph_of, keys, lines, names
from pincite.errors import LibraryDamaged, LibraryError
from pincite.graph.graph import CaughtUp, Graph


def test_sentence_of_an_event_stays_within_its_paragraph(tmp_path: Path) -> None:
    text = """Skerjabær, 14. júlí 2025
    Birch & Sallow, lögmenn
    THE FACTS
    The lease was signed on 15 April 2024 at the office
    Yours faithfully,"""
    one = lines(1, text)
    with graph_of(tmp_path, one) as graph:
        assert [event.sentence for event in graph.timeline()] == [
            "The lease was signed on 15 April 2024 at the office",
            "Skerjabær, 14. júlí 2025",
        ]
        for event in graph.timeline():
            assert one.text[event.sentence_start : event.sentence_end] == event.sentence


def test_names_of_two_paragraphs_are_two(tmp_path: Path) -> None:
    text = """GENERAL PROVISIONS
    Acme Widgets, Inc. signed with
    Borealis
    Trading Corp. of the order of Judge Nancy
    Torresen, and with the Clerk, Ann Lee Miller
    Attorney for Plaintiff"""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert keys(graph, "organisation") == {"acme widgets inc", "trading corp"}
        assert list(names(graph, "judge")) == ["Nancy"]


def test_dates_and_numbers_of_two_paragraphs_are_not_joined(tmp_path: Path) -> None:
    text = """The total of the month is 12
    March 2015
    Case No. 20-15
    07 is a page."""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert [event.iso for event in graph.timeline()] == ["2015-03"]
        assert keys(graph, "docket") == {"20-15"}


def test_court_of_a_caption_may_stand_on_two_short_lines(tmp_path: Path) -> None:
    text = """UNITED STATES BANKRUPTCY COURT
    DISTRICT OF DELAWARE
    IN RE THE ESTATE"""
    one = lines(1, text)
    with graph_of(tmp_path, one) as graph:
        (court,) = graph.entities("court")
        assert court.entity.key == "us/deb"
        (place,) = graph.mentions(court.entity)
        assert place.words == "UNITED STATES BANKRUPTCY COURT DISTRICT OF DELAWARE"
        assert one.text[place.start : place.end] == place.words


def test_judge_and_attorney_are_found_by_the_line_below_or_above_their_names(
    tmp_path: Path,
) -> None:
    text = """HIGH COURT OF MARCHMERE
    Ottoline Birch (Roll No. 4417)
    Attorneys for the Plaintiff
    APPEARANCES:
    For the Defendant:
    DORIAN CASTELL, Castell Wray
    SO ORDERED.
    I. HALLORAN
    Judge of the High Court
    BIRCH & SALLOW
    By: Priya Lindqvist, Attorneys for the Plaintiff"""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert names(graph, "judge").keys() == {"I. HALLORAN"}
        assert keys(graph, "attorney") == {"ottoline birch", "dorian castell", "priya lindqvist"}


def test_judge_known_by_family_name_is_one_in_the_papers_of_one_case(tmp_path: Path) -> None:
    order = "HIGH COURT OF MARCHMERE\nCase No. HC 412/25\nI. HALLORAN\nJudge of the High Court"
    opinion = "HIGH COURT OF MARCHMERE\nCase No. HC 412/25\nHALLORAN J: I find for the plaintiff."
    other = "HIGH COURT OF MARCHMERE\nCase No. HC 99/25\nHALLORAN J: I find for the defendant."
    papers = [lines(key, text) for key, text in enumerate((order, opinion, other), 1)]
    with graph_of(tmp_path, *papers) as graph:
        assert {one.entity.key: one.documents for one in graph.entities("judge")} == {
            "halloran (hc 412/25)": 2,
            "halloran (hc 99/25)": 1,
        }


def test_document_whose_paragraphs_changed_is_read_again(tmp_path: Path) -> None:
    one = lines(1, "Acme Widgets, Inc.\nBorealis Trading Corp.")
    with graph_of(tmp_path, one) as graph:
        assert graph.catch_up([one]) == CaughtUp(0, 1, 0)
        assert graph.catch_up([replace(one, paragraphs=(0,))]) == CaughtUp(1, 0, 0)


def test_dates_are_listed_only_when_asked_for(tmp_path: Path) -> None:
    with graph_of(tmp_path, lines(1, "Acme Widgets, Inc. signed on May 3, 2020.")) as graph:
        assert [one.entity.kind for one in graph.entities()] == ["organisation"]
        assert [one.entity.key for one in graph.entities("date")] == ["2020-05-03"]


def test_trouble_with_the_file_says_that_it_may_be_deleted(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="graph") as raised:
        Graph.open(tmp_path / "nowhere" / "graph.sqlite3")
    assert "Delete graph.sqlite3" in raised.value.hint
    assert not isinstance(raised.value, LibraryDamaged)


def test_asking_for_the_records_loads_no_rules() -> None:
    script = (
        "import sys, pincite.graph.records\n"
        "print([m for m in ('eyecite', 'courts_db', 'reporters_db', 'pincite.graph.graph')"
        " if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
