"""Makes the vectors that the opened indexes lack: by tables at once, by networks in hours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.encoders import VectorFile, encode_missing, text_hash
from pincite.encoders.bulk import DENSE, JointFiles, Keeps
from pincite.encoders.joint import JointDense, JointSparse, JointTokens
from pincite.encoders.ports import DenseEncoder
from pincite.indexes.columns import heading_text, passage_text
from pincite.indexes.late import PassageTokens
from pincite.indexes.records import IndexedDocument
from pincite.indexes.sparse import WeightedTerms
from pincite.search.indexed import Indexed, Progress, with_headings
from pincite.search.on_server import Texts, WithServer, texts_there


def _silent(_done: int, _of: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Encoding:
    """One run: of these documents, in their order. Stopped or killed, the next run goes on where it
    was. What is made is seen once it is published."""

    indexed: Indexed
    documents: Sequence[IndexedDocument]
    progress: Progress = _silent
    stop: Callable[[], bool] = lambda: False

    def at_once(self) -> None:
        """Look up what is not there yet in the tables that need no network."""
        for encoder in (self.indexed.encoders.lemmas, self.indexed.encoders.static):
            if encoder is not None:
                self._one(encoder)

    def by_networks(self, *, neural: bool, tokens: bool, along: bool = False) -> None:
        """What is not encoded yet, here or on the server. Tokens that come `along` are made of
        nothing else. Raises ServerUnreachable, before it encodes anything."""
        indexed = self.indexed
        if indexed.unreached is not None:
            raise indexed.unreached
        folder, encoders = indexed.vectors_folder, indexed.encoders
        folder.mkdir(parents=True, exist_ok=True)
        dense = indexed.dense
        there = texts_there(dense.content, dense.headings) if neural and dense else Texts()
        weighed = texts_there(indexed.sparse.index) if neural and indexed.sparse else Texts()
        if neural:
            stores = {DENSE: there, "sparse": weighed, "tokens": there if along else Texts()}
            self._jointly(stores, tokens=tokens)
        if neural and encoders.dense is not None:
            self._one(encoders.dense, there)
        if neural and (sparse := encoders.sparse) is not None:
            with WeightedTerms.open(folder, sparse.fingerprint, sparse.terms) as file:
                self._passages(sparse, WithServer(file, weighed))
        if tokens and not along and (encoder := encoders.tokens) is not None:
            with PassageTokens.open(folder, encoder.fingerprint, encoder.dims) as file:
                self._passages(encoder, file)

    def _passages(self, encoder: Any, file: Keeps[Any]) -> None:
        slots = file.slots(self.indexed.table.texts)
        self._missing(encoder, file, slots, encoder.languages, headings=False)

    def _one(self, encoder: DenseEncoder, there: Texts = Texts()) -> None:  # noqa: B008
        folder, table = self.indexed.vectors_folder, self.indexed.table
        with VectorFile.open(folder, encoder.fingerprint, encoder.dims) as opened:
            file = WithServer(opened, there)
            slots = file.slots(table.texts)
            headings = encoder is not self.indexed.encoders.lemmas
            if headings:
                slots = with_headings(slots, file.slots(table.headings), table)
            self._missing(encoder, file, slots, encoder.languages, headings=headings)

    def _jointly(self, there: Mapping[str, Texts], *, tokens: bool) -> None:
        """Where several heads are of one network, all their vectors of a passage in one pass, and
        the one of its heading before; what is left is encoded head by head."""
        folder, encoders = self.indexed.vectors_folder, self.indexed.encoders
        table = self.indexed.table
        dense, sparse, late = encoders.dense, encoders.sparse, encoders.tokens
        if not isinstance(dense, JointDense):
            return
        joint = dense.joint
        with ExitStack() as opened:
            files: dict[str, Keeps[Any]] = {
                DENSE: opened.enter_context(VectorFile.open(folder, dense.fingerprint, dense.dims))
            }
            if isinstance(sparse, JointSparse) and sparse.joint is joint:
                files["sparse"] = opened.enter_context(
                    WeightedTerms.open(folder, sparse.fingerprint, sparse.terms)
                )
            if tokens and isinstance(late, JointTokens) and late.joint is joint:
                files["tokens"] = opened.enter_context(
                    PassageTokens.open(folder, late.fingerprint, late.dims)
                )
            if len(files) == 1:
                return
            kept = {name: WithServer(file, there[name]) for name, file in files.items()}
            every = JointFiles(kept, frozenset(table.headings).difference(table.texts))
            slots = with_headings(
                every.slots(table.texts), kept[DENSE].slots(table.headings), table
            )
            self._missing(joint, every, slots, joint.languages, headings=True)

    def _missing(
        self,
        encoder: Any,
        file: Keeps[Any],
        slots: NDArray[np.int64],
        languages: frozenset[str],
        *,
        headings: bool,
    ) -> None:
        items, passages = _items(self._left(slots, languages), headings=headings)

        def progress(done: int, of: int) -> None:
            self.progress(done * passages // of, passages)

        encode_missing(encoder, file, items, total=len(items), progress=progress, stop=self.stop)

    def _left(self, slots: NDArray[np.int64], languages: frozenset[str]) -> list[IndexedDocument]:
        """The documents of these languages with a passage, or a heading, that has no vector."""
        table = self.indexed.table
        lacking = {table.documents[at].key for at in map(int, np.unique(table.document[slots < 0]))}
        return [
            document
            for document in self.documents
            if document.key in lacking and (not languages or document.facets.language in languages)
        ]


def _items(
    documents: Sequence[IndexedDocument], *, headings: bool
) -> tuple[list[tuple[bytes, str]], int]:
    """The texts, and of how many passages they are. A heading comes before its passages: whenever
    others see what was made, a passage that has its vector has that of its heading, too."""
    items: list[tuple[bytes, str]] = []
    passages = 0
    above: set[str] = set()
    for document in documents:
        for chunk in document.chunks():
            heading = heading_text(chunk)
            if headings and heading and heading not in above:
                above.add(heading)
                items.append((text_hash(heading), heading))
            text = passage_text(chunk)
            items.append((text_hash(text), text))
            passages += 1
    return items, passages
