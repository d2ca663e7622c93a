"""The texts that marks are looked up in: of laws and provisions, and of a matter's files."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.collection.law import HeldLaw
from pincite.errors import NotFound
from pincite.evaluation.systems import chunk_name
from pincite.matters.matter import Matter
from pincite.model import Node
from pincite.model.document import DocumentState
from pincite.model.kinds import UNITS


@dataclass(frozen=True, slots=True)
class HeldText:
    """`place` is the URN, or the id of the file, that the text is of; `units` gives the names of
    the provisions or passages that hold a span of it."""

    place: str
    text: str
    units: Callable[[int, int], Sequence[str]]


HeldTexts = Callable[[str], Sequence[HeldText]]
"""Every text of what a line names; none where it is not held."""


def law_texts(law: HeldLaw) -> HeldTexts:
    """By the URN of a work, each of its texts; by that of a provision, its own words in each."""
    store = law.store

    @functools.cache
    def provisions(key: int) -> Sequence[Node]:
        return [node for node in store.nodes(key) if node.kind in UNITS]

    def text(urn: str, key: int, start: int, end: int) -> HeldText:
        def units(first: int, last: int) -> Sequence[str]:
            return [
                node.urn
                for node in provisions(key)
                if node.start < start + last and start + first < node.end
            ]

        return HeldText(urn, store.text(key, start, end), units)

    @functools.lru_cache(maxsize=64)
    def texts(urn: str) -> Sequence[HeldText]:
        whole = store.expressions(urn)
        if whole:
            return tuple(text(urn, one.key, 0, one.length) for one in whole)
        found = store.find(urn, at=None, tag=None)
        found += [
            (stored, node)
            for work in {stored.expression.urn for stored, _ in found} or _works(urn)
            for stored in store.expressions(work)
            for node in store.nodes(stored.key)
            if node.urn == urn
        ]
        spans = dict.fromkeys((stored.key, node.start, node.end) for stored, node in found)
        return tuple(text(urn, *span) for span in spans)

    return texts


def _works(urn: str) -> Sequence[str]:
    """What a provision that is no longer in force may be of, the nearest first."""
    parts = urn.split(":")
    return [":".join(parts[:count]) for count in range(len(parts) - 1, 3, -1)]


def file_texts(matter: Matter) -> HeldTexts:
    """By a file's name, path or id; of a copy, the one that was read."""
    store = matter.store

    @functools.lru_cache(maxsize=64)
    def texts(name: str) -> Sequence[HeldText]:
        try:
            found = matter.document(name)
            if found.state is DocumentState.DUPLICATE:
                found = matter.document(found.duplicate_of)
        except NotFound:
            return ()
        if found.state is not DocumentState.READ:
            return ()
        chunks = tuple(store.chunks(found.key))

        def units(start: int, end: int) -> Sequence[str]:
            return [
                chunk_name(found.id, chunk.ordinal)
                for chunk in chunks
                if chunk.start < end and start < chunk.end
            ]

        return (HeldText(found.id, store.text(found.key), units),)

    return texts
