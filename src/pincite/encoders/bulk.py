"""Encodes texts by the hundred thousand: skips those that have vectors, saves the others as they
come."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.joint import Encoded

# Vectors reach the disk about this often: what a kill can cost.
_SAVE_SECONDS = 5.0
_FIRST_GROUP = 64
_GROUP = range(16, 8192)
DENSE = "dense"

Vectors = TypeVar("Vectors")
Made = TypeVar("Made", covariant=True)
Kept = TypeVar("Kept", contravariant=True)


class Encodes(Protocol[Made]):
    """Makes vectors of texts: one entry a text, in their order."""

    def passages(self, texts: Sequence[str]) -> Made: ...


class Keeps(Protocol[Kept]):
    """Stores vectors by the hash of their text: `slots` gives -1 where there is none yet."""

    def slots(self, hashes: Sequence[bytes]) -> NDArray[np.int64]: ...
    def append(self, hashes: Sequence[bytes], vectors: Kept) -> None: ...


class JointFiles:
    """The stores of several heads of one network, used as one: a text that any of them lacks is
    encoded, and each store keeps what it did not have yet. The dense store alone keeps the texts
    of `headings`."""

    def __init__(
        self, files: Mapping[str, Keeps[Any]], headings: Collection[bytes] = frozenset()
    ) -> None:
        self._files = files
        self._headings = headings

    def slots(self, hashes: Sequence[bytes]) -> NDArray[np.int64]:
        found = np.min([file.slots(hashes) for file in self._files.values()], axis=0)
        above = [at for at, digest in enumerate(hashes) if digest in self._headings]
        if above:
            found[above] = self._files[DENSE].slots([hashes[at] for at in above])
        return found

    def append(self, hashes: Sequence[bytes], vectors: Sequence[Encoded]) -> None:
        for name, file in self._files.items():
            kept = range(len(hashes))
            if name != DENSE:
                kept = [at for at in kept if hashes[at] not in self._headings]
            if kept:
                rows = [getattr(vectors[at], name) for at in kept]
                file.append([hashes[at] for at in kept], np.stack(rows) if name == DENSE else rows)


def silent(_done: int, _total: int) -> None:
    """No progress."""


def never() -> bool:
    """No wish to stop."""
    return False


def encode_missing(
    encoder: Encodes[Vectors],
    file: Keeps[Vectors],
    items: Iterable[tuple[bytes, str]],
    *,
    total: int = 0,
    progress: Callable[[int, int], None] = silent,
    stop: Callable[[], bool] = never,
) -> int:
    """Encode the texts whose hash has no vector yet; returns how many were. `progress` is told how
    many items are done, of how many; `stop` is asked every few seconds. Called again after a kill,
    it goes on after the last group that was saved."""
    left = iter(items)
    group, done, made = _FIRST_GROUP, 0, 0
    while (taken := list(islice(left, group))) and not stop():
        slots = file.slots([digest for digest, _ in taken])
        missing = dict(taken[at] for at in np.flatnonzero(slots < 0))
        if missing:
            began = time.monotonic()
            file.append(list(missing), encoder.passages(list(missing.values())))
            rate = len(missing) / max(time.monotonic() - began, 1e-6)
            group = min(max(int(rate * _SAVE_SECONDS), _GROUP.start), _GROUP.stop)
            made += len(missing)
        done += len(taken)
        progress(done, max(total, done))
    return made
