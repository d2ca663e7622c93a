"""What the indexes are made of: documents with their facets, and their chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple, Protocol

# A chunk's number: its document's key and its own ordinal in one.
ORDINALS = 1 << 24


@dataclass(frozen=True, slots=True)
class Facets:
    """What a document can be filtered by. `start` and `end` are its validity, half open; None is
    without bound. `version` names the loads that state it, set apart by spaces. `current` is
    whether it is what the library holds in force today; `undated`, whether it is found at every
    date, since no source says a date of its work."""

    document: str
    work: str
    doc_type: str = ""
    nature: str = ""
    year: str = ""
    chapter: str = ""
    language: str = ""
    court: str = ""
    jurisdiction: str = ""
    version: str = ""
    start: date | None = None
    end: date | None = None
    current: bool = True
    undated: bool = False


class IndexedChunk(NamedTuple):
    """A chunk as it is searched. `unit` is the URN of the section, article or opinion it is part
    of; `heading` is the path to it below the title."""

    ordinal: int
    urn: str
    unit: str
    kind: str
    title: str
    heading: str
    text: str


class IndexedDocument(Protocol):
    """`hash` stands for the words, `facets` for the rest; where neither changed, nothing is read
    again."""

    @property
    def key(self) -> int: ...
    @property
    def hash(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def facets(self) -> Facets: ...
    def chunks(self) -> Sequence[IndexedChunk]: ...


@dataclass(frozen=True, slots=True)
class Filters:
    """Which rows may be found. Several values of one field are alternatives; an empty tuple is no
    filter. `at` picks what was in force on that date, and what is undated; without it, and
    without a version, what is current. `documents` are named by id or by URN; `subtree` is a URN:
    it and what lies below; `units` are sections below it that are not named so."""

    documents: tuple[str, ...] = ()
    doc_type: tuple[str, ...] = ()
    without_types: tuple[str, ...] = ()
    nature: tuple[str, ...] = ()
    year: tuple[str, ...] = ()
    chapter: tuple[str, ...] = ()
    language: tuple[str, ...] = ()
    court: tuple[str, ...] = ()
    jurisdiction: tuple[str, ...] = ()
    version: tuple[str, ...] = ()
    at: date | None = None
    subtree: str = ""
    units: tuple[str, ...] = ()
    every_version: bool = field(default=False, kw_only=True)
