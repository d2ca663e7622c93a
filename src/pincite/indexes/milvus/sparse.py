"""Finds rows by learned term weights on a Milvus server, as SparseIndex does in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pincite.encoders.ports import SparseVector
from pincite.errors import InputError
from pincite.indexes.milvus.collection import MilvusCollection
from pincite.indexes.milvus.server import MilvusServer
from pincite.indexes.milvus.vectors import CollectionSpec, KeptRows
from pincite.indexes.ranked import RankedRows, Scores
from pincite.indexes.rows import Rows
from pincite.indexes.sparse import WeightedTerms

# A width that no search of weights heeds.
_EF = 0
# A server keeps no empty vector; no query has this term.
_NOTHING = {0: 1e-6}


class MilvusSparse(KeptRows):
    """As MilvusDense, for weights over a vocabulary."""

    def __init__(
        self, server: MilvusServer, kind: str, wanted: CollectionSpec, file: WeightedTerms
    ) -> None:
        self._terms = file.dims
        super().__init__(
            MilvusCollection(server, kind, 0),
            wanted,
            lambda some: [_weights(file.of(int(slot))) or _NOTHING for slot in some],
        )

    def search(self, query: SparseVector, limit: int, rows: Rows | None = None) -> RankedRows:
        asked = self._checked(query)
        if not asked:
            return RankedRows(np.empty(0, np.int64), np.empty(0, np.float32))
        return self.near(asked, limit, rows, ef=_EF, above=0.0)

    def scores(self, query: SparseVector, rows: Rows) -> Scores:
        asked = self._checked(query)

        def exact(vector: Any) -> float:
            kept: Mapping[int, float] = vector
            return sum(weight * kept.get(term, 0.0) for term, weight in asked.items())

        if not asked:
            return self._fill_all(rows, exact)
        return self.weigh(asked, rows, exact)

    def _fill_all(self, rows: Rows, exact: Any) -> Scores:
        found = np.full(len(rows), np.nan, np.float32)
        self._fill(rows, found, exact)
        return found

    def _checked(self, query: SparseVector) -> dict[int, float]:
        terms = query.terms
        if len(terms) and not 0 <= int(terms.min()) <= int(terms.max()) < self._terms:
            raise InputError(
                f"the query has terms outside a vocabulary of {self._terms}",
                hint="Encode the question with the model that the index was made with.",
            )
        return _weights(query)


def _weights(vector: SparseVector) -> dict[int, float]:
    return {
        term: weight
        for term, weight in zip(vector.terms.tolist(), vector.weights.tolist(), strict=True)
        if weight > 0
    }
