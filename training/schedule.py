"""The steps of a training: how many there are, how fast each learns, and when one is told of."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import torch
from torch import Tensor, nn

_WARM = 60
_LEAST = 0.02
# Steps that are timed to see how many fit; the first are slow.
_TIMED = range(5, 25)
_UNTIL_TIMED = 10_000
# For what comes after the last step.
_SPARED_SECONDS = 5


class Schedule:
    """Each group of `tuned` learns at its own rate, raised over the first steps and lowered as a
    cosine to the last. Without `steps`, there are as many as the first say fit the `seconds`."""

    def __init__(
        self, net: nn.Module, tuned: torch.optim.Optimizer, steps: int, seconds: float
    ) -> None:
        self._net, self._tuned, self._seconds = net, tuned, seconds
        self._rates = [group["lr"] for group in tuned.param_groups]
        self._began, self._by_time = 0.0, not steps
        self.at, self.total = 0, steps or _UNTIL_TIMED

    def __iter__(self) -> Iterator[float]:
        """How much of the training lies behind each step."""
        while self.at < self.total:
            through = self.at / self.total
            cosine = 0.5 * (1 + math.cos(math.pi * through))
            scale = min(1.0, self.at / _WARM) * (_LEAST + (1 - _LEAST) * cosine)
            for group, rate in zip(self._tuned.param_groups, self._rates, strict=True):
                group["lr"] = rate * scale
            yield through

    def learn(self, loss: Tensor) -> None:
        self._tuned.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._net.parameters(), 1.0)
        self._tuned.step()
        self.at += 1
        if self._by_time and self.at == _TIMED.start:
            self._began = time.time()
        if self._by_time and self.at == _TIMED.stop:
            each = (time.time() - self._began) / len(_TIMED)
            self.total = _TIMED.stop + int((self._seconds - _SPARED_SECONDS) / each)

    def tell(self, every: int, told: dict[str, Tensor]) -> None:
        """Prints these figures at every so many steps, and at the last."""
        if self.at % every == 0 or self.at == self.total:
            shown = " ".join(f"{name} {value.item():.3f}" for name, value in told.items())
            print(f"step {self.at}/{self.total} {shown}", flush=True)
