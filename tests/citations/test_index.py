"""The index of citations, over a small body of decisions."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from citations.lamp_law import lamp_library
from pincite.library import Library
from search.bundled_law import bundled_law

LAMP = "901 U.S. 100"


@pytest.fixture
def lamps(tmp_path: Path) -> Iterator[Library]:
    with lamp_library(tmp_path) as made:
        yield made


@pytest.mark.req("C3")
def test_every_use_of_a_case_is_found_in_full_short_and_by_name(lamps: Library) -> None:
    found = lamps.citations.uses("Lamp Co. v. Oil Board, 901 U.S. 100 (1990)").found
    said = [(one.use.words, one.use.form) for one in found]
    assert said == [
        ("Lamp Co. v. Oil Board, 901 U.S. 100, 104 (1990)", "full"),
        ("Id. at 101", "id"),
        ("Lamp Co.", "name"),
        ("Lamp Co. v. Oil Board, 901 U.S. 100 (1990)", "full"),
    ]


@pytest.mark.req("C3")
def test_a_case_is_found_by_its_name_alone_or_by_part_of_it(lamps: Library) -> None:
    for question in ("Lamp Co. v. Oil Board", "lamp v. oil board", "Oil Board", LAMP):
        found = lamps.citations.uses(question)
        assert len(found.found) == 4, question
        assert not found.candidates


def test_a_misspelt_name_gives_candidates_and_no_silent_guess(lamps: Library) -> None:
    found = lamps.citations.uses("Lamp Co. v. Oyl Board")
    assert found.sources == ()
    assert (found.candidates[0].source, found.candidates[0].name) == (LAMP, "Lamp Co. v. Oil Board")
    assert lamps.citations.uses("Marbury v. Madison").candidates == ()


@pytest.mark.req("C3")
def test_a_use_comes_with_its_place_and_the_words_around_it(lamps: Library) -> None:
    first = lamps.citations.uses(LAMP).found[0]
    assert first.citation.startswith("Harbor Comm'n v. Greene, 902 U.S. 200")
    assert first.before.endswith("We follow ")
    assert first.after.startswith(". A keeper must trim the wick.")
    text = lamps.store.text(first.use.key)
    assert text[first.use.start : first.use.end] == first.use.words
    chunk = lamps.store.chunk(first.use.key, first.use.chunk)
    assert chunk is not None
    assert chunk.start <= first.use.start
    assert first.use.end <= chunk.end


def test_treatment_is_kept_with_the_use(lamps: Library) -> None:
    found = lamps.citations.uses(LAMP).found
    assert [one.use.treatment for one in found if one.use.form == "full"] == [
        "followed",
        "overruled",
    ]


def test_how_often_works_cite_works_is_counted_whole(tmp_path: Path) -> None:
    """As the list of uses has it, but of all of them at once, and with no limit."""
    bundled = bundled_law(tmp_path / "law", tmp_path / "no-models")
    links = bundled.citations.work_links()
    assert len(links) > 10
    for work in {link.work for link in links}:
        uses = [one.use for one in bundled.citations.uses(work).found]
        times = Counter(use.document for use in uses if use.document != work)
        assert {link.document: link.times for link in links if link.work == work} == times
    bundled.close()


def test_authorities_are_listed_most_cited_first(lamps: Library) -> None:
    found = lamps.citations.authorities()
    assert [(one.source, one.mentions, one.documents) for one in found[:2]] == [
        (LAMP, 4, 2),
        ("902 U.S. 200", 1, 1),
    ]
    assert found[0].names == ("Lamp Co. v. Oil Board",)


def test_the_index_is_read_once_and_begun_anew_when_it_was_changed(lamps: Library) -> None:
    with lamps.citations.index() as asked:
        before = asked.index.counts()
    told: list[str] = []
    with lamps.citations.index(lambda _done, name: told.append(name)) as asked:
        assert told == []
        assert asked.index.counts() == before
    file = lamps.folder / "citations.sqlite3"
    changed = sqlite3.connect(file)
    changed.execute("UPDATE mention SET source = '1 U.S. 1' WHERE ordinal = 0")
    changed.commit()
    changed.close()
    with lamps.citations.index(lambda _done, name: told.append(name)) as asked:
        assert len(told) == 3
        assert asked.index.counts() == before
    file.write_bytes(b"not a database at all, but long enough to be looked at" * 40)
    with lamps.citations.index() as asked:
        assert asked.index.rebuilt
        assert asked.index.counts() == before


def test_a_section_in_a_decision_or_a_brief_is_not_taken_for_its_own(tmp_path: Path) -> None:
    from pincite.citations.library_index import LibraryCitations

    file = tmp_path / "memo.txt"
    file.write_text("A claim under 42 U.S.C. § 1983 lies. Section 1983 has no limit of its own.\n")
    with lamp_library(tmp_path) as made:
        asked: LibraryCitations = made.citations
        found = asked.find(file, home="us")
    assert [one.resolved.key for one in found] == ["urn:lex:us:42usc:1983"] * 2
