"""Where the vectors of lemmas begin: what stands beside each in general text and in law.

Four views of a lemma are set side by side, each of length one: its neighbours in general Icelandic
and in law, as positive pointwise mutual information (Levy and Goldberg 2014, contexts smoothed by
0.75), the articles it stands in, and the parts it is made of. Their singular vectors are one space
for all of them, so a word that no law uses lies beside the words of law that are used like it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array, diags_array, hstack

from pincite.text.words import forms
from training.icelandic.general import General
from training.icelandic.law import Passage
from training.icelandic.lemmas import lemmas_of, parts_of

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Rules:
    in_passages: int = 3
    in_general: int = 500
    general_contexts: int = 15_000
    law_contexts: int = 10_000
    window: int = 7
    smoothing: float = 0.75
    parts: float = 0.7
    dims: int = 512
    passes: int = 3
    seed: int = 7


RULES = Rules()


class Law(NamedTuple):
    """Every form of the law by number, and each passage as the numbers of its forms."""

    words: list[str]
    passages: list[NDArray[np.int32]]
    units: list[int]


def read(held: Sequence[Passage]) -> Law:
    numbers: dict[str, int] = {}
    units: dict[str, int] = {}
    passages: list[NDArray[np.int32]] = []
    for one in held:
        said = [form for form in forms(one.text.partition("\n")[2]) if lemmas_of(form)]
        places = [numbers.setdefault(form, len(numbers)) for form in said]
        passages.append(np.array(places, np.int32))
    return Law(list(numbers), passages, [units.setdefault(one.unit, len(units)) for one in held])


def vocabulary(law: Law, known: General) -> list[str]:
    """Lemmas that law uses, and those that people use."""
    used: Counter[str] = Counter()
    for passage in law.passages:
        said = {law.words[at] for at in passage.tolist()}
        used.update({lemma for form in said for lemma in (*lemmas_of(form), *parts_of(form))})
    spoken: Counter[str] = Counter()
    for form, count in zip(known.words, known.counts.tolist(), strict=True):
        lemmas = lemmas_of(form)
        for lemma in lemmas:
            spoken[lemma] += count / len(lemmas)
    kept = {lemma for lemma, count in used.items() if count >= RULES.in_passages}
    return sorted(kept | {lemma for lemma, count in spoken.items() if count >= RULES.in_general})


def beginning(law: Law, general: General, lemmas: Sequence[str]) -> Floats:
    """A row a lemma, of length one."""
    numbers = {lemma: at for at, lemma in enumerate(lemmas)}
    spoken, written = _to_lemmas(general.words, numbers), _to_lemmas(law.words, numbers)
    views = [
        _information(_both_ways(spoken, general.beside), RULES.general_contexts),
        _information(_both_ways(written, _beside(law)), RULES.law_contexts),
        _articles(law, written),
        _parts(lemmas, numbers),
    ]
    weights = (1.0, 1.0, 1.0, RULES.parts)
    joined = hstack([_unit(view) * weight for view, weight in zip(views, weights, strict=True)])
    return unit(_singular(csr_array(joined, dtype=np.float32)))


def unit(rows: Floats) -> Floats:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def _to_lemmas(words: Sequence[str], numbers: Mapping[str, int]) -> csr_array:
    rows: list[int] = []
    columns: list[int] = []
    shares: list[float] = []
    for row, form in enumerate(words):
        lemmas = lemmas_of(form)
        for lemma in lemmas:
            if lemma in numbers:
                rows.append(row)
                columns.append(numbers[lemma])
                shares.append(1 / len(lemmas))
    return csr_array((np.array(shares, np.float32), (rows, columns)), (len(words), len(numbers)))


def _both_ways(to_lemmas: csr_array, beside: csr_array) -> csr_array:
    ahead = csr_array(to_lemmas.T @ beside @ to_lemmas)
    return csr_array(ahead + ahead.T)


def _beside(law: Law) -> csr_array:
    size = len(law.words)
    reach = range(1, RULES.window + 1)
    first = np.concatenate([one[:-far] for one in law.passages for far in reach])
    second = np.concatenate([one[far:] for one in law.passages for far in reach])
    return coo_array((np.ones(len(first), np.float32), (first, second)), (size, size)).tocsr()


def _information(counts: csr_array, contexts: int) -> csr_array:
    common = np.argsort(-counts.sum(axis=0), kind="stable")[:contexts]
    kept = counts[:, common].tocoo()
    of_row = np.bincount(kept.row, kept.data, kept.shape[0])
    of_column = np.bincount(kept.col, kept.data, kept.shape[1]) ** RULES.smoothing
    values = np.log(kept.data * of_column.sum() / (of_row[kept.row] * of_column[kept.col]))
    above = values > 0
    return csr_array((values[above], (kept.row[above], kept.col[above])), kept.shape)


def _articles(law: Law, to_lemmas: csr_array) -> csr_array:
    forms_said = np.concatenate(law.passages)
    units = np.repeat(law.units, [len(one) for one in law.passages])
    shape = (len(law.words), max(law.units) + 1)
    said = coo_array((np.ones(len(units), np.float32), (forms_said, units)), shape).tocsr()
    found = csr_array(to_lemmas.T @ said)
    found.data = np.log1p(found.data)
    lengths = np.sqrt(found.multiply(found).sum(axis=0))
    return csr_array(found @ diags_array(1 / np.maximum(lengths, 1)))


def _parts(lemmas: Sequence[str], numbers: Mapping[str, int]) -> csr_array:
    made = [[numbers[part] for part in parts_of(one) if part in numbers] for one in lemmas]
    rows = [row for row, parts in enumerate(made) for _ in (row, *parts)]
    columns = [column for row, parts in enumerate(made) for column in (row, *parts)]
    shares = [share for parts in made for share in (1.0, *(1 / len(parts) for _ in parts))]
    return csr_array((np.array(shares, np.float32), (rows, columns)), (len(lemmas), len(lemmas)))


def _unit(rows: csr_array) -> csr_array:
    lengths = np.sqrt(rows.multiply(rows).sum(axis=1))
    return csr_array(diags_array(1 / np.where(lengths > 0, lengths, 1)) @ rows)


def _singular(rows: csr_array) -> Floats:
    """The left singular vectors by the roots of their values, from a random start (Halko,
    Martinsson and Tropp 2011, algorithm 4.4)."""
    random = np.random.default_rng(RULES.seed)
    start = random.standard_normal((rows.shape[1], RULES.dims + 20)).astype(np.float32)
    basis, _ = np.linalg.qr(rows @ start)
    for _ in range(RULES.passes):
        other, _ = np.linalg.qr(rows.T @ basis)
        basis, _ = np.linalg.qr(rows @ other)
    across = (rows.T @ basis).astype(np.float64)
    squares, left = np.linalg.eigh(across.T @ across)
    best = np.argsort(-squares)[: RULES.dims]
    return ((basis @ left[:, best]) * squares[best] ** 0.25).astype(np.float32)
