from __future__ import annotations

from collections.abc import Callable

import pytest

from citations.by_hand import marked
from growth import assert_linear
from pincite.citations.treatment import treatment, treatments

A = "⟦case|Adler v. Nix, 3 F.3d 30 (1993)⟧"
B = "⟦case|Brill v. Knox, 4 F.3d 40 (1994)⟧"
NAME = "⟦name|Adler⟧"


def treated(text: str) -> list[str]:
    reading, mentions = marked(text)
    found = treatments(reading, mentions)
    assert found == [treatment(reading, mention) for mention in mentions]
    return found


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        ("overruled by", "overruled", "overrules"),
        ("overruled on other grounds by", "overruled", "overrules"),
        ("rev'd,", "reversed", "reverses"),
        ("aff’d,", "affirmed", "affirms"),
        ("aff'd sub nom.", "affirmed", "affirms"),
        ("affirmed,", "affirmed", "affirms"),
        ("overruled,", "overruled", "overrules"),
        ("vacated and remanded,", "vacated", "vacates"),
        ("abrogated by", "abrogated", "abrogates"),
        ("superseded by statute as stated in", "superseded", "supersedes"),
        ("cert. denied,", "cert-denied", "denies-cert"),
        ("questioned in", "questioned", "questions"),
        ("reaffirmed in", "reaffirmed", "reaffirms"),
    ],
)
def test_what_one_case_does_to_the_one_before(words: str, first: str, second: str):
    assert treated(f"See {A}, {words} {B}.") == [first, second]


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("We overrule {}.", "overruled"),
        ("In 1994 the court expressly overruled {}.", "overruled"),
        ("It so held, distinguishing {}.", "distinguished"),
        ("We decline to follow {}.", "declined"),
        ("The court refused to extend {}.", "declined"),
        ("It did so (quoting {}).", "quoted"),
        ("The court, applying {}, affirmed.", "applied"),
        ("It reversed, rev'g {}.", "reversed"),
        ("But {} is distinguishable.", "distinguished"),
        ("And {} has been overruled.", "overruled"),
        ("We overrule our decision in {}.", "overruled"),
        ("{}, is overruled.", "overruled"),
        ("It is time to say so: {}, is overruled.", "overruled"),
    ],
)
def test_what_is_done_to_a_case(words: str, label: str):
    assert treated(words.format(A)) == [label]


def test_a_case_called_by_name_does_something_to_another():
    assert treated(f"So {NAME} overruled {B}.") == ["overrules", "overruled"]


@pytest.mark.parametrize(
    "words",
    [
        "We do not overrule {}.",
        "We need not overrule {}.",
        "Nobody asked us to overrule {}.",
        "I would overrule {}.",
        "{} has not been overruled.",
        "Neither Meyer nor {} has been overruled.",
        "There is no case for overruling {}.",
        "We reject the narrower suggestion that we overrule {}.",
        "Appellants urge that we overrule {}.",
        "It would require that the Court expressly overrule {}.",
        "We shall either overrule {} or return to it.",
        "It is a step towards overruling {}.",
        "By overruling {}, we would free ourselves to draw a line.",
        "Overruling {} would help nobody.",
        "It refrained from mechanically applying {}.",
        "The reasons are explained in {}.",
        "The principle was applied in {}.",
        "See {}.",
        "{}, is not overruled.",
        "We granted certiorari, {}, vacated the judgment, and remanded.",
        "The decision that followed {}, is overruled.",
    ],
)
def test_what_is_not_done_or_only_spoken_of_is_no_treatment(words: str):
    assert treated(words.format(A)) == [""]


def test_a_court_that_affirmed_did_so_in_the_case_cited():
    assert treated(f"The District Court affirmed, {A}.") == ["affirms"]


def test_laws_are_not_distinguished():
    assert treated("The Court applied ⟦law urn:lex:us:42usc:1983|42 U.S.C. § 1983⟧.") == [""]


@pytest.mark.parametrize("unit", ["overruled by ", "we overrule ", f"{A}, ", f"{A} (", "aff'd, "])
def test_time_grows_with_the_text(unit: str):
    def work(count: int) -> Callable[[], object]:
        reading, mentions = marked(unit * count)
        return lambda: treatments(reading, mentions)

    assert_linear(work, 400, 1600)
