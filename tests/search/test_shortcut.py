"""What a question cites outright comes first; what it cites unclearly is asked back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.ecfr.regulations import PART
from pincite import library
from pincite.library import Library
from pincite.settings import Settings

TENANCIES = "urn:lex:xm:act-2019-11"
MARLOWE = "urn:lex:xm:const-ct:14-mlr-201"


def first(law: Library, question: str) -> str:
    hit = law.search(question).results[0]
    assert hit.law is not None
    return hit.law.urn


@pytest.mark.req("L4")
@pytest.mark.parametrize(
    "question",
    [
        "Marlowe v. Registrar of Tenancies",
        "marlowe vs registrar of tenancies",
        "14 M.L.R. 201",
        "Marlowe v. Registrar of Tenancies, 14 M.L.R. 201 (Const. Ct. 2022)",
    ],
)
def test_a_decision_that_is_held_comes_first_by_name_and_by_citation(
    law: Library, question: str
) -> None:
    found = law.search(question)
    assert first(law, question).startswith(MARLOWE)
    assert found.stages_used[0] == "citation"
    assert found.not_held == ()
    assert found.clarify is None


@pytest.mark.req("L4")
def test_a_decision_in_another_language_comes_first_too(law: Library) -> None:
    named = "Leigjendasamtök Skerjalands gegn Skerjabæ"
    assert first(law, named).startswith("urn:lex:xm-skj:yfirdomur:5-yfd-41")


@pytest.mark.req("L4", "L9")
def test_an_act_that_may_be_one_of_several_is_asked_back(law: Library) -> None:
    asked_back = law.search("s 3 of the Tenancies Act").clarify
    assert asked_back is not None
    assert asked_back.options == (
        "Residential Tenancies Act [Chapter 20:14]",
        "Residential Tenancies (Deposits) Regulations, 2020",
    )


@pytest.mark.req("L9")
def test_a_section_of_no_act_is_asked_back_and_is_not_called_missing(law: Library) -> None:
    alone = law.search("section 3")
    assert alone.clarify is not None
    assert len(alone.clarify.options) > 1
    assert alone.not_held == ()
    with_more = law.search("does section 3 protect a tenant who is evicted")
    assert with_more.clarify is None


@pytest.mark.req("L7")
def test_an_act_named_beside_a_question_is_all_that_is_searched(law: Library) -> None:
    found = law.search("deposit under the Residential Tenancies Act", limit=30)
    works = [hit.law.urn for hit in found.results if hit.law]
    assert all(one.startswith(f"{TENANCIES}:") for one in works)
    assert found.within == "Residential Tenancies Act [Chapter 20:14]"
    assert "citation" not in found.stages_used


@pytest.mark.req("L4")
def test_a_provision_below_a_chunk_is_found_in_the_chunk_that_holds_it(law: Library) -> None:
    assert first(law, "s 14(1) of the Residential Tenancies Act").startswith(f"{TENANCIES}:14")


@pytest.mark.parametrize("cited", ["urn:lex:xm:act-1999-1:3", "urn:lex:xm:act-1999-1"])
def test_what_is_not_held_is_named_and_nothing_beside_it_stands_in(
    law: Library, cited: str
) -> None:
    found = law.search(cited)
    assert found.not_held == (cited,)
    assert "citation" not in found.stages_used


@pytest.mark.req("L4")
def test_a_section_of_a_part_of_regulations_comes_first_and_then_the_comments_on_it(
    tmp_path: Path,
) -> None:
    tree = tmp_path / "2020-12345_20210301"
    tree.write_text(json.dumps(PART), encoding="utf-8")
    settings = Settings(models=tmp_path / "no-models", workers=1, jurisdiction="us")
    with library.create(tmp_path / "law", settings=settings) as law:
        law.ingest(tree, reader_name="ecfr", version="v1")
        found = law.search("What does 12 CFR 1099.5(b) require?")
        urns = [hit.law.urn for hit in found.results if hit.law]
        assert found.not_held == ()
        assert urns[0] == "urn:lex:us:12cfr:1099.5"
        assert urns[1 : found.cited] == ["urn:lex:us:12cfr:1099.5:b:interp"]
