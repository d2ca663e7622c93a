"""A vector for each token of a text (late interaction; Khattab and Zaharia, ColBERT, 2020).

The states of punctuation in a passage do not count. Where the card says so, a query is filled up to
its full length with [MASK]s, which the network does not attend to but whose states count.

States that are wider than the card's vectors are brought down by a matrix of random signs, the same
on every machine, which keeps the angles between them (Achlioptas, Database-friendly random
projections, 2003).
"""

from __future__ import annotations

import hashlib
import string
from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np

from pincite.encoders.network import TokenSequence
from pincite.encoders.onnx import Onnx, unit
from pincite.encoders.ports import Vector
from pincite.errors import ModelDamaged


class OnnxTokens(Onnx):
    @property
    def dims(self) -> int:
        return self._card.dims

    def query(self, text: str) -> Vector:
        limit = self._card.query_tokens
        ids = self._ids([text], self._card.query_marker, limit)[0]
        empty = limit - len(ids) if self._card.query_masks else 0
        seen = [1] * len(ids) + [0] * empty
        if empty:
            ids += [self._number("[MASK]")] * empty
        return self._kept(self._network.run(TokenSequence(ids, seen, [0] * len(ids))))

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        read = self._ids(texts, self._card.passage_marker, self._card.max_tokens)
        states = self._network.run_all(
            [TokenSequence(ids, [1] * len(ids), [0] * len(ids)) for ids in read]
        )
        return [
            self._kept(found[[number not in self._punctuation for number in ids]])
            for ids, found in zip(read, states, strict=True)
        ]

    def _ids(self, texts: Sequence[str], marker: str, limit: int) -> list[list[int]]:
        """Token numbers, the marker second, no more than the limit."""
        number = self._number(marker)
        found: list[list[int]] = []
        for encoding in self._network.encodings(texts, limit - 1):
            first, *rest = encoding.ids
            found.append([first, number, *rest])
        return found

    @cached_property
    def _punctuation(self) -> frozenset[int]:
        numbers = (self._network.tokenizer.token_to_id(mark) for mark in string.punctuation)
        return frozenset(number for number in numbers if number is not None)

    def _number(self, token: str) -> int:
        found = self._network.tokenizer.token_to_id(token)
        if found is None:
            raise ModelDamaged(f"the vocabulary of {self._card.name} has no {token}")
        return found

    def _kept(self, states: Vector) -> Vector:
        width = states.shape[1]
        return unit(states if width == self.dims else states @ _signs(width, self.dims))


@cache
def _signs(width: int, dims: int) -> Vector:
    drawn = np.frombuffer(hashlib.shake_128(b"pincite").digest(width * dims), np.uint8)
    return np.where(drawn & 1, 1, -1).reshape(width, dims).astype(np.float32)
