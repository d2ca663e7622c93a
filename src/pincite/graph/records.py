"""What goes into the graph, what is found there, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol


class GraphChunk(NamedTuple):
    """A chunk: canonical[start:end] == text."""

    chunk: int
    start: int
    end: int
    text: str


class GraphDocument(Protocol):
    """One expression. `hash` covers its words, its chunks' ids and bounds and where its paragraphs
    begin: a document with the same key and hash is not read again, and then neither `chunks` nor
    `paragraphs` is asked for.

    Chunks are in the order of their offsets. One character between two chunks is a space; where
    more lies between, the chunks are not read as one text. `paragraphs` are the offsets at which
    paragraphs begin, headings being paragraphs of their own: no name, number or sentence runs over
    one, save in a caption.
    """

    @property
    def key(self) -> int: ...
    @property
    def hash(self) -> str: ...
    @property
    def document(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def chunks(self) -> Sequence[GraphChunk]: ...
    @property
    def paragraphs(self) -> Sequence[int]: ...


class EntityFinding(NamedTuple):
    """Words that a rule found to name something: text[start:end], in offsets of the text searched.

    `key` is what two spellings of one thing share. It is empty where the words alone do not say
    who is meant ("Smith"); the rest of the document then decides, or nothing does.
    """

    kind: str
    start: int
    end: int
    key: str
    name: str
    rule: str
    role: str = ""


class DateFinding(NamedTuple):
    """`iso` is "2015-03-12", "2015-03" or "2015"; or "" and then `reason` says why."""

    start: int
    end: int
    iso: str
    precision: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """`kind` and `key` are its identity; `roles` are those that a document gives it."""

    kind: str
    key: str
    name: str
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityCount:
    """An entity, and how often and in how many documents it is mentioned."""

    entity: Entity
    mentions: int
    documents: int


@dataclass(frozen=True, slots=True)
class MentionPlace:
    """canonical[start:end] == words. A mention that runs over a chunk's end belongs to the chunk
    in which it begins."""

    document: str
    name: str
    chunk: int
    start: int
    end: int
    words: str
    rule: str
    role: str


@dataclass(frozen=True, slots=True)
class Event:
    """A date that a document speaks of. canonical[start:end] == words, and the sentence around it
    is canonical[sentence_start:sentence_end]. `iso` is "" where `reason` says why it is unknown."""

    iso: str
    precision: str
    words: str
    reason: str
    document: str
    name: str
    chunk: int
    start: int
    end: int
    sentence: str
    sentence_start: int
    sentence_end: int


@dataclass(frozen=True, slots=True)
class EdgeReason:
    """One reason for an edge: "entity", "term" (a defined term and its definition) or "next"."""

    why: str
    kind: str
    key: str
    name: str
    weight: float


@dataclass(frozen=True, slots=True)
class RelatedDocument:
    """A document that shares entities with the one asked about, and which."""

    document: str
    name: str
    weight: float
    shared: tuple[EdgeReason, ...]


@dataclass(frozen=True, slots=True)
class NeighbourChunk:
    """A chunk related to the one asked about, and why."""

    document: str
    name: str
    chunk: int
    weight: float
    shared: tuple[EdgeReason, ...]
