"""Finds the nearest rows by one vector a row on a Milvus server, as DenseIndex does in a folder."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.ports import Vector
from pincite.errors import InputError
from pincite.indexes.milvus.collection import EXACT_UP_TO, MilvusCollection
from pincite.indexes.milvus.server import MilvusServer
from pincite.indexes.milvus.vectors import CollectionSpec, KeptRows
from pincite.indexes.ranked import RankedRows, Scores
from pincite.indexes.rows import Rows


class MilvusDense(KeptRows):
    """`kind` names the collections; `matrix` holds what vectors this machine has itself, by slot.
    Scores are the server's, in float32: they differ from those of DenseIndex in the seventh place,
    so that rows whose scores are nearer than that may change places."""

    def __init__(
        self,
        server: MilvusServer,
        kind: str,
        wanted: CollectionSpec,
        matrix: NDArray[np.float16],
        exact_up_to: int = EXACT_UP_TO,
    ) -> None:
        self._dims = matrix.shape[1]
        super().__init__(
            MilvusCollection(server, kind, self._dims, exact_up_to),
            wanted,
            lambda some: list(matrix[some].astype(np.float32)),
        )

    def search(
        self, query: Vector, limit: int, rows: Rows | None = None, ef: int = 96
    ) -> RankedRows:
        return self.near(self._checked(query), limit, rows, ef=ef)

    def scores(self, query: Vector, rows: Rows) -> Scores:
        query = self._checked(query)

        def exact(vector: Any) -> float:
            return float((np.array(vector, np.float32) * query).sum())

        return self.weigh(query, rows, exact)

    def _checked(self, query: Vector) -> Vector:
        if query.shape != (self._dims,) or not np.isfinite(query).all():
            raise InputError(
                f"the query is not a vector of {self._dims} numbers",
                hint="Encode the question with the model that the index was made with.",
            )
        return np.ascontiguousarray(query, np.float32)
