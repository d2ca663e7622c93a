"""What an encoder does, whichever model is behind it.

Queries are encoded one at a time, so that an int8 result never shifts with its neighbours in a
batch; passages many at a time. Every vector is float32. Any method that needs the model raises
ModelError: ModelMissing or ModelDamaged where its files are not there or not whole,
ModelUnreachable or ModelRefused where it is behind an endpoint.
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
    """What every encoder says of itself."""

    @property
    def fingerprint(self) -> str:
        """Names the weights, the pooling, the prefixes and the cut: two encoders with the same
        fingerprint give the same vectors."""
        ...

    @property
    def languages(self) -> frozenset[str]:
        """The ISO 639-1 codes of the languages the model was made for; empty for any."""
        ...


class DenseEncoder(Encoder, Protocol):
    """One vector a text, of length one; all zeros where the model knows no word of the text."""

    @property
    def dims(self) -> int:
        """How many numbers a vector has."""
        ...

    def query(self, text: str) -> Vector:
        """The vector of a question."""
        ...

    def passages(self, texts: Sequence[str]) -> Vector:
        """The vectors of passages: one row a text, in their order."""
        ...


class SparseEncoder(Encoder, Protocol):
    """Weights over a vocabulary for each text."""

    @property
    def terms(self) -> int:
        """How many terms the vocabulary has; term numbers are below it."""
        ...

    def query(self, text: str) -> SparseVector:
        """The weights of a question; none where no term weighs anything."""
        ...

    def passages(self, texts: Sequence[str]) -> list[SparseVector]:
        """The weights of passages: one entry a text, in their order."""
        ...


class TokenEncoder(Encoder, Protocol):
    """A vector for each token of a text, none longer than one."""

    @property
    def dims(self) -> int:
        """How many numbers the vector of a token has."""
        ...

    def query(self, text: str) -> Vector:
        """The tokens of a question: one row a token, in the order of the text."""
        ...

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """The tokens of passages: one entry a text, in their order, with one row a token, in the
        order of the text. Tokens that say little, such as punctuation, are left out."""
        ...


class PairScorer(Encoder, Protocol):
    """Reads a question and a passage together."""

    def score(self, query: str, passages: Sequence[str]) -> Vector:
        """How well each passage answers the query: one score a passage, in their order, not
        sorted. Higher is better; scores of one query compare, those of two do not."""
        ...
