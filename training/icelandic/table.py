"""The table as it is kept and used: half a byte a number, and what each lemma counts.

A text is the sum of its lemmas' vectors by what they count, brought to length one; a question goes
through one matrix more; from both is taken what all texts share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from pincite.encoders.lemmas import LemmaReader, lemma_hash
from training.icelandic.lemmas import matrix

Floats = NDArray[np.float32]
_STEPS = 7


@dataclass(frozen=True)
class Table:
    """`in_passages` and `in_questions` are what each lemma counts; `turn` is the questions'
    matrix, `shared` what all texts have in common."""

    lemmas: tuple[str, ...]
    vectors: Floats
    in_passages: Floats
    in_questions: Floats
    turn: Floats
    shared: Floats

    @cached_property
    def read(self) -> LemmaReader:
        return LemmaReader("is", {lemma: at for at, lemma in enumerate(self.lemmas)}.get)

    def query(self, text: str) -> Floats:
        """All 0 where no word of it is known."""
        return self.of_questions(matrix([self.read.question(text)], len(self.lemmas)))[0]

    def passages(self, texts: Sequence[str]) -> Floats:
        bags = [self.read.passage(text) for text in texts]
        return self.of_passages(matrix(bags, len(self.lemmas)))

    def of_questions(self, bags: csr_array) -> Floats:
        found = _unit(_summed(bags, self.in_questions, self.vectors)) @ self.turn
        return _unit((found - self.shared) * (np.diff(bags.indptr) > 0)[:, None])

    def of_passages(self, bags: csr_array) -> Floats:
        found = _unit(_summed(bags, self.in_passages, self.vectors))
        return _unit((found - self.shared) * (np.diff(bags.indptr) > 0)[:, None])


def save(table: Table, path: Path) -> None:
    """Lemmas by their hashes: the table is ours, the list of them is not."""
    steps, scales = _stepped(table.vectors)
    np.savez(
        path,
        hashes=np.array([lemma_hash(one) for one in table.lemmas], np.uint64),
        steps=((steps[:, ::2] + 8) << 4 | (steps[:, 1::2] + 8)).astype(np.uint8),
        scales=scales.astype(np.float16),
        in_passages=table.in_passages.astype(np.float16),
        in_questions=table.in_questions.astype(np.float16),
        turn=table.turn.astype(np.float16),
        shared=table.shared,
    )


def rounded(table: Table) -> Table:
    """As it is kept."""
    steps, scales = _stepped(table.vectors)
    return replace(table, vectors=(steps * scales[:, None]).astype(np.float32))


def _stepped(vectors: Floats) -> tuple[NDArray[np.int16], Floats]:
    """In 15 steps a number. Of several scales a row takes that which loses least: the largest
    number of a row is rarely worth all the steps."""
    largest = np.maximum(np.abs(vectors).max(axis=1), 1e-9)
    scales = np.outer(largest / _STEPS, np.linspace(0.5, 1.0, 11)).astype(np.float16)
    found = np.zeros(vectors.shape, np.int16)
    chosen = np.zeros(len(vectors), np.float32)
    least = np.full(len(vectors), np.inf)
    for scale in scales.T.astype(np.float32):
        steps = np.clip(np.rint(vectors / scale[:, None]), -_STEPS, _STEPS)
        lost = ((steps * scale[:, None] - vectors) ** 2).sum(axis=1)
        better = lost < least
        found[better], chosen[better], least[better] = steps[better], scale[better], lost[better]
    return found, chosen


def _summed(bags: csr_array, counts: Floats, vectors: Floats) -> Floats:
    weighted = csr_array((bags.data * counts[bags.indices], bags.indices, bags.indptr), bags.shape)
    return (weighted @ vectors).astype(np.float32)


def _unit(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
