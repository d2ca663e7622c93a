"""Waiting for what must come, for longer than any machine that works needs, however busy it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

# In seconds. Only a test that fails waits for so long.
LONG = 600.0
_LOOK = 0.02

Answer = TypeVar("Answer")


def wait_until(
    so: Callable[[], Answer], what: Callable[[], str] = lambda: "it did not come"
) -> Answer:
    """What `so` gives, as soon as that is true."""
    deadline = time.monotonic() + LONG
    while not (answer := so()):
        assert time.monotonic() < deadline, what()
        time.sleep(_LOOK)
    return answer
