"""What ties chunks and documents together, and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from graph.documents import Paper, graph_of, paper
from pincite.errors import NotFound
from pincite.graph.graph import Graph
from pincite.graph.records import Entity

FILLER = "The witness spoke of the weather and of the road for a long while. " * 20


def test_documents_that_share_a_rare_entity_are_related_and_the_answer_says_by_what(
    tmp_path: Path,
) -> None:
    papers = [
        paper(1, "Acme Widgets, Inc. signed on May 3, 2020. The Borealis Trading Corp. did not."),
        paper(2, "In this letter Borealis Trading Corporation speaks of Acme Widgets, Inc."),
        paper(3, "This memorandum names Acme Widgets, Inc. alone."),
        paper(4, "This one names nobody."),
    ]
    with graph_of(tmp_path, *papers) as graph:
        found = graph.related("doc-1")
        assert [one.document for one in found] == ["doc-2", "doc-3"]
        assert {shared.key for shared in found[0].shared} == {
            "acme widgets inc",
            "borealis trading corp",
        }
        assert found[0].weight > found[1].weight
        assert found[0].weight == pytest.approx(sum(shared.weight for shared in found[0].shared))


def test_chunk_is_tied_to_its_neighbours_and_to_chunks_that_share_an_entity(tmp_path: Path) -> None:
    text = f"Acme Widgets, Inc. signed. {FILLER} {FILLER} {FILLER} Acme Widgets, Inc. paid."
    one = paper(1, text)
    assert len(one.chunks) > 3
    with graph_of(tmp_path, one) as graph:
        first, last = one.chunks[0].chunk, one.chunks[-1].chunk
        found = {
            tie.chunk: {shared.why for shared in tie.shared} for tie in graph.related_chunks(first)
        }
        assert found == {first + 1: {"next"}, last: {"entity"}}


def test_use_of_a_defined_term_is_tied_to_its_definition(tmp_path: Path) -> None:
    text = f'The road (the "Access Way") is private. {FILLER} {FILLER} {FILLER} Nobody may block the Access Way.'
    one = paper(1, text)
    with graph_of(tmp_path, one) as graph:
        last = one.chunks[-1].chunk
        ties = {
            (tie.chunk, shared.why, shared.name)
            for tie in graph.related_chunks(last)
            for shared in tie.shared
        }
        assert (one.chunks[0].chunk, "term", "Access Way") in ties


def test_unknown_names_are_not_found(tmp_path: Path) -> None:
    with graph_of(tmp_path, paper(1, "Nothing.")) as graph:
        with pytest.raises(NotFound):
            graph.related("doc-9")
        with pytest.raises(NotFound):
            graph.related_chunks(9)
        with pytest.raises(NotFound):
            graph.mentions(Entity("party", "nobody", ""))


def test_what_every_document_names_ties_none_of_ten_thousand_chunks(tmp_path: Path) -> None:
    bodies = [f"Firm{chr(97 + n % 26)}{chr(97 + n // 26 % 26)} Holdings, Inc." for n in range(600)]

    def text(key: int) -> str:
        return " ".join(
            f"It was said there that {bodies[(key * 7 + at) % 600]} and Common Carrier, Inc. met again."
            for at in range(100)
        )

    papers = [replace(paper(key, text(key)), size=90) for key in range(1, 101)]
    with Graph.open(tmp_path / "graph.sqlite3") as graph:
        graph.catch_up(papers)
        assert sum(len(one.chunks) for one in papers) >= 10_000
        near = graph.related_chunks(papers[50].chunks[40].chunk)
        related = graph.related("doc-50")
        graph.entities()
        assert near
        assert related
        assert all(s.key != "common carrier inc" for one in related for s in one.shared)


def test_answers_do_not_depend_on_the_order_of_reading(tmp_path: Path) -> None:
    papers: list[Paper] = [
        paper(1, "ACME WIDGETS, INC. signed on May 3, 2020."),
        paper(2, "Acme Widgets, Inc. and Borealis Trading Corp. met on May 3, 2020."),
        paper(3, "Borealis Trading Corporation met Acme Widgets Incorporated."),
    ]
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with graph_of(tmp_path / "a", *papers) as one, graph_of(tmp_path / "b", papers[2]) as other:
        other.catch_up(papers[::-1])
        assert one.entities() == other.entities()
        assert one.timeline() == other.timeline()
        assert one.related("doc-1") == other.related("doc-1")
