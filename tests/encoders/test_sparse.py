"""Learned weights over a vocabulary, from a real network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pincite.encoders.cards import read_card
from pincite.encoders.load import encoders
from pincite.encoders.sparse import OnnxSparse
from pincite.errors import ModelDamaged
from pincite.settings import Settings
from weighing_model import write_model

WEIGHTS = {
    "negligence": {"negligence": 3.0, "care": 2.0},
    "duty": {"duty": 2.0, "care": 1.0},
    "ferry": {"ferry": 4.0},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_model(tmp_path / "weigher", WEIGHTS)


@pytest.mark.req("C5")
def test_each_word_weighs_what_its_strongest_token_gives_it(folder: Path) -> None:
    encoder = OnnxSparse(folder, read_card(folder))
    both = encoder.query("duty negligence")
    words = ["[UNK]", "[CLS]", "[SEP]", "care", "duty", "ferry", "negligence"]
    assert [words[at] for at in both.terms] == ["care", "duty", "negligence"]
    np.testing.assert_allclose(both.weights, np.log1p([2.0, 2.0, 3.0]), rtol=1e-6)
    assert encoder.terms == len(words)


def test_a_text_without_a_known_word_weighs_nothing(folder: Path) -> None:
    encoder = OnnxSparse(folder, read_card(folder))
    assert all(len(one.terms) == 0 for one in encoder.passages(["zzz", "", "\0"]))


def test_a_network_of_another_size_is_told_apart(folder: Path) -> None:
    card = (folder / "card.toml").read_text(encoding="utf-8")
    (folder / "card.toml").write_text(card.replace("dims = 7", "dims = 9"), encoding="utf-8")
    with pytest.raises(ModelDamaged, match="7 values a token, not 9"):
        OnnxSparse(folder, read_card(folder)).query("duty")


def test_the_setting_names_the_folder(folder: Path, tmp_path: Path) -> None:
    none = encoders(Settings(models=tmp_path / "none", sparse_model=""))
    assert none.sparse is None
    assert "sparse" not in none.missing
    chosen = encoders(Settings(models=tmp_path / "none", sparse_model=str(folder)))
    assert chosen.sparse is not None
    wrong = encoders(Settings(models=tmp_path / "none", sparse_model=str(tmp_path / "no")))
    assert "sparse" in wrong.missing
