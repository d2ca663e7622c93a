"""Polite words around a question are left out of what is searched and read."""

from __future__ import annotations

import pytest

from pincite.text.courtesy import without_courtesy

ASKED = "May the owner enter my home without notice?"


@pytest.mark.parametrize(
    "written",
    [
        ASKED,
        f"Hello, I hope you can help me. {ASKED} Thank you very much in advance.",
        f"Hi! Quick question: {ASKED} Cheers",
        f"Good morning. Sorry to bother you. {ASKED} Kind regards",
        f"Please, {ASKED}",
    ],
)
def test_greetings_and_thanks_are_left_out(written: str) -> None:
    assert without_courtesy(written) == ASKED


def test_icelandic_greetings_are_left_out() -> None:
    asked = "Má leigusali hækka leiguna?"
    assert without_courtesy(f"Góðan daginn. {asked} Kærar þakkir!") == asked


@pytest.mark.parametrize(
    "written",
    [
        "My neighbour's dog bites. Can I have it put down?",
        "I was fired on Monday. Thanks to my boss I have no papers.",
        "Who pays for help at home?",
        "Thanks!",
        "Must I answer the police officer's questions?",
    ],
)
def test_what_says_something_stays(written: str) -> None:
    assert without_courtesy(written) == written


def test_nothing_is_made_of_nothing() -> None:
    assert without_courtesy("") == ""
