"""What need not be encoded here, since the server that keeps vectors has it already."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.bulk import Keeps
from pincite.indexes.milvus.address import kept_address
from pincite.indexes.milvus.server import MilvusServer
from pincite.indexes.milvus.vectors import KeptRows
from pincite.settings import Settings

Texts = frozenset[bytes]
"""Texts by their hashes."""


class WithServer:
    """A store of vectors that counts the texts as kept whose vectors the server has."""

    def __init__(self, file: Keeps[Any], there: Collection[bytes]) -> None:
        self._file = file
        self._there = there

    def slots(self, hashes: Sequence[bytes]) -> NDArray[np.int64]:
        """Slots of the store; 0 for what the server alone has, -1 for what neither has."""
        found = self._file.slots(hashes)
        if self._there:
            for at in np.flatnonzero(found < 0).tolist():
                if hashes[at] in self._there:
                    found[at] = 0
        return found

    def append(self, hashes: Sequence[bytes], vectors: Any) -> None:
        self._file.append(hashes, vectors)


def texts_there(*indexes: object) -> Texts:
    """The texts that the server has for every one of these indexes that wants them. Raises
    ServerUnreachable."""
    has: set[bytes] = set()
    lacks: set[bytes] = set()
    for index in indexes:
        if isinstance(index, KeptRows):
            there, lacking = index.texts_there()
            has |= there
            lacks |= lacking
    return frozenset(has - lacks)


def opened_server(folder: Path, settings: Settings) -> MilvusServer | None:
    """The server of vectors that a library's folder names; None where it names none."""
    address = kept_address(folder)
    if address is None:
        return None
    token = settings.vectors_token
    return MilvusServer(
        address,
        token=token.get_secret_value() if token else "",
        seconds=settings.vectors_seconds,
    )
