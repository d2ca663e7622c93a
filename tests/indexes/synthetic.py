"""Vectors in clusters, the same for a seed: what texts look like to an encoder."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def clustered(count: int, dims: int, seed: int) -> NDArray[np.float32]:
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((max(1, count // 50), dims), np.float32)
    noise = rng.standard_normal((count, dims), np.float32)
    return unit(centres[rng.integers(0, len(centres), count)] + 0.7 * noise)


def near(vectors: NDArray[np.float32], count: int, seed: int) -> NDArray[np.float32]:
    """Queries near some of the vectors."""
    rng = np.random.default_rng(seed)
    chosen = vectors[rng.integers(0, len(vectors), count)]
    return unit(chosen + 0.3 * unit(rng.standard_normal(chosen.shape, np.float32)))
