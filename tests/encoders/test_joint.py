"""One network with three heads: what each gives, that they share a pass, and what is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from joint_model import SPECIAL, write_joint, write_table
from pincite.encoders import SparseFile, TokenFile, VectorFile, encode_missing, encoders, text_hash
from pincite.encoders.bulk import JointFiles
from pincite.encoders.cards import read_card
from pincite.encoders.joint import JointDense, JointNetwork, JointSparse, JointTokens
from pincite.encoders.words import WordTable
from pincite.errors import ModelDamaged
from pincite.settings import Settings

WORDS = ("negligence", "care", "ferry", "duty")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_joint(tmp_path / "joint", {"negligence": "care"}, WORDS)


@pytest.fixture
def joint(folder: Path) -> JointNetwork:
    return JointNetwork(folder, read_card(folder))


@pytest.mark.req("C8")
def test_words_that_do_not_stand_in_a_question_weigh_too(joint: JointNetwork) -> None:
    head = JointSparse(joint)
    found = head.query("negligence")
    named = {head.term(int(at)): float(w) for at, w in zip(found.terms, found.weights, strict=True)}
    assert named == pytest.approx({"negligence": np.log1p(2.0), "care": np.log1p(1.0)})
    assert head.terms == len(SPECIAL) + len(WORDS)


@pytest.mark.req("C6")
def test_a_vector_a_token_without_the_punctuation_of_a_passage(joint: JointNetwork) -> None:
    (passage,) = JointTokens(joint).passages(["duty. care."])
    assert passage.shape == (4, joint.token_dims)
    asked = JointTokens(joint).query("duty.")
    assert asked.shape == (5, joint.token_dims)
    np.testing.assert_allclose(np.linalg.norm(passage, axis=1), 1.0, rtol=1e-6)


@pytest.mark.req("C5")
def test_a_dense_vector_of_length_one_and_alike_in_any_company(joint: JointNetwork) -> None:
    head = JointDense(joint)
    alone = head.passages(["duty of care"])[0]
    beside = head.passages(["ferry", "duty of care", "negligence " * 40])[1]
    assert alone.tobytes() == beside.tobytes()
    assert np.linalg.norm(alone) == pytest.approx(1.0)
    assert head.passages([]).shape == (0, head.dims)


def test_hostile_text_is_encoded(joint: JointNetwork) -> None:
    found = joint.passages(["", "\0", "\ud800 care", "x" * 200_000])
    assert len(found) == 4
    assert all(np.isfinite(one.dense).all() for one in found)


def test_three_settings_that_name_one_model_share_its_network(folder: Path, tmp_path: Path) -> None:
    name = str(folder)
    found = encoders(
        Settings(models=tmp_path, dense_model=name, sparse_model=name, token_model=name)
    )
    assert isinstance(found.dense, JointDense)
    assert isinstance(found.sparse, JointSparse)
    assert isinstance(found.tokens, JointTokens)
    assert found.dense.joint is found.sparse.joint is found.tokens.joint
    prints = {found.dense.fingerprint, found.sparse.fingerprint, found.tokens.fingerprint}
    assert len(prints) == 3


def test_one_pass_fills_every_store_and_goes_on_where_one_lacks(
    joint: JointNetwork, tmp_path: Path
) -> None:
    texts = ["duty of care", "the ferry"]
    items = [(text_hash(one), one) for one in texts]
    with (
        VectorFile.open(tmp_path, "d", joint.dims) as dense,
        SparseFile.open(tmp_path, "s", joint.terms) as sparse,
        TokenFile.open(tmp_path, "t", joint.token_dims) as tokens,
    ):
        hashes = [one for one, _ in items]
        dense.append(hashes[:1], JointDense(joint).passages(texts[:1]))
        every = JointFiles({"dense": dense, "sparse": sparse, "tokens": tokens})
        assert encode_missing(joint, every, items) == 2
        assert len(dense) == len(sparse) == len(tokens) == 2
        assert encode_missing(joint, every, items) == 0
        kept = sparse.of(int(sparse.slots(hashes)[0]))
        np.testing.assert_array_equal(kept.terms, joint.passages(texts)[0].sparse.terms)


def test_a_marker_that_the_vocabulary_lacks_is_told(folder: Path) -> None:
    card = (folder / "card.toml").read_text(encoding="utf-8")
    (folder / "card.toml").write_text(card.replace("unused0", "unused9"), encoding="utf-8")
    with pytest.raises(ModelDamaged, match="unused9"):
        JointNetwork(folder, read_card(folder)).query("duty")


def test_a_table_reads_whole_words_whatever_stands_between(tmp_path: Path) -> None:
    folder = write_table(tmp_path / "table", {"duty": (1, 0), "care": (0, 1)})
    table = WordTable(folder, read_card(folder))
    plain, marked, twice = table.passages(["duty care", "“Duty—(care)!”", "duty duty care"])
    np.testing.assert_allclose(plain, marked, rtol=1e-6)
    # The second time counts less than the first.
    assert 1.0 < twice[0] / twice[1] < 2.0
    assert not table.query("§ … .").any()
    np.testing.assert_array_equal(table.query("duty care"), plain)
