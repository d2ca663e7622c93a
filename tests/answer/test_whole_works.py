"""Questions that name a law whole, a range, a work with a subject, or a law that is not held."""

from __future__ import annotations

import pytest

from pincite.answer.records import Kind
from pincite.library import Library

TENANCIES = "urn:lex:xm:act-2019-11"


def test_a_law_named_whole_is_answered_with_its_facts_and_its_opening_words(law: Library) -> None:
    reply = law.ask("Residential Tenancies Act")
    assert reply.answer is not None, reply.refusal
    assert reply.card is not None
    assert reply.card.urn == TENANCIES
    [point] = reply.answer.points
    assert "Residential Tenancies Act [Chapter 20:14]" in point.text
    assert "Act 11 of 2019" in point.text
    [cited] = reply.answer.citations
    assert cited.quote == reply.card.opening.text  # pyright: ignore[reportOptionalMemberAccess]
    stored, _ = law.place(TENANCIES)
    assert law.store.text(stored.key, *cited.spans[0]) == cited.quote
    assert (reply.verification.quotes, reply.verification.checked) == (1, 1)


def test_an_icelandic_law_named_whole_is_answered_in_icelandic(law: Library) -> None:
    reply = law.ask("lög nr. 901/2021")
    assert reply.answer is not None, reply.refusal
    assert reply.language == "is"
    assert "nr. 901/2021" in reply.answer.points[0].text


def test_a_range_is_answered_section_by_section(law: Library) -> None:
    reply = law.ask("ss 12-14 Residential Tenancies Act", at="2024-06-01")
    assert reply.answer is not None, reply.refusal
    cited = [citation.unit_urn for citation in reply.answer.citations if citation.role == "rule"]
    wanted = [f"{TENANCIES}:{section}" for section in ("12", "12A", "13", "14")]
    assert list(dict.fromkeys(cited)) == wanted


def test_an_answer_says_within_which_work_it_was_searched(law: Library) -> None:
    reply = law.ask("What does the Constitution say about privacy?")
    assert reply.answer is not None, reply.refusal
    assert reply.within == "Constitution of the Republic of Marchmere"
    assert reply.answer.citations[0].urn.startswith("urn:lex:xm:act-2009-constitution:7")


def test_a_work_that_says_nothing_of_the_subject_is_not_replaced_by_another(law: Library) -> None:
    reply = law.ask("What does the Constitution say about the comparison rate of a loan?")
    assert reply.refusal is not None, reply.answer
    assert reply.refusal.kind is Kind.NO_DATA
    assert "Constitution of the Republic of Marchmere" in reply.refusal.reason


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("section 5 of the Dog Licensing Act", "Dog Licensing Act"),
        ("What must I show under the Arms Trade Act 2019 to be licensed?", "Arms Trade Act 2019"),
        ("lög um hundahald", "lög um hundahald"),
        ("lög nr. 32/1978 um hlutafélög", "32/1978"),
    ],
)
def test_a_law_that_is_not_held_is_refused_by_its_name(
    law: Library, question: str, name: str
) -> None:
    reply = law.ask(question)
    assert reply.refusal is not None, reply.answer
    assert reply.refusal.kind is Kind.NO_DATA
    assert name in reply.refusal.reason


def test_a_refusal_of_a_few_words_says_what_was_looked_for(law: Library) -> None:
    reply = law.ask("Zyxomma")
    assert reply.refusal is not None
    assert "Zyxomma" in reply.refusal.reason


def test_a_law_of_another_country_is_not_that_of_this_one(law: Library) -> None:
    reply = law.ask("the Danish constitution")
    assert reply.refusal is not None, reply.answer
    assert "Danish constitution" in reply.refusal.reason
