"""Texts in tokens as one batch: what comes first, the tokens, [SEP], and filling (0)."""

from __future__ import annotations

import string
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

CLS, SEP, MASK = 101, 102, 103
# [PAD], [CLS], [unused…] and their like come first in the vocabulary.
NO_WORDS = 999
_STOP = Path(__file__).parents[1] / "src/pincite/text/languages/english_stop.txt"


def little(tokenizer: Tokenizer) -> torch.Tensor:
    """Numbers of punctuation and of words that nothing is about, as pincite.encoders.little has
    them, which needs more than an accelerator's machine has."""
    lines = _STOP.read_text(encoding="utf-8").splitlines()
    words = [word for line in lines if not line.startswith("#") for word in line.split()]
    found = (tokenizer.token_to_id(one) for one in (*string.punctuation, *words))
    return torch.tensor(sorted({one for one in found if one is not None}))


def filled(
    rows: Sequence[np.ndarray], ids: Sequence[int], first: Sequence[int], most: int = 512
) -> torch.Tensor:
    chosen = [rows[at][: most - len(first) - 1] for at in ids]
    width = _width(max(len(one) for one in chosen) + len(first) + 1)
    out = np.zeros((len(chosen), width), np.int64)
    out[:, : len(first)] = first
    for at, one in enumerate(chosen):
        out[at, len(first) : len(first) + len(one)] = one
        out[at, len(first) + len(one)] = SEP
    return torch.from_numpy(out)


def filled_pairs(
    questions: Sequence[np.ndarray], rows: Sequence[np.ndarray], pairs: np.ndarray, most: int = 512
) -> tuple[torch.Tensor, torch.Tensor]:
    """Pairs of numbers (question, passage), and of which of the two each token is."""
    both = [(questions[q], rows[p][: most - len(questions[q]) - 3]) for q, p in pairs]
    width = _width(max(len(q) + len(p) for q, p in both) + 3)
    ids, kinds = np.zeros((len(both), width), np.int64), np.zeros((len(both), width), np.int64)
    for row, (q, p) in enumerate(both):
        one = np.concatenate([[CLS], q, [SEP], p, [SEP]])
        ids[row, : len(one)] = one
        kinds[row, len(q) + 2 : len(one)] = 1
    return torch.from_numpy(ids), torch.from_numpy(kinds)


def _width(longest: int) -> int:
    """A multiple of sixteen, or attention would take its slow way."""
    return -(-longest // 16) * 16
