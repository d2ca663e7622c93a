"""The models that come with Pincite: what they find alike, the order of words, what they add to a
question, and the same vector whatever is encoded beside it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pincite.encoders import Encoders, encoders
from pincite.encoders.joint import JointDense, JointSparse, JointTokens
from pincite.settings import Settings

QUESTION = "How much notice must a landlord give before ending a tenancy?"
ANSWER = "A lessor shall not terminate a lease except upon three months' written notice."
OTHERS = [
    "The Registrar shall keep a register of fishing vessels.",
    "A dog found at large may be impounded by a by-law officer.",
]
HOSTILE = ["", "\0\0\0", "x" * 100_000, "word " * 20_000, "🙂" * 500, "‮שלום עולם‬", "\ud800 lone"]
# A phrase, a sentence that holds it, and one with the same words in another order.
ORDERS = [
    ("breach of fiduciary duty", "The claim is for {} by the director.", "fiduciary duty breach"),
    ("transfer of title", "The parties agree on the {} in the goods.", "title of transfer"),
    ("notice of termination", "The tenant received a {} by post.", "termination of notice"),
    ("duty of care", "The driver owed a {} to the cyclist.", "care of duty"),
    ("right of way", "The deed grants a {} over the field.", "way of right"),
    ("burden of proof", "The {} lies on the plaintiff.", "proof of burden"),
    ("appeal against sentence", "She lodged an {} within ten days.", "sentence against appeal"),
]


# A query, and words that it does not hold and should be found by.
SAID = {
    "negligence": {"liability", "liable", "damages", "fault"},
    "breach of fiduciary duty": {"trust", "liability"},
    "motion to dismiss standard": {"dismissal", "proceedings"},
    "indemnification": {"liability", "provisions"},
}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Encoders:
    settings = Settings(
        models=tmp_path_factory.mktemp("none"), threads=2, pair_model="pincite-reader-1"
    )
    found = encoders(settings)
    assert not found.missing
    return found


def by_tokens(loaded: Encoders, question: str, passages: list[str]) -> list[float]:
    assert loaded.tokens
    query = loaded.tokens.query(question)
    found = loaded.tokens.passages(passages)
    return [float((query @ one.T).max(axis=1).mean()) for one in found]


@pytest.mark.req("C5")
def test_every_head_puts_the_passage_that_answers_first(loaded: Encoders) -> None:
    assert loaded.dense
    assert loaded.sparse
    near = loaded.dense.passages([ANSWER, *OTHERS]) @ loaded.dense.query(QUESTION)
    assert near[0] > near[1:].max() + 0.1
    matched = by_tokens(loaded, QUESTION, [ANSWER, *OTHERS])
    assert matched[0] > max(matched[1:])
    asked = loaded.sparse.query(QUESTION)
    weights = dict(zip(asked.terms.tolist(), asked.weights.tolist(), strict=True))
    scores = [
        sum(weights.get(term, 0.0) * weight for term, weight in zip(*one, strict=True))
        for one in loaded.sparse.passages([ANSWER, *OTHERS])
    ]
    assert scores[0] > max(scores[1:])


@pytest.mark.req("C5")
def test_the_table_and_the_reader_put_the_passage_that_answers_first(loaded: Encoders) -> None:
    assert loaded.static
    assert loaded.pairs
    near = loaded.static.passages([ANSWER, *OTHERS]) @ loaded.static.query(QUESTION)
    scored = loaded.pairs.score(QUESTION, [ANSWER, *OTHERS])
    for found in (near, scored):
        assert found[0] > found[1:].max()


@pytest.mark.req("C8")
@pytest.mark.parametrize("query", SAID)
def test_a_query_is_given_words_that_it_does_not_hold(loaded: Encoders, query: str) -> None:
    assert isinstance(loaded.sparse, JointSparse)
    tokenizer = loaded.sparse.joint.network.tokenizer
    own = set(tokenizer.encode(query).ids)
    given = {
        tokenizer.id_to_token(one) for one in loaded.sparse.query(query).terms if one not in own
    }
    assert given >= SAID[query]
    # Whole words, of which a reader can make something.
    assert all(one.isalpha() and len(one) > 2 for one in given)


@pytest.mark.req("C6")
@pytest.mark.parametrize(("phrase", "sentence", "turned"), ORDERS, ids=[one[0] for one in ORDERS])
def test_words_in_their_order_outrank_the_same_words_in_another(
    loaded: Encoders, phrase: str, sentence: str, turned: str
) -> None:
    right, wrong = by_tokens(loaded, phrase, [sentence.format(phrase), sentence.format(turned)])
    assert right > wrong


@pytest.mark.req("C5")
def test_a_question_heeds_what_it_is_about(loaded: Encoders) -> None:
    assert isinstance(loaded.tokens, JointTokens)
    text = "can my landlord do that"
    read = loaded.tokens.joint.network.tokenizer.encode(text).tokens
    # After the first token stands the marker of a question.
    lengths = np.linalg.norm(loaded.tokens.query(text), axis=1)
    named = dict(zip([read[0], "marker", *read[1:]], lengths.tolist(), strict=True))
    assert named["landlord"] > 2 * max(named["can"], named["my"], named["that"])
    assert lengths.max() <= 1 + 1e-6


def test_a_vector_depends_on_its_text_alone(loaded: Encoders, tmp_path: Path) -> None:
    """To the byte: whatever is encoded beside it, in which order, and on how many threads."""
    assert isinstance(loaded.dense, JointDense)
    alone = encoders(Settings(models=tmp_path, threads=1))
    assert isinstance(alone.dense, JointDense)
    together = loaded.dense.joint.passages([ANSWER, *OTHERS, "word " * 300])
    for text, one in zip([ANSWER, *OTHERS], together, strict=False):
        (other,) = alone.dense.joint.passages([text])
        assert one.dense.tobytes() == other.dense.tobytes()
        assert one.tokens.tobytes() == other.tokens.tobytes()
        assert one.sparse.weights.tobytes() == other.sparse.weights.tobytes()


def test_hostile_texts_have_vectors(loaded: Encoders) -> None:
    assert isinstance(loaded.dense, JointDense)
    for one in loaded.dense.joint.passages(HOSTILE):
        assert np.isfinite(one.dense).all()
        assert np.isfinite(one.tokens).all()
        assert np.isfinite(one.sparse.weights).all()
    for text in HOSTILE:
        assert np.isfinite(loaded.dense.query(text)).all()
    assert loaded.pairs
    assert np.isfinite(loaded.pairs.score(HOSTILE[3], HOSTILE)).all()
