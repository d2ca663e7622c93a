"""Search with the real models: meaning, late interaction, the cross-encoder, and their absence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from installed_models import models
from pincite.errors import ModelUnreachable
from pincite.library import Library
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.search.profiles import LEGISLATION
from pincite.settings import Settings
from search.bundled_law import bundled_law

__all__ = ["models"]

MEMO = {
    "loyalty.txt": "A trustee who deals with himself in a conflict of interest betrays the loyalty"
    " that the beneficiary is owed.",
    "care.txt": "A reasonable person would have foreseen the harm; the driver owed a duty of care,"
    " and the proximate cause was plain.",
    "pleading.txt": "The complaint fails to state a claim: under Twombly its facts must make relief"
    " plausible, not merely conceivable.",
    "harmless.txt": "Seller shall hold harmless and defend Buyer against third-party claims, defense"
    " costs included.",
    "weather.txt": "It rained in the valley on Tuesday, and the ferry was late again.",
    "order.txt": "The claim is for breach of fiduciary duty by the director.",
    "other order.txt": "The claim is for fiduciary duty breach of by director the.",
}


@pytest.fixture(scope="module")
def matter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matter]:
    root = tmp_path_factory.mktemp("meaning")
    folder = root / "files"
    folder.mkdir()
    for name, text in MEMO.items():
        (folder / name).write_text(text)
    every = Matters(root / "matters", settings=Settings(models=root / "none", workers=1))
    every.create("Meaning")
    with every.open("meaning") as opened:
        opened.read_files(folder)
        opened.search_index.encode()
        yield opened


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory, models: Path) -> Iterator[Library]:
    settings = Settings(models=models, workers=1, pair_model="ms-marco-MiniLM-L-12-v2")
    with bundled_law(tmp_path_factory.mktemp("law") / "law", models, settings) as opened:
        opened.search_index.encode()
        yield opened


def files(matter: Matter, question: str, **options: str) -> list[str]:
    return [one.source.document for one in matter.search(question, related=0, **options).results]


@pytest.mark.req("C8")
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("negligence", "care.txt"),
        ("breach of fiduciary duty", "loyalty.txt"),
        ("motion to dismiss standard", "pleading.txt"),
        ("indemnification", "harmless.txt"),
    ],
)
def test_what_shares_no_word_with_the_question_is_found(
    matter: Matter, question: str, expected: str
) -> None:
    found = files(matter, question)
    without_words = [name for name in found if "order" not in name]
    assert without_words[0] == expected
    assert not set(question.split()) & set(MEMO[expected].lower().split()) - {"of", "to", "a"}


@pytest.mark.req("C6")
def test_the_words_in_their_order_outrank_the_same_words_in_another(matter: Matter) -> None:
    found = files(matter, "breach of fiduciary duty")
    assert found.index("order.txt") < found.index("other order.txt")


@pytest.mark.req("C7")
def test_the_response_says_which_tier_and_stages_ran(matter: Matter) -> None:
    free = matter.search("duty of care", tier="free", related=0)
    pro = matter.search("duty of care", tier="pro", related=0)
    assert (free.tier, pro.tier) == ("free", "pro")
    assert "colbert" not in free.stages_used
    assert {"bm25", "semantic", "colbert"} <= set(pro.stages_used)
    assert pro.encoded == 1.0
    assert not pro.degraded


@pytest.mark.req("L6")
def test_the_cross_encoder_reranks_law(law: Library) -> None:
    found = law.search("can a landlord throw out a tenant")
    assert "rerank" in found.stages_used
    assert not found.degraded
    assert found.results


@pytest.mark.req("L6")
def test_a_reranker_that_is_down_degrades_the_search(law: Library, models: Path) -> None:
    class Down:
        fingerprint = "down"
        languages: frozenset[str] = frozenset()

        def score(self, query: str, passages: object) -> object:
            raise ModelUnreachable("the reranker does not answer")

    indexed = law.search_index.engine().indexed
    working = indexed.encoders
    from dataclasses import replace

    indexed.encoders = replace(working, pairs=Down())
    try:
        found = law.search_index.engine().search("can a landlord throw out a tenant", LEGISLATION)
    finally:
        indexed.encoders = working
    assert any("does not answer" in reason for reason in found.degraded)
    assert found.rows


@pytest.mark.req("L11")
def test_a_passage_is_found_by_its_heading_vector_too(law: Library) -> None:
    indexed = law.search_index.engine().indexed
    assert indexed.dense is not None
    assert indexed.dense.headings is not None
    vectors = indexed.dense
    query = vectors.encoder.query("interpretation of terms")
    assert vectors.headings is not None
    found = vectors.headings.search(query, 3)
    assert len(found.rows) == 3


@pytest.mark.req("C5")
def test_half_encoded_is_searched_by_what_there_is_and_says_so(
    tmp_path: Path, models: Path
) -> None:
    with bundled_law(tmp_path / "law", models) as opened:
        opened.search_index.index()
        before = opened.search("the rent of a house")
        assert before.encoded == 0.0
        assert before.results
        taken = iter([False, True])
        opened.search_index.encode(stop=lambda: next(taken, True))
        found = opened.search("the rent of a house")
        assert 0.0 < found.encoded < 1.0
        assert "semantic" in found.stages_used
        assert found.results
