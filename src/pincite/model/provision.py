"""What the corpus keeps: sources, expressions of works, their nodes and chunks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from pincite.model.overrides import Override, Preemption
from pincite.model.status import LawStatus

# The attribute of a node of law: how many pictures and formulas its source shows there.
PICTURES = "pictures"


@dataclass(frozen=True, slots=True)
class Source:
    """One file as it was read."""

    sha256: str
    name: str
    size: int
    reader: str


@dataclass(frozen=True, slots=True)
class Validity:
    """Half-open: in force from `start` up to, not on, `end`. An open end is None."""

    start: date
    end: date | None = None

    def covers(self, day: date) -> bool:
        return self.start <= day and (self.end is None or day < self.end)


@dataclass(frozen=True, slots=True)
class Expression:
    """One version of a work, as one source states it.

    `start` is the first date at which the source vouches for this text; None where the source
    gives no date, and then the expression is found by its label or version tag, never by date.
    `style` names the citation style of its locators.
    """

    urn: str
    title: str
    kind: str
    language: str
    style: str
    label: str = ""
    number: str = ""
    year: str = ""
    chapter: str = ""
    akn: str = ""
    url: str = ""
    start: date | None = None
    end: date | None = None
    meta: Mapping[str, object] = field(default_factory=dict[str, object])


class Node(NamedTuple):
    """A provision in one expression; a tuple, for a corpus has millions.

    Offsets are into the expression's canonical text.

    start:end covers number, heading, own words and everything below; body is where the own words
    begin. `last` is the ordinal of the last descendant, so start..last is the subtree.
    `place` says where in source number `source` it stood.
    """

    ordinal: int
    parent: int
    last: int
    depth: int
    urn: str
    path: str
    kind: str
    num: str
    heading: str
    start: int
    end: int
    body: int
    status: str
    source: int
    place: str
    attrs: Mapping[str, str] | None = None


class Chunk(NamedTuple):
    """A slice of the canonical text that is searched and cited: text == canonical[start:end].

    `node` is the ordinal of the smallest node that holds all of it; first..last are the ordinals
    it begins and ends in. `header` (title › path) is kept apart from the text.
    """

    ordinal: int
    node: int
    first: int
    last: int
    start: int
    end: int
    kind: str
    urn: str
    locator: str
    header: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """One load, under the tag its owner gave it."""

    tag: str
    collection: str
    reader: str
    loaded_at: str
    active: bool
    works: int


@dataclass(frozen=True, slots=True)
class Line:
    """A heading or a paragraph of one node's own words, without those of its children."""

    level: int
    urn: str
    kind: str
    text: str
    note: bool


@dataclass(frozen=True, slots=True)
class Provision:
    """The answer to "what did URN say on that date": a node with its words and where they stand.

    `text` is the slice start:end of the canonical text; `lines` are the same words node by node,
    so that what a publisher noted is never taken for what was enacted. `overrides` and
    `preemptions` are those of the node and of all above it that are in effect. `pictures` is how
    many pictures and formulas the source shows in it, of which nothing is held here. `law_status`
    is None where the law was not read yet for what it repeals.
    """

    expression: Expression
    node: Node
    text: str
    lines: tuple[Line, ...]
    locator: str
    version: str
    validity: Validity | None
    source: Source
    content_hash: str
    overrides: tuple[Override, ...] = ()
    preemptions: tuple[Preemption, ...] = ()
    pictures: int = 0
    law_status: LawStatus | None = None

    @property
    def enacted(self) -> str:
        """The words without any note."""
        return " ".join(line.text for line in self.lines if not line.note)
