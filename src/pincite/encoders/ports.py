"""What an encoder does, whichever model is behind it.

Queries are encoded one at a time, so that an int8 result never shifts with its neighbours in a
batch; passages many at a time. Every vector is float32 and of length one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


class SparseVector(NamedTuple):
    """Weights over a vocabulary: term numbers in ascending order, and a weight above 0 for each."""

    terms: NDArray[np.int32]
    weights: NDArray[np.float32]


class Encoder(Protocol):
    """`fingerprint` names weights, pooling, prefixes and cut: where it is the same, so are the
    vectors. `languages` are the ISO 639-1 codes the model was made for; empty for any."""

    @property
    def fingerprint(self) -> str: ...
    @property
    def languages(self) -> frozenset[str]: ...


class DenseEncoder(Encoder, Protocol):
    @property
    def dims(self) -> int: ...
    def query(self, text: str) -> Vector: ...
    def passages(self, texts: Sequence[str]) -> Vector:
        """One row a text, in their order."""
        ...


class SparseEncoder(Encoder, Protocol):
    @property
    def terms(self) -> int:
        """How many terms the vocabulary has."""
        ...

    def query(self, text: str) -> SparseVector: ...
    def passages(self, texts: Sequence[str]) -> list[SparseVector]: ...


class TokenEncoder(Encoder, Protocol):
    @property
    def dims(self) -> int: ...
    def query(self, text: str) -> Vector:
        """One row a token."""
        ...

    def passages(self, texts: Sequence[str]) -> list[Vector]: ...


class PairScorer(Encoder, Protocol):
    def score(self, query: str, passages: Sequence[str]) -> Vector:
        """How well each passage answers the query; higher is better, comparable within a query."""
        ...
