"""With a reader, the words that decide come first, with the rule that they depart from and what
limits them; and what is far from every unit is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from answer.test_units import source
from pincite.answer.reading import ReadUnit, chance, reader
from pincite.answer.records import QuoteSpan
from pincite.answer.reply import Reply
from pincite.answer.units import AnswerUnit
from pincite.library import Library
from pincite.settings import Settings
from search.bundled_law import bundled_law

ENTRY = "May the owner enter my home without notice?"


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("read")
    settings = Settings(models=folder / "no", workers=1, reader_model="pincite-reader-1")
    with bundled_law(folder / "law", folder / "no", settings) as law:
        law.index_scope()
        yield law


def points(reply: Reply) -> list[list[str]]:
    assert reply.answer is not None, reply.refusal
    quotes = {citation.number: citation.quote for citation in reply.answer.citations}
    return [[quotes[number] for number in point.citations] for point in reply.answer.points]


def test_a_rule_and_what_departs_from_it_come_first(read: Library) -> None:
    first = " ".join(points(read.ask(ENTRY))[0])
    rule, departure = "at least twenty-four hours’ notice", "in an emergency"
    assert 0 <= first.find(rule) < first.find(departure)


def test_nothing_is_shown_twice(read: Library) -> None:
    for question in (
        ENTRY,
        "What is the maximum deposit?",
        "How long does an owner have to repair?",
    ):
        every = [quote for point in points(read.ask(question)) for quote in point]
        assert len(every) == len(set(every))


def test_the_day_that_is_asked_about_is_not_looked_for_in_the_words(read: Library) -> None:
    then = points(read.ask("What was the maximum deposit in 2020?"))[0]
    now = points(read.ask("What is the maximum deposit?"))[0]
    assert "for two months" in then[0]
    assert "for one month" in now[0]


def test_a_story_before_the_question_refuses_nothing(read: Library) -> None:
    told = points(read.ask(f"I come from Germany. {ENTRY}"))[0]
    assert told == points(read.ask(ENTRY))[0]


def test_capitals_change_nothing(read: Library) -> None:
    assert points(read.ask(ENTRY.upper()))[0] == points(read.ask(ENTRY))[0]


def test_what_no_unit_says_is_refused(read: Library) -> None:
    assert read.ask("Who may keep bees on the roof of a hospital ship?").answer is None


def test_icelandic_is_chosen_by_lemmas(read: Library) -> None:
    assert "Tryggingarfé má ekki nema" in " ".join(
        points(read.ask("Hversu hátt má tryggingarfé vera?"))[0]
    )


def test_a_reader_that_is_not_there_is_done_without(tmp_path: Path) -> None:
    assert reader(Settings(models=tmp_path, reader_model="no-such-reader")) is None
    assert reader(Settings(models=tmp_path, reader_model="")) is None


def test_the_chance_rises_with_what_the_reader_says() -> None:
    unit = AnswerUnit(QuoteSpan(0, 3))
    low, high = (
        chance([ReadUnit(said, source("Yes."), unit, 5.0)], of_files=False) for said in (-4.0, 4.0)
    )
    assert low is not None
    assert high is not None
    assert low < 0.4 < 0.5 < high
    assert chance([ReadUnit(None, source("Já."), unit, 0.5)], of_files=False) is None
