"""What models are trained on: the questions written by hand, and that nothing graded gets in."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from training.leaks import GradedQueries
from training.paraphrases import asked
from training.records import without
from training.split import for_training, held_out

BANK = Path(__file__).resolve().parents[2] / "training" / "questions"
_urn = re.compile(r"urn:lex:[a-z0-9-]+:\S+")


@pytest.mark.req("C8")
def test_the_bank_holds_thousands_of_questions_each_about_a_provision() -> None:
    every = [
        json.loads(line)
        for path in sorted(BANK.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert len(every) >= 4000
    assert sum(one["language"] == "is" for one in every) >= 1000
    assert all(_urn.fullmatch(one["urn"]) for one in every)
    asked = [" ".join(one["question"].casefold().split()) for one in every]
    assert len(set(asked)) == len(asked)
    assert all(2 <= len(one.split()) <= 80 for one in asked)


@pytest.fixture
def graded(tmp_path: Path) -> GradedQueries:
    lines = {
        "zimbabwe": ["May a ferryman refuse a passenger who has not paid the fare?"],
        "icelandic": ["Má ferjumaður neita farþega sem hefur ekki greitt fargjaldið?"],
    }
    for name in ("icelandic", "zimbabwe", "cfpb_scope", "scotus", "contracts"):
        text = "".join(json.dumps({"query": one}) + "\n" for one in lines.get(name, ()))
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return GradedQueries(tmp_path)


@pytest.mark.parametrize(
    "query",
    [
        "May a ferryman refuse a passenger who has not paid the fare?",
        "may a FERRYMAN refuse a passenger, who has not paid the fare",
        "Can a ferryman refuse a passenger who has not paid his fare?",
        "He asked: may a ferryman refuse a passenger who has not paid the fare? Yes.",
        "má ferjumaður neita farþega sem hefur ekki greitt fargjald",
    ],
)
def test_what_is_near_a_graded_question_is_known(graded: GradedQueries, query: str) -> None:
    assert graded.near(query)


@pytest.mark.parametrize(
    "query", ["who may run a ferry", "what does the fare cost", "Hver má reka ferju?", "x", ""]
)
def test_what_asks_something_else_is_not(graded: GradedQueries, query: str) -> None:
    assert not graded.near(query)


def test_what_a_query_was_made_of_is_cut_out_of_its_passage() -> None:
    text = "Ferry Act › 3. Fares\n3. Fares A ferryman may refuse."
    assert without(text, [(12, 20), (21, 29)]) == "Ferry Act ›\nA ferryman may refuse."
    assert without(text, []) == text


def test_a_heading_becomes_a_question_only_where_a_rule_fits() -> None:
    made = asked("Penalty for false statements", "Ferry Act", "zimbabwe")
    assert "false statements" in made
    assert made.startswith(("what", "how"))
    assert asked("Miscellaneous", "Ferry Act", "zimbabwe") == ""


def test_contracts_and_works_are_told_apart_by_their_name_alone() -> None:
    names = [f"contract {number}.txt" for number in range(2000)]
    assert 0.55 < sum(map(for_training, names)) / len(names) < 0.65
    assert 0.09 < sum(map(held_out, names)) / len(names) < 0.15
    assert [for_training(one) for one in names] == [for_training(one) for one in names]
