"""A table of one vector a token, distilled from a dense model: a text is the weighted mean of its
tokens. Thousands of passages a second, where the model itself does tens.

Each entry of the vocabulary goes through the model alone; the vectors are whitened and brought to
length one, and weighted by the square of the logarithm of the entry's rank, since vocabularies are
written most frequent first. Chosen by how well headings of law find their own sections; the figures
are in docs/measurements.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.cards import TOKENIZER, ModelCard, sha256, slug
from pincite.encoders.network import Network, TokenSequence
from pincite.encoders.onnx import Onnx, unit
from pincite.encoders.ports import Vector
from pincite.errors import ModelDamaged, ModelMissing

TABLE = "table.npy"
_BATCH = 32
_BATCHES = 32


def static_name(dense_model: str) -> str:
    """The name of the table that is made of a dense model; none where there is none."""
    return f"{slug(dense_model)}-static" if dense_model else ""


class StaticDense(Onnx):
    @property
    def dims(self) -> int:
        return self._card.dims

    def query(self, text: str) -> Vector:
        return self.passages([text])[0]

    def passages(self, texts: Sequence[str]) -> Vector:
        from scipy.sparse import csr_array  # pyright: ignore[reportMissingTypeStubs]

        read = [encoding.ids for encoding in self._network.encodings(texts, self._card.max_tokens)]
        numbers = np.fromiter((number for ids in read for number in ids), np.int32)
        ends = np.cumsum([0, *(len(ids) for ids in read)])
        ones = np.ones(len(numbers), np.float32)
        bags = cast(Any, csr_array)((ones, numbers, ends), shape=(len(read), len(self._table)))
        bags.sum_duplicates()
        # The tenth time that a word comes says less than the first.
        bags.data = np.sqrt(bags.data)
        return unit(cast(Vector, bags @ self._table))

    @cached_property
    def _table(self) -> Vector:
        path = self._folder / TABLE
        try:
            found = np.load(path, allow_pickle=False)
        except FileNotFoundError:
            raise ModelMissing(f"the model in {self._folder} has no {TABLE}") from None
        except (OSError, ValueError) as error:
            raise ModelDamaged(f"{path} is no table of vectors: {error}") from None
        return found.astype(np.float32)


def distil(
    dense: Path,
    card: ModelCard,
    target: Path,
    *,
    threads: int = 0,
    progress: Callable[[int, int, str], None],
) -> ModelCard:
    """Make the table of the dense model in one folder, in another; returns the table's card."""
    name = static_name(card.name)
    network = Network(dense, threads)
    vectors: list[Vector] = []
    first, *rest = network.tokenizer.encode("").ids
    size = network.tokenizer.get_vocab_size()
    many = len(rest) + 2
    entries = [
        TokenSequence([first, number, *rest], [1] * many, [0] * many) for number in range(size)
    ]
    batches = [entries[at : at + _BATCH] for at in range(0, size, _BATCH)]
    for at in range(0, len(batches), _BATCHES):
        progress(at * _BATCH, size, name)
        states = network.run_batches(batches[at : at + _BATCHES])
        vectors += [state[0] if card.pooling == "cls" else state.mean(axis=0) for state in states]
    words = _words(network, size)
    weights = np.log1p(np.cumsum(words)) ** 2 * words
    table = _whitened(unit(np.stack(vectors)), words) * weights[:, None]
    np.save(target / TABLE, table.astype(np.float16))
    for kept in {TOKENIZER, *card.files} - {"model.onnx"}:
        (target / kept).write_bytes((dense / kept).read_bytes())
    files = {path.name: sha256(path) for path in sorted(target.iterdir())}
    return replace(
        card, name=name, does="static", origin=origin_of(dense, card), query_prefix="", files=files
    )


def origin_of(dense: Path, card: ModelCard) -> str:
    """What the card of a table says it was made from."""
    return f"distilled from {card.fingerprint(dense)}"


def _words(network: Network, size: int) -> NDArray[np.bool_]:
    """Which entries are words or parts of them, and not [CLS], [unused7] or <pad>."""
    names = [network.tokenizer.id_to_token(number) or "[]" for number in range(size)]
    closing = {"[": "]", "<": ">"}
    return np.array([closing.get(name[:1]) != name[-1:] for name in names])


def _whitened(vectors: Vector, words: NDArray[np.bool_]) -> Vector:
    """Without what all words share, and with as much spread in every direction."""
    known = vectors[words].astype(np.float64)
    middle = known.mean(axis=0)
    spread, directions = np.linalg.eigh(np.cov(known, rowvar=False))
    scale = 1 / np.sqrt(np.maximum(spread, spread[-1] * 1e-6))
    return unit(((vectors - middle) @ ((directions * scale) @ directions.T)).astype(np.float32))
