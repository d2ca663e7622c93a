"""A table of one vector a token, for whole words: what a word is in tokens is worked out once.

A text is cut at spaces and punctuation, each word looked up, and the vectors added; no tokenizer
runs over texts that say what others have said. Rows are kept as int8 with a scale for each.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any, cast

import numpy as np

from pincite.encoders.network import Network, readable
from pincite.encoders.onnx import Onnx, unit
from pincite.encoders.ports import Vector
from pincite.errors import ModelDamaged, ModelMissing

TABLE = "table.npy"
SCALE = "scale.npy"
# What a corpus says comes in fewer words than this; what does not is worked out again.
_REMEMBERED = 400_000
_LONGEST_WORD = 60
_apart = str.maketrans(dict.fromkeys(string.punctuation + "“”‘’„«»–—§¶…·•", " "))


class Pieces(dict[str, tuple[int, ...]]):
    """The tokens of a word."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self._tokenizer = network.tokenizer

    def __missing__(self, word: str) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        read = self._tokenizer.encode(word[:_LONGEST_WORD], add_special_tokens=False)
        found = tuple(read.ids)
        self[word] = found
        return found


class WordTable(Onnx):
    @property
    def dims(self) -> int:
        return self._card.dims

    def query(self, text: str) -> Vector:
        return self.passages([text])[0]

    def passages(self, texts: Sequence[str]) -> Vector:
        from scipy.sparse import csr_array  # pyright: ignore[reportMissingTypeStubs]

        pieces, limit = self._pieces, self._card.max_tokens
        read = [
            list(chain.from_iterable(map(pieces.__getitem__, self._words(text))))[:limit]
            for text in texts
        ]
        ends = np.zeros(len(read) + 1, np.int64)
        np.cumsum([len(one) for one in read], out=ends[1:])
        numbers = np.fromiter(chain.from_iterable(read), np.int32, int(ends[-1]))
        ones = np.ones(len(numbers), np.float32)
        bags = cast(Any, csr_array)((ones, numbers, ends), shape=(len(read), len(self._rows)))
        bags.sum_duplicates()
        # The tenth time that a word comes says less than the first.
        bags.data = np.sqrt(bags.data)
        return unit(cast(Vector, bags @ self._rows))

    def _words(self, text: str) -> list[str]:
        return readable(text, self._card.max_tokens).lower().translate(_apart).split()

    @cached_property
    def _pieces(self) -> Pieces:
        return Pieces(self._network)

    @cached_property
    def _rows(self) -> Vector:
        try:
            steps, scale = (
                np.load(self._folder / name, allow_pickle=False) for name in (TABLE, SCALE)
            )
        except FileNotFoundError as error:
            raise ModelMissing(f"the model in {self._folder} lacks {error.filename}") from None
        except (OSError, ValueError) as error:
            raise ModelDamaged(f"{self._folder} holds no table of vectors: {error}") from None
        return cast(Vector, steps.astype(np.float32) * scale[:, None].astype(np.float32))
