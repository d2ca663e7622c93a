"""Learned weights over the words of a vocabulary (Formal and others, SPLADE, 2021).

The network gives every token a value for each word of the vocabulary; a text has, of each word, the
highest that any of its tokens gives, dampened: log(1 + max(0, value)).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pincite.encoders.network import TokenSequence
from pincite.encoders.onnx import Onnx
from pincite.encoders.ports import SparseVector, Vector
from pincite.errors import ModelDamaged

# Below this a word weighs nothing, and only takes room.
LEAST = 0.01


class OnnxSparse(Onnx):
    @property
    def terms(self) -> int:
        return self._card.dims

    def query(self, text: str) -> SparseVector:
        return self._encode([self._card.query_prefix + text])[0]

    def passages(self, texts: Sequence[str]) -> list[SparseVector]:
        return self._encode([self._card.passage_prefix + text for text in texts])

    def _encode(self, texts: Sequence[str]) -> list[SparseVector]:
        read = self._network.encodings(texts, self._card.max_tokens)
        sequences = [
            TokenSequence(encoding.ids, encoding.attention_mask, encoding.type_ids)
            for encoding in read
        ]
        return [self._weighed(found) for found in self._network.run_all(sequences)]

    def _weighed(self, values: Vector) -> SparseVector:
        if values.ndim != 2 or values.shape[1] != self.terms:
            raise ModelDamaged(
                f"{self._card.name} gives {values.shape[-1]} values a token, not {self.terms}",
                hint="Export the model for fill-mask, and give the size of its vocabulary as dims.",
            )
        weights = np.log1p(np.maximum(values.max(axis=0, initial=0.0), 0.0)).astype(np.float32)
        terms = np.flatnonzero(weights > LEAST).astype(np.int32)
        return SparseVector(terms, weights[terms])
