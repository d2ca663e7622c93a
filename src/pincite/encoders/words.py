"""A table of one vector a token, for whole words: what a word is in tokens is worked out once.

A text is cut at spaces, each word looked up with the punctuation on it, and the vectors added; the
tokenizer runs only over words that have not come before. Rows are kept as int8 with a scale for
each.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from functools import cached_property
from typing import Any, cast

import numpy as np

from pincite.encoders.network import Network, readable
from pincite.encoders.onnx import Onnx, unit
from pincite.encoders.ports import Vector
from pincite.errors import ModelDamaged, ModelMissing

TABLE = "table.npy"
SCALE = "scale.npy"
_REMEMBERED = 400_000
_LONGEST_WORD = 60
_NUMBER = np.dtype(np.int32)
_apart = str.maketrans(dict.fromkeys(string.punctuation + "“”‘’„«»–—§¶…·•", " "))


class Pieces(dict[str, bytes]):
    """The tokens of what stands between two spaces, as the bytes of their numbers: those of a whole
    text are then one join."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self._tokenizer = network.tokenizer

    def __missing__(self, word: str) -> bytes:
        parts = word.translate(_apart).split()
        if parts == [word]:
            read = self._tokenizer.encode(word[:_LONGEST_WORD], add_special_tokens=False)
            found = np.array(read.ids, _NUMBER).tobytes()
        else:
            # A word comes with punctuation in many ways; the words themselves are few.
            found = b"".join(map(self.__getitem__, parts))
        # What is common comes early: past this, what is rare is worked out again.
        if len(self) < _REMEMBERED:
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

        pieces, most = self._pieces, self._card.max_tokens * _NUMBER.itemsize
        read = [b"".join(map(pieces.__getitem__, self._words(text)))[:most] for text in texts]
        ends = np.zeros(len(read) + 1, np.int64)
        np.cumsum([len(token_bytes) // _NUMBER.itemsize for token_bytes in read], out=ends[1:])
        # A copy, for duplicates are summed in place.
        numbers = np.frombuffer(b"".join(read), _NUMBER).copy()
        ones = np.ones(len(numbers), np.float32)
        bags = cast(Any, csr_array)((ones, numbers, ends), shape=(len(read), len(self._rows)))
        bags.sum_duplicates()
        # The tenth time that a word comes says less than the first.
        bags.data = np.sqrt(bags.data)
        return unit(cast(Vector, bags @ self._rows))

    def _words(self, text: str) -> list[str]:
        return readable(text, self._card.max_tokens).lower().split()

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
