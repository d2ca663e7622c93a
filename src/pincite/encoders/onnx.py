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

# The second half of a network that comes in two.
LATER = "later.onnx"


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
    """A scorer of pairs in two halves: the first gives a logit of its own, so that the second need
    only read what is likely."""

    def __init__(self, folder: Path, card: ModelCard, threads: int = 0) -> None:
        super().__init__(folder, card, threads)
        self._later = Network(folder, threads, as_stated=card.as_stated, weights=LATER)

    def skim(self, query: str, passages: Sequence[str]) -> list[Skimmed]:
        ran = self._network.run_all_whole(self._sequences(query, passages), ("score", "states"))
        return [Skimmed(float(score[0, -1]), states) for score, states in ran]

    def study(self, skimmed: Sequence[Skimmed]) -> list[float]:
        """The logits of what is read to the end."""
        return [
            float(found[-1]) for found in self._later.run_states([one.states for one in skimmed])
        ]

    def score(self, query: str, passages: Sequence[str]) -> Vector:
        return np.array(self.study(self.skim(query, passages)), np.float32)


class Skimmed(NamedTuple):
    """What the first half of a reader says of a pair, and what the second goes on from."""

    logit: float
    states: Vector


def unit(rows: Vector) -> Vector:
    """Each row at length one; a row of zeros stays."""
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return (rows / np.maximum(lengths, 1e-12)).astype(np.float32)
