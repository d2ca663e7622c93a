"""Every example of every file of usual names, and what such a name never does."""

from __future__ import annotations

import pytest

from pincite.citations.reading import Locale
from pincite.citations.understand import understand
from pincite.citations.works.titled import NameSort, TitledWork
from pincite.citations.works.titles import WorkTitles
from pincite.citations.works.usual import UsualNames, usual_names
from pincite.model import Urn


def _held(names: UsualNames) -> WorkTitles:
    """A library of all works that have a usual name, under their titles."""
    works: dict[str, TitledWork] = {}
    for usual in names.works:
        urn = usual.urn
        # An act that is part of a code is held where the code's title is.
        parts = Urn.parse(urn).path
        if names.language == "en" and parts:
            urn = ":".join(urn.split(":")[: 5 if ":dccode:" in urn else 4])
        _, _, last = urn.rpartition(":")
        number, _, year = last.partition("-") if names.language == "is" else ("", "", "")
        title = usual.title if urn == usual.urn else urn
        works[urn] = TitledWork(urn, title, names.jurisdiction, names.language, "act", number, year)
    return WorkTitles(works.values())


_EXAMPLES = [
    pytest.param(names, asks, means, id=f"{names.jurisdiction}-{asks}")
    for names in usual_names().values()
    for asks, means in names.examples
]


@pytest.mark.parametrize(("names", "asks", "means"), _EXAMPLES)
def test_every_example_means_its_work(names: UsualNames, asks: str, means: tuple[str, ...]) -> None:
    understood = understand(asks, _held(names), Locale(names.jurisdiction, names.language))
    assert [reference.answer for reference in understood.references] == [means]
    assert understood.rest == ""


@pytest.mark.parametrize("names", usual_names().values(), ids=lambda names: names.jurisdiction)
def test_no_work_is_listed_twice_and_each_has_a_name(names: UsualNames) -> None:
    urns = [work.urn for work in names.works]
    assert len(urns) == len(set(urns))
    assert [work.urn for work in names.works if not work.names] == []
    assert bool(names.examples) is bool(names.works)
    assert all(place.names for place in names.places)


def test_an_abbreviation_of_two_laws_means_neither_until_the_place_tells() -> None:
    titles = _held(usual_names()["is"])
    [alone] = understand("sml.", titles, Locale("is", "is")).references
    assert alone.answer == ()
    assert {one.targets for one in alone.candidates} == {
        ("urn:lex:is:7-1936",),
        ("urn:lex:is:88-2008",),
    }


def test_letters_are_a_name_only_in_capitals() -> None:
    titles = _held(usual_names()["zw"])
    assert understand("MOPA", titles).references
    assert not understand("mopa", titles).references


def test_a_usual_name_is_not_looked_for_in_texts() -> None:
    titles = _held(usual_names()["zw"])
    assert titles.exact("Criminal Code")[0].sort is NameSort.USUAL
    assert titles.spans("Under the Criminal Code he is liable.") == []


def test_the_title_of_a_work_goes_before_the_usual_name_of_another() -> None:
    works = [
        TitledWork(
            "urn:lex:zw:act-2019-4", "Companies and Other Business Entities Act, 2019", "zw"
        ),
        TitledWork("urn:lex:zw:act-1951-47", "Companies Act", "zw"),
    ]
    titles = WorkTitles(works)
    assert [named.work.urn for named in titles.exact("Companies Act")] == ["urn:lex:zw:act-1951-47"]
    assert [named.work.urn for named in WorkTitles(works[:1]).exact("Companies Act")] == [
        "urn:lex:zw:act-2019-4"
    ]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Lög um hlutafélög", "hlutafélagalög"),
        ("Lög um virðisaukaskatt", "virðisaukaskattslögin"),
        ("Lög um lögmenn", "lögmannalögum"),
        ("Lög um gjaldþrotaskipti o.fl.", "gjaldþrotaskiptalaga"),
        ("Lög um velferð dýra", "dýravelferðarlög"),
    ],
)
def test_an_icelandic_law_goes_by_the_compound_of_what_it_is_about(title: str, name: str) -> None:
    titles = WorkTitles([TitledWork("urn:lex:is:1-2001", title, "is", "is", "act", "1", "2001")])
    assert [named.work.urn for named in titles.exact(name)] == ["urn:lex:is:1-2001"]


def test_a_compound_of_two_laws_means_neither() -> None:
    titles = WorkTitles(
        [
            TitledWork("urn:lex:is:1-2001", "Lög um brunavarnir", "is", "is", "act", "1", "2001"),
            TitledWork("urn:lex:is:2-2002", "Lög um brunavarnir", "is", "is", "act", "2", "2002"),
        ]
    )
    assert titles.exact("brunavarnalög") == []
