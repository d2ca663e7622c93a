"""Icelandic law by what it is about: the table of lemmas that comes with Pincite, on a law that it
was not made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pincite import library
from pincite.encoders.install import states
from pincite.encoders.shipped import shipped
from pincite.library import Library
from pincite.search.profiles import LAGASAFN, Profile
from pincite.settings import Settings

SKERJALAND = Path(__file__).resolve().parents[2] / "model-law" / "skerjaland" / "lagasafn"
ROOM_FOR_WEIGHTS = 60_000_000


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("skerjaland") / "library"
    with library.create(folder, settings=Settings(models=folder / "none", workers=1)) as opened:
        opened.ingest(SKERJALAND, reader_name="lagasafn", version="v1")
        opened.search_index.index()
        yield opened


def by(nearness: float) -> Profile:
    """Without the vocabulary: by words and nearness alone."""
    weights = replace(LAGASAFN.weights, nearness=nearness)
    return replace(LAGASAFN, expansion=None, weights=weights)


def units(law: Library, question: str, profile: Profile) -> list[str]:
    table = law.search_index.engine().indexed.table
    found = law.search_index.find(question, profile, limit=5)
    return [table.unit_urn(row).rpartition(":")[2] for row in found.rows]


@pytest.mark.req("L11")
@pytest.mark.parametrize(
    ("question", "article"),
    [
        ("hvað gerist ef ég dey", "17"),
        ("ofninn virkar ekki og mér er kalt", "8"),
        ("hvad gerist ef eg dey", "17"),
    ],
)
def test_a_question_that_shares_no_word_with_the_article_finds_it(
    law: Library, question: str, article: str
) -> None:
    assert article not in units(law, question, by(0.0))
    assert article in units(law, question, by(LAGASAFN.weights.nearness))[:3]


def test_it_is_encoded_with_the_words_and_gives_the_same_again(law: Library) -> None:
    lemmas = law.search_index.engine().indexed.lemmas
    assert lemmas is not None
    assert lemmas.share == 1.0
    first = law.search("má leigusali hækka leiguna").as_dict(times=False)
    assert first == law.search("má leigusali hækka leiguna").as_dict(times=False)
    assert first["results"]


def test_words_alone_decide_where_the_table_is_turned_off(law: Library) -> None:
    assert units(law, "hækkun leigu", by(0.0))[0] == "6"
    assert units(law, "hækkun leigu", by(1.5))[0] == "6"


def test_what_comes_with_the_package_is_whole_and_small(tmp_path: Path) -> None:
    assert "pincite-icelandic-1" in shipped()
    ours = [one for one in states(tmp_path) if one.card.name in shipped()]
    assert all(one.state == "shipped" for one in ours)
    assert all(one.card.licence and one.card.files for one in ours)
    size = sum(path.stat().st_size for one in shipped().values() for path in one.iterdir())
    assert size < ROOM_FOR_WEIGHTS
