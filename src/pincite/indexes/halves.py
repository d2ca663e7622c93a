"""Numbers of two bytes, as which vectors and weights are kept, made those of four."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_EVERY = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float32)


def as_floats(halves: NDArray[np.float16]) -> NDArray[np.float32]:
    """The same numbers, looked up: numpy works them out in more than twice the time."""
    return _EVERY.take(halves.view(np.uint16))
