"""Trains the table: a question finds its provision among others, and law finds itself.

Beside the questions, law asks itself: a few words of a passage look for the rest of it, a heading
for its text, a paragraph for another of its article. They keep what the few questions would undo.
What stands in the law that answers a question is none of its negatives. Seeded.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from scipy.sparse import csr_array
from torch import Tensor, nn

from training.icelandic.beginning import Floats, unit
from training.icelandic.law import Asked
from training.icelandic.table import Table

Rows = NDArray[np.int64]
Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Rules:
    dims: int = 256
    whitened: float = 0.25
    rarity: float = 1.5
    steps: int = 300
    questions: int = 128
    by_itself: int = 128
    hard: int = 3
    others: int = 256
    rate: float = 5e-4
    # What a lemma counts is one number, and may move faster than its vector.
    counts_rate: float = 5e-3
    seed: int = 7


RULES = Rules()


@dataclass(frozen=True, slots=True)
class Material:
    """Bags of lemmas by row: whole passages, their text alone, their headings; and each row's
    article and law by number. `hard` are rows that BM25 finds for each question."""

    lemmas: tuple[str, ...]
    whole: csr_array
    text: csr_array
    heading: csr_array
    unit: Rows
    work: Rows
    asked: Sequence[Asked]
    questions: csr_array
    hard: Sequence[Rows]


class _Bags:
    """Texts of one step, read together: the gradient of the table is then made but once."""

    def __init__(self, parts: Sequence[csr_array]) -> None:
        self.sizes = [part.shape[0] for part in parts]
        lengths = np.concatenate([np.diff(part.indptr) for part in parts])
        self.starts = torch.from_numpy(np.concatenate([[0], np.cumsum(lengths)[:-1]]))
        self.numbers = [torch.from_numpy(part.indices.astype(np.int64)) for part in parts]
        self.weights = [torch.from_numpy(part.data.astype(np.float32)) for part in parts]


class _Model(nn.Module):
    def __init__(self, vectors: Floats, counts: Floats, shared: Floats) -> None:
        super().__init__()
        self.vectors = nn.Parameter(torch.tensor(vectors))
        self.in_passages = nn.Parameter(torch.tensor(counts).log())
        self.in_questions = nn.Parameter(torch.tensor(counts).log())
        self.turn = nn.Parameter(torch.eye(vectors.shape[1]))
        self.shared = nn.Parameter(torch.tensor(shared))
        self.sharpness = nn.Parameter(torch.tensor(3.0))

    def forward(self, pairs: Sequence[tuple[csr_array, csr_array]]) -> list[tuple[Tensor, Tensor]]:
        """Questions and passages, each of length one."""
        bags = _Bags([part for pair in pairs for part in pair])
        counts = (self.in_questions, self.in_passages) * len(pairs)
        weights = [
            weight * count[number].exp()
            for number, weight, count in zip(bags.numbers, bags.weights, counts, strict=True)
        ]
        used, places = torch.unique(torch.cat(bags.numbers), return_inverse=True)
        summed = F.embedding_bag(
            places, self.vectors[used], bags.starts, mode="sum",
            per_sample_weights=torch.cat(weights),
        )  # fmt: skip
        found = F.normalize(summed, dim=1).split(bags.sizes)
        asked = [F.normalize(one @ self.turn - self.shared, dim=1) for one in found[::2]]
        return list(
            zip(asked, (F.normalize(one - self.shared, dim=1) for one in found[1::2]), strict=True)
        )

    def loss(self, asked: Tensor, found: Tensor, same: NDArray[np.bool_]) -> Tensor:
        """The first passages are those asked for, in order; `same` says which others might be right
        too."""
        same[np.arange(len(asked)), np.arange(len(asked))] = False
        scores = (asked @ found.T * self.sharpness.exp()).masked_fill(torch.tensor(same), -1e9)
        return F.cross_entropy(scores, torch.arange(len(asked)))


def trained(material: Material, begins: Floats, chosen: Sequence[int]) -> Table:
    """With these of the questions."""
    torch.manual_seed(RULES.seed)
    random = np.random.default_rng(RULES.seed)
    model = _begun(material, begins)
    counts = [model.in_passages, model.in_questions]
    rest = [model.vectors, model.turn, model.shared, model.sharpness]
    rates = (RULES.rate, RULES.counts_rate)
    steps = torch.optim.Adam([{"params": rest}, {"params": counts}])
    itself = _Itself(material)
    for step in range(RULES.steps):
        for group, rate in zip(steps.param_groups, rates, strict=True):
            group["lr"] = rate * (1 - step / RULES.steps)
        rows, among = _asked(material, chosen, random)
        other, same = itself.batch(step, random)
        pairs = model([(material.questions[rows], material.whole[among]), other])
        right = material.work[among][None] == material.work[among[: len(rows)]][:, None]
        loss = model.loss(*pairs[0], right) + model.loss(*pairs[1], same)
        steps.zero_grad()
        loss.backward()
        steps.step()
        if step % 100 == 0:
            print(f"step {step}: {loss.item():.3f}", file=sys.stderr)
    return Table(
        material.lemmas,
        model.vectors.detach().numpy(),
        model.in_passages.exp().detach().numpy(),
        model.in_questions.exp().detach().numpy(),
        model.turn.detach().numpy(),
        model.shared.detach().numpy(),
    )


def _begun(material: Material, begins: Floats) -> _Model:
    """In the directions in which passages differ most, those brought nearer to each other."""
    within = np.bincount(material.text.indices, minlength=len(begins))
    size = material.whole.shape[0]
    counts = np.log((size + 1) / (within + 1)).clip(0.5, 8.0).astype(np.float32) ** RULES.rarity
    weighted = material.whole.multiply(counts[None]).tocsr()
    passages = unit(weighted @ begins)
    spread, directions = np.linalg.eigh(np.cov(passages, rowvar=False))
    best = np.argsort(-spread)[: RULES.dims]
    turned = begins @ (directions[:, best] / spread[best] ** RULES.whitened)
    vectors = (turned / np.linalg.norm(turned, axis=1).mean()).astype(np.float32)
    return _Model(vectors, counts, unit((weighted @ vectors).astype(np.float32)).mean(axis=0))


def _asked(material: Material, chosen: Sequence[int], random: Random) -> tuple[Rows, Rows]:
    """Questions; and their provisions, then passages that BM25 takes for them, then any."""
    rows = random.choice(np.array(chosen), RULES.questions, replace=False)
    right = [random.choice(material.asked[row].rows) for row in rows]
    hard = [one for row in rows for one in random.choice(material.hard[row], RULES.hard)]
    others = random.integers(0, material.whole.shape[0], RULES.others)
    return rows, np.concatenate([right, hard, others]).astype(np.int64)


class _Itself:
    """Law that asks law, by turns in three ways."""

    _LONG, _HEADED = 14, 8
    _FEWEST, _MOST, _HIDDEN = 4, 10, 0.8

    def __init__(self, material: Material) -> None:
        self._of = material
        lengths = np.diff(material.text.indptr)
        self._long = np.flatnonzero(lengths >= self._LONG)
        self._headed = np.flatnonzero(
            (lengths >= self._HEADED) & (np.diff(material.heading.indptr) >= 2)
        )
        order = np.argsort(material.unit, kind="stable")
        articles = np.split(order, np.flatnonzero(np.diff(material.unit[order])) + 1)
        self._articles = [one for one in articles if len(one) > 1]

    def batch(
        self, step: int, random: Random
    ) -> tuple[tuple[csr_array, csr_array], NDArray[np.bool_]]:
        """Questions, passages, and which of those might be right too."""
        size = RULES.by_itself
        if step % 3 == 0:
            rows = random.choice(self._long, size, replace=False)
            return self._parted(rows, random), rows[:, None] == rows[None]
        if step % 3 == 1:
            rows = random.choice(self._headed, size, replace=False)
            headings = self._of.heading[rows]
            alike = (headings @ headings.T).toarray()
            own = np.diag(alike)
            same = (alike == own[:, None]) & (alike == own[None])
            return (headings, self._of.text[rows]), same
        picked = random.choice(len(self._articles), size, replace=False)
        pairs = np.array([random.choice(self._articles[at], 2, replace=False) for at in picked])
        same = picked[:, None] == picked[None]
        return (self._of.text[pairs[:, 0]], self._of.text[pairs[:, 1]]), same

    def _parted(self, rows: Rows, random: Random) -> tuple[csr_array, csr_array]:
        """A few words of each passage, and the passage mostly without them."""
        text = self._of.text[rows]
        asked = np.zeros(text.nnz, bool)
        for start, end in zip(text.indptr[:-1], text.indptr[1:], strict=True):
            few = random.integers(self._FEWEST, self._MOST)
            asked[start + random.permutation(end - start)[:few]] = True
        left = ~(asked & (random.random(text.nnz) < self._HIDDEN))
        few_words = _only(text, asked)
        few_words.data = np.ones_like(few_words.data)
        return few_words, _only(text, left)


def _only(bags: csr_array, kept: NDArray[np.bool_]) -> csr_array:
    ends = np.concatenate([[0], np.cumsum(kept)])[bags.indptr]
    return csr_array((bags.data[kept], bags.indices[kept], ends), bags.shape)
