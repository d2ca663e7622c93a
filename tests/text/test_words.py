"""The legal tokenizer, and what words are looked up by."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.languages import language
from pincite.text.words import forms, words, words_among


@pytest.mark.req("C4")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rule 12(b)(6) applies", ["rule", "12(b)(6)", "applies"]),
        ("17 C.F.R. § 240.10b-5", ["17", "c.f.r.", "§", "240.10b-5"]),
        ("Smith v. Jones", ["smith", "v.", "jones"]),
        ("the employer’s duty", ["the", "employer's", "duty"]),
        ("[Chapter 5:16]", ["chapter", "5:16"]),
        ("lög nr. 33/1944, 1. mgr.", ["lög", "nr", "33/1944", "1", "mgr"]),
        ("Þjófnaður og ÆRA", ["þjófnaður", "og", "æra"]),
        ("law\u00adful", ["lawful"]),
        ("🦊 \x00 ‮", []),
        ("", []),
    ],
)
def test_tokens_are_kept_whole(text: str, expected: list[str]) -> None:
    assert forms(text) == expected


@given(st.text())
def test_every_word_slices_back(text: str) -> None:
    found = list(words(text))
    assert [one.form for one in found] == forms(text)
    for one, after in pairwise(found):
        assert one.start < one.end <= after.start
    assert all(text[one.start : one.end].strip() for one in found)


@given(st.text(alphabet="aAbB’'-­. §1(é", max_size=60))
def test_words_among_are_those_of_the_words_that_are_wanted(text: str) -> None:
    def wanted(form: str) -> bool:
        return "a" in form or "1" in form

    assert [*words_among(text, wanted)] == [one for one in words(text) if wanted(one.form)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("evicted", "eviction"),
        ("stole", "steal"),
        ("children", "child"),
        ("employer's", "employers"),
        ("paid", "paying"),
    ],
)
def test_english_forms_share_a_stem(one: str, other: str) -> None:
    rules = language("en")
    assert rules.lemmas(one)[0][:4] == rules.lemmas(other)[0][:4]


@pytest.mark.req("V5")
@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("mannréttindum", "mannréttindi"),
        ("köttinn", "köttur"),
        ("ósanngjörnum", "ósanngjarn"),
        ("umgengnisréttar", "umgengnisréttur"),
        ("12. gr", "12. gr"),
    ],
)
def test_icelandic_forms_lead_to_their_lemma(form: str, lemma: str) -> None:
    assert lemma in language("is").lemmas(form)


def test_what_was_typed_without_accents_is_restored() -> None:
    rules = language("is")
    assert "þjófnaður" in rules.restored("thjofnadur")
    assert "fæðingarorlof" in rules.restored("faedingarorlof")
    assert rules.restored("þjófnaður") == ()
    assert rules.restored("x" * 5000) == ()


def test_a_compound_is_found_by_its_parts() -> None:
    rules = language("is")
    assert {"hundur", "hald"} <= set(rules.parts("hundahald"))
    assert "réttur" in rules.parts("umgengnisrétturinn")
    assert rules.parts("hús") == ()


def test_an_unknown_language_has_no_rules() -> None:
    rules = language("xx")
    assert rules.lemmas("Wort") == ("Wort",)
    assert not rules.stop
    assert rules.parts("Wort") == rules.restored("Wort") == ()
