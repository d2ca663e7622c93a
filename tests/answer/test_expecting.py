"""What a question expects of its answer."""

from __future__ import annotations

import pytest

from pincite.answer.expectations import (
    Quantity,
    alternatives,
    asks,
    clause_name,
    quantity,
    searches,
    states,
)
from pincite.answer.names import elsewhere, names
from pincite.citations.understand import Understanding
from pincite.search.understand import AskedQuestion, asked
from pincite.text.numbers import numbers


def question(text: str, law_in: str = "en") -> AskedQuestion:
    return asked(
        text, law_in=law_in, vocabulary={}, cited=Understanding((), None, False, ""), expansion=None
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("How many days of leave do I get?", Quantity(False, False, days=True)),
        ("How long can they hold me?", Quantity(False, False)),
        ("How many hours may I be held?", Quantity(False, False)),
        ("Hversu marga daga fæ ég?", Quantity(False, False, days=True)),
        ("Hve marga mánuði stendur það?", Quantity(False, False, days=True)),
        ("What is the maximum fine for speeding?", Quantity(False, True)),
        ("How much does it cost to register a company?", Quantity(True, False)),
        ("Hvað kostar að stofna félag?", Quantity(True, False)),
        ("Hvað má vera mikið áfengi í blóðinu?", Quantity(False, False)),
        ("hvad ma vera mikid afengi i blodinu", Quantity(False, False)),
        ("Hversu lengi gildir leyfið?", Quantity(False, False)),
        ("May the owner enter my home?", None),
        ("Má ég tala í símann?", None),
    ],
)
def test_a_quantity_is_asked_for(text: str, wanted: Quantity | None) -> None:
    assert quantity(text) == wanted


@pytest.mark.parametrize(
    ("law", "stated"),
    [
        ("An employee is entitled to ninety days of leave.", True),
        ("An employee is entitled to leave under section 14.", False),
        ("Skv. 2. mgr. 14. gr. laga nr. 33/1944.", False),
        ("(3) A worker has a right to leave.", False),
        ("Whoever recruits men is liable to imprisonment for two years.", False),
    ],
)
def test_an_address_or_a_penalty_is_not_the_number_that_was_asked_for(
    law: str, stated: bool
) -> None:
    assert states(law, Quantity(money=False, penalty=False)) is stated


@pytest.mark.parametrize(
    ("law", "stated"),
    [
        ("Leave of ninety-eight days is granted.", True),
        ("Notice of not less than three calendar months’ is given.", True),
        ("It lasts for thirty (30) days.", True),
        ("Orlof er 30 virkir dagar á ári.", True),
        ("Leyfið gildir í sex mánuði.", True),
        ("Each working day she is granted one hour or two half-hour periods.", False),
        ("There are three members of the board.", False),
    ],
)
def test_days_were_asked_for_and_hours_are_none(law: str, stated: bool) -> None:
    assert states(law, Quantity(money=False, penalty=False, days=True)) is stated


def test_a_penalty_is_what_was_asked_for_where_it_was() -> None:
    law = "Whoever recruits men is liable to imprisonment for two years."
    assert states(law, Quantity(money=False, penalty=True))
    assert not states("Within two years.", Quantity(money=True, penalty=False))
    assert states("A fee of 5,000 kr. is paid.", Quantity(money=True, penalty=False))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("How long is leave in South Africa?", ["South Africa"]),
        ("What is the fine on the Harare-Bulawayo road?", ["Harare-Bulawayo"]),
        ("Who won the case that Anna Jónsdóttir brought?", ["Anna Jónsdóttir"]),
        ("May the owner enter my home in May?", []),
        ("Is it allowed in Iceland? Who says so?", []),
        ("Most Favored Nation", []),
        ("I asked. They said no.", []),
        ("I was dismissed; Does the law allow it?", []),
        ("He owes me US$600, or USD 600?", []),
        ("May Boyd 2 be opened by Mr Lund?", ["Boyd", "Lund"]),
    ],
)
def test_names_are_written_with_a_capital_inside_a_sentence(text: str, found: list[str]) -> None:
    assert [one.written for one in names(question(text), ["is"])] == found


@pytest.mark.parametrize(
    ("text", "home", "found"),
    [
        ("How long is leave in South Africa?", "zw", "South Africa"),
        ("how long is leave in the united kingdom", "zw", "united kingdom"),
        ("Hver er hámarkshraði í Þýskalandi?", "is", "Þýskalandi"),
        ("hvernig sækir maður um kort í bandaríkjunum?", "is", "bandaríkjunum"),
        ("What is Norway's rule on dogs?", "is", "Norway's"),
        ("Under the Zambian Employment Code, how long is leave?", "zw", "Zambian Employment Code"),
        ("Skv. þýskum lögum, hvað er orlof langt?", "is", "þýskum lögum"),
        ("May a Zambian drive here?", "zw", None),
        ("May I pay in South African rand?", "zw", None),
        ("How long is leave in South Africa?", "za-eth", None),
        ("How long is leave in South Africa and in Zimbabwe?", "zw", None),
        ("Must a man from Norway register?", "is", None),
        ("I was born in Norway. Must I register?", "is", None),
        ("Is it allowed in Washington?", "us", None),
        ("Give it to us in writing?", "zw", None),
        ("Is it allowed in Norway?", "", None),
    ],
)
def test_another_country_is_asked_for_however_it_is_written(
    text: str, home: str, found: str | None
) -> None:
    there = elsewhere(question(text), [home])
    assert (there.written if there else None) == found


def test_a_statement_is_no_question_and_a_heading_is_a_search() -> None:
    assert asks(question("Is that allowed?"))
    assert asks(question("má ég fara"))
    assert not asks(
        question("The Court held that the statute is void for vagueness, and remanded it.")
    )
    assert searches(question("Governing Law"))
    assert not searches(question("Is it legal?"))
    assert not searches(question("what is the penalty"))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("one hundred and twenty days", {"120"}),
        ("twenty-one years", {"21"}),
        ("two and three", {"2", "3"}),
        ("tuttugu og einn dagur", {"21"}),
        ("tvö hundruð og fimmtíu þúsund", {"250000"}),
        ("1.500 kr.", {"1500", "1.500"}),
        ("1,234,567", {"1234567", "1.234.567"}),
        ("12,5%", {"12.5"}),
        ("none", set()),
    ],
)
def test_numbers_are_read_in_figures_and_in_words(text: str, read: set[str]) -> None:
    assert {reading for one in numbers(text) for reading in one.readings} == read


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Source Code Escrow", ["source", "code", "escrow"]),
        ("Is there a non-compete clause in this agreement?", ["non", "compete"]),
        ("When was the deposit paid?", []),
        ("What does the contract say?", []),
    ],
)
def test_a_clause_may_be_asked_for_by_its_name(text: str, named: list[str]) -> None:
    asked_for = question(text)
    assert [asked_for.words[at].form for at in clause_name(asked_for)] == named


def test_of_alternatives_any_will_do() -> None:
    assert alternatives(question("Irrevocable or Perpetual License"))
    assert alternatives(question("Revenue/Profit Sharing"))
    assert not alternatives(question("Audit Rights"))
