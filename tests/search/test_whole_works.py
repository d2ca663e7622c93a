"""A law named whole is shown as its card; a range gives each provision; a work named with a subject
is searched alone; a law that is not held is named and nothing stands in for it."""

from __future__ import annotations

from datetime import date

import pytest

from pincite.errors import NotFound
from pincite.library import Library
from pincite.search.response import Response

TENANCIES = "urn:lex:xm:act-2019-11"
CREDIT = "urn:lex:xm:act-2016-9"
CONSTITUTION = "urn:lex:xm:act-2009-constitution"
SKERJALAND = "urn:lex:is:901-2021"


def units(found: Response) -> list[str]:
    """The sections of the results, each once."""
    return list(dict.fromkeys(hit.law.unit_urn for hit in found.results if hit.law))


# Whole works.


@pytest.mark.parametrize(
    ("question", "work"),
    [
        ("Residential Tenancies Act", TENANCIES),
        ("the residential tenancies act", TENANCIES),
        ("Residential Tenancies Act [Chapter 20:14]", TENANCIES),
        ("what is the Residential Tenancies Act?", TENANCIES),
        ("show me the full text of the Residential Tenancies Act", TENANCIES),
        ("Chapter 14:23", CREDIT),
        ("Act 11 of 2019", TENANCIES),
        ("SI 112 of 2020", "urn:lex:xm:act.si-2020-112"),
        ("the Constitution", CONSTITUTION),
        ("Constitution of the Republic of Marchmere", CONSTITUTION),
        ("901/2021", SKERJALAND),
        ("lög nr. 901/2021", SKERJALAND),
        ("lögum um leigu íbúða á Skerjalandi", SKERJALAND),
        (TENANCIES, TENANCIES),
    ],
)
def test_a_law_named_whole_gives_its_card_and_no_passage_is_guessed(
    law: Library, question: str, work: str
) -> None:
    found = law.search(question)
    assert found.card is not None
    assert found.card.urn == work
    assert found.results == ()
    assert found.clarify is None
    assert found.not_held == ()


def test_a_card_says_what_the_law_is_and_what_it_holds(law: Library) -> None:
    card = law.card("Residential Tenancies Act")
    assert card.title == "Residential Tenancies Act [Chapter 20:14]"
    assert (card.number, card.year, card.chapter) == ("11", "2019", "20:14")
    assert card.valid_from == date(2024, 4, 1)
    assert [held.valid_from for held in card.held] == [date(2019, 7, 1), date(2024, 4, 1)]
    assert [part.heading for part in card.contents][:2] == ["PRELIMINARY", "THE TENANCY AGREEMENT"]
    assert card.contents_total == len(card.contents)
    assert card.opening is not None
    stored, _ = law.place(card.urn)
    assert law.store.text(stored.key, card.opening.start, card.opening.end) == card.opening.text


def test_a_card_is_of_the_day_that_was_asked(law: Library) -> None:
    card = law.search("Residential Tenancies Act", at="2020-01-01").card
    assert card is not None
    assert (card.valid_from, card.valid_to) == (date(2019, 7, 1), date(2024, 4, 1))
    before = law.search("Residential Tenancies Act", at="1990-01-01")
    assert before.card is None
    assert before.not_held == ("Residential Tenancies Act",)


def test_a_card_names_what_amended_the_law_where_the_source_says_so(law: Library) -> None:
    assert law.card("901/2021").amended_by == ("L. 914/2022",)
    assert "Act 6 of 2024" in law.card("Residential Tenancies Act").amended_by
    assert law.card("Constitution").amended_by == ()


def test_a_card_of_a_section_is_not_made(law: Library) -> None:
    with pytest.raises(NotFound, match="section"):
        law.card("s 12 of the Residential Tenancies Act")


# Ranges.


@pytest.mark.parametrize(
    ("question", "sections"),
    [
        ("ss 12-14 Residential Tenancies Act", ["12", "12A", "13", "14"]),
        ("sections 12 to 14 of the Residential Tenancies Act", ["12", "12A", "13", "14"]),
        ("Residential Tenancies Act ss. 12–14", ["12", "12A", "13", "14"]),
        ("ss 9, 12 and 15 of the Residential Tenancies Act", ["9", "12", "15"]),
    ],
)
def test_a_range_gives_each_of_its_sections_in_order(
    law: Library, question: str, sections: list[str]
) -> None:
    found = law.search(question, at="2024-06-01")
    assert units(found)[: len(sections)] == [f"{TENANCIES}:{section}" for section in sections]


@pytest.mark.parametrize(
    "question",
    ["9.-11. gr. laga nr. 901/2021", "gr. 9-11 í lögum nr. 901/2021", "9. gr. – 11. gr. 901/2021"],
)
def test_a_range_of_icelandic_articles_gives_each_of_them(law: Library, question: str) -> None:
    wanted = [f"{SKERJALAND}:{article}" for article in ("9", "9a", "10", "11")]
    assert units(law.search(question))[:4] == wanted


def test_a_range_is_shown_whole(law: Library) -> None:
    shown = law.show_all("ss 12-14 Residential Tenancies Act", at="2024-06-01")
    assert [provision.node.num for provision in shown] == ["12.", "12A.", "13.", "14."]
    assert [provision.node.urn for provision in law.show_all("901/2021 9. gr.")] == [
        f"{SKERJALAND}:9"
    ]


def test_what_takes_one_provision_names_those_of_a_range(law: Library) -> None:
    with pytest.raises(NotFound, match="4 provisions") as raised:
        law.tree("ss 12-14 Residential Tenancies Act", at="2024-06-01")
    assert f"{TENANCIES}:12A" in raised.value.message


def test_a_long_range_is_given_whole_where_no_limit_was_set(law: Library) -> None:
    found = law.search("ss 1-20 Residential Tenancies Act", at="2024-06-01")
    assert len(units(found)) >= 20


# A work and a subject.


def test_the_constitution_is_searched_for_the_subject_alone(law: Library) -> None:
    found = law.search("what does the Constitution say about privacy")
    assert found.within == "Constitution of the Republic of Marchmere"
    assert units(found)[0] == f"{CONSTITUTION}:7"
    assert all(unit.startswith(f"{CONSTITUTION}:") for unit in units(found))


def test_an_act_named_with_a_subject_is_searched_alone(law: Library) -> None:
    found = law.search("the Residential Tenancies Act on entry by the owner", at="2024-06-01")
    assert found.within == "Residential Tenancies Act [Chapter 20:14]"
    assert units(found)[0] == f"{TENANCIES}:12"
    assert {unit.split(":")[3] for unit in units(found)} == {"act-2019-11"}


def test_what_a_filter_says_is_not_widened_by_a_work_that_is_named(law: Library) -> None:
    found = law.search("the Constitution on privacy", within=f"{TENANCIES}:12")
    assert all(unit.startswith(f"{TENANCIES}:12") for unit in units(found))


def test_a_question_that_names_no_work_is_searched_everywhere(law: Library) -> None:
    found = law.search("how large may a deposit be", limit=30)
    assert found.within == ""
    assert len({unit.split(":")[3] for unit in units(found)}) > 1


# What is not held.


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("section 5 of the Dog Licensing Act", "section 5 of the Dog Licensing Act"),
        ("the Arms Trade Act 2019 and export licences", "Arms Trade Act 2019"),
        ("What does the Road Traffic Act say about speed?", "Road Traffic Act"),
        ("Industrial Relations Act [Chapter 28:01]", "Industrial Relations Act [Chapter 28:01]"),
        ("lög nr. 5/2019", "lög nr. 5/2019"),
        ("lög um hundahald", "lög um hundahald"),
    ],
)
def test_a_law_that_is_not_held_is_named(law: Library, question: str, name: str) -> None:
    found = law.search(question)
    assert found.not_held == (name,)
    assert found.card is None


@pytest.mark.parametrize(
    "question",
    [
        "does the law protect a tenant",
        "the act of buying a house",
        "is that an unlawful act",
        "An Illegal Act By The Owner",
        "what does the Act say about rent",
        "hvaða lög gilda um leigu íbúða",
    ],
)
def test_plain_words_name_no_law(law: Library, question: str) -> None:
    assert law.search(question).not_held == ()
