"""The real models: what they find alike, and that a vector depends on its text alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from installed_models import borrowed
from pincite.encoders import Encoders, encoders
from pincite.encoders.cards import catalogue, read_card, written_card
from pincite.encoders.onnx import OnnxDense
from pincite.errors import ModelError, ModelMissing
from pincite.settings import Settings

QUESTION = "How much notice must a landlord give before ending a tenancy?"
ANSWER = "A lessor shall not terminate a lease except upon three months' written notice."
OTHERS = [
    "The Registrar shall keep a register of fishing vessels.",
    "A dog found at large may be impounded by a by-law officer.",
]
HOSTILE = ["", "\0\0\0", "x" * 100_000, "word " * 20_000, "🙂" * 500, "‮שלום עולם‬", "\ud800 lone"]


@pytest.fixture(scope="module")
def loaded(models: Path) -> Encoders:
    return encoders(borrowed(models, threads=2))


def test_the_passage_that_answers_is_nearest(loaded: Encoders) -> None:
    assert loaded.dense
    found = loaded.dense.passages([ANSWER, *OTHERS]) @ loaded.dense.query(QUESTION)
    assert found[0] > found[1:].max() + 0.1


def test_the_passage_that_answers_scores_highest(loaded: Encoders) -> None:
    assert loaded.pairs
    found = loaded.pairs.score(QUESTION, [*OTHERS, ANSWER])
    assert found[2] > found[:2].max() + 1
    assert loaded.pairs.score(QUESTION, []).shape == (0,)


def test_the_tokens_of_the_passage_that_answers_match_best(loaded: Encoders) -> None:
    assert loaded.tokens
    query = loaded.tokens.query(QUESTION)
    passages = loaded.tokens.passages([ANSWER, *OTHERS])
    found = [(query @ one.T).max(axis=1).sum() for one in passages]
    assert query.shape[1] == loaded.tokens.dims == passages[0].shape[1]
    assert found[0] > max(found[1:])


def test_a_vector_depends_on_its_text_alone(models: Path, loaded: Encoders) -> None:
    """To the byte: whatever is encoded beside it, in which order, and on how many threads."""
    assert loaded.dense
    together = loaded.dense.passages([ANSWER, *OTHERS, "word " * 300])
    single = OnnxDense(models / "bge-small-en-v1.5", read_card(models / "bge-small-en-v1.5"), 1)
    alone = np.stack([single.passages([one])[0] for one in [ANSWER, *OTHERS]])
    assert together[:3].tobytes() == alone.tobytes()
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)


def test_hostile_texts_have_vectors_and_scores(loaded: Encoders) -> None:
    assert loaded.dense
    assert loaded.tokens
    assert loaded.pairs
    assert np.isfinite(loaded.dense.passages(HOSTILE)).all()
    assert all(np.isfinite(one).all() and len(one) for one in loaded.tokens.passages(HOSTILE))
    assert np.isfinite(loaded.pairs.score("word " * 20_000, HOSTILE)).all()
    for text in HOSTILE:
        assert np.isfinite(loaded.dense.query(text)).all()
        assert np.isfinite(loaded.tokens.query(text)).all()


def test_words_past_the_cut_do_not_count(loaded: Encoders) -> None:
    assert loaded.dense
    long = "The tenant shall pay rent. " * 300
    both = loaded.dense.passages([long, long + "A dog may be impounded. " * 300])
    assert both[0].tobytes() == both[1].tobytes()


def test_a_model_that_is_not_installed_says_how_to_install_it(tmp_path: Path) -> None:
    found = encoders(borrowed(tmp_path, token_model=""))
    assert (found.dense, found.tokens, found.pairs, found.static) == (None, None, None, None)
    assert set(found.missing) == {"dense", "pairs", "static"}
    assert isinstance(found.missing["dense"], ModelMissing)
    assert "pincite models install" in found.missing["dense"].hint


def test_a_model_is_refused_for_what_it_does_not_do(models: Path) -> None:
    found = encoders(Settings(models=models, dense_model="ms-marco-MiniLM-L-12-v2"))
    assert found.dense is None
    assert isinstance(found.missing["dense"], ModelError)


def test_a_folder_of_the_users_own_is_a_model(models: Path, tmp_path: Path) -> None:
    card = catalogue().named("bge-small-en-v1.5").card
    own = tmp_path / "own"
    own.mkdir()
    for name in ("model.onnx", "tokenizer.json"):
        (own / name).symlink_to(models / card.name / name)
    (own / "card.toml").write_text('name = "mine"\ndoes = "dense"\ndims = 384\npooling = "cls"\n')
    found = encoders(Settings(models=models, dense_model=str(own)))
    assert found.dense
    assert found.dense.fingerprint.startswith("mine-")
    bundled = encoders(borrowed(models)).dense
    assert bundled
    assert found.dense.passages([ANSWER]).tobytes() == bundled.passages([ANSWER]).tobytes()
    other = replace(read_card(own), pooling="mean")
    (own / "card.toml").write_text(written_card(other))
    changed = encoders(Settings(models=models, dense_model=str(own))).dense
    assert changed
    assert changed.fingerprint != found.dense.fingerprint
