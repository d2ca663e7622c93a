"""Finds what sets grade in a library: provisions, opinions and passages."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pincite.corpus import CorpusStore
from pincite.evaluation.systems import chunk_name
from pincite.model import Node
from pincite.model.document import DocumentState
from pincite.model.kinds import UNITS


class GoldPassage(NamedTuple):
    """A chunk by name, and where it stands in its document's text."""

    name: str
    start: int
    end: int


class DocumentText(NamedTuple):
    """A case file: the URN of its work, its text, and the passages it is searched by."""

    work: str
    text: str
    passages: tuple[GoldPassage, ...]


Provisions = Callable[[str], Sequence[Node]]
Places = Callable[[str], DocumentText | None]


def provisions_of(store: CorpusStore) -> Provisions:
    """The articles or sections of a work's newest text; none where the work is not held."""

    @functools.cache
    def provisions(work: str) -> Sequence[Node]:
        kept = store.expressions(work)
        if not kept:
            return ()
        return tuple(node for node in store.nodes(kept[-1].key) if node.kind in UNITS)

    return provisions


def unit_of(store: CorpusStore) -> Callable[[str], str | None]:
    """The article or section that a URN names or lies in; a URN above those is its own unit."""

    def unit(urn: str) -> str | None:
        for stored, node in store.find(urn, at=None, tag=None)[:1]:
            chain = [node, *store.ancestors(stored.key, node)]
            return next((above.urn for above in chain if above.kind in UNITS), node.urn)
        return None

    return unit


def opinions_of(store: CorpusStore) -> Mapping[str, str]:
    """Publishers' numbers of opinions, and the URN of each."""
    return {
        number: header.urn
        for header in store.headers()
        if isinstance(number := header.meta.get("opinion_id"), str)
    }


def places_of(store: CorpusStore) -> Places:
    """Documents of a matter by name; a copy stands where the one that was read does."""
    every = store.documents.all()
    by_id = {document.id: document for document in every}
    by_name = {
        document.name: document for document in every if document.state is not DocumentState.REMOVED
    }

    @functools.lru_cache(maxsize=8)
    def places(name: str) -> DocumentText | None:
        document = by_name.get(name)
        if document is not None and document.state is DocumentState.DUPLICATE:
            document = by_id.get(document.duplicate_of)
        if document is None or document.state is not DocumentState.READ:
            return None
        work = next(store.nodes(document.key)).urn
        passages = tuple(
            GoldPassage(chunk_name(work, chunk.ordinal), chunk.start, chunk.end)
            for chunk in store.chunks(document.key)
        )
        return DocumentText(work, store.text(document.key), passages)

    return places
