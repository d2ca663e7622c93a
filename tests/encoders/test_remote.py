from __future__ import annotations

import json

import httpx
import numpy as np
import pytest
from pydantic import SecretStr

from pincite.encoders.remote import Endpoint, RemoteDense, RemotePairs
from pincite.errors import ModelError, ModelUnreachable


class Served:
    """An endpoint: fails as it is told to, then answers."""

    def __init__(self, *failures: int | Exception, dims: int = 4) -> None:
        self.failures = list(failures)
        self.dims = dims
        self.asked: list[dict[str, object]] = []
        self.headers: list[httpx.Headers] = []
        self.pauses: list[float] = []

    def endpoint(self) -> Endpoint:
        return Endpoint(
            "https://models.test/v1/embeddings",
            SecretStr("k-123"),
            5,
            transport=httpx.MockTransport(self.answer),
            sleep=self.pauses.append,
        )

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.headers.append(request.headers)
        if self.failures:
            failure = self.failures.pop(0)
            if isinstance(failure, Exception):
                raise failure
            return httpx.Response(failure, text="no", headers={"Retry-After": "3"})
        asked = json.loads(request.content)
        self.asked.append(asked)
        if "documents" in asked:
            scores = [
                {"index": at, "relevance_score": len(text)}
                for at, text in enumerate(asked["documents"])
            ]
            return httpx.Response(
                200, json={"results": sorted(scores, key=lambda one: -one["relevance_score"])}
            )
        data = [
            {"index": at, "object": "embedding", "embedding": [len(text), *[1.0] * (self.dims - 1)]}
            for at, text in enumerate(asked["input"])
        ]
        return httpx.Response(200, json={"object": "list", "data": data[::-1], "usage": {}})


def test_vectors_come_in_the_order_of_the_texts_and_at_length_one() -> None:
    served = Served()
    encoder = RemoteDense(served.endpoint(), "m")
    found = encoder.passages([*("x" * number for number in range(1, 150)), "", "\0", "\ud800"])
    assert found.shape == (152, 4)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-6)
    assert (np.diff(found[:149, 0]) > 0).all()
    assert all(len(asked["input"]) <= 64 for asked in served.asked)
    assert not any("" in asked["input"] for asked in served.asked)
    assert served.headers[0]["Authorization"] == "Bearer k-123"


def test_what_may_pass_is_tried_again() -> None:
    served = Served(429, 503, httpx.ConnectError("refused"))
    assert RemoteDense(served.endpoint(), "m").query("text").shape == (4,)
    assert served.pauses == sorted(served.pauses)
    assert served.pauses[0] >= 3


def test_an_endpoint_that_stays_down_can_be_tried_later() -> None:
    served = Served(*[httpx.ConnectError("refused")] * 9)
    with pytest.raises(ModelUnreachable) as raised:
        RemoteDense(served.endpoint(), "m").query("text")
    assert raised.value.retryable
    assert "k-123" not in str(raised.value.as_dict())


def test_a_refusal_is_not_tried_again() -> None:
    served = Served(401, 401)
    with pytest.raises(ModelError) as raised:
        RemoteDense(served.endpoint(), "m").query("text")
    assert not raised.value.retryable
    assert served.pauses == []


def test_vectors_of_another_length_are_refused() -> None:
    with pytest.raises(ModelError, match="not 8"):
        RemoteDense(Served().endpoint(), "m", dims=8).query("text")


def test_an_answer_of_another_shape_is_refused() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, text="<html>"))
    endpoint = Endpoint("https://models.test", None, 5, transport=transport)
    with pytest.raises(ModelError):
        RemoteDense(endpoint, "m").query("text")


def test_scores_come_in_the_order_of_the_passages() -> None:
    served = Served()
    scorer = RemotePairs(served.endpoint(), "m")
    assert scorer.score("q", ["xx", "x", "xxx"]).tolist() == [2, 1, 3]
    assert served.asked[0] == {
        "model": "m",
        "query": "q",
        "documents": ["xx", "x", "xxx"],
        "top_n": 3,
    }
    assert scorer.score("q", []).shape == (0,)
