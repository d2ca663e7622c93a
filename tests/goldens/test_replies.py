"""What Pincite says to the questions beside this file is what was reviewed.

A reply that changed is shown in full. Was that meant? Then `make goldens-write`, and review the
difference as any other change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldens.asking import GROUPS, HERE, Held, questions, replies
from goldens.written import Block, blocks, changes, summary, text

# A loaded machine may take minutes to encode the library.
pytestmark = pytest.mark.timeout(1200)


def reviewed(group: str) -> list[Block]:
    return blocks((HERE / "replies" / f"{group}.txt").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    with Held(tmp_path_factory.mktemp("held")) as opened:
        yield opened


@pytest.mark.parametrize("group", GROUPS)
def test_every_reply_is_the_one_that_was_reviewed(held: Held, group: str) -> None:
    found = replies(group, held)
    changed = changes(reviewed(group), found)
    if changed:
        shown = "\n\n".join(one.diff for one in changed)
        pytest.fail(
            f"{shown}\n\n{summary(changed, len(found))}\n\nIs that meant? Then: make goldens-write",
            pytrace=False,
        )


def test_the_reviewed_replies_are_of_every_kind() -> None:
    every = [one for group in GROUPS for one in reviewed(group)]
    kinds = Counter(one.outcome().split(", asks back")[0] for one in every)
    assert len(every) >= 200
    assert kinds["answer"] >= 120
    assert sum(many for kind, many in kinds.items() if kind.startswith("refusal")) >= 40
    for kind in ("ambiguous_query", "no_relevant_data", "legal_override"):
        assert kinds[f"refusal, {kind}"] >= 5
    assert sum("asks back" in one.outcome() for one in every) >= 5
    assert sum(one.part("language") == ["language: is"] for one in every) >= 40
    assert sum(bool(one.part("warnings")) for one in every) >= 25


def test_what_was_written_is_read_back() -> None:
    for group in GROUPS:
        file = (HERE / "replies" / f"{group}.txt").read_text(encoding="utf-8")
        assert text(blocks(file)) == file
        assert [one.name for one in blocks(file)] == [one.name for one in questions(group)]


def test_a_changed_reply_is_named_by_what_changed_first() -> None:
    def said(name: str, outcome: str, words: str, cited: str = "[1] rule, urn:lex:xm:1") -> Block:
        lines = (
            "asked: How much?",
            f"outcome: {outcome}",
            f"cited: {cited}",
            "shown:",
            f"    {words}",
        )
        return Block(name, lines)  # fmt: skip

    before = [
        said("same", "answer", "two"), said("refused", "answer", "two"),
        said("cited", "answer", "two"), said("words", "answer", "two"), said("gone", "answer", "two"),
    ]  # fmt: skip
    after = [
        said("same", "answer", "two"), said("refused", "refusal, no_relevant_data", "nothing"),
        said("cited", "answer", "two", "[1] rule, urn:lex:xm:2"), said("words", "answer", "three"),
        said("new", "answer", "two"),
    ]  # fmt: skip
    found = changes(before, after)
    assert {one.name: one.kind for one in found} == {
        "refused": "answer → refusal, no_relevant_data",
        "cited": "answer: other citations",
        "words": "answer: other words",
        "new": "a new question",
        "gone": "a question that is gone",
    }
    words = next(one for one in found if one.name == "words")
    assert words.diff.split("\n") == [
        "=== words", "asked: How much?", " shown:", "-    two", "+    three",
    ]  # fmt: skip
    assert summary(found, 5).startswith("5 of 5 replies changed\n")
    assert summary([], 5) == "5 replies, none changed"


def test_the_number_of_a_request_and_the_seal_of_a_pack_are_not_kept() -> None:
    import re

    kept = "".join(
        (HERE / "replies" / f"{group}.txt").read_text(encoding="utf-8") for group in GROUPS
    )
    assert not re.search(r"\b[0-9a-f]{32,}\b", kept)
    assert str(Path.home()) not in kept
