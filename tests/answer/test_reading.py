"""With a reader, the words that decide come first, with the rule that they depart from and what
limits them; and what is far from every unit is refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pincite import library
from pincite.answer.reading import reader
from pincite.answer.reply import Reply
from pincite.encoders import load
from pincite.encoders.shipped import shipped
from pincite.library import Library
from pincite.model.status import Status
from pincite.settings import Settings
from pincite.surfaces.cli.answer_display import reply_text
from search.bundled_law import bundled_law

SECTION = "urn:lex:xm:act-2019-11:12"
ENTRY = "May the owner enter my home without notice?"


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("read")
    settings = Settings(models=folder / "no", workers=1)
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


def test_the_words_that_decide_are_told_apart_from_those_around_them(read: Library) -> None:
    reply = read.ask("Can the landlord come in without asking if there is a burst pipe?")
    assert reply.answer is not None
    first, *others = reply.answer.citations
    assert first.decides is not None
    assert first.quote[slice(*first.decides)].startswith("Notwithstanding subsection (1)")
    assert first.quote.startswith("(1) An owner may not enter")
    assert [one.decides for one in others] == [None] * len(others)
    shown = reply_text(reply, bold=True)
    assert shown.count("\x1b[1m") == shown.count("\x1b[22m") == 1
    assert "\x1b[1mNotwithstanding" in shown
    assert "\x1b" not in reply_text(reply)


def test_nothing_is_shown_twice(read: Library) -> None:
    for question in (
        ENTRY,
        "What is the maximum deposit?",
        "How long does an owner have to repair?",
    ):
        every = [quote for point in points(read.ask(question)) for quote in point]
        assert len(every) == len(set(every))


def test_as_many_quotes_are_counted_as_are_shown(read: Library) -> None:
    reply = read.ask(ENTRY)
    assert reply.answer is not None
    assert reply.verification.quotes == len(reply.answer.citations)


@pytest.mark.parametrize("question", ["As at 2021, {}", "{} This is about the law on 1 May 2021."])
def test_a_day_beside_a_question_changes_nothing_that_is_read(read: Library, question: str) -> None:
    """Nor whether it is read from the words or given."""
    dated = question.format(ENTRY)
    plain, named = read.ask(ENTRY, at="2021-05-01"), read.ask(dated)
    given = read.ask(dated, at=str(named.at))
    assert named.at is not None
    assert points(named) == points(given)
    assert named.likely == given.likely
    if question.startswith("As at"):
        assert points(named) == points(plain)
        assert named.likely == pytest.approx(plain.likely, abs=1e-6)


def test_the_day_that_is_asked_about_is_not_looked_for_in_the_words(read: Library) -> None:
    then = points(read.ask("What was the maximum deposit in 2020?"))[0]
    now = points(read.ask("What is the maximum deposit?"))[0]
    assert "for two months" in then[0]
    assert "for one month" in now[0]


@pytest.mark.parametrize("part", ["1", "2", "3"])
def test_words_that_a_court_put_aside_are_not_quoted_with_those_around_them(
    read: Library, tmp_path: Path, part: str
) -> None:
    """The section is short, and is quoted whole where all of it may be."""
    shutil.copytree(read.folder, tmp_path / "law")
    with Library(tmp_path / "law", read.settings) as law:
        void = law.show(f"{SECTION}:{part}").enacted.strip()
        law.add_override(f"{SECTION}:{part}", "VOID", authority="Court", start="2020-01-01")
        reply = law.ask(ENTRY)
    if reply.answer is None:
        assert reply.refusal is not None
        assert reply.refusal.kind == "legal_override"
        return
    assert not any(void in one.quote or one.quote in void for one in reply.answer.citations)


LAMPS = """---
title: Lamps Act
urn: urn:lex:xd:act-2001-lamps
kind: act
number: lamps
year: 2001
date: 2001-01-01
language: en
style: act
---

## 2. Wicks

(1) The wick of a lamp shall be of cotton.

(2) The wick of a lamp on a pier shall be of copper.

## 3. Oil

(1) Oil is sold by the quart.

(2) Subsection (2) of section 2 takes effect on 1 January 2090.
"""


def test_words_that_are_not_yet_law_are_not_quoted_with_those_around_them(tmp_path: Path) -> None:
    (tmp_path / "lamps.md").write_text(LAMPS, encoding="utf-8")
    settings = Settings(models=tmp_path / "no", workers=1)
    with library.create(tmp_path / "law", settings=settings) as law:
        law.ingest(tmp_path / "lamps.md", reader_name="plain", version="v1", profile="markdown")
        waiting = law.scope("urn:lex:xd:act-2001-lamps:2:2", at="2024-01-01").law_status
        assert waiting.status is Status.NOT_YET
        now, then = (
            law.ask("Under the Lamps Act, may the wick of a lamp be of cotton?", at=day)
            for day in ("2024-01-01", "2095-01-01")
        )
    quoted = [" ".join(quote for point in points(one) for quote in point) for one in (now, then)]
    assert ["of cotton" in one for one in quoted] == [True, True]
    assert ["of copper" in one for one in quoted] == [False, True]


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


def test_where_no_network_reads_what_has_little_of_the_question_is_not_told(read: Library) -> None:
    only = points(read.ask("er hægt að henda mér út án dómara"))
    assert [point[0] for point in only] == [
        "Enginn verður borinn út úr íbúð nema að undangengnum úrskurði dómara."
    ]


def test_the_words_above_a_list_of_definitions_do_not_make_one_of_them_a_limit(
    read: Library,
) -> None:
    reply = read.ask("what counts as a small loan", at="2026-06-01")
    assert reply.answer is not None
    assert "limits this" not in " ".join(point.text for point in reply.answer.points)


def test_that_a_provision_was_repealed_is_said_though_none_of_its_words_are_left(
    read: Library,
) -> None:
    told = read.ask("What is the levy on deposits?").warnings
    assert any("s 18 was not used: repealed" in one for one in told)


def test_a_rule_put_aside_that_would_hardly_answer_halts_nothing(
    read: Library, tmp_path: Path
) -> None:
    shutil.copytree(read.folder, tmp_path / "law")
    with Library(tmp_path / "law", read.settings) as law:
        void = "urn:lex:xm:act-2019-11:24"
        law.add_override(void, "VOID", authority="Court", start="2020-01-01")
        likely, unlikely = (
            law.ask(question)
            for question in (
                "May an owner recover possession without an order after sixty days of arrears?",
                "Can the landlord seize my furniture for unpaid rent?",
            )
        )
    assert likely.refusal is not None
    assert likely.refusal.kind == "legal_override"
    assert unlikely.refusal is None or unlikely.refusal.kind != "legal_override"


def test_higher_law_is_told_before_the_by_law_that_it_overlaps(
    read: Library, tmp_path: Path
) -> None:
    shutil.copytree(read.folder, tmp_path / "law")
    by_law = "urn:lex:xm-har:act.by-law-2021-rental-housing:5"
    question = "How many hours' notice does an owner need to inspect a rental unit in Harrowmouth?"
    with Library(tmp_path / "law", read.settings) as law:
        [alone] = points(law.ask(question, at="2022-01-01"))[:1]
        law.add_preemption(by_law, SECTION, authority="Constitution")
        reply = law.ask(question, at="2022-01-01")
    assert "six hours’ notice" in alone[0]
    told = [quote for quotes in points(reply) for quote in quotes]
    higher = next(at for at, quote in enumerate(told) if "twenty-four hours’ notice" in quote)
    assert not any("six hours’ notice" in quote for quote in told[:higher])
    assert any("Supremacy Clause Warning" in warning for warning in reply.warnings)


@pytest.fixture
def without(read: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Reply]:
    """Asks where these files of the reader's are missing."""

    def ask(*names: str) -> Reply:
        folder = tmp_path / "pincite-reader-1"
        shutil.copytree(shipped()["pincite-reader-1"], folder)
        for name in names:
            (folder / name).unlink()
        monkeypatch.setattr(load, "shipped", lambda: shipped() | {folder.name: folder})
        with Library(read.folder, Settings(models=tmp_path / "no", workers=1)) as law:
            return law.ask(ENTRY)

    return ask


@pytest.mark.parametrize("name", ["card.toml", "model.onnx", "later-3.onnx"])
def test_without_its_files_the_words_choose(
    read: Library, without: Callable[..., Reply], name: str
) -> None:
    reply = without(name)
    with Library(read.folder, Settings(models=read.folder / "no", reader_model="")) as law:
        by_words = law.ask(ENTRY)
    assert reply.answer == by_words.answer is not None
    assert reply.likely is None
    told = [one for one in reply.degraded if one.startswith("reader:")]
    assert bool(told) is (name != "card.toml")


def test_a_reader_that_is_not_there_is_done_without(tmp_path: Path) -> None:
    assert reader(Settings(models=tmp_path, reader_model="no-such-reader")) is None
    assert reader(Settings(models=tmp_path, reader_model="")) is None
