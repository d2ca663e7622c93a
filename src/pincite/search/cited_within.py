"""The citations in a passage: from the index of citations, or read from the passage alone."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.model import Chunk
from pincite.model.mention import CitedKind, Form

if TYPE_CHECKING:
    from pincite.citations.index.records import CitationUse
    from pincite.citations.reading import Locale
    from pincite.citations.works.titles import WorkTitles

# So much of a passage is read, and so many of its citations are given.
_READ = 4000
_MOST = 20
# The passages that answer most questions come again and again: so many are read once.
_KEPT = 1024
_BY_THEMSELVES = (Form.FULL, Form.NAME)
_POINTING_BACK = (Form.ID, Form.SUPRA, Form.NAME)

# The mentions of a document, by its id and key.
KeptUses = Callable[[str, int], list["CitationUse"]]


def cited_in(text: str, titles: WorkTitles | None, locale: Locale) -> tuple[str, ...]:
    """The citations that say by themselves what they cite, as they are written."""
    return _read_alone(text[:_READ], titles, locale)


@lru_cache(_KEPT)
def _read_alone(text: str, titles: WorkTitles | None, locale: Locale) -> tuple[str, ...]:
    from pincite.citations.find import find
    from pincite.citations.reading import CitableText

    read = CitableText(text, locale)
    found = (mention for mention in find(read, titles) if mention.form in _BY_THEMSELVES)
    return tuple(dict.fromkeys(text[mention.start : mention.end] for mention in found))[:_MOST]


def cited_by(uses: Sequence[CitationUse], chunk: Chunk) -> tuple[str, ...]:
    """Of a document's mentions those in the chunk; one that only points back is written out as the
    full citation that it goes back to."""
    by_ordinal = {use.ordinal: use for use in uses}
    found = (
        by_ordinal.get(use.antecedent, use).words if _points_back(use) else use.words
        for use in uses
        if use.chunk == chunk.ordinal and (use.source or use.targets)
    )
    return tuple(dict.fromkeys(found))[:_MOST]


@contextmanager
def kept_citations(path: Path) -> Generator[KeptUses]:
    """What the index of citations holds already; nothing is read for it. A document that has
    changed since has none."""
    from pincite.citations.index import CitationIndex

    if not path.is_file():
        yield lambda _document, _key: []
        return
    with CitationIndex.open(path) as index:
        yield lambda document, key: [use for use in index.of_document(document) if use.key == key]


def _points_back(use: CitationUse) -> bool:
    return use.form in _POINTING_BACK or (use.form == Form.SHORT and use.kind == CitedKind.CASE)
