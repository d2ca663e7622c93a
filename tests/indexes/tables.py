"""Tables of rows of our own, without a corpus behind them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pincite.encoders import text_hash
from pincite.indexes.records import Facets
from pincite.indexes.rows import DocumentRows, RowTable


def made_document(key: int, texts: list[str], *, current: bool = True) -> DocumentRows:
    """One of several languages, courts and years, by its key."""
    work = f"urn:lex:xm:act-{key}"
    count = len(texts)
    facets = Facets(
        f"d{key}", work, "act" if key % 3 else "opinion", year=str(1990 + key % 7),
        language="en" if key % 4 else "is", court=f"court {key % 5}", current=current,
    )  # fmt: skip
    return DocumentRows(
        key,
        facets,
        [f"{work}:{at + 1}" for at in range(count)],
        [f"{work}:{at + 1}" for at in range(count)],
        np.arange(count, dtype=np.int32),
        np.zeros(count, np.uint8),
        np.zeros(count, np.bool_),
        b"".join(map(text_hash, texts)),
        b"".join(text_hash(f"heading of {key}") for _ in texts),
    )


def made_table(sizes: list[int], *, superseded: tuple[int, ...] = ()) -> RowTable:
    """Documents with keys 10, 20, … of so many rows; every seventh text is the same everywhere."""
    documents: list[DocumentRows] = []
    for at, size in enumerate(sizes):
        key = 10 * (at + 1)
        texts = [f"shared {n}" if n % 7 == 6 else f"{key} says {n}" for n in range(size)]
        documents.append(made_document(key, texts, current=key not in superseded))
    return RowTable(documents)


def with_year(document: DocumentRows, year: str) -> DocumentRows:
    return replace(document, facets=replace(document.facets, year=year))
