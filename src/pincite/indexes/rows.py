"""The rows that every index speaks of: one a chunk, by document key and ordinal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.hashed import HASH_BYTES
from pincite.errors import InputError
from pincite.indexes.records import ORDINALS, Facets, Filters

Rows = NDArray[np.int64]
_Kept = TypeVar("_Kept", bound=np.generic)

# Filters are few and come again; each remembered set is as long as the rows.
_REMEMBERED = 8
_DAY = date(1, 1, 1).toordinal()
# The parts of a URN that name a body of law: urn, lex, jurisdiction and corpus.
_CORPUS = 4
_NEVER = np.iinfo(np.int32).max


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """A document's part of the rows, as it is kept."""

    key: int
    facets: Facets
    urns: Sequence[str]
    units: Sequence[str]
    unit: NDArray[np.int32]
    kind: NDArray[np.uint8]
    of_itself: NDArray[np.bool_]
    texts: bytes
    headings: bytes


class RowTable:
    """Documents in the order of their keys, rows in the order of their text: the order that ties
    are broken by, whatever the order of loading."""

    def __init__(self, documents: Sequence[DocumentRows]) -> None:
        self._allowed: dict[Filters, Rows | None] = {}
        self.documents = documents
        sizes = np.array([len(document.kind) for document in documents], np.int64)
        self.first = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        self.document = np.repeat(np.arange(len(documents), dtype=np.int32), sizes)
        self._keys = np.array([document.key for document in documents], np.int64)
        self.kind = _joined([document.kind for document in documents], np.uint8)
        # Where a work says what it is called and when it begins, which nobody asks for.
        self.of_itself = _joined([document.of_itself for document in documents], np.bool_)
        spans = np.array([len(document.units) for document in documents], np.int64)
        self._first_unit = np.concatenate([np.zeros(1, np.int64), np.cumsum(spans)])
        self.unit = _joined([document.unit for document in documents], np.int32).astype(
            np.int64
        ) + np.repeat(self._first_unit[:-1], sizes)

    def __len__(self) -> int:
        return int(self.first[-1])

    @cached_property
    def works(self) -> frozenset[str]:
        return frozenset(document.facets.work for document in self.documents)

    @cached_property
    def texts(self) -> list[bytes]:
        """The hash of each row's text."""
        return _split([document.texts for document in self.documents])

    @cached_property
    def headings(self) -> list[bytes]:
        return _split([document.headings for document in self.documents])

    def place(self, row: int) -> tuple[int, int]:
        """The document's key and the chunk's ordinal."""
        index = int(self.document[row])
        return int(self._keys[index]), int(row - self.first[index])

    def of_chunks(self, chunks: NDArray[np.int64]) -> Rows:
        """The rows of chunk numbers; -1 for a chunk that is not here."""
        keys, ordinals = np.divmod(chunks, ORDINALS)
        at = np.searchsorted(self._keys, keys)
        known = at < len(self._keys)
        known[known] = self._keys[at[known]] == keys[known]
        rows = np.full(len(chunks), -1, np.int64)
        rows[known] = self.first[at[known]] + ordinals[known]
        inside = known.copy()
        inside[known] = rows[known] < self.first[at[known] + 1]
        return np.where(inside, rows, -1)

    def facets(self, row: int) -> Facets:
        return self.documents[int(self.document[row])].facets

    def urn(self, row: int) -> str:
        document = self.documents[int(self.document[row])]
        return document.urns[int(row - self.first[int(self.document[row])])]

    def unit_urn(self, row: int) -> str:
        index = int(self.document[row])
        return self.documents[index].units[int(self.unit[row] - self._first_unit[index])]

    def of_urn(self, urn: str) -> Rows:
        """The rows at a URN and below it, and those that hold it within them."""
        found: list[int] = []
        for index, document in enumerate(self.documents):
            if not _near(document.facets.work, urn):
                continue
            first = int(self.first[index])
            if document.facets.work == urn:
                found += range(first, int(self.first[index + 1]))
                continue
            found += [
                first + at for at, own in enumerate(document.urns)
                if own == urn or own.startswith(f"{urn}:")
            ]  # fmt: skip
        return np.array(found, np.int64)

    def _of_units(self, units: Sequence[str]) -> Rows:
        """The rows of sections, in order."""
        wanted = set(units)
        corpora = {_corpus(unit) for unit in wanted}
        found: list[Rows] = [np.zeros(0, np.int64)]
        for index, document in enumerate(self.documents):
            if _corpus(document.facets.work) in corpora:
                own = [at for at, unit in enumerate(document.units) if unit in wanted]
                inside = np.isin(document.unit, np.array(own, np.int32))
                found.append(np.flatnonzero(inside).astype(np.int64) + int(self.first[index]))
        return np.concatenate(found)

    def allowed(self, filters: Filters) -> Rows | None:
        """The rows that filters let through, ascending; None where they let all through."""
        if filters not in self._allowed:
            if len(self._allowed) >= _REMEMBERED:
                self._allowed.clear()
            self._allowed[filters] = self._passing(filters)
        return self._allowed[filters]

    def _passing(self, filters: Filters) -> Rows | None:
        passing = np.array([_passes(document.facets, filters) for document in self.documents], bool)
        if passing.all() and not filters.subtree:
            return None
        rows = np.flatnonzero(passing[self.document]).astype(np.int64)
        if filters.subtree:
            below = np.union1d(self.of_urn(filters.subtree), self._of_units(filters.units))
            rows = np.intersect1d(rows, below, assume_unique=True)
        return rows


def _near(work: str, urn: str) -> bool:
    """Whether a work may hold what has this URN: both are of one corpus, whose sections may be
    named without the title that is the work."""
    return _corpus(work) == _corpus(urn) or work.startswith(f"{urn}:")


def _corpus(urn: str) -> tuple[str, ...]:
    return tuple(urn.split(":")[:_CORPUS])


def _passes(facets: Facets, filters: Filters) -> bool:
    if filters.at is not None:
        begins, ends = _span(facets)
        if not facets.undated and not begins <= filters.at.toordinal() < ends:
            return False
    elif not filters.version and not filters.every_version and not facets.current:
        return False
    if filters.version and not set(filters.version).intersection(facets.version.split()):
        return False
    if filters.documents and not {facets.document, facets.work} & set(filters.documents):
        return False
    if facets.doc_type in filters.without_types:
        return False
    return all(
        not wanted or value in wanted
        for value, wanted in (
            (facets.doc_type, filters.doc_type),
            (facets.nature, filters.nature),
            (facets.year, filters.year),
            (facets.chapter, filters.chapter),
            (facets.language, filters.language),
            (facets.court, filters.court),
            (facets.jurisdiction, filters.jurisdiction),
        )
    )


def _span(facets: Facets) -> tuple[int, int]:
    begins = facets.start.toordinal() if facets.start else _NEVER
    return begins, facets.end.toordinal() if facets.end else _NEVER


def _joined(parts: Sequence[NDArray[_Kept]], kind: type[_Kept]) -> NDArray[_Kept]:
    return np.concatenate(parts) if parts else np.zeros(0, kind)


def _split(parts: Sequence[bytes]) -> list[bytes]:
    whole = b"".join(parts)
    return [whole[at : at + HASH_BYTES] for at in range(0, len(whole), HASH_BYTES)]


def facets_written(facets: Facets) -> str:
    values = {name: getattr(facets, name) for name in Facets.__slots__}
    values |= {name: value.isoformat() for name in ("start", "end") if (value := values[name])}
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


def facets_read(written: str) -> Facets:
    values = json.loads(written)
    for name in ("start", "end"):
        values[name] = date.fromisoformat(values[name]) if values[name] else None
    try:
        return Facets(**values)
    except TypeError as problem:
        raise InputError("the index was written by another version") from problem
