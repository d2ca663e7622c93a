"""Teaches the borrowed teachers the law before they teach: they are large, and learn from a
thousand questions what a small network does not.

Both learn to tell the positive of a query from its hard negatives; the dense one also from all
other passages of the batch. Seeded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np
import torch
import torch.nn.functional as F

from training.network import Teacher
from training.texts import CLS, filled, filled_pairs

_BATCH, _NEGATIVES, _LONGEST = 384, 2, 176
_PAIRS, _AGAINST = 128, 7
_TEMPERATURE = 0.02
_WARM = 30
_SEED = 20261119


def adapted_dense(
    net: Teacher,
    asked: Sequence[np.ndarray],
    rows: Sequence[np.ndarray],
    candidates: np.ndarray,
    share: np.ndarray,
    units: np.ndarray,
    alone: np.ndarray,
    prefix: Sequence[int],
    steps: int,
    rate: float = 4e-5,
) -> None:
    """`alone` marks queries that meet their own candidates only; `units` of equal number are one
    provision, and no negatives of each other."""
    device = next(net.parameters()).device
    source = np.random.default_rng(_SEED)

    def loss() -> torch.Tensor:
        chosen, numbers = _drawn(candidates, share, _BATCH, _NEGATIVES, source)
        flat = numbers.reshape(-1)
        q = net(filled(asked, chosen, [CLS, *prefix], 80).to(device))
        p = net(filled(rows, flat.clip(min=0), [CLS], _LONGEST).to(device))
        barred = units[numbers[:, 0]][:, None] == units[flat.clip(min=0)][None, :]
        barred |= alone[chosen][:, None] | (flat < 0)[None, :]
        own = np.arange(len(flat)).reshape(numbers.shape)
        np.put_along_axis(barred, own, numbers < 0, 1)
        np.put_along_axis(barred, own[:, :1], False, 1)
        scores = (q @ p.T / _TEMPERATURE).masked_fill(torch.from_numpy(barred).to(device), -1e4)
        return F.cross_entropy(scores, torch.from_numpy(own[:, 0]).to(device))

    _taught(net, loss, steps, rate, "dense")


def adapted_pairs(
    net: Teacher,
    asked: Sequence[np.ndarray],
    rows: Sequence[np.ndarray],
    candidates: np.ndarray,
    share: np.ndarray,
    steps: int,
    rate: float = 3e-5,
) -> None:
    device = next(net.parameters()).device
    source = np.random.default_rng(_SEED)

    def loss() -> torch.Tensor:
        chosen, numbers = _drawn(candidates, share, _PAIRS, _AGAINST, source)
        pairs = np.stack([np.repeat(chosen, numbers.shape[1]), numbers.reshape(-1).clip(min=0)], 1)
        ids, kinds = filled_pairs(asked, rows, pairs, _LONGEST + 32)
        scores = net(ids.to(device), kinds.to(device)).view(numbers.shape)
        missing = torch.from_numpy(numbers < 0).to(device)
        first = torch.zeros(len(chosen), dtype=torch.long, device=device)
        return F.cross_entropy(scores.masked_fill(missing, -1e4), first, label_smoothing=0.02)

    _taught(net, loss, steps, rate, "pairs")


def _drawn(
    candidates: np.ndarray,
    share: np.ndarray,
    count: int,
    negatives: int,
    source: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    chosen = source.choice(len(candidates), count, replace=False, p=share)
    rest = candidates[chosen, 1:]
    luck = np.where(rest < 0, 2.0, source.random(rest.shape)).argsort(1)[:, :negatives]
    taken = np.take_along_axis(rest, luck, 1)
    return chosen, np.concatenate([candidates[chosen, :1], taken], 1)


def _taught(
    net: Teacher, loss: Callable[[], torch.Tensor], steps: int, rate: float, name: str
) -> None:
    device = next(net.parameters()).device
    tuned = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01)
    net.train()
    began, kept = time.time(), []
    for at in range(steps):
        for group in tuned.param_groups:
            group["lr"] = rate * min(1.0, (at + 1) / _WARM) * (1 - at / steps)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            found = loss()
        tuned.zero_grad(set_to_none=True)
        found.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        tuned.step()
        kept.append(found.detach())
        if (at + 1) % 50 == 0:
            mean = float(torch.stack(kept[-50:]).mean())
            print(
                f"{name} step {at + 1}/{steps} loss {mean:.3f} {time.time() - began:.0f}s",
                flush=True,
            )
    net.eval()
