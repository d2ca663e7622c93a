"""Encoders over networks in the ONNX format: one vector a text, and a score for a pair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.cards import ModelCard
from pincite.encoders.little import little
from pincite.encoders.network import Network, TokenSequence, readable
from pincite.encoders.ports import Vector

# The later parts of a network that comes in several.
LATER = "later-{}.onnx"


class Onnx:
    """What encoders over a network share: its files, its card, its fingerprint."""

    def __init__(self, folder: Path, card: ModelCard, threads: int = 0) -> None:
        self._folder = folder
        self._card = card
        words = folder.parent / card.tokenizer if card.tokenizer else folder
        self._network = Network(folder, threads, as_stated=card.as_stated, tokenizer=words)

    @property
    def network(self) -> Network:
        return self._network

    @property
    def fingerprint(self) -> str:
        return self._named

    @property
    def languages(self) -> frozenset[str]:
        return frozenset(self._card.languages)

    @cached_property
    def _named(self) -> str:
        return self._card.fingerprint(self._folder)


class OnnxDense(Onnx):
    """One vector a text, pooled from the states of its tokens."""

    @property
    def dims(self) -> int:
        return self._card.dims

    def query(self, text: str) -> Vector:
        return self._encode([self._card.query_prefix + text])[0]

    def passages(self, texts: Sequence[str]) -> Vector:
        return self._encode([self._card.passage_prefix + text for text in texts])

    def _encode(self, texts: Sequence[str]) -> Vector:
        read = self._network.encodings(texts, self._card.max_tokens)
        sequences = [
            TokenSequence(encoding.ids, encoding.attention_mask, encoding.type_ids)
            for encoding in read
        ]
        rows = [self._pooled(states) for states in self._network.run_all(sequences)]
        return unit(np.stack(rows)) if rows else np.empty((0, self.dims), np.float32)

    def _pooled(self, states: Vector) -> Vector:
        return states[0] if self._card.pooling == "cls" else states.mean(axis=0)


class OnnxPairs(Onnx):
    """A score for a question and a passage that are read together."""

    def score(self, query: str, passages: Sequence[str]) -> Vector:
        ran = self._network.run_all(self._sequences(query, passages))
        return np.array([float(found[-1]) for found in ran], np.float32)

    def _sequences(self, query: str, passages: Sequence[str]) -> list[TokenSequence]:
        limit = self._card.max_tokens
        tokenizer = self._network.tokenizer
        asked = tokenizer.encode(readable(query, limit), add_special_tokens=False)
        asked.truncate(limit // 2)
        room = limit - len(asked.ids) - tokenizer.num_special_tokens_to_add(is_pair=True)
        opened = tokenizer.post_process(asked).ids
        sequences: list[TokenSequence] = []
        for passage in tokenizer.encode_batch(
            [readable(text, limit) for text in passages], add_special_tokens=False
        ):
            if self._card.without_little:
                sequences.append(self._short(opened, passage.ids, room))
                continue
            passage.truncate(room)
            pair = tokenizer.post_process(asked, passage)
            sequences.append(TokenSequence(pair.ids, pair.attention_mask, pair.type_ids))
        return sequences

    def _short(self, asked: list[int], passage: list[int], room: int) -> TokenSequence:
        ids = np.array(passage, np.int64)
        kept = [*ids[~self._is_little[ids]][:room].tolist(), asked[-1]]
        kinds = [0] * len(asked) + [1] * len(kept)
        return TokenSequence([*asked, *kept], [1] * len(kinds), kinds)

    @cached_property
    def _is_little(self) -> NDArray[np.bool_]:
        return little(self._network.tokenizer, self.languages)


class OnnxReader(OnnxPairs):
    """A scorer of pairs in parts: each but the last gives a logit of its own too, so that the next
    need only read what is likely so far."""

    def __init__(self, folder: Path, card: ModelCard, threads: int = 0) -> None:
        super().__init__(folder, card, threads)
        names = [LATER.format(at) for at in range(1, _MOST_PARTS)]
        self._later = tuple(
            Network(folder, threads, as_stated=card.as_stated, weights=name)
            for name in names
            if name in card.files or (folder / name).is_file()
        )

    @property
    def parts(self) -> int:
        return 1 + len(self._later)

    def begin(self, query: str, passages: Sequence[str]) -> list[ReadSoFar]:
        """What the first part says of each passage."""
        ran = self._network.run_all_whole(self._sequences(query, passages), _SAID)
        return [ReadSoFar(float(score[0, -1]), states) for score, states in ran]

    def go_on(self, part: int, read: Sequence[ReadSoFar]) -> list[ReadSoFar]:
        """What a later part, from 1, says of what the one before it read."""
        last = part == self.parts - 1
        ran = self._later[part - 1].run_states([one.states for one in read], _SAID[: 2 - last])
        return [ReadSoFar(float(score[0, -1]), states[0] if states else _READ_TO_THE_END)
                for score, *states in ran]  # fmt: skip

    def score(self, query: str, passages: Sequence[str]) -> Vector:
        read = self.begin(query, passages)
        for part in range(1, self.parts):
            read = self.go_on(part, read)
        return np.array([one.logit for one in read], np.float32)


class ReadSoFar(NamedTuple):
    """What a reader says of a pair so far, and what its next part goes on from."""

    logit: float
    states: Vector


_MOST_PARTS = 4
_SAID = ("score", "read")
_READ_TO_THE_END: Vector = np.empty(0, np.float32)


def unit(rows: Vector) -> Vector:
    """Each row at length one; a row of zeros stays."""
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return (rows / np.maximum(lengths, 1e-12)).astype(np.float32)
