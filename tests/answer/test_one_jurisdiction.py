"""An answer is from one jurisdiction, and says which others speak of it too; what nobody can tell
is asked back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pincite.answer.records import Kind
from pincite.answer.reply import Reply
from pincite.errors import NotFound
from pincite.indexes.records import Filters
from pincite.library import Library, create
from pincite.settings import Settings
from pincite.surfaces.cli.answer_display import reply_text

QUESTION = "How many days of notice must a landlord give before entering a dwelling?"
_DAYS = {"zw:act-2001-1": "three", "za:act-2002-2": "five", "zw-har:bylaw-2003-3": "two"}
_THINGS = (
    "lamps",
    "buoys",
    "harbours",
    "ferries",
    "cattle",
    "bridges",
    "wells",
    "markets",
    "mills",
)
_MORE = "".join(
    f"{at}. Of {thing}\n\nThe Minister may make regulations for the upkeep of {thing}.\n\n"
    for at, thing in enumerate(_THINGS, 2)
)


@pytest.fixture(scope="module")
def countries(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """An act of Zimbabwe, a by-law of its capital, and an act of South Africa."""
    root = tmp_path_factory.mktemp("countries")
    with create(root / "law", settings=Settings(models=root / "no-models", workers=1)) as made:
        for urn, days in _DAYS.items():
            year, number = urn.split("-")[-2:]
            (root / f"{number}.txt").write_text(
                f"---\ntitle: Dwellings Act {number}\nurn: urn:lex:{urn}\nnumber: {number}\n"
                f"year: {year}\ndate: {year}-06-01\n---\n1. Entry by the landlord\n\nA landlord"
                f" must give {days} days of notice before entering a dwelling.\n\n{_MORE}",
                encoding="utf-8",
            )
            made.ingest(root / f"{number}.txt", reader_name="plain", version=f"v{number}",
                        collection=f"c{number}")  # fmt: skip
        yield made


def _of(reply: Reply) -> set[str]:
    assert reply.answer is not None, reply.refusal
    return {citation.urn.split(":")[2] for citation in reply.answer.citations}


def test_an_answer_is_from_one_jurisdiction_and_offers_the_others(countries: Library) -> None:
    reply = countries.ask(QUESTION)
    families = {code.partition("-")[0] for code in _of(reply)}
    assert len(families) == 1
    [other] = {"zw", "za"} - families
    assert {code.partition("-")[0] for code in reply.other_jurisdictions} == {other}
    assert reply.as_dict()["other_jurisdictions"] == list(reply.other_jurisdictions)
    told = " ".join(reply_text(reply).split())
    assert "There is also law on this from" in told
    assert f"Ask with --jurisdiction {reply.other_jurisdictions[0]}." in told


def test_a_jurisdiction_that_is_given_is_the_only_one(countries: Library) -> None:
    for code in ("zw", "za"):
        reply = countries.ask(QUESTION, jurisdiction=(code,))
        assert {one.partition("-")[0] for one in _of(reply)} == {code}
        assert reply.other_jurisdictions == ()


def test_a_city_may_be_asked_alone_and_its_country_has_it(countries: Library) -> None:
    assert _of(countries.ask(QUESTION, jurisdiction=("zw-har",))) == {"zw-har"}
    assert _of(countries.ask(QUESTION, jurisdiction=("zw",))) == {"zw", "zw-har"}


def test_a_country_that_the_question_names_is_the_one_that_answers(countries: Library) -> None:
    for code, name in (("zw", "Zimbabwe"), ("za", "South Africa")):
        reply = countries.ask(f"{QUESTION[:-1]} in {name}?")
        assert {one.partition("-")[0] for one in _of(reply)} == {code}
        assert reply.other_jurisdictions == ()


def test_an_unknown_jurisdiction_is_told_with_those_that_are_held(countries: Library) -> None:
    with pytest.raises(NotFound) as asked:
        countries.ask(QUESTION, jurisdiction=("zz",))
    with pytest.raises(NotFound) as searched:
        countries.search(QUESTION, filters=Filters(jurisdiction=("zz",)))
    for told in (asked.value, searched.value):
        assert "'zz'" in told.message
        assert "za, zw, zw-har" in told.hint


def test_a_place_in_no_work_is_asked_back(law: Library) -> None:
    reply = law.ask("section 5")
    assert reply.refusal is not None, reply.answer
    assert reply.refusal.kind is Kind.AMBIGUOUS
    assert reply.refusal.clarify is not None
    assert len(reply.refusal.clarify.options) > 1


@pytest.mark.parametrize("question", ["rent", "the rent", "Rent?"])
def test_one_word_is_asked_back_with_what_comes_close(law: Library, question: str) -> None:
    reply = law.ask(question)
    assert reply.refusal is not None, reply.answer
    assert reply.refusal.kind is Kind.AMBIGUOUS
    assert reply.refusal.clarify is not None
    assert reply.refusal.clarify.question == "What do you want to know about “rent”?"
    assert reply.refusal.closest


def test_a_word_that_nothing_mentions_is_not_asked_back(law: Library) -> None:
    reply = law.ask("zebra")
    assert reply.refusal is not None
    assert reply.refusal.kind is Kind.NO_DATA
    assert reply.refusal.clarify is None


def test_a_few_words_are_looked_for(law: Library) -> None:
    assert law.ask("notice period").answer is not None
