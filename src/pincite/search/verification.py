"""Compares the indexes with the corpus, passage by passage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pincite.encoders import VectorFile
from pincite.encoders.cards import slug
from pincite.encoders.hashed import HashedFile, text_hash
from pincite.indexes.columns import heading_text, passage_text
from pincite.indexes.late import PassageTokens
from pincite.indexes.records import IndexedDocument
from pincite.indexes.rows import DocumentRows
from pincite.indexes.sparse import WeightedTerms
from pincite.search.indexed import Indexed


@dataclass(frozen=True, slots=True)
class IndexVerification:
    """What was compared: `passages` that the corpus holds and `entries` that the index of words
    has, of which `revision`. `problems` says what did not match, and was made again."""

    revision: str
    generation: int
    documents: int
    passages: int
    entries: int
    problems: tuple[str, ...]


def compared(
    indexed: Indexed,
    documents: Iterable[IndexedDocument],
    progress: Callable[[int, str], None],
) -> IndexVerification:
    """Of one state of both. Every passage is read, and each file of words and block of vectors."""
    held = {rows.key: rows for rows in indexed.table.documents}
    problems: list[str] = []
    passages = count = 0
    for count, document in enumerate(documents, 1):
        hashes = [
            (text_hash(passage_text(chunk)), text_hash(heading_text(chunk)))
            for chunk in document.chunks()
        ]
        passages += len(hashes)
        if not _holds(held.pop(document.key, None), document, hashes):
            problems.append(f"the index does not hold {document.name} as it is")
        progress(count, document.name)
    if held:
        problems.append(f"the index holds {len(held)} documents that are not there")
    entries = len(indexed.lexical)
    if entries != passages:
        problems.append(f"the index of words has {entries} entries for {passages} passages")
    if not indexed.catalogue.files_are_whole():
        problems.append("the files of the index of words are not those that were written")
    problems += _damaged(indexed)
    generation = indexed.generation
    return IndexVerification(
        generation.revision, generation.number, count, passages, entries, tuple(problems)
    )


def _holds(
    rows: DocumentRows | None, document: IndexedDocument, hashes: list[tuple[bytes, bytes]]
) -> bool:
    return (
        rows is not None
        and rows.facets == document.facets
        and rows.texts == b"".join(text for text, _ in hashes)
        and rows.headings == b"".join(heading for _, heading in hashes)
    )


def _damaged(indexed: Indexed) -> Iterator[str]:
    for name, reason in sorted(indexed.damaged.items()):
        yield f"the vectors {name!r} cannot be opened: {reason}"
    for kind, encoder, size in (
        (VectorFile, indexed.encoders.dense, "dims"),
        (VectorFile, indexed.encoders.static, "dims"),
        (VectorFile, indexed.encoders.lemmas, "dims"),
        (WeightedTerms, indexed.encoders.sparse, "terms"),
        (PassageTokens, indexed.encoders.tokens, "dims"),
    ):
        if encoder is not None and (lost := _lost(indexed, kind, encoder, size)):
            yield f"{lost} vectors of {encoder.fingerprint} are damaged: `pincite index` makes them"


def _lost(indexed: Indexed, kind: type[HashedFile], encoder: Any, size: str) -> int:
    """How many passages have a vector that is not what was written; every block is read for it."""
    folder, fingerprint = indexed.vectors_folder, encoder.fingerprint
    if not (folder / slug(fingerprint)).is_dir():
        return 0
    dims, upto = getattr(encoder, size), indexed.generation.counts(fingerprint)
    there, whole = (
        kind.open(folder, fingerprint, dims, upto=upto, doubting=doubting).slots(
            indexed.table.texts
        )
        for doubting in (False, True)
    )
    return int(np.count_nonzero((there >= 0) & (whole < 0)))
