"""What the index of citations is made from, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pincite.citations.reading import CitableText
from pincite.model import Chunk


class CitingDocument(Protocol):
    """One expression. `hash` covers all that is read of it: one with the same key and hash is not
    read again, and then neither `reading` nor `chunks` is asked for."""

    @property
    def key(self) -> int: ...
    @property
    def hash(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    def reading(self) -> CitableText: ...
    def chunks(self) -> Sequence[Chunk]: ...


class CitationUse(NamedTuple):
    """A mention as it is kept: canonical[start:end] == words, in chunk number `chunk`."""

    key: int
    document: str
    name: str
    ordinal: int
    start: int
    end: int
    chunk: int
    kind: str
    form: str
    source: str
    pin: str
    words: str
    rule: str
    antecedent: int
    reason: str
    treatment: str
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CitedAuthority:
    """A source, how often and in how many documents it is cited, and what it is called there."""

    source: str
    kind: str
    mentions: int
    documents: int
    names: tuple[str, ...]


class WorkLink(NamedTuple):
    """A document cites a work of law, or what is below it, so many times."""

    document: str
    name: str
    work: str
    times: int
