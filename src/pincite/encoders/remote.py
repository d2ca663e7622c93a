"""Encoders behind an endpoint: embeddings as OpenAI has them, scores as Cohere and Jina do.

Request and answer: POST {model, input: [text], encoding_format: float} gives {data: [{index,
embedding}]}; POST {model, query, documents: [text], top_n} gives {results: [{index,
relevance_score}]}.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import socket
import threading
import time
from collections.abc import Callable, Generator, Sequence
from typing import Any, Self, TypeVar

import httpx
import numpy as np
from pydantic import BaseModel, SecretStr, ValidationError

from pincite.encoders.cards import slug
from pincite.encoders.onnx import unit
from pincite.encoders.ports import Vector
from pincite.errors import AddressRefused, ModelError, ModelRefused, ModelUnreachable
from pincite.outgoing import GuardedTransport, Rules
from pincite.settings import Settings

_ATTEMPTS = 5
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 20.0
_TEXTS_A_REQUEST = 64
# About 8,000 tokens, the most that common endpoints take of one text.
_CHARACTERS = 24_000
# 64 texts with vectors of 4,096 numbers, written out, and some.
_MOST_BYTES = 32 * 1024 * 1024
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


class _Embedding(BaseModel):
    index: int
    embedding: list[float]


class _Embeddings(BaseModel):
    data: list[_Embedding]


class _Score(BaseModel):
    index: int
    relevance_score: float


class _Scores(BaseModel):
    results: list[_Score]


Answer = TypeVar("Answer", bound=BaseModel)


class Endpoint:
    """One address that is asked with JSON. Failures that may pass are tried again, with growing
    pauses, until `deadline` seconds have gone where one is set."""

    def __init__(
        self,
        url: str,
        key: SecretStr | None,
        timeout: float,
        *,
        attempts: int = _ATTEMPTS,
        deadline: float | None = None,
        allowed_hosts: str = "",
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url = url
        # As bytes: a key in other letters is refused by whoever reads it, not by us.
        secret = f"Bearer {key.get_secret_value()}".encode() if key else b""
        headers = {b"Authorization": secret} if key else {}
        # With a deadline each request has a connection of its own, which can be cut off.
        kept = 0 if deadline else 20
        limits = httpx.Limits(max_connections=100, max_keepalive_connections=kept)
        # Whoever set the address has named its host, and no other.
        guarded = transport or GuardedTransport(Rules.of(allowed_hosts, url), limits)
        self._client = httpx.Client(headers=headers, timeout=timeout, transport=guarded)
        self._sleep = sleep
        self._attempts = attempts
        self._deadline = deadline

    def ask(self, question: dict[str, object], kind: type[Answer]) -> Answer:
        until = time.monotonic() + self._deadline if self._deadline else math.inf
        pause, reason = _FIRST_PAUSE, ""
        for attempt in range(self._attempts):
            if attempt:
                if time.monotonic() + pause >= until:
                    break
                self._sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE)
            try:
                with (
                    _cut_off(until) as extensions,
                    self._client.stream(
                        "POST", self.url, json=question, extensions=extensions
                    ) as response,
                ):
                    content = _received(response, until)
            except AddressRefused as refused:
                raise ModelRefused(refused.message, hint=refused.hint) from None
            except httpx.InvalidURL as error:
                raise ModelUnreachable(f"{self.url} is no address: {error}") from None
            except (httpx.RequestError, httpx.StreamError, _TooMuch) as error:
                reason = str(error) or type(error).__name__
                continue
            if response.status_code in _AGAIN:
                reason = f"it answers {response.status_code}"
                pause = max(pause, _asked_pause(response))
                continue
            return self._read(response, content, kind)
        raise ModelUnreachable(f"{self.url} does not answer: {reason or 'in time'}")

    def _read(self, response: httpx.Response, content: bytes, kind: type[Answer]) -> Answer:
        if not response.is_success:
            reason = content[:200].decode("utf-8", "replace")
            raise ModelRefused(f"{self.url} refuses with {response.status_code}: {reason}")
        try:
            return kind.model_validate_json(content)
        except ValidationError:
            raise ModelError(
                f"{self.url} answers with something else than was asked for",
                hint="Give the full address of the endpoint, such as …/v1/embeddings.",
            ) from None


@contextlib.contextmanager
def _cut_off(until: float) -> Generator[dict[str, object]]:
    """For a request whose connection is shut when its time is over. A timeout counts from byte to
    byte, so that headers which drip would go on for ever."""
    if until == math.inf:
        yield {}
        return
    made: list[socket.socket] = []

    def shut() -> None:
        for connection in made[-1:]:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def seen(event: str, info: dict[str, Any]) -> None:
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            made.append(info["return_value"].get_extra_info("socket"))
            if time.monotonic() > until:
                shut()

    timer = threading.Timer(max(until - time.monotonic(), 0), shut)
    timer.daemon = True
    timer.start()
    try:
        yield {"trace": seen}
    finally:
        timer.cancel()


class _TooMuch(Exception):
    """What comes does not end, in time or in bytes."""


def _received(response: httpx.Response, until: float) -> bytes:
    content = bytearray()
    for piece in response.iter_bytes():
        content += piece
        if len(content) > _MOST_BYTES:
            raise _TooMuch(f"more than {_MOST_BYTES} bytes")
        if time.monotonic() >= until:
            raise _TooMuch("it takes too long")
    if time.monotonic() >= until:
        # What was cut off may look whole.
        raise _TooMuch("it takes too long")
    return bytes(content)


class RemoteDense:
    """Embeddings from an endpoint."""

    def __init__(self, endpoint: Endpoint, model: str, dims: int = 0) -> None:
        self._endpoint = endpoint
        self._model = model
        self._dims = dims

    @classmethod
    def of(cls, settings: Settings) -> Self | None:
        """None where the settings name no endpoint."""
        if not settings.embedding_url:
            return None
        endpoint = Endpoint(
            settings.embedding_url,
            settings.embedding_key,
            settings.fetch_timeout,
            allowed_hosts=settings.allowed_hosts,
        )
        return cls(endpoint, settings.embedding_model, settings.embedding_dims)

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self._endpoint.url, self._model)

    @property
    def languages(self) -> frozenset[str]:
        return frozenset()

    @property
    def dims(self) -> int:
        if not self._dims:
            self._dims = len(self._ask(["dimensions"])[0])
        return self._dims

    def query(self, text: str) -> Vector:
        return self.passages([text])[0]

    def passages(self, texts: Sequence[str]) -> Vector:
        found: list[list[float]] = []
        for at in range(0, len(texts), _TEXTS_A_REQUEST):
            found += self._ask(texts[at : at + _TEXTS_A_REQUEST])
        if odd := {len(vector) for vector in found} - {self.dims}:
            raise ModelError(
                f"{self._endpoint.url} gives vectors of {odd.pop()} numbers, not {self.dims}",
                hint="Set PINCITE_EMBEDDING_DIMS to what the model gives.",
            )
        return unit(np.array(found, np.float32).reshape(-1, self.dims))

    def _ask(self, texts: Sequence[str]) -> list[list[float]]:
        # An endpoint refuses a text without anything in it.
        given = [sendable(text) or " " for text in texts]
        question: dict[str, object] = {
            "model": self._model, "input": given, "encoding_format": "float",
        }  # fmt: skip
        answer = self._endpoint.ask(question, _Embeddings)
        found = {item.index: item.embedding for item in answer.data}
        return [_one(found, at, self._endpoint) for at in range(len(texts))]


class RemotePairs:
    """Scores of pairs from an endpoint."""

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        self._endpoint = endpoint
        self._model = model

    @classmethod
    def of(cls, settings: Settings) -> Self | None:
        """None where the settings name no endpoint."""
        if not settings.rerank_url:
            return None
        endpoint = Endpoint(
            settings.rerank_url,
            settings.rerank_key,
            settings.fetch_timeout,
            allowed_hosts=settings.allowed_hosts,
        )
        return cls(endpoint, settings.rerank_model)

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self._endpoint.url, self._model)

    @property
    def languages(self) -> frozenset[str]:
        return frozenset()

    def score(self, query: str, passages: Sequence[str]) -> Vector:
        if not passages:
            return np.empty(0, np.float32)
        question: dict[str, object] = {
            "model": self._model,
            "query": sendable(query) or " ",
            "documents": [sendable(text) or " " for text in passages],
            "top_n": len(passages),
        }
        answer = self._endpoint.ask(question, _Scores)
        found = {result.index: result.relevance_score for result in answer.results}
        scores = [_one(found, at, self._endpoint) for at in range(len(passages))]
        return np.array(scores, np.float32)


Value = TypeVar("Value")


def _one(found: dict[int, Value], at: int, endpoint: Endpoint) -> Value:
    if at not in found:
        raise ModelError(f"{endpoint.url} leaves out the answer for text {at + 1}")
    return found[at]


def sendable(text: str) -> str:
    return text[:_CHARACTERS].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def fingerprint_of(url: str, model: str) -> str:
    digest = hashlib.sha256(f"{url}\n{model}".encode()).hexdigest()
    return f"{slug(model)}-remote-{digest[:12]}"


def _asked_pause(response: httpx.Response) -> float:
    """What the endpoint asks us to wait, in seconds, as far as that is bearable."""
    stated = response.headers.get("Retry-After", "")
    return min(float(stated), _LONGEST_PAUSE) if stated.isdecimal() else 0.0
