"""The opened indexes of a library (rows, words, vectors), and the encoding of what lacks
vectors."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pincite.encoders import Encoders, VectorFile, text_hash
from pincite.encoders.ports import DenseEncoder, SparseEncoder, TokenEncoder
from pincite.encoders.vector_times import VectorTimes
from pincite.errors import IndexUnusable, ServerUnreachable
from pincite.indexes.catalogue import IndexCatalogue
from pincite.indexes.dense import DenseIndex
from pincite.indexes.generation import VECTORS, Generation
from pincite.indexes.late import LateIndex, PassageTokens
from pincite.indexes.lexical import Concept, FieldWeights, LexicalIndex, SearchTerm
from pincite.indexes.links import Links
from pincite.indexes.milvus.collection import GRACE_SECONDS
from pincite.indexes.milvus.library import RowsOnServer
from pincite.indexes.milvus.server import MilvusServer
from pincite.indexes.milvus.vectors import KeptRows
from pincite.indexes.ports import Nearest, Weighing
from pincite.indexes.records import Filters
from pincite.indexes.rows import Rows, RowTable
from pincite.indexes.sparse import SparseIndex, WeightedTerms
from pincite.search.sources import OPINION

Opened = TypeVar("Opened")
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Vectors:
    """One dense encoder's vectors: of the passages, and of their titles and headings."""

    name: str
    encoder: DenseEncoder
    content: Nearest
    headings: Nearest | None
    share: float
    encoded: NDArray[np.int8] | None = None
    """Of each row: 1 where it and its heading have vectors, 0 where not, -1 where the encoder does
    not read its language; None where that is known only of all of them."""

    def speaks(self, code: str) -> bool:
        return not self.encoder.languages or code in self.encoder.languages

    def share_of(self, rows: Rows | None) -> float:
        """What part of these rows has its vector, of those in a language that the encoder reads."""
        if rows is None or self.encoded is None:
            return self.share
        read = self.encoded[rows]
        read = read[read >= 0]
        return float(read.mean()) if len(read) else self.share


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """One token encoder's vectors; `share` is what part of the passages has them."""

    encoder: TokenEncoder
    index: LateIndex
    share: float


@dataclass(frozen=True, slots=True)
class Weighted:
    """One sparse encoder's weights; `share` is what part of the passages has them."""

    encoder: SparseEncoder
    index: Weighing
    share: float

    def speaks(self, code: str) -> bool:
        return not self.encoder.languages or code in self.encoder.languages


class Indexed:
    """One generation of the indexes: make another after the corpus or its vectors have changed. The
    vectors that networks make are searched on a vector server, where there is one."""

    def __init__(
        self,
        folder: Path,
        catalogue: IndexCatalogue,
        encoders: Encoders,
        server: MilvusServer | None = None,
        *,
        forgets: bool = False,
    ) -> None:
        self._folder = folder
        self.vectors_folder = folder / VECTORS
        self._server = server
        self.catalogue = catalogue
        self.encoders = encoders
        table, generation = catalogue.whole()
        self.table: RowTable = table
        self.generation: Generation = generation
        self.lexical: LexicalIndex = catalogue.lexical
        self._remote = None
        if server is not None:
            self._remote = RowsOnServer(server, self.table, forgets=forgets)
        # What was found whole on the server, or not, and may be otherwise at the next question.
        self._watched: list[tuple[KeptRows, bool]] = []
        self.unreached: ServerUnreachable | None = None
        # What could not be opened, and why; a search does without it.
        self.damaged: dict[str, str] = {}
        # When the neural vectors of the rows were made, where they are in a file.
        self._made: tuple[VectorTimes, np.ndarray[tuple[int], np.dtype[np.int64]]] | None = None
        self.dense = self._opened("dense", self._neural)
        self.static = self._opened("static", lambda: self._dense("static", encoders.static))
        self.lemmas = self._opened("lemmas", lambda: self._dense("lemmas", encoders.lemmas))
        self.sparse = self._opened("sparse", self._sparse)
        self.late = self._opened("late", self._late)
        self.links = self._links()

    def _links(self) -> Links:
        named = self.generation.links
        if named and not (self._folder / named).is_file():
            raise IndexUnusable("another has replaced the links that were to be opened")
        return Links.open(self._folder, self.table, named)

    def _opened(self, name: str, vectors: Callable[[], Opened | None]) -> Opened | None:
        try:
            return vectors()
        except ServerUnreachable as problem:
            self.unreached = problem
            self.damaged[name] = problem.message
        except IndexUnusable as problem:
            self.damaged[name] = f"{problem.message}. {problem.hint}"
        return None

    @property
    def size(self) -> int:
        return len(self.table)

    def frequency(self, lemma: str) -> int:
        """In how many passages a lemma stands."""
        return self.lexical.frequency(lemma)

    def mentions(self, words: Sequence[tuple[str, ...]], filters: Filters | None = None) -> bool:
        """Whether a passage, its heading or its title has all the words, each in any of its lemmas;
        of whatever version, where no filters are given."""
        allowed = self.table.allowed(filters or Filters(every_version=True))
        asked = [Concept((SearchTerm(tuple(words), 1.0),))]
        found, _ = self.lexical.search(asked, 1, self.table, fields=FieldWeights(), allowed=allowed)
        return len(found) > 0

    @property
    def share(self) -> float:
        """What part of the passages, of those in a language that the model reads, has its neural
        vector."""
        return self.dense.share if self.dense is not None else 0.0

    def encoded_at(self, row: int) -> str | None:
        """When the neural vector of a passage was made, in UTC; None where it has none, or nobody
        kept the time."""
        if self._made is None:
            return None
        times, slots = self._made
        return times.of(int(slots[row])) if slots[row] >= 0 else None

    def overtaken(self) -> bool:
        """Whether another machine has put vectors on the server since this was opened, or the
        server could not be reached then and can be now. One small call."""
        if self.unreached is not None:
            return self._server is not None and self._server.answers()
        try:
            return any(index.is_marked() != marked for index, marked in self._watched)
        except ServerUnreachable:
            return False

    def holds_opinions(self) -> bool:
        """Whether there are decisions of courts among the documents."""
        return any(document.facets.doc_type == OPINION for document in self.table.documents)

    def jurisdictions(self) -> list[str]:
        """Of the documents, each once."""
        return sorted({document.facets.jurisdiction for document in self.table.documents})

    def languages(self) -> list[str]:
        """Of the documents, by how many rows they have, most first."""
        return self._languages

    @cached_property
    def _languages(self) -> list[str]:
        count: dict[str, int] = {}
        for document in self.table.documents:
            code = document.facets.language
            count[code] = count.get(code, 0) + len(document.kind)
        return sorted(count, key=lambda code: (-count[code], code))

    def _dense(self, name: str, encoder: DenseEncoder | None) -> Vectors | None:
        if encoder is None or not (self.vectors_folder.is_dir() and len(self.table)):
            return None
        upto = self.generation.counts(encoder.fingerprint)
        with VectorFile.open(
            self.vectors_folder, encoder.fingerprint, encoder.dims, upto=upto
        ) as file:
            if not len(file):
                return None
            content, above = file.slots(self.table.texts), file.slots(self.table.headings)
            if encoder is self.encoders.dense:
                self._made = file.times(), content
            matrix = file.matrix
            graphs = self._folder / "graphs"
            # Nobody makes vectors of headings by a table of lemmas.
            both = content
            if encoder is not self.encoders.lemmas:
                both = with_headings(content, above, self.table)
            return Vectors(
                name,
                encoder,
                DenseIndex(matrix, content, graphs / "content", encoder.fingerprint),
                DenseIndex(matrix, above, graphs / "headings", encoder.fingerprint),
                self._share(both, encoder.languages),
                self._encoded(both, encoder.languages),
            )

    def _neural(self) -> Vectors | None:
        encoder = self.encoders.dense
        if self._remote is None or encoder is None or not len(self.table):
            return self._dense("dense", encoder)
        self.vectors_folder.mkdir(parents=True, exist_ok=True)
        with VectorFile.open(self.vectors_folder, encoder.fingerprint, encoder.dims) as file:
            content = self._remote.content(encoder, file)
            headings = self._remote.headings(encoder, file)
        # Those of the passages are marked last: where they are whole, the others are.
        marked = content.is_marked()
        self._watched.append((content, marked))
        shares = [1.0 if marked else content.share(), *self._awaited(headings)]
        return Vectors("dense", encoder, content, headings, min(shares))

    def _awaited(self, index: KeptRows) -> list[float]:
        """What part is there, of one that should have any; watched until it is whole."""
        if index.is_empty:
            return []
        share = index.share()
        if share < 1:
            self._watched.append((index, False))
        return [share]

    def _sparse(self) -> Weighted | None:
        encoder = self.encoders.sparse
        if encoder is None or not len(self.table):
            return None
        if self._server is not None and self._remote and self._server.capabilities.sparse:
            self.vectors_folder.mkdir(parents=True, exist_ok=True)
            file = WeightedTerms.open(self.vectors_folder, encoder.fingerprint, encoder.terms)
            index = self._remote.weights(encoder, file)
            return Weighted(encoder, index, min(self._awaited(index), default=0.0))
        if not self.vectors_folder.is_dir():
            return None
        upto = self.generation.counts(encoder.fingerprint)
        file = WeightedTerms.open(
            self.vectors_folder, encoder.fingerprint, encoder.terms, upto=upto
        )
        if not len(file):
            file.close()
            return None
        slots = file.slots(self.table.texts)
        share = self._share(slots, encoder.languages)
        return Weighted(encoder, SparseIndex(file, slots, self._folder / "postings"), share)

    def _late(self) -> TokenVectors | None:
        encoder = self.encoders.tokens
        if encoder is None or not (self.vectors_folder.is_dir() and len(self.table)):
            return None
        upto = self.generation.counts(encoder.fingerprint)
        file = PassageTokens.open(self.vectors_folder, encoder.fingerprint, encoder.dims, upto=upto)
        if not len(file):
            file.close()
            return None
        slots = file.slots(self.table.texts)
        return TokenVectors(encoder, LateIndex(file, slots), self._share(slots, encoder.languages))

    def _share(self, slots: NDArray[np.int64], languages: frozenset[str]) -> float:
        read = self._encoded(slots, languages)
        read = read[read >= 0]
        return float(read.mean()) if len(read) else 0.0

    def _encoded(self, slots: NDArray[np.int64], languages: frozenset[str]) -> NDArray[np.int8]:
        read = [
            not languages or document.facets.language in languages
            for document in self.table.documents
        ]
        return np.where(np.array(read, bool)[self.table.document], slots >= 0, -1).astype(np.int8)

    def build_graphs(self, progress: Progress, *, anew: bool = False) -> bool:
        """So many vectors that a scan would take too long are searched by a graph of neighbours;
        those of a server are put there, all of them beside the old ones if `anew`. Returns whether
        there was anything to do. Raises ServerUnreachable."""
        if self.unreached is not None:
            raise self.unreached
        every: list[Nearest | Weighing | None] = [self.sparse.index if self.sparse else None]
        if self.dense is not None:
            every += [self.dense.headings, self.dense.content]
        lacking = any(
            not isinstance(index, (DenseIndex, SparseIndex)) or index.behind
            for index in every
            if index is not None
        )
        for index in every:
            if isinstance(index, KeptRows) and anew:
                index.rebuild(progress)
            elif index is not None:
                index.build(progress)
        if anew and self._server is not None:
            time.sleep(GRACE_SECONDS)
            for index in every:
                if isinstance(index, KeptRows):
                    index.tidy()
        return lacking


def with_headings(
    content: NDArray[np.int64], above: NDArray[np.int64], table: RowTable
) -> NDArray[np.int64]:
    """The slots of the passages, -1 also where the heading of one has none. A passage that stands
    under no heading needs none."""
    found = np.where(above < 0, -1, content)
    nothing = text_hash("")
    for row in np.flatnonzero((above < 0) & (content >= 0)).tolist():
        if table.headings[row] == nothing:
            found[row] = content[row]
    return found
