"""The date that a question names is applied as a date that is asked for is, and told."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from answer.conftest import Opened
from pincite.answer.reply import Reply
from pincite.answer.sources.pack import ask_pack
from pincite.citations import understand
from pincite.library import Library
from pincite.matters import Matters
from pincite.packs.archive import write_pack
from pincite.search.response import DateInQuestion
from pincite.settings import Settings
from search.bundled_law import bundled_law

DEPOSIT = "What was the largest deposit in 2020?"
ACT = "urn:lex:xm:act-2019-11"
TWO_MONTHS, ONE_MONTH = "exceeds the rent for two months", "exceeds the rent for one month"


def without_the_echo(found: Any) -> dict[str, object]:
    return {name: value for name, value in found.as_dict(times=False).items() if name != "dated"}


def quoted(reply: Reply) -> str:
    assert reply.answer is not None, reply.refusal
    return " ".join(citation.quote for citation in reply.answer.citations)


@pytest.mark.req("S10", "V7")
@pytest.mark.parametrize(
    ("question", "day"),
    [
        (DEPOSIT, "2020-12-31"),
        ("Could an owner demand a deposit of two months' rent on 31 March 2024?", "2024-03-31"),
        ("As at 2021, may the owner enter my home without notice?", "2021-12-31"),
        ("How large could a deposit be before the 2024 amendment?", "2023-12-31"),
        ("What did section 14 of the Residential Tenancies Act say in 2020?", "2020-12-31"),
        ("Section 14 of the Residential Tenancies Act before the 2024 amendment", "2024-03-31"),
        ("Must an advertisement show the comparison rate on 1 August 2027?", "2027-08-01"),
        ("Hversu hátt mátti tryggingarfé vera 1. júní 2023?", "2023-06-01"),
    ],
)
def test_a_date_in_the_question_is_as_good_as_one_that_is_asked_for(
    law: Library, question: str, day: str
) -> None:
    searched, told = law.search(question), law.search(question, at=day)
    assert without_the_echo(searched) == without_the_echo(told)
    assert searched.dated is not None
    assert (searched.at, searched.dated.day, searched.dated.applied) == (
        *[date.fromisoformat(day)] * 2,
        True,
    )
    assert told.dated is None
    asked, answered = law.ask(question), law.ask(question, at=day)
    assert without_the_echo(asked) == without_the_echo(answered)
    assert asked.dated == searched.dated
    assert asked.at == date.fromisoformat(day)
    assert asked.date_note.startswith((f"Law as at {day}", f"Miðað er við lög {day}"))
    assert answered.date_note == ""


@pytest.mark.req("S10")
def test_the_law_of_then_is_quoted_and_not_that_of_now(law: Library) -> None:
    assert TWO_MONTHS in quoted(law.ask("What was the maximum deposit in 2020?"))
    assert ONE_MONTH in quoted(law.ask("What is the maximum deposit?"))
    assert ONE_MONTH in quoted(law.ask("What is the maximum deposit today?"))


def test_what_a_court_had_not_yet_done_does_not_halt_an_answer_about_the_time_before(
    tmp_path: Path,
) -> None:
    with bundled_law(tmp_path / "law", tmp_path / "no-models") as law:
        law.add_override(f"{ACT}:24", "VOID", authority="Constitutional Court", start="2022-09-14")
        before = law.ask("What did s 24 of the Residential Tenancies Act say in 2020?")
        assert before.answer is not None
        after = law.ask("What did s 24 of the Residential Tenancies Act say in 2023?")
    assert after.refusal is not None
    assert after.refusal.kind == "legal_override"


def test_a_year_in_a_name_changes_nothing(law: Library) -> None:
    reply = law.ask("How large may a deposit be under the Residential Tenancies Act 2019?")
    assert (reply.at, reply.dated) == (None, None)
    assert reply.date_note == ""


def test_a_date_before_the_earliest_text_is_answered_with_no_other(law: Library) -> None:
    named = law.ask("What did section 14 of the Residential Tenancies Act say in 2016?")
    assert named.refusal is not None
    assert "No text of it that held on 2016-12-31 is held here." in named.refusal.reason
    assert named.date_note.startswith("Law as at 2016-12-31")
    nothing = law.ask("How large could a deposit be in 1990?")
    assert nothing.refusal is not None
    assert nothing.refusal.reason == "No law that is held here was in force on 1990-12-31."
    assert nothing.refusal.closest == ()


@pytest.mark.req("S10")
def test_a_date_that_is_asked_for_wins_over_the_words_and_that_is_said(law: Library) -> None:
    reply = law.ask("What was the maximum deposit in 2020?", at="2024-06-01")
    assert ONE_MONTH in quoted(reply)
    assert reply.at == date(2024, 6, 1)
    assert reply.dated == DateInQuestion(date(2020, 12, 31), "in 2020", applied=False)
    told = "The question says “in 2020”. That was not used: this is the law as at 2024-06-01."
    assert told in reply.warnings
    assert reply.date_note == ""
    found = law.search("What was the maximum deposit in 2020?", at="2024-06-01")
    assert (found.at, found.dated) == (reply.at, reply.dated)


def test_a_version_wins_over_the_words_and_that_is_said(law: Library) -> None:
    reply = law.ask("What was the maximum deposit in 2020?", version="tenancies-2024")
    assert ONE_MONTH in quoted(reply)
    assert reply.at is None
    told = "That was not used: this is the law of version tenancies-2024."
    assert any(told in warning for warning in reply.warnings)


def test_a_date_within_the_year_that_the_words_name_is_no_other(law: Library) -> None:
    reply = law.ask("What was the maximum deposit in 2020?", at="2020-06-01")
    assert reply.dated is None
    assert not any("in 2020" in warning for warning in reply.warnings)


def test_a_time_that_may_be_that_of_the_law_is_told_and_not_used(law: Library) -> None:
    reply = law.ask("I rented a flat in 2020. Was the owner allowed to enter without notice?")
    assert reply.at is None
    assert any("“in 2020”" in one and "“as at 2020-12-31”" in one for one in reply.warnings)


def test_the_date_is_told_in_the_language_of_the_question(law: Library) -> None:
    reply = law.ask("Hversu hátt mátti tryggingarfé vera árið 2023?")
    assert reply.date_note == (
        "Miðað er við lög 2023-12-31, því í spurningunni stendur „árið 2023“."
    )


def test_a_question_is_understood_once(law: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    law.ask(DEPOSIT)
    asked: list[str] = []
    plainly = understand.understand

    def counted(query: str, *rest: Any, **more: Any) -> understand.Understanding:
        asked.append(query)
        return plainly(query, *rest, **more)

    monkeypatch.setattr(understand, "understand", counted)
    law.ask(DEPOSIT)
    assert asked == [DEPOSIT]


def test_a_pack_answers_at_its_own_date_and_says_so(
    law: Library, places: Path, tmp_path: Path
) -> None:
    pack = write_pack(law.packs.build(f"{ACT}:14", at="2024-06-01"), tmp_path / "packs")
    settings = Settings(models=places / "no-models", jurisdiction="xm")
    reply = ask_pack(pack, "What was the maximum deposit in 2020?", settings, tmp_path)
    assert ONE_MONTH in quoted(reply)
    assert reply.at == date(2024, 6, 1)
    told = "The question says “in 2020”. That was not used: this is the law as at 2024-06-01."
    assert told in reply.warnings
    agreed = ask_pack(pack, "What was the maximum deposit in 2024?", settings, tmp_path)
    assert agreed.dated is None
    assert not any("2024" in warning for warning in agreed.warnings)


def test_case_files_have_no_date_of_the_law(opened: Opened, tmp_path: Path) -> None:
    every = Matters(tmp_path / "matters", settings=opened().settings)
    every.create("Hart v. Bellweather")
    (tmp_path / "files").mkdir()
    for year in range(2016, 2024):
        text = f"Ledger. The rent for {year} was {year - 1200} crowns a month.\n"
        (tmp_path / "files" / f"{year}.txt").write_text(text)
    with every.open("hart-v-bellweather") as matter:
        matter.read_files(tmp_path / "files")
        found = matter.search("What was the rent in 2020?")
        assert (found.at, found.dated) == (None, None)
        assert found.results[0].source.document == "2020.txt"
        reply = matter.ask("As at 2020, what was the rent?")
        assert (reply.at, reply.dated, reply.warnings) == (None, None, ())
