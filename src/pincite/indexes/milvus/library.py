"""The indexes of one library's rows on its server, by the encoder that made their vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.encoders import VectorFile, text_hash
from pincite.encoders.ports import DenseEncoder, SparseEncoder
from pincite.indexes.milvus.dense import MilvusDense
from pincite.indexes.milvus.filters import RowFilters
from pincite.indexes.milvus.server import MilvusServer
from pincite.indexes.milvus.sparse import MilvusSparse
from pincite.indexes.milvus.vectors import CollectionSpec
from pincite.indexes.rows import RowTable
from pincite.indexes.sparse import WeightedTerms


class RowsOnServer:
    """Collections are named by the encoder's fingerprint: another model's are made beside them, and
    whoever still asks with the old one finds the old ones. `forgets`: what leaves the corpus is
    deleted there, and does not wait to come back."""

    def __init__(self, server: MilvusServer, table: RowTable, *, forgets: bool = False) -> None:
        self._server = server
        self._forgets = forgets
        self._table = table
        self._filters = RowFilters(table)

    def content(self, encoder: DenseEncoder, file: VectorFile) -> MilvusDense:
        return self._dense("content", self._table.texts, encoder, file)

    def headings(self, encoder: DenseEncoder, file: VectorFile) -> MilvusDense:
        return self._dense("headings", self._table.headings, encoder, file)

    def weights(self, encoder: SparseEncoder, file: WeightedTerms) -> MilvusSparse:
        wanted = self._wanted(self._table.texts, encoder, file)
        return MilvusSparse(self._server, _kind("weights", encoder.fingerprint), wanted, file)

    def _dense(
        self, kind: str, hashes: Sequence[bytes], encoder: DenseEncoder, file: VectorFile
    ) -> MilvusDense:
        wanted = self._wanted(hashes, encoder, file)
        return MilvusDense(self._server, _kind(kind, encoder.fingerprint), wanted, file.matrix)

    def _wanted(
        self,
        hashes: Sequence[bytes],
        encoder: DenseEncoder | SparseEncoder,
        file: VectorFile | WeightedTerms,
    ) -> CollectionSpec:
        expected = self._expected(hashes, encoder.languages)
        return CollectionSpec(
            self._table, self._filters, hashes, expected, file.slots(hashes), self._forgets
        )

    def _expected(self, hashes: Sequence[bytes], languages: frozenset[str]) -> NDArray[np.bool_]:
        """Which rows have a text in a language that the encoder reads."""
        nothing = text_hash("")
        some = np.array([digest != nothing for digest in hashes], np.bool_)
        if languages:
            read = [document.facets.language in languages for document in self._table.documents]
            some &= np.array(read, np.bool_)[self._table.document]
        return some


def _kind(kind: str, fingerprint: str) -> str:
    return f"{kind}_{hashlib.blake2b(fingerprint.encode(), digest_size=4).hexdigest()}"
