"""The country that all the law held is of says nothing in a question; another country does."""

from __future__ import annotations

import pytest

from pincite.answer.at_home import without_home


@pytest.mark.parametrize(
    ("question", "held", "left"),
    [
        ("May I keep bees in Zimbabwe?", ["zw"], "May I keep bees?"),
        ("In Zimbabwe, may I keep bees?", ["zw"], "may I keep bees?"),
        ("Can I be fired in D.C. for voting?", ["us-dc"], "Can I be fired for voting?"),
        ("Is that allowed under U.S. law?", ["us", "us-dc"], "Is that allowed?"),
        ("Má biðja um tryggingu á Íslandi?", ["is"], "Má biðja um tryggingu?"),
        ("Hvað er fyrning löng samkvæmt íslenskum lögum?", ["is"], "Hvað er fyrning löng?"),
        ("Who cleans a beach here in South Africa?", ["za-cpt", "za-jhb"], "Who cleans a beach?"),
    ],
)
def test_home_is_left_out(question: str, held: list[str], left: str) -> None:
    assert without_home(question, held) == left


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("May I keep bees in Portugal?", ["zw"]),
        ("Can I be fired in D.C.?", ["us", "us-dc"]),
        ("May I keep bees in Zimbabwe?", ["zw", "us"]),
        ("Who may be President of Zimbabwe?", ["zw"]),
        ("in Zimbabwe", ["zw"]),
        ("When was the deposit paid in Zimbabwe?", []),
    ],
)
def test_what_may_tell_something_stays(question: str, held: list[str]) -> None:
    assert without_home(question, held) == question
