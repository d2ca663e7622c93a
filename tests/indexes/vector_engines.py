"""An index in either engine over vectors of our own, and what brute force says of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from indexes.synthetic import near
from pincite.encoders import VectorFile
from pincite.indexes.dense import DenseIndex, DenseRules
from pincite.indexes.milvus.address import VectorAddress
from pincite.indexes.milvus.dense import MilvusDense
from pincite.indexes.milvus.filters import RowFilters
from pincite.indexes.milvus.server import MilvusServer
from pincite.indexes.milvus.vectors import CollectionSpec
from pincite.indexes.ports import Nearest
from pincite.indexes.rows import RowTable

DIMS = 32
# Scores of another engine differ from ours in the seventh place.
CLOSE = 2e-6

MakeNearest = Callable[..., Nearest]
_names = count(1)


def connected(address: str) -> MilvusServer:
    return MilvusServer(VectorAddress.parse(f"{address}?name=t{next(_names)}"))


def maker(
    server: MilvusServer | None, vectors: dict[bytes, NDArray[np.float32]], tmp_path: Path
) -> MakeNearest:
    """Makes an index over a table, of those of its texts that `having` lets through."""

    def made(
        table: RowTable,
        having: Callable[[int], bool] = lambda row: True,
        machine: str = "one",
        exact_up_to: int = 200_000,
    ) -> Nearest:
        folder = tmp_path / machine
        folder.mkdir(exist_ok=True)
        with VectorFile.open(folder, "model", DIMS) as file:
            texts = [text for row, text in enumerate(table.texts) if having(row)]
            file.append(texts, np.array([vectors[text] for text in texts]).reshape(-1, DIMS))
            slots, matrix = file.slots(table.texts), file.matrix
        if server is None:
            rules = DenseRules(exact_up_to=exact_up_to)
            return DenseIndex(matrix, slots, folder / "graph", "model", rules)
        return MilvusDense(server, "content", every_row(table, slots), matrix, exact_up_to)

    return made


def every_row(table: RowTable, slots: NDArray[np.int64]) -> CollectionSpec:
    return CollectionSpec(
        table, RowFilters(table), table.texts, np.ones(len(table), np.bool_), slots
    )


def best(
    table: RowTable,
    vectors: dict[bytes, NDArray[np.float32]],
    query: NDArray[np.float32],
    rows: NDArray[np.int64] | None = None,
) -> tuple[list[int], NDArray[np.float64]]:
    """Brute force, in float64, over vectors as they are kept."""
    kept = np.array([vectors[text] for text in table.texts], np.float16).astype(np.float64)
    scores = np.round(kept @ query.astype(np.float64), 6)
    allowed = np.arange(len(table)) if rows is None else rows
    return allowed[np.lexsort((allowed, -scores[allowed]))].tolist(), scores


def same_order(found: list[int], wanted: list[int], scores: NDArray[np.float64]) -> bool:
    """Row for row, but for rows whose scores are nearer than engines tell apart."""
    return len(found) == len(wanted) == len(set(found)) and all(
        one == other or abs(scores[one] - scores[other]) <= CLOSE
        for one, other in zip(found, wanted, strict=True)
    )


def queries(vectors: dict[bytes, NDArray[np.float32]], many: int) -> NDArray[np.float32]:
    return near(np.array(list(vectors.values())), many, seed=4)
