"""Icelandic, word for word in English, for what reads English alone."""

from __future__ import annotations

import pytest

from pincite.text.glosses import glossed


def test_words_of_the_people_and_of_the_law_come_to_the_same() -> None:
    assert "tenant" in glossed("leigjandinn", "is")
    assert "tenant" in glossed("leigutaka", "is")


def test_any_form_of_a_word_has_its_english() -> None:
    assert glossed("hesta", "is") == glossed("hestur", "is") == "horse"


def test_a_form_of_several_words_has_the_sense_that_law_has() -> None:
    assert glossed("sem", "is") == "which"
    assert glossed("á", "is") == "on"


def test_what_is_forbidden_is_not_allowed_in_english_either() -> None:
    assert "not" in glossed("Óheimilt er að framleigja íbúð.", "is").split()
    assert "not" not in glossed("Heimilt er að framleigja íbúð.", "is").split()


def test_a_compound_is_read_by_its_parts() -> None:
    # In no list of words.
    assert glossed("leigubílstjóraleyfi", "is").startswith("taxi driver permit")


def test_numbers_and_marks_stay() -> None:
    assert glossed("14 daga, 1.500 kr.", "is").startswith("14 day , 1.500")


def test_words_typed_without_their_accents_are_read() -> None:
    assert glossed("hus", "is") == glossed("hús", "is") == "house"


@pytest.mark.parametrize("text", ["", "…", "zxqw"])
def test_what_nothing_is_known_of_is_left_out(text: str) -> None:
    assert glossed(text, "is") in ("", "…")


def test_names_stay() -> None:
    assert "Bellweather" in glossed("Hvað skuldar Bellweather?", "is")
