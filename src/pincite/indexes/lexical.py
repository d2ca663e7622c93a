"""BM25 by tantivy, over tokens of our own making (k1 1.2 and b 0.75 are tantivy's own)."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import tantivy
from numpy.typing import NDArray
from tantivy import Occur, Query

from pincite.corpus.disk_space import no_room
from pincite.errors import IndexUnusable, LibraryBusy, NoSpace
from pincite.indexes.analysis import Analysed
from pincite.indexes.records import ORDINALS
from pincite.indexes.rows import Rows, RowTable

# One thread, since two would change the order of ties; and its memory.
_WRITERS = 1
_LET_GO_SECONDS, _LOOK_SECONDS = 10.0, 0.05
_WRITER_BYTES = 128 << 20
# A set of documents up to this many is asked for by name; a larger one by asking for more hits.
_NAMED_DOCUMENTS = 2000
_MOST = 50_000
FIELDS = ("title", "heading", "text", "form", "part")


class SearchTerm(NamedTuple):
    """Words that must all be there, each in any of its lemmas, and how much the term counts."""

    words: tuple[tuple[str, ...], ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Concept:
    """Terms that stand for one thing: the best counts in full, the others by `tie`."""

    terms: tuple[SearchTerm, ...]
    tie: float = 0.0


@dataclass(frozen=True, slots=True)
class FieldWeights:
    """What a word counts for by where it stands; a field of weight 0 is not looked at."""

    title: float = 0.3
    heading: float = 0.5
    text: float = 1.0
    form: float = 0.0
    part: float = 0.0

    def used(self) -> list[tuple[str, float]]:
        return [(name, value) for name in FIELDS if (value := getattr(self, name)) > 0]


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for name in FIELDS:
        builder.add_text_field(name, stored=True, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("document", tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("chunk", stored=True, fast=True)
    return builder.build()


class LexicalIndex:
    """A tantivy index in a folder. After a crash it holds what was committed when `writing` last
    ended."""

    def __init__(self, folder: Path) -> None:
        """Open, or make. Raises IndexUnusable where the folder cannot be read."""
        self.folder = folder
        self._schema = _schema()
        folder.mkdir(parents=True, exist_ok=True)
        self._open()

    def _open(self) -> None:
        with _engine(self.folder):
            self._index = tantivy.Index(self._schema, path=str(self.folder), reuse=True)
            self._index.register_tokenizer(
                "whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
            )
            # By hand: a thread that watches would map files while another process replaces them.
            self._index.config_reader("manual")
            self._searcher = self._index.searcher()

    def __len__(self) -> int:
        return self._searcher.num_docs

    @staticmethod
    def discard(folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def writing(self) -> Generator[LexicalWriter]:
        """Commits at the end; on an exception nothing of it is kept. Raises LibraryBusy."""
        with _engine(self.folder):
            writer = self._writer()
            try:
                yield LexicalWriter(writer)
                writer.commit()
            except BaseException:
                writer.rollback()
                raise
            finally:
                writer.wait_merging_threads()
            self._index.reload()
            self._searcher = self._index.searcher()

    def _writer(self) -> tantivy.IndexWriter:
        """Whoever had its turn before may be a moment behind in letting go of its files."""
        until = time.monotonic() + _LET_GO_SECONDS
        while True:
            try:
                return self._index.writer(_WRITER_BYTES, _WRITERS)
            except ValueError as problem:
                if "Lock" not in str(problem) or time.monotonic() > until:
                    raise
            time.sleep(_LOOK_SECONDS)

    def copied(self, folder: Path) -> LexicalIndex:
        """The same in another folder, to be written to: this one stays as it is, for whoever reads
        it. What the engine never writes to again is linked, not copied."""
        folder.mkdir(parents=True)
        for file in self.folder.iterdir():
            if file.suffix == ".lock":
                continue
            if file.suffix != ".json":
                with suppress(OSError):
                    os.link(file, folder / file.name)
                    continue
            shutil.copy2(file, folder / file.name)
        return LexicalIndex(folder)

    def compacted(self, folder: Path) -> LexicalIndex:
        """The same in another folder, without what was removed: the engine counts that in its
        statistics for as long as it is there."""
        with _engine(self.folder):
            hits = self._searcher.search(Query.all_query(), limit=max(len(self), 1)).hits
            addresses = [address for _, address in hits]
            chunks = self._searcher.fast_field_values("chunk", addresses)
            order = np.argsort(np.array(chunks, np.int64), kind="stable")
            fresh = LexicalIndex(folder)
            with fresh.writing() as writer:
                for at in map(int, order):
                    writer.copy(self._searcher.doc(addresses[at]).to_dict())
        return fresh

    def frequency(self, word: str) -> int:
        """In how many chunks a lemma stands."""
        return self._searcher.doc_freq("text", word)

    def search(
        self,
        concepts: Sequence[Concept],
        limit: int,
        table: RowTable,
        *,
        fields: FieldWeights,
        allowed: Rows | None = None,
    ) -> tuple[Rows, NDArray[np.float32]]:
        """Rows and scores, best first, ties by row."""
        query = self._query(concepts, fields.used())
        if query is None or limit <= 0 or (allowed is not None and not len(allowed)):
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        wanted = limit
        if allowed is not None:
            documents = [int(at) for at in np.unique(table.document[allowed])]
            if len(documents) <= _NAMED_DOCUMENTS:
                query = self._within(query, [table.documents[at].key for at in documents])
            else:
                share = len(allowed) / len(table)
                wanted = min(_MOST, int(limit / max(share, 1e-3)))
        with _engine(self.folder):
            while True:
                rows, scores = self._found(query, wanted, table)
                whole = len(rows) < wanted
                if allowed is not None:
                    inside = np.isin(rows, allowed, assume_unique=True)
                    rows, scores = rows[inside], scores[inside]
                if whole or len(rows) >= limit or wanted >= len(table):
                    return rows[:limit], scores[:limit]
                wanted = min(wanted * 4, max(len(table), 1))

    def _found(
        self, query: Query, wanted: int, table: RowTable
    ) -> tuple[Rows, NDArray[np.float32]]:
        hits = self._searcher.search(query, limit=wanted, count=False).hits
        chunks = self._searcher.fast_field_values("chunk", [address for _, address in hits])
        rows = table.of_chunks(np.array(chunks, np.int64))
        scores = np.array([score for score, _ in hits], np.float32)
        order = np.lexsort((rows, -np.round(scores, 6)))
        order = order[rows[order] >= 0]
        return rows[order], scores[order]

    def _query(self, concepts: Sequence[Concept], fields: list[tuple[str, float]]) -> Query | None:
        parts: list[Query] = []
        for concept in concepts:
            if len(concept.terms) == 1 and len(concept.terms[0].words) == 1 == len(
                concept.terms[0].words[0]
            ):
                # One word adds up flat: the engine skips what cannot win, which it does not look
                # for below a query of its own.
                [[lemma]] = concept.terms[0].words
                parts += self._by_field(lemma, concept.terms[0].weight, fields)
            elif concept.terms:
                parts.append(self._concept(concept, fields))
        if not parts:
            return None
        return Query.boolean_query([(Occur.Should, part) for part in parts])

    def _concept(self, concept: Concept, fields: list[tuple[str, float]]) -> Query:
        terms = [self._term(term, fields) for term in concept.terms]
        return terms[0] if len(terms) == 1 else Query.disjunction_max_query(terms, concept.tie)

    def _term(self, term: SearchTerm, fields: list[tuple[str, float]]) -> Query:
        # A term of several words counts by the root of their number, or long ones would drown
        # short ones.
        weight = term.weight / len(term.words) ** 0.5
        words = [self._word(lemmas, weight, fields) for lemmas in term.words]
        if len(words) == 1:
            return words[0]
        return Query.boolean_query([(Occur.Must, word) for word in words])

    def _word(
        self, lemmas: tuple[str, ...], weight: float, fields: list[tuple[str, float]]
    ) -> Query:
        forms = [self._lemma(lemma, weight, fields) for lemma in lemmas]
        return forms[0] if len(forms) == 1 else Query.disjunction_max_query(forms)

    def _lemma(self, lemma: str, weight: float, fields: list[tuple[str, float]]) -> Query:
        terms = self._by_field(lemma, weight, fields)
        if len(terms) == 1:
            return terms[0]
        return Query.boolean_query([(Occur.Should, term) for term in terms])

    def _by_field(self, lemma: str, weight: float, fields: list[tuple[str, float]]) -> list[Query]:
        return [
            Query.boost_query(
                Query.term_query(self._schema, name, lemma, "freq"), round(weight * value, 6)
            )
            for name, value in fields
        ]

    def _within(self, query: Query, keys: Iterable[int]) -> Query:
        names = Query.term_set_query(self._schema, "document", [str(key) for key in keys])
        return Query.boolean_query(
            [(Occur.Must, query), (Occur.Must, Query.const_score_query(names, 0.0))]
        )


class LexicalWriter:
    """Adds chunks to an index of words, and removes documents from it."""

    def __init__(self, writer: tantivy.IndexWriter) -> None:
        self._writer = writer

    def add(self, key: int, ordinal: int, chunk: Analysed) -> None:
        document = tantivy.Document()
        for name in FIELDS:
            words = getattr(chunk, name)
            if words:
                document.add_text(name, " ".join(words))
        document.add_text("document", str(key))
        document.add_unsigned("chunk", key * ORDINALS + ordinal)
        self._writer.add_document(document)

    def copy(self, kept: dict[str, list[object]]) -> None:
        document = tantivy.Document()
        for name in FIELDS:
            for words in kept.get(name, []):
                document.add_text(name, str(words))
        [chunk] = kept["chunk"]
        number = int(str(chunk))
        document.add_text("document", str(number // ORDINALS))
        document.add_unsigned("chunk", number)
        self._writer.add_document(document)

    def remove(self, key: int) -> None:
        self._writer.delete_documents_by_term("document", str(key))


@contextmanager
def _engine(folder: Path) -> Generator[None]:
    """tantivy speaks by ValueError, and, on files that are not its own any more, by a panic."""
    try:
        yield
    except ValueError as problem:
        if "Lock" in str(problem):
            raise LibraryBusy("another process is writing to the index of words") from problem
        # A writer that could not write does not say why, and its end may have made room.
        if no_room(folder.parent) or "writer was killed" in str(problem):
            raise NoSpace("no room is left on the disk of the index of words") from problem
        raise IndexUnusable(f"the index of words cannot be read: {problem}") from problem
    except BaseException as problem:
        if type(problem).__name__ == "PanicException":
            raise IndexUnusable("the index of words cannot be read") from problem
        raise
