"""What a reader makes of a source: an expression with its words, not yet kept."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from pincite.errors import SourceError
from pincite.model.provision import Chunk, Expression, Node, Source


class Citation(NamedTuple):
    """A link that the source itself marks up: text[start:end] in node `node` points at `target`.

    `urn` is the target as a URN where the markup determines one.
    """

    node: int
    start: int
    end: int
    target: str
    urn: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    expression: Expression
    text: str
    nodes: list[Node]
    chunks: list[Chunk]
    citations: list[Citation]
    paragraphs: array[int]
    sources: list[Source]


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that holds nothing to load, by its own words. `ends` closes an earlier expression."""

    file: str
    place: str
    reason: str
    urn: str = ""
    ends: date | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that should have loaded and did not."""

    error: SourceError
