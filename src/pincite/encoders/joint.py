"""One network that gives all three kinds of vector in one pass, and a head for each.

Its outputs are `dense`, `own` (how much each token of the text weighs), `words` (how much each word
of the vocabulary does, whether it stands there or not) and `tokens`. What a word weighs is the
higher of the two, dampened as in sparse.py. A token is as long as it is heeded: those of a question
stay so, none longer than one; those of a passage are all made one long.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.cards import ModelCard
from pincite.encoders.little import little, punctuation
from pincite.encoders.network import TokenSequence
from pincite.encoders.onnx import Onnx, unit
from pincite.encoders.ports import SparseVector, Vector
from pincite.encoders.sparse import LEAST
from pincite.errors import ModelDamaged

_OUTPUTS = ("dense", "own", "words", "tokens")
# Below this, dampened, a word weighs nothing.
_LEAST = float(np.expm1(LEAST))
# A search asks every head for the same few wordings of its question.
_REMEMBERED = 16


class Encoded(NamedTuple):
    """All three kinds of vector of one text."""

    dense: Vector
    sparse: SparseVector
    tokens: Vector


class JointNetwork(Onnx):
    """The network itself, which the heads below share."""

    def __init__(self, folder: Path, card: ModelCard, threads: int = 0) -> None:
        super().__init__(folder, card, threads)
        self._asked: OrderedDict[str, Encoded] = OrderedDict()
        self._asking = Lock()

    @property
    def dims(self) -> int:
        return self._card.dims

    @property
    def token_dims(self) -> int:
        return self._card.token_dims

    @property
    def terms(self) -> int:
        return self._network.tokenizer.get_vocab_size()

    def query(self, text: str) -> Encoded:
        with self._asking:
            if text in self._asked:
                self._asked.move_to_end(text)
                return self._asked[text]
        ids = self._ids([text], self._card.query_tokens, self._card.query_marker)[0]
        found = self._encoded(ids, self._network.run_whole(_seen(ids), _OUTPUTS), whole=True)
        with self._asking:
            self._asked[text] = found
            while len(self._asked) > _REMEMBERED:
                self._asked.popitem(last=False)
        return found

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        read = self._ids(texts, self._card.max_tokens, "")
        ran = self._network.run_all_whole([_seen(ids) for ids in read], _OUTPUTS)
        return [
            self._encoded(ids, outputs, whole=False) for ids, outputs in zip(read, ran, strict=True)
        ]

    def _ids(self, texts: Sequence[str], limit: int, marker: str) -> list[list[int]]:
        if not marker:
            return [list(encoding.ids) for encoding in self._network.encodings(texts, limit)]
        number = self._network.tokenizer.token_to_id(marker)
        if number is None:
            raise ModelDamaged(f"the vocabulary of {self._card.name} has no {marker}")
        cut = self._network.encodings(texts, limit - 1)
        return [[encoding.ids[0], number, *encoding.ids[1:]] for encoding in cut]

    def _encoded(self, ids: list[int], outputs: Sequence[Vector], *, whole: bool) -> Encoded:
        dense, own, words, tokens = outputs
        weights = words[0]
        np.maximum.at(weights, ids, own[0])
        weights[self._special] = 0.0
        terms = np.flatnonzero(weights > _LEAST).astype(np.int32)
        kept = tokens[0] if whole else unit(tokens[0][~self._is_little[ids]])
        return Encoded(unit(dense)[0], SparseVector(terms, np.log1p(weights[terms])), kept)

    @cached_property
    def _is_little(self) -> NDArray[np.bool_]:
        return little(self._network.tokenizer, self.languages)

    @cached_property
    def _special(self) -> list[int]:
        """What stands in every text and is no word of it."""
        read = self._network.tokenizer.encode("").ids
        marker = self._network.tokenizer.token_to_id(self._card.query_marker or "[PAD]")
        return sorted(
            {
                *read,
                *np.flatnonzero(punctuation(self._network.tokenizer)).tolist(),
                *([marker] if marker is not None else []),
            }
        )


class _Head:
    _kind = ""

    def __init__(self, joint: JointNetwork) -> None:
        self.joint = joint

    @property
    def fingerprint(self) -> str:
        return f"{self.joint.fingerprint}{self._kind}"

    @property
    def languages(self) -> frozenset[str]:
        return self.joint.languages


class JointDense(_Head):
    """The head that gives one vector a text."""

    @property
    def dims(self) -> int:
        return self.joint.dims

    def query(self, text: str) -> Vector:
        return self.joint.query(text).dense

    def passages(self, texts: Sequence[str]) -> Vector:
        rows = [passage.dense for passage in self.joint.passages(texts)]
        return np.stack(rows) if rows else np.empty((0, self.dims), np.float32)


class JointSparse(_Head):
    """The head that gives weights over the vocabulary."""

    _kind = "-sparse"

    @property
    def terms(self) -> int:
        return self.joint.terms

    def query(self, text: str) -> SparseVector:
        return self.joint.query(text).sparse

    def passages(self, texts: Sequence[str]) -> list[SparseVector]:
        return [passage.sparse for passage in self.joint.passages(texts)]

    def term(self, number: int) -> str:
        """The word or part of one that a term stands for."""
        return self.joint.network.tokenizer.id_to_token(number) or ""


class JointTokens(_Head):
    """The head that gives a vector a token."""

    _kind = "-tokens"

    @property
    def dims(self) -> int:
        return self.joint.token_dims

    def query(self, text: str) -> Vector:
        return self.joint.query(text).tokens

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        return [passage.tokens for passage in self.joint.passages(texts)]


def _seen(ids: Sequence[int]) -> TokenSequence:
    return TokenSequence(ids, [1] * len(ids), [0] * len(ids))
