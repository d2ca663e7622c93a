"""How the time of a piece of work grows with what it is given."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

_ROUNDS = 5
# Below this many seconds the clock tells more of the machine than of the work.
_NOTHING = 0.05


def assert_linear(work: Callable[[int], Callable[[], object]], small: int, large: int) -> None:
    """Four times as much takes some four times as long, and not sixteen.

    `work(size)` makes ready and returns what is timed. The best of a few rounds counts, with the
    collector of garbage still, so that what else the machine does meanwhile is not charged to it.
    """
    times = large / small
    best = {small: float("inf"), large: float("inf")}
    for _ in range(_ROUNDS):
        for size in best:
            best[size] = min(best[size], _seconds(work(size)))
        if best[large] < times**1.5 * 1.25 * best[small] + _NOTHING:
            return
    raise AssertionError(f"{times:g} times the size took {best[large] / best[small]:.1f} the time")


@contextmanager
def costs_at_most(seconds: float) -> Generator[None]:
    """What hostile input may cost, in time of the processor: what else the machine does meanwhile
    does not count. Allow many times what it takes."""
    began = time.process_time()
    yield
    spent = time.process_time() - began
    assert spent < seconds, f"{spent:.1f} seconds of the processor"


def _seconds(ready: Callable[[], object]) -> float:
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        ready()
        return time.process_time() - began
    finally:
        gc.enable()
