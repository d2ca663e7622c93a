"""American citations as people type them, without signs, dots or capitals."""

from __future__ import annotations

import pytest

from pincite.citations.reading import Locale
from pincite.citations.understand import understand
from pincite.citations.works.titled import TitledWork
from pincite.citations.works.titles import WorkTitles

US = Locale("us", "en")
TYPED = {
    "42 usc 1983": "us:42usc:1983",
    "42usc1983": "us:42usc:1983",
    "42 u.s.c 1983": "us:42usc:1983",
    "usc 42 1983": "us:42usc:1983",
    "title 42 section 1983": "us:42usc:1983",
    "26 usc 501c3": "us:26usc:501:c:3",
    "irc 501c3": "us:26usc:501:c:3",
    "irc 501(c)(3)": "us:26usc:501:c:3",
    "29 cfr 1910.12": "us:29cfr:1910.12",
    "cfr 29 1910.12": "us:29cfr:1910.12",
    "12 cfr part 1026": "us:12cfr:1026",
    "10b5": "us:17cfr:240.10b-5",
    "rule 10b-5": "us:17cfr:240.10b-5",
    "frcp 12(b)(6)": "us:frcp:12:b:6",
    "frcp 12b6": "us:frcp:12:b:6",
    "frcp 12b": "us:frcp:12:b",
    "rule 56 frcp": "us:frcp:56",
    "fed r evid 702": "us:fre:702",
    "fre 403": "us:fre:403",
    "ucc 2-207": "us:ucc:2-207",
    "mpc 2.02": "us:mpc:2.02",
    "ussg 2b1.1": "us:ussg:2B1.1",
    "dc code 16-910.01": "us-dc:dccode:16-910.01",
    "cal civ code 1750": "us-ca:civ:1750",
    "cal penal code 187": "us-ca:penal:187",
    "ny penal law 125.25": "us-ny:penal:125.25",
    "fla stat 812.13": "us-fl:stat:812.13",
    "mass gen laws ch 93a s 9": "us-ma:gl:93A:9",
    "720 ilcs 5/9-1": "us-il:ilcs:720:5:9-1",
    "pub l 111-148": "us:pl-111-148",
    "eo 13769": "us:eo-13769",
    "14th amendment": "us:const:amend-14",
    "fourteenth amendment section 1": "us:const:amend-14:1",
    "us const art 3": "us:const:art-3",
    "article iii": "us:const:art-3",
    "410 us 113": "us:scotus:410-us-113",
    "509 u.s. 579": "us:scotus:509-us-579",
    "gdpr article 6": "eu:reg-2016-679:6",
}


@pytest.mark.parametrize(("query", "urn"), TYPED.items())
def test_a_citation_typed_in_haste_has_its_target(query: str, urn: str) -> None:
    [reference] = understand(query, WorkTitles(), US).references
    assert (reference.text, reference.targets) == (query, (f"urn:lex:{urn}",))


@pytest.mark.parametrize(("query", "urn"), TYPED.items())
def test_the_rest_of_the_question_is_left(query: str, urn: str) -> None:
    understood = understand(f"who is liable under {query}", WorkTitles(), US)
    assert understood.rest == "who is liable under"
    assert [one.targets for one in understood.references] == [(f"urn:lex:{urn}",)]


def test_a_rule_by_its_number_alone_may_be_of_several_rules() -> None:
    for query in ("rule 12b6", "Rule 12(b)(6)"):
        [reference] = understand(query, WorkTitles(), US).references
        urns = [one.targets[0] for one in reference.candidates]
        assert urns[:2] == ["urn:lex:us:frcp:12:b:6", "urn:lex:us:frcrp:12:b:6"]
        assert reference.targets == reference.answer == ()


def test_a_section_of_regulations_without_its_title_is_of_the_part_that_is_held() -> None:
    held = TitledWork(
        "urn:lex:us:12cfr:1026", "Truth in Lending (Regulation Z)", "us", kind="regulation"
    )
    [reference] = understand("cfr 1026.5(a)(1)", WorkTitles([held]), US).references
    assert reference.targets == ("urn:lex:us:12cfr:1026.5:a:1",)


def test_a_question_about_another_country_is_not_read_as_american() -> None:
    held = TitledWork("urn:lex:zw:act-1985-16", "Labour Act", "zw", chapter="28:01")
    understood = understand(
        "first amendment of the Labour Act", WorkTitles([held]), Locale("zw", "en")
    )
    assert [one.targets for one in understood.references] == [("urn:lex:zw:act-1985-16",)]


@pytest.mark.parametrize("query", ["flat 12b6", "room 501c3", "5 us dollars", "in 3 us 12b states"])
def test_other_numbers_are_no_citations(query: str) -> None:
    assert understand(query, WorkTitles(), US).references == ()
