"""What a question cites, as people type it."""

from __future__ import annotations

from datetime import date

import pytest

from citations.known_works import TITLES
from pincite.citations.reading import Locale
from pincite.citations.understand import QueryReference, understand
from pincite.model.mention import CitedKind


def _one(query: str, locale: Locale = Locale()) -> QueryReference:  # noqa: B008 (frozen)
    [reference] = understand(query, TITLES, locale).references
    return reference


@pytest.mark.parametrize(
    ("query", "target"),
    [
        ("lög nr. 7/1936 31. gr.", "is:7-1936:31"),
        ("36. gr. a laga 7/1936", "is:7-1936:36a"),
        ("1936 nr. 7, 36. gr. c", "is:7-1936:36c"),
        ("2. mgr. 26. gr. stjórnsýslulaga", "is:37-1993:26:2"),
        ("27 gr stjornsyslulaga", "is:37-1993:27"),
        ("stjórnsýslulög 27. gr., 1. mgr.", "is:37-1993:27:1"),
        ("27. grein stjórnsýslulaganna, 1. mgr.", "is:37-1993:27:1"),
        ("grein 57 í umferðarlögum", "is:77-2019:57"),
        ("57. gr. i umferdarlogum", "is:77-2019:57"),
        ("7. grein erfðalaganna", "is:8-1962:7"),
        ("umferðarlögin 13. gr.", "is:77-2019:13"),
        ("72. gr. stjórnarskrárinnar", "is:33-1944:72"),
        ("VI. kafli stjórnsýslulaga", "is:37-1993:chap-6"),
        ("33/1944", "is:33-1944"),
        ("95. gr. sakamálalaga", "is:88-2008:95"),
        ("41. gr. fjöleignarhúsalaga", "is:26-1994:41"),
        ("36. gr. samningalaga", "is:7-1936:36"),
        ("s 9 of the Domestic Violence Act", "zw:act-2006-14:9"),
        ("domestic violence act s7(2)(b)", "zw:act-2006-14:7:2:b"),
        ("[Chapter 5:16] s 7", "zw:act-2006-14:7"),
        ("5:16, section 7", "zw:act-2006-14:7"),
        ("labour act 12B(4)", "zw:act-1985-16:12B:4"),
        ("section 62(2) of the Constitution", "zw:act-2013-1:sched-1:62:2"),
        ("SI 96 of 2020 section 5", "zw:act.si-2020-96:5"),
        ("S.I. 96/2020 s 3", "zw:act.si-2020-96:3"),
        ("SI 2020-096, s 3", "zw:act.si-2020-96:3"),
        ("Act 11 of 2018, s 32", "zw:act-2018-11:32"),
        ("section 35 of act no 11 of 2018", "zw:act-2018-11:35"),
        ("Marriages Act 2022 s 5", "zw:act-2022-1:5"),
        ("Marriage Act s 5", "zw:act-1964-81:5"),
        ("urn:lex:zw:act-2006-14:7", "zw:act-2006-14:7"),
        ("/akn/zw/act/1985/16/eng@2016-12-31", "zw:act-1985-16"),
    ],
)
def test_a_reference_is_certain_however_it_is_typed(query: str, target: str) -> None:
    assert _one(query).targets == (f"urn:lex:{target}",)


@pytest.mark.parametrize(
    ("query", "target"),
    [
        ("Mariages Act 2022 s 9", "zw:act-2022-1:9"),
        ("Guardianshp of Minros Act sec. 6", "zw:act-1961-34:6"),
        ("section 12 of the Data Protection Act", "zw:act-2021-5:12"),
        ("Cstomary Marriages Act s 5", "zw:act-1917-5:5"),
        ("57. gr. umfeðrarlaga", "is:77-2019:57"),
    ],
)
def test_a_misspelt_or_partial_name_gives_candidates_the_clear_one_first(
    query: str, target: str
) -> None:
    reference = _one(query)
    assert reference.targets == ()
    assert reference.candidates[0].targets == (f"urn:lex:{target}",)
    assert reference.answer == (f"urn:lex:{target}",)


def test_a_name_of_two_works_gives_both_and_no_answer() -> None:
    reference = _one("Water By-law section 3")
    assert {one.targets[0].split(":")[2] for one in reference.candidates} == {"za-cpt", "za-jhb"}
    assert reference.answer == ()
    here = _one("Water By-law section 3", Locale("za-cpt", "en"))
    assert here.targets == ("urn:lex:za-cpt:act.by-law-2010-water:3",)


def test_a_name_and_a_number_that_disagree_are_settled_by_the_number_only_in_iceland() -> None:
    assert _one("5. gr. laga um fjöleignarhús nr. 59/1976").targets == ("urn:lex:is:59-1976:5",)
    reference = _one("Labour Act [Chapter 5:16] s 7")
    assert {one.targets for one in reference.candidates} == {
        ("urn:lex:zw:act-1985-16:7",),
        ("urn:lex:zw:act-2006-14:7",),
    }
    assert reference.answer == ()


def test_a_place_without_a_work_is_told_and_not_guessed() -> None:
    reference = _one("what does section 14 say")
    assert (reference.kind, reference.targets, reference.candidates) == (CitedKind.UNKNOWN, (), ())


def test_ranges_and_lists_keep_their_ends_and_items() -> None:
    assert _one("ss 12-14 Labour Act").targets == (
        "urn:lex:zw:act-1985-16:12",
        "urn:lex:zw:act-1985-16:14",
    )
    asked = understand("10. og 13. gr. stjórnsýslulaga", TITLES)
    assert [one.targets for one in asked.references] == [
        ("urn:lex:is:37-1993:10",),
        ("urn:lex:is:37-1993:13",),
    ]


def test_the_day_asked_about_and_the_rest_of_the_question_are_told_apart() -> None:
    asked = understand("what does section 7 of the Domestic Violence Act say as at 2015?", TITLES)
    assert (asked.as_at, asked.current) == (date(2015, 12, 31), False)
    assert asked.rest == "what does say ?"
    asked = understand("Labour Act s 12 as of 1 March 2020", TITLES)
    assert asked.as_at == date(2020, 3, 1)
    today = date(2026, 11, 18)
    asked = understand("current Labour Act s 12", TITLES, today=today)
    assert (asked.as_at, asked.current, asked.rest) == (today, True, "")


def test_cases_and_codes_are_understood_too() -> None:
    asked = understand("Daubert v. Merrell Dow, 509 U.S. 579 and 42 U.S.C. § 1983", TITLES)
    assert [one.key for one in asked.references] == ["509 U.S. 579", "urn:lex:us:42usc:1983"]


def test_a_question_that_cites_nothing_has_no_references() -> None:
    asked = understand("can my landlord evict me without notice?", TITLES)
    assert asked.references == ()
    assert asked.rest == "can my landlord evict me without notice?"
