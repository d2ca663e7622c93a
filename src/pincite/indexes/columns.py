"""What the register keeps of a document: the state that it was read in, and its rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

import numpy as np

from pincite.encoders.hashed import text_hash
from pincite.indexes.analysis import RULES, analyse, speaks_of_itself
from pincite.indexes.lexical import LexicalWriter
from pincite.indexes.records import IndexedChunk, IndexedDocument
from pincite.indexes.rows import DocumentRows, facets_read, facets_written
from pincite.model.kinds import KINDS

_KINDS = sorted(KINDS)


def kind_code(kind: str) -> int:
    return _KINDS.index(kind)


def words_state(document: IndexedDocument) -> tuple[str, str]:
    """The language is part of it: it decides what a word is looked up by."""
    return document.hash, f"{RULES}:{document.facets.language}"


def state_of(document: IndexedDocument) -> tuple[str, str, str, str]:
    return (*words_state(document), facets_written(document.facets), document.name)


def add_words(
    writer: LexicalWriter, document: IndexedDocument, chunks: Iterable[IndexedChunk]
) -> None:
    for chunk in chunks:
        writer.add(document.key, chunk.ordinal, analyse(chunk, document.facets.language))


def columns(chunks: Iterable[IndexedChunk]) -> tuple[object, ...]:
    every = list(chunks)
    units = {unit: at for at, unit in enumerate(dict.fromkeys(chunk.unit for chunk in every))}
    return (
        "\n".join(chunk.urn for chunk in every),
        "\n".join(units),
        np.array([units[chunk.unit] for chunk in every], np.int32).tobytes(),
        np.array([kind_code(chunk.kind) for chunk in every], np.uint8).tobytes(),
        np.array([speaks_of_itself(chunk.heading) for chunk in every], np.bool_).tobytes(),
        b"".join(text_hash(passage_text(chunk)) for chunk in every),
        b"".join(text_hash(heading_text(chunk)) for chunk in every),
    )


def rows_of(connection: sqlite3.Connection) -> Iterator[DocumentRows]:
    """Every document's part of the rows, by key."""
    query = "SELECT key, facets, urns, units, unit, kind, of_itself, texts, headings FROM document"
    for key, facets, urns, units, unit, kind, itself, texts, headings in connection.execute(
        f"{query} ORDER BY key"
    ):
        yield DocumentRows(
            key,
            facets_read(facets),
            urns.split("\n") if urns else [],
            units.split("\n") if units else [],
            np.frombuffer(unit, np.int32),
            np.frombuffer(kind, np.uint8),
            np.frombuffer(itself, np.bool_),
            texts,
            headings,
        )


def passage_text(chunk: IndexedChunk) -> str:
    """What the content vectors of a chunk are made from."""
    return f"{heading_text(chunk)}\n{chunk.text}".lstrip()


def heading_text(chunk: IndexedChunk) -> str:
    """What the title vector of a chunk is made from."""
    return " › ".join(part for part in (chunk.title, chunk.heading) if part)
