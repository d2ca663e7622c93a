"""Documents are found by several of their passages, and by passages that cite them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from indexes.documents import Made
from ingest.decisions import json_lines, record_of
from pincite import library
from pincite.encoders import Encoders
from pincite.indexes.catalogue import IndexCatalogue
from pincite.indexes.links import CitationLink, Links
from pincite.indexes.ranked import RankedRows
from pincite.library import Library
from pincite.search.gather import cited, gathered
from pincite.search.indexed import Indexed
from pincite.search.profiles import OPINIONS, Weights
from pincite.settings import Settings

# Rows 0..2 are of the first document, 3 and 4 of the second, 5 of the third.
DOCUMENTS = [Made(1, ["a", "b", "c"]), Made(2, ["d", "e"]), Made(3, ["f"])]
PROFILE = replace(OPINIONS, gather=0.5, weights=Weights(cited=0.5))


@pytest.fixture
def indexed(tmp_path: Path) -> Iterator[Indexed]:
    Links.write(
        tmp_path, [CitationLink(1, 0, "urn:lex:xm:act-3"), CitationLink(2, 0, "urn:lex:xm:act-3")]
    )
    with IndexCatalogue(tmp_path) as catalogue:
        catalogue.catch_up(DOCUMENTS)
        yield Indexed(tmp_path, catalogue, Encoders())


def found(*pairs: tuple[int, float]) -> RankedRows:
    rows, scores = zip(*pairs, strict=True) if pairs else ((), ())
    return RankedRows(np.array(rows, np.int64), np.array(scores, np.float32))


def shown(result: RankedRows) -> list[tuple[int, float]]:
    return [
        (row, round(score, 4))
        for row, score in zip(result.rows.tolist(), result.scores.tolist(), strict=True)
    ]


def test_two_good_passages_outweigh_one_that_is_a_little_better(indexed: Indexed) -> None:
    passages = found((3, 1.0), (1, 0.9), (2, 0.8))
    assert shown(gathered(passages, indexed, PROFILE)) == [(1, 1.3), (3, 1.0)]


def test_nothing_found_gathers_to_nothing(indexed: Indexed) -> None:
    nothing = found()
    assert shown(gathered(nothing, indexed, PROFILE)) == []
    assert shown(cited(nothing, nothing, indexed, PROFILE, None)) == []


def test_what_the_best_passages_cite_is_found_without_any_of_the_words(indexed: Indexed) -> None:
    passages = found((0, 1.0), (3, 0.5))
    result = cited(gathered(passages, indexed, PROFILE), passages, indexed, PROFILE, None)
    # Found by citation alone, it is shown at its beginning.
    assert shown(result) == [(0, 1.0), (3, 0.5), (5, 0.5)]


def test_a_document_that_is_found_and_cited_is_shown_at_its_best_passage(indexed: Indexed) -> None:
    passages = found((0, 1.0), (5, 0.8))
    result = cited(gathered(passages, indexed, PROFILE), passages, indexed, PROFILE, None)
    assert shown(result) == [(5, 1.3), (0, 1.0)]


def test_passages_beyond_the_best_are_not_followed(indexed: Indexed) -> None:
    passages = found((4, 1.0), (0, 0.5))
    few = replace(PROFILE, cited_from=1)
    result = cited(gathered(passages, indexed, few), passages, indexed, few, None)
    assert shown(result) == [(4, 1.0), (0, 0.5)]


def test_what_filters_keep_out_is_not_found_by_citation(indexed: Indexed) -> None:
    passages = found((0, 1.0), (3, 0.5))
    allowed = np.array([0, 1, 2, 3, 4], np.int64)
    result = cited(gathered(passages, indexed, PROFILE), passages, indexed, PROFILE, allowed)
    assert shown(result) == [(0, 1.0), (3, 0.5)]


def test_a_library_is_searched_for_opinions_with_links_and_without(law: Library) -> None:
    question = "a tenant's deposit"
    before = law.search_index.find(question, OPINIONS)
    assert before.rows
    assert "cited" not in before.stages
    links = law.search_index.link()
    after = law.search_index.find(question, OPINIONS)
    assert ("cited" in after.stages) == (links > 0)
    again = law.search_index.find(question, OPINIONS)
    assert (again.rows, again.scores) == (after.rows, after.scores)
    documents = [law.search_index.engine().indexed.table.document[row] for row in after.rows]
    assert len(set(documents)) == len(documents)


def test_a_decision_is_found_by_what_others_say_when_they_cite_it(tmp_path: Path) -> None:
    cites = "A deposit of feathers is held in trust. Roe v. Wade, 410 U.S. 113 (1973)."
    records = json_lines(
        tmp_path,
        record_of(1, "410 U.S. 113 (1973)\n\nThe plaintiff kept geese.\n\nIt is so ordered."),
        record_of(
            2,
            f"420 U.S. 5 (1975)\n\n{cites}\n\nIt is so ordered.",
            federal_cite_one="420 U.S. 5",
            case_name="Quill v. Ostrich",
            docket_number="73-1",
        ),
    )
    settings = Settings(models=tmp_path / "no-models", workers=1)
    with library.create(tmp_path / "law", settings=settings) as law:
        law.ingest(records, reader_name="opinions", version="v1")
        question = "feathers held in trust"
        before = law.search_index.find(question, OPINIONS)
        assert law.search_index.link() == 1
        after = law.search_index.find(question, OPINIONS)
        table = law.search_index.engine().indexed.table
        assert [table.facets(row).work for row in before.rows] == ["urn:lex:us:scotus:420-us-5"]
        assert [table.facets(row).work for row in after.rows] == [
            "urn:lex:us:scotus:420-us-5",
            "urn:lex:us:scotus:410-us-113",
        ]
        assert "cited" in after.stages
