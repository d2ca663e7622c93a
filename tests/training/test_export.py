"""The graphs that are shipped: int8 says what floating point says, and the same weights give the
same bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime
import pytest
from training.export import encoder, reranker

WIDTH, INNER, SIZE = 64, 128, 200
Weights = dict[str, np.ndarray[Any, np.dtype[np.float32]]]


def weights(heads: dict[str, tuple[int, int]], layers: int = 2) -> Weights:
    source = np.random.default_rng(5)
    shapes: dict[str, tuple[int, ...]] = {
        "body.words.weight": (SIZE, WIDTH), "body.places.weight": (512, WIDTH),
        "body.kinds.weight": (2, WIDTH),
    }  # fmt: skip
    for at in range(layers):
        name = f"body.layers.{at}"
        for part, (out, come) in {
            "qkv": (3 * WIDTH, WIDTH), "out": (WIDTH, WIDTH), "up": (INNER, WIDTH),
            "down": (WIDTH, INNER),
        }.items():  # fmt: skip
            shapes |= {f"{name}.{part}.weight": (out, come), f"{name}.{part}.bias": (out,)}
    for name, shape in heads.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    found = {n: (0.2 * source.standard_normal(s)).astype(np.float32) for n, s in shapes.items()}
    norms = ["body.norm", *(f"body.layers.{at}.norm{n}" for at in range(layers) for n in (1, 2))]
    for name in norms:
        found |= {f"{name}.weight": np.ones(WIDTH, np.float32)}
        found |= {f"{name}.bias": np.zeros(WIDTH, np.float32)}
    return found


def ran(graph: bytes, **inputs: list[int]) -> list[np.ndarray[Any, np.dtype[np.float32]]]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    return session.run(None, {name: np.array([ids]) for name, ids in inputs.items()})


@pytest.fixture
def of_encoder() -> Weights:
    heads = {"dense": (48, WIDTH), "own": (1, WIDTH), "slot": (6, WIDTH), "read": (WIDTH, WIDTH)}
    found = weights(heads) | {"bias": np.zeros(SIZE, np.float32)}
    source = np.random.default_rng(6)
    return found | {"token.weight": source.standard_normal((16, WIDTH)).astype(np.float32)}


def test_int8_says_nearly_what_floating_point_says(of_encoder: Weights) -> None:
    ids = [3, 17, 42, 99, 151, 7, 4]
    exact = ran(encoder(of_encoder, exact=True), input_ids=ids)
    small = ran(encoder(of_encoder), input_ids=ids)
    assert [one.shape for one in small] == [(1, 48), (1, 7), (1, SIZE), (1, 7, 16)]
    for one, other in zip(exact, small, strict=True):
        likeness = (one * other).sum() / np.linalg.norm(one) / np.linalg.norm(other)
        assert likeness > 0.99


def test_a_score_hangs_on_both_texts() -> None:
    graph = reranker(weights({"score": (1, WIDTH)}))
    scores = [
        float(ran(graph, input_ids=ids, token_type_ids=[0, 0, 0, 1, 1, 1])[0][0, 0])
        for ids in ([3, 10, 4, 20, 30, 4], [3, 10, 4, 21, 30, 4], [3, 11, 4, 20, 30, 4])
    ]
    assert len(set(scores)) == 3


def test_words_of_few_numbers_are_widened() -> None:
    """A table of rank 16 and the matrix that widens it say what their product says."""
    source = np.random.default_rng(7)
    narrow = source.standard_normal((SIZE, 16)).astype(np.float32)
    wider = source.standard_normal((WIDTH, 16)).astype(np.float32)
    whole = weights({"score": (1, WIDTH)}) | {"body.words.weight": narrow @ wider.T}
    parts = whole | {"body.words.weight": narrow, "body.widen.weight": wider}
    asked = {"input_ids": [3, 10, 4, 20, 30, 4], "token_type_ids": [0, 0, 0, 1, 1, 1]}
    exact = ran(reranker(whole, exact=True), **asked)[0]
    assert np.allclose(exact, ran(reranker(parts, exact=True), **asked)[0], atol=1e-4)
    assert np.allclose(exact, ran(reranker(parts), **asked)[0], atol=0.2)


def test_the_same_weights_give_the_same_bytes(of_encoder: Weights) -> None:
    assert encoder(of_encoder) == encoder(dict(of_encoder))
