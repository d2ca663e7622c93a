"""Which date a question asks about, which dates in it are something else, and which cannot be
told."""

from __future__ import annotations

from datetime import date

import pytest

from pincite.citations.understand import Understanding, understand
from pincite.citations.works.titles import TitledWork, WorkTitles

TODAY = date(2026, 11, 18)
ACT = TitledWork("urn:lex:xm:act-2019-11", "Residential Tenancies Act", "xm", year="2019")
PART = TitledWork("urn:lex:us:12cfr:1005", "Electronic Fund Transfers", "us", kind="regulation")
TITLES = WorkTitles([ACT, PART])


def asked(question: str, starts: tuple[date, ...] = ()) -> Understanding:
    return understand(question, TITLES, today=TODAY, starts=lambda _work: starts)


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("How large may a deposit be as at 2023?", "2023-12-31"),
        ("Which notice was needed on 1 January 2020?", "2020-01-01"),
        ("What was the largest deposit in 2019?", "2019-12-31"),
        ("Could a landlord ask for three months' rent in 2019?", "2019-12-31"),
        ("how much notice did a landlord have to give in 2019", "2019-12-31"),
        ("Back in March 2017, could a lender charge a fee?", "2017-03-31"),
        ("In 2019 what was the most that an owner could take?", "2019-12-31"),
        ("Can you tell me what the largest deposit was in 2019?", "2019-12-31"),
        ("I would like to know how much notice an owner had to give in 2019.", "2019-12-31"),
        ("Were owners allowed to enter without notice in June 2020?", "2020-06-30"),
        ("Which rules applied to deposits on June 30, 2021?", "2021-06-30"),
        ("What did the law say about deposits in 2019?", "2019-12-31"),
        ("What was the fee at the beginning of 2019?", "2019-01-01"),
        ("What was the fee before 1 April 2024?", "2024-03-31"),
        ("How much could be asked for before the 2024 amendment?", "2023-12-31"),
        ("What was the limit before it was amended in April 2024?", "2024-03-31"),
        ("What did section 14 of the Residential Tenancies Act say in 2020?", "2020-12-31"),
        ("Residential Tenancies Act s 14 in 2020", "2020-12-31"),
        ("the 2020 version of section 14 of the Residential Tenancies Act", "2020-12-31"),
        ("I signed in March 2021. What was the largest deposit at that time?", "2021-03-31"),
        ("Was it a breach if nobody had been told, in 2019?", "2019-12-31"),
        ("When did the exemption end, as the rule stood on 1 June 2014?", "2014-06-01"),
        ("How much did the Residential Tenancies Act let an owner take in 2021?", "2021-12-31"),
        ("Hvert var hámark tryggingarfjár í nóvember 2023?", "2023-11-30"),
        ("Hvaða reglur voru í gildi 2015 um tryggingarfé?", "2015-12-31"),
        ("Hversu hátt mátti tryggingarfé vera árið 2020?", "2020-12-31"),
        ("hversu hatt matti tryggingarfe vera arid 2020", "2020-12-31"),
        ("Hvað var tryggingarfé hátt 1. janúar 2022?", "2022-01-01"),
        ("Þurfti leigusali að tilkynna komu sína í mars 2017?", "2017-03-31"),
        ("Hversu hátt mátti tryggingarfé vera fyrir breytinguna 2024?", "2023-12-31"),
        ("Hvað gilti um uppsögn áður en lögunum var breytt árið 2024?", "2023-12-31"),
        # Time that has not ended yet, and time to come.
        ("How much may a landlord ask for in 2026?", "2026-11-18"),
        ("What is the largest deposit today?", "2026-11-18"),
        ("What is the current limit on deposits?", "2026-11-18"),
        ("Hvað segja núgildandi lög um tryggingarfé?", "2026-11-18"),
        ("What will an advertisement have to show in 2027?", "2027-12-31"),
        ("Must an advertisement show the rate on 1 August 2027?", "2027-08-01"),
    ],
)
def test_a_question_that_asks_what_held_then_has_a_date(question: str, day: str) -> None:
    assert asked(question).as_at == date.fromisoformat(day)


@pytest.mark.parametrize(
    "question",
    [
        # A year in a name or a number.
        "What does the Tenancy Act 2019 say about deposits?",
        "How much may be asked for under the Residential Tenancies Act, 2019?",
        "What does the 2008 Companies Act require?",
        "Hvað segir í lögum nr. 38/2001 um vexti?",
        "What does 12 CFR 1005.20 require?",
        "What was decided under Act 6 of 2019?",
        # What happened to someone.
        "Can a person born in 1990 claim a pension?",
        "Is a contract signed in 2015 still valid?",
        "If my lease began in 2018, how much notice must I give?",
        "I rented a flat in 2019, how much deposit can my landlord keep?",
        "In 2019 I rented a flat. How much deposit may be kept?",
        "My landlord raised the rent in 2019 and now he wants more. Is he allowed to?",
        "How long is a permit issued in 2019 valid?",
        "Ég leigði íbúð árið 2019, hversu hátt má tryggingarfé vera?",
        "Ef leigusamningur var gerður 2015, hver er uppsagnarfrestur?",
        # When a law began.
        "Hvaða lög gengu í gildi 2020?",
        # No word of time at all, and words that are not of the law.
        "How much deposit may a landlord ask for?",
        "May a bank close a current account?",
        "What has the largest deposit been since 2024?",
    ],
)
def test_a_year_in_a_name_or_in_a_story_is_no_date_of_the_law(question: str) -> None:
    read = asked(question)
    assert read.as_at is None
    assert read.date is None


@pytest.mark.parametrize(
    "question",
    [
        "I rented a flat in 2019. Was the landlord allowed to ask for three months' rent?",
        "Could a lease signed in 2018 be ended without notice?",
        "What was the largest deposit in 2019, and what was it in 2024?",
        "Until 2019, how much could be asked for?",
        "largest deposit in 2019",
        "Can I get back the rent for my flat in 2019?",
    ],
)
def test_a_time_that_may_be_that_of_the_law_is_named_and_not_used(question: str) -> None:
    read = asked(question)
    assert read.as_at is None
    assert read.date is not None
    assert read.date.sure is False
    assert "2019" in read.date.words or "2018" in read.date.words


def test_the_words_that_name_the_date_are_those_of_the_question() -> None:
    read = asked("What did s 14 of the Residential Tenancies Act say (as at 2020)?")
    assert read.date is not None
    assert read.date.words == "as at 2020"
    assert [one.targets for one in read.references] == [("urn:lex:xm:act-2019-11:14",)]


def test_the_law_before_a_change_is_that_of_the_day_before_it() -> None:
    question = "What did s 14 of the Residential Tenancies Act say before the 2024 amendment?"
    changed = (date(2019, 7, 1), date(2024, 4, 1))
    assert asked(question, changed).as_at == date(2024, 3, 31)
    assert asked(question, (date(2019, 7, 1),)).as_at == date(2023, 12, 31)
    of_none = "How large could a deposit be before the 2024 amendment?"
    assert asked(of_none, changed).as_at == date(2023, 12, 31)


def test_the_change_of_a_part_of_regulations_is_found_by_its_section() -> None:
    question = "What did 12 CFR 1005.16 require before the 2013 amendment?"
    assert asked(question, (date(2013, 3, 26),)).as_at == date(2013, 3, 25)


def test_a_question_at_the_end_of_a_long_story_has_its_date() -> None:
    story = "My landlord and I have not been on good terms for a long time. " * 9
    assert asked(f"{story}What was the largest deposit in 2020?").as_at == date(2020, 12, 31)


def test_files_have_no_date_that_only_the_tense_tells() -> None:
    read = understand("What was the rent in September 2024?", TITLES, today=TODAY)
    assert (read.as_at, read.date) == (None, None)
