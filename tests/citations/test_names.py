from __future__ import annotations

from collections.abc import Callable

import pytest

from citations.by_hand import marked
from growth import assert_linear
from pincite.citations.cases.called import called
from pincite.citations.reading import CitableText
from pincite.model.mention import Mention

DAUBERT = "⟦case|Daubert v. Merrell Dow Pharms., Inc., 509 U.S. 579 (1993)⟧"
LEON = "⟦case|United States v. Leon, 468 U.S. 897 (1984)⟧"
BROWN = "⟦case|Brown v. Board of Education, 347 U.S. 483 (1954)⟧"


def names(text: str) -> list[str]:
    reading, mentions = marked(text)
    return [_words(reading, one) for one in called(reading, mentions)]


def _words(reading: CitableText, mention: Mention) -> str:
    return reading.text[mention.start : mention.end]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("In Daubert, the Court spoke.", "Daubert"),
        ("Daubert's test is strict.", "Daubert"),
        ("Courts follow the Daubert standard.", "Daubert"),
        ("That is so under Daubert.", "Daubert"),
        ("See Daubert at 593.", "Daubert at 593"),
        ("But Daubert v. Merrell Dow is clear.", "Daubert v. Merrell Dow"),
        ("So Daubert II held.", "Daubert II"),
    ],
)
def test_a_case_is_called_by_name_after_it_was_cited(sentence: str, found: str):
    assert names(f"{DAUBERT}. {sentence}") == [found]


def test_never_before_it_was_cited():
    assert names(f"In Daubert, the Court spoke. {DAUBERT}.") == []


def test_the_second_party_names_a_case_whose_first_is_in_too_many():
    assert names(f"{LEON}. In Leon, the United States won.") == ["Leon"]


@pytest.mark.parametrize("party", ["United States", "State", "NLRB", "Board of Education", "Texas"])
def test_a_party_to_many_cases_is_no_name(party: str):
    assert names(f"⟦case|{party} v. Leon, 468 U.S. 897 (1984)⟧. In {party}, it was so.") == []


def test_the_second_party_needs_words_that_say_a_case():
    text = "⟦case|Nobelman v. Homer Bank, 508 U.S. 324 (1993)⟧. "
    assert names(text + "Then Homer Bank closed its doors.") == []
    assert names(text + "See Homer Bank at 332.") == ["Homer Bank at 332"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Mr. Brown left.",
        "Then Justice Brown wrote.",
        "The plaintiff Brown was late.",
        "Brown testified.",
        "Brown University is old.",
        "James Brown sang.",
        "J. Brown sang.",
        "Brown & Sons is a firm.",
        "Then Brown v. Texas came.",
        "The town of Brown is small.",
        "The driver, Brown, was 75.",
        "Smith-Brown won.",
    ],
)
def test_persons_and_longer_names_are_no_cases(sentence: str):
    assert names(f"{BROWN}. {sentence}") == []


def test_a_name_that_is_a_person_too_needs_words_that_say_a_case():
    text = f"{BROWN}. Mr. Brown left. "
    assert names(text + "A car hit Brown.") == []
    assert names(text + "In Brown, the Court spoke.") == ["Brown"]
    assert names(text + "The Brown Court spoke.") == ["Brown"]


KATZ = "⟦case|Katz v. United States, 389 U.S. 347 (1967)⟧"


def test_a_name_is_a_case_until_a_person_of_that_name_is_spoken_of():
    assert names(f"{KATZ}. It binds us after Katz. Officer Katz left.") == ["Katz"]
    assert names(f"{KATZ}. Officer Katz left. Then a car hit Katz.") == []


@pytest.mark.parametrize(
    "sentence", ["Katz asks much.", "Katz turned on privacy.", "That is clear after Katz held so."]
)
def test_what_only_cases_do_says_a_case_beside_a_person(sentence: str):
    assert names(f"{KATZ}. Officer Katz left. {sentence}") == ["Katz"]


def test_a_paragraph_that_meant_the_case_goes_on_meaning_it():
    text = f"{KATZ}. Officer Katz left.\nIn Katz, the Court spoke. Some doubt Katz. "
    assert names(text) == ["Katz", "Katz"]
    assert names(text + "Mr. Katz left. All like Katz.") == ["Katz", "Katz"]


@pytest.mark.parametrize(
    ("party", "spoken"),
    [
        ("Burlington N. & Santa Fe Ry. Co.", "Burlington Northern"),
        ("S. Pac. Co.", "Southern Pacific"),
        ("Nat'l Fed'n of Indep. Bus.", "National Federation"),
        ("Bd. of Regents of State Colls.", "Board of Regents"),
        ("Sw. Bell Tel. Co.", "Southwestern Bell"),
    ],
)
def test_a_party_cut_down_is_called_as_it_is_spoken(party: str, spoken: str):
    text = f"⟦case|{party} v. Leon, 468 U.S. 897 (1984)⟧. Under {spoken}, it is so."
    assert names(text) == [spoken]


def test_a_party_of_the_texts_own_caption_is_a_person():
    assert names(f"BROWN v. STATE. Argued May 4. {BROWN}. A car hit Brown.") == []


def test_a_plain_word_is_a_case_only_where_the_words_say_so():
    text = "⟦case|Price v. Waterhouse, 490 U.S. 228 (1989)⟧. The price was high. "
    assert names(text + "Price went up.") == []
    assert names(text + "The holding of Price is clear.") == ["Price"]


def test_a_name_inside_another_mention_is_not_called():
    assert names(f"{DAUBERT}. ⟦short|Daubert, 509 U.S. at 593⟧.") == []


def test_a_cut_down_name_is_called_in_full():
    text = "⟦case|Atl. Marine Constr. Co. v. U.S. Dist. Ct., 571 U.S. 49 (2013)⟧. "
    assert names(text + "Atlantic Marine gives it no weight.") == ["Atlantic Marine"]


def test_a_name_that_the_text_gave_is_called():
    act = "⟦law urn:lex:us:15usc:1692|15 U.S.C. § 1692⟧"
    assert names(f'{act} (the "Act"). Under the Act it is. An Act is an act.') == ["Act"]
    assert names(f"{act} (“FDCPA”). The FDCPA says so.") == ["FDCPA"]


def test_a_board_that_is_defined_beside_a_law_is_no_name_of_the_law():
    law = "⟦law urn:lex:us:29usc:153|29 U.S.C. § 153⟧"
    assert names(f'{law} (hereinafter "the Board"). The Board shall sit.') == []
    assert names(f'{law} creates a board (hereinafter "the Act Board"). The Act Board sits.') == []


def test_the_act_is_the_only_act_that_was_named():
    act = "⟦law urn:lex:zw:act-2006-14|the Domestic Violence Act⟧"
    other = "⟦law urn:lex:zw:act-2007-1|the Labour Act⟧"
    assert names(f"{act} is law. The Act says so.") == ["Act"]
    assert names(f"{act} and {other} are law. The Act says so.") == []
    assert names(f"{act} and the Labour Act are law. The Act says so.") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Brown rented 92 cars to the county.",
        "Her master, one Brown, was paid 126 dollars.",
        "Brown the glazier went home.",
        "The ship Brown sank.",
        "The landlord asked the plumber Brown to come.",
        "Brown was hired in May.",
        "Brown was promptly evicted.",
        "Brown said he was ill.",
        "Brown's car was red.",
        "Brown's claim fails.",
        "Brown was the plaintiff in the case.",
        "Brown sailed for Rio.",
    ],
)
def test_what_persons_do_and_are_is_said_of_no_case(sentence: str):
    assert names(f"{BROWN}. {sentence}") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Brown was a child's case; this is not.",
        "Brown is no authority for that.",
        "Brown has stood for years.",
        "Brown's gloss on equality is old.",
        "Brown's teaching is plain.",
        "Brown transformed the law of schools.",
        "Brown was wrongly decided.",
        "Brown was overruled.",
        "Brown said nothing of buses.",
        "It was long ago. Schools opened. Brown quoted it.",
    ],
)
def test_what_cases_do_and_own_is_said_of_the_case(sentence: str):
    assert names(f"{BROWN}. {sentence}") == ["Brown"]


def test_the_words_that_give_a_name_do_not_call_it():
    act = "⟦law urn:lex:zw:act-2006-14|the Domestic Violence Act⟧"
    assert names(f"{act} (“the Act”) is law.") == []


@pytest.mark.parametrize(
    "unit", [f"{BROWN}. Brown ", "Brown ", "In Brown, ", "[hereinafter ", "v. "]
)
def test_time_grows_with_the_text(unit: str):
    def work(count: int) -> Callable[[], object]:
        reading, mentions = marked(f"{BROWN}. " + unit * count)
        return lambda: called(reading, mentions)

    assert_linear(work, 400, 1600)
