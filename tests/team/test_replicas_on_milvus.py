"""Nodes that share a vector server: nothing is encoded twice, and none is behind without saying
so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from team.replicas import QUESTIONS, WORDS, encoded_here, index, load, nodes, said
from waiting import wait_until

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer
    from milvus_server import MilvusServer
    from pincite.library import Library

LITE_FIRST = ["milvus_lite", pytest.param("milvus_standalone", marks=pytest.mark.slow)]
pytestmark = pytest.mark.parametrize("milvus", LITE_FIRST, indirect=True)
AMENDED = f"{WORDS[1]} The lead shall be of leather."


def by_meaning(node: Library, number: int) -> bool:
    """Whether vectors alone find the act of that number."""
    indexed = node.search_index.engine().indexed
    assert indexed.dense is not None
    query = indexed.dense.encoder.query(QUESTIONS[number])
    found = indexed.dense.content.search(query, 50)
    return any(indexed.table.urn(int(row)).endswith(f"-{number}:1") for row in found.rows)


def lacking(node: Library, question: str) -> tuple[str, ...]:
    return node.search(question).degraded


def test_what_one_node_encoded_no_other_encodes_again(
    postgres: PostgresServer, milvus: MilvusServer, tmp_path: Path
) -> None:
    node = nodes(postgres, tmp_path, milvus, sparse_model="")
    with node("one") as one, node("two") as two:
        for number in range(3):
            load(one, tmp_path / "sources", number)
        assert index(one) == 1.0
        assert index(two) == 1.0
        assert encoded_here(two) == 0
        # Learned tokens are in the first one's folder alone, which the second says.
        assert [why for why in two.search(QUESTIONS[0]).degraded if "tokens" in why]
        # A text that is new is encoded, and no other of the same document.
        load(two, tmp_path / "sources", 1, words=AMENDED, version="amended")
        assert index(two) == 1.0
        assert encoded_here(two) == 1
        assert index(one) == 1.0
        assert by_meaning(one, 1)


def test_vectors_survive_a_rollback_both_ways(
    postgres: PostgresServer, milvus: MilvusServer, tmp_path: Path
) -> None:
    node = nodes(postgres, tmp_path, milvus, sparse_model="", token_model="")
    with node("one") as one, node("two") as two:
        load(one, tmp_path / "sources", 0)
        load(one, tmp_path / "sources", 1)
        index(one)
        before = said(two, QUESTIONS[1])
        load(one, tmp_path / "sources", 1, words=AMENDED, version="amended")
        index(one)
        after = said(two, QUESTIONS[1])
        assert "leather" in after
        for tag, expected in (("v1", before), ("amended", after), ("v1", before)):
            one.rollback(tag)
            # At once, and after a node that has no vector of its own has indexed.
            assert said(two, QUESTIONS[1]) == expected
            assert index(two) == 1.0
            assert said(two, QUESTIONS[1]) == expected
            assert encoded_here(two) == 0
        assert two.search(QUESTIONS[1]).degraded == ()


def test_a_node_uses_what_another_indexed_at_its_next_question_or_says_that_it_does_not(
    postgres: PostgresServer, milvus: MilvusServer, tmp_path: Path
) -> None:
    node = nodes(postgres, tmp_path, milvus, sparse_model="", token_model="")
    with node("one") as one, node("two") as two:
        load(one, tmp_path / "sources", 0)
        index(one)
        wait_until(lambda: not lacking(two, QUESTIONS[0]))
        for number in range(1, 4):
            load(one, tmp_path / "sources", number)
            if number % 2:
                # It is asked while one act is not encoded: 2 of its passages.
                expected = f"{100 * number // (number + 1)}% of the passages are encoded"
                assert expected in str(two.search(QUESTIONS[number]).degraded)
            index(one)
            told = two.search(QUESTIONS[number])
            assert by_meaning(two, number) or "are encoded" in str(told.degraded)
            # What one of them knows of its own writing the other may be told a moment later.
            for each in (one, two):
                wait_until(lambda each=each, number=number: not lacking(each, QUESTIONS[number]))
            assert said(two, QUESTIONS[number]) == said(one, QUESTIONS[number])


def test_a_node_that_is_behind_takes_nothing_from_one_that_is_ahead(
    postgres: PostgresServer, milvus: MilvusServer, tmp_path: Path
) -> None:
    node = nodes(postgres, tmp_path, milvus, sparse_model="", token_model="")
    with node("one") as one, node("two") as two:
        load(one, tmp_path / "sources", 0)
        index(one)
        index(two)
        behind = two.search_index.engine().indexed
        load(one, tmp_path / "sources", 1)
        index(one)
        # As if it had begun before the load, and ended after the other.
        behind.build_graphs(lambda _done, _of: None)
        wait_until(lambda: not lacking(one, QUESTIONS[1]))
        assert by_meaning(one, 1)
