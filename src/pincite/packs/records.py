"""What a pack is made from, as plain data: nothing here asks a library, a clock or a machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

PackLine = Mapping[str, Any]
"""One line of a file of JSON lines."""


class PackMention(NamedTuple):
    """text[start:end] of the anchor cites the source; `label` is how the words around treat it."""

    start: int
    end: int
    form: str
    label: str


class PutAside(NamedTuple):
    """Where a decision says that a source was overruled: text == canonical[start:end] of it."""

    urn: str
    title: str
    day: str
    content_hash: str
    start: int
    end: int
    text: str
    label: str


@dataclass(frozen=True, slots=True)
class PackAuthority:
    """A case that the anchor cites. `edge` says that a citator has both ends; `urn`, `title`, `day`
    and `content_hash` are "" where its text is not held. `counted` are the mentions that a file of
    edges counts."""

    citation: str
    cited_as: str
    mentions: tuple[PackMention, ...]
    edge: bool
    urn: str = ""
    title: str = ""
    day: str = ""
    content_hash: str = ""
    counted: int = 0
    put_aside: tuple[PutAside, ...] = ()


class PackPlace(NamedTuple):
    """A provision, a part or a page of an anchor: text[start:end] of it, its own words from `body`
    on; a `note` is not law. The anchor itself is at depth 0."""

    start: int
    body: int
    end: int
    urn: str
    locator: str
    depth: int
    note: bool


@dataclass(frozen=True, slots=True)
class PackAnchor:
    """The decision or rule that a pack is about. `places` are its parts, those that hold others
    first."""

    urn: str
    title: str
    citation: str
    day: str
    language: str
    content_hash: str
    text: str
    start: int = 0
    """Where the text begins in the canonical text of its expression."""
    places: tuple[PackPlace, ...] = ()


class Used(NamedTuple):
    """Something the pack was made from, by its hash: a text, a set of decisions, a file."""

    what: str
    name: str
    sha256: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class OpinionInput:
    """A decision, and what it cites. `aside` counts the sources that are no cases, by kind;
    `unsettled` the mentions that were tied to nothing, by reason. `rules` are the fingerprints of
    what read the citations."""

    anchor: PackAnchor
    authorities: tuple[PackAuthority, ...]
    aside: Mapping[str, int]
    unsettled: Mapping[str, int]
    inputs: tuple[Used, ...]
    rules: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RuleInput:
    """A rule, and what governs it on a date or in a version, as lines in their order."""

    anchor: PackAnchor
    locator: str
    at: str
    version: str
    standing: str
    lines: tuple[PackLine, ...]
    inputs: tuple[Used, ...]
    rules: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Pack:
    """Files by name, seal and all."""

    files: Mapping[str, bytes]
    name: str
