"""The statute book loads whole, and the marked words of its questions stand where they are marked."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

import pytest

from pincite.corpus.sqlite import SqliteStore
from pincite.ingest.law.load import load
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.settings import Settings

HERE = Path(__file__).resolve().parent
BOOK = HERE.parent.parent / "model-law" / "statute-book"
ACTS = sorted(BOOK.glob("*.md"))
KINDS = {"may", "must", "how-much", "how-long", "who", "what-if", "what-is"}

# Written as calls because `in` and `from` are words of the language.
Span = TypedDict("Span", {"in": str, "words": str})
Question = TypedDict(
    "Question",
    {
        "id": str,
        "question": str,
        "language": str,
        "kind": str,
        "from": str,
        "spans": list[Span],
        "conditions": list[Span],
        "unanswerable": bool,
    },
)


def questions() -> list[Question]:
    text = (HERE / "statute-book.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def said(act: Path, key: str) -> str:
    """What the front matter of an act says of itself."""
    found = re.search(rf"(?m)^{key}: (.+)$", act.read_text(encoding="utf-8"))
    assert found, f"{act.name} has no {key}"
    return found[1]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    kept = SqliteStore(tmp_path_factory.mktemp("statute-book") / "corpus.sqlite3")
    settings = Settings()
    for entry in tomllib.loads((BOOK / "loads.toml").read_text(encoding="utf-8"))["load"]:
        report = load(
            kept,
            reader(entry["reader"]),
            Sources.of(
                [BOOK / path for path in entry["paths"]], reader=entry["reader"], settings=settings
            ),
            tag=entry["version"],
            collection=entry["collection"],
            options=ReadOptions(profile=entry["profile"]),
            settings=settings,
        )
        assert not report.refused
    yield kept
    kept.close()


def words(store: SqliteStore, urn: str) -> str:
    hits = store.find(urn)
    assert len(hits) == 1, f"{urn}: {len(hits)} found"
    stored, node = hits[0]
    return store.text(stored.key, node.start, node.end)


def test_the_book_holds_sixty_acts_or_more_each_with_a_urn_of_its_own() -> None:
    assert len(ACTS) >= 60
    assert not [
        urn for urn, times in Counter(said(act, "urn") for act in ACTS).items() if times > 1
    ]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.stem)
def test_every_act_loads_with_its_title_its_date_and_its_sections(
    store: SqliteStore, act: Path
) -> None:
    urn = said(act, "urn")
    hits = store.find(urn)
    assert len(hits) == 1
    expression = hits[0][0].expression
    assert expression.title == said(act, "title")
    assert str(expression.start) == said(act, "date")
    numbers = re.findall(r"(?m)^## (?:§ )?([\d.]+?)\.? ", act.read_text(encoding="utf-8"))
    assert 8 <= len(numbers) <= 25
    for number in numbers:
        assert words(store, f"{urn}:{number}")


def test_subsections_paragraphs_and_schedules_are_provisions_of_their_own(
    store: SqliteStore,
) -> None:
    safety, wages = "urn:lex:xm:act-2010-21", "urn:lex:xm:act-2017-3"
    assert words(store, f"{safety}:3:2:d:i").endswith("clean drinking water;")
    assert words(store, f"{safety}:2:def-operator").startswith("“operator” means")
    assert words(store, f"{safety}:7:3").endswith("able to do.")
    assert words(store, f"{wages}:sched-1:3").endswith("A worker under eighteen: 9 crowns.")
    assert "eight days" in words(store, "urn:lex:xm-har:code-12:12.04:2")


def test_there_are_two_hundred_questions_or_more_each_with_an_id_of_its_own() -> None:
    asked = questions()
    assert len(asked) >= 200
    assert len({question["id"] for question in asked}) == len(asked)
    assert len({question["question"].casefold() for question in asked}) == len(asked)
    assert {question["kind"] for question in asked} == KINDS
    assert {question["from"] for question in asked} == {"situation", "provision"}
    assert {question["language"] for question in asked} == {"en"}


def test_what_cannot_be_answered_has_no_marks_and_all_else_has() -> None:
    asked = questions()
    assert sum(question["unanswerable"] for question in asked) >= 50
    for question in asked:
        assert bool(question["spans"]) is not question["unanswerable"], question["id"]
        assert question["spans"] or not question["conditions"], question["id"]


def test_marked_words_stand_once_in_the_provision_that_is_named(store: SqliteStore) -> None:
    wrong = [
        (question["id"], span["in"], span["words"])
        for question in questions()
        for span in [*question["spans"], *question["conditions"]]
        if words(store, span["in"]).count(span["words"]) != 1
    ]
    assert not wrong
