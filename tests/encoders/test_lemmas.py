"""A table of lemmas: Icelandic words in any form, compounds, and keyboards without accents."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pincite.encoders import encoders
from pincite.encoders.cards import read_card
from pincite.encoders.lemmas import LemmaTable, lemma_hash
from pincite.errors import ModelDamaged, ModelMissing
from pincite.settings import Settings

LEMMAS = {"hestur": (7, 0), "gjald": (0, 7), "ferja": (-7, 0)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "lemmas"
    made.mkdir()
    steps = np.array([[(x + 8) << 4 | (y + 8)] for x, y in LEMMAS.values()], np.uint8)
    np.savez(
        made / "table.npz",
        hashes=np.array([lemma_hash(one) for one in LEMMAS], np.uint64),
        steps=steps,
        scales=np.ones(3, np.float16),
        in_passages=np.ones(3, np.float16),
        in_questions=np.ones(3, np.float16),
        turn=np.eye(2, dtype=np.float16),
        shared=np.zeros(2, np.float32),
    )
    (made / "card.toml").write_text(
        'name = "lemmas"\ndoes = "static"\nlanguages = ["is"]\ndims = 2\npooling = "lemmas"\n'
        '[files]\n"table.npz" = "0"\n',
        encoding="utf-8",
    )
    return made


@pytest.fixture
def table(folder: Path) -> LemmaTable:
    return LemmaTable(folder, read_card(folder))


@pytest.mark.req("L11")
def test_a_word_in_any_form_is_its_lemma(table: LemmaTable) -> None:
    one, other = table.passages(["hestur", "Hestunum"])
    np.testing.assert_array_equal(one, other)
    np.testing.assert_allclose(one, [1, 0], atol=1e-6)


def test_a_compound_that_the_table_lacks_is_near_to_its_parts(table: LemmaTable) -> None:
    (found,) = table.passages(["ferjugjald"])
    assert found @ table.query("hvað er gjaldið?") > 0.5


def test_typed_without_accents_it_is_the_word_it_may_have_been(table: LemmaTable) -> None:
    assert table.query("hestar") @ table.query("hestur á") > 0.9


def test_what_says_nothing_known_is_near_to_nothing(table: LemmaTable) -> None:
    for text in ("", "zzz", "what is the fee for the ferry and the horse"):
        assert not table.query(text).any()
    assert not table.passages(["", "12 § …"]).any()


def test_the_first_line_of_a_passage_is_its_heading_and_counts_less(table: LemmaTable) -> None:
    (found,) = table.passages(["hestur\ngjald"])
    assert found[1] > found[0] > 0


def test_a_setting_names_it_and_damage_is_told(folder: Path, tmp_path: Path) -> None:
    found = encoders(Settings(models=tmp_path, lemma_model=str(folder)))
    assert found.lemmas is not None
    assert found.lemmas.languages == {"is"}
    (folder / "table.npz").write_bytes(b"no")
    with pytest.raises(ModelDamaged):
        encoders(Settings(models=tmp_path, lemma_model=str(folder))).lemmas.query("hestur")  # type: ignore[union-attr]
    (folder / "table.npz").unlink()
    with pytest.raises(ModelMissing):
        LemmaTable(folder, read_card(folder)).query("hestur")
