"""Documents for graph tests: text cut into chunks, and a subprocess that reads them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pincite.graph.graph import Graph
from pincite.graph.records import GraphChunk
from pincite.text import canonicalize
from pincite.text.sentences import cut

SIZE = 1200


@dataclass(frozen=True)
class Paper:
    key: int
    text: str
    document: str = ""
    name: str = ""
    kind: str = "filing"
    language: str = "en"
    size: int = SIZE
    paragraphs: tuple[int, ...] = (0,)

    @property
    def hash(self) -> str:
        return hashlib.sha256(f"{self.paragraphs} {self.text}".encode()).hexdigest()

    @property
    def chunks(self) -> Sequence[GraphChunk]:
        spans = cut(self.text, 0, len(self.text), self.size)
        return [
            GraphChunk(self.key * 100_000 + at, start, end, self.text[start:end])
            for at, (start, end) in enumerate(spans)
        ]


def paper(key: int, text: str, language: str = "en") -> Paper:
    return Paper(key, canonicalize(text), f"doc-{key}", f"Document {key}", language=language)


def lines(key: int, text: str, language: str = "en") -> Paper:
    """Every line of the text is a paragraph of its own."""
    kept = [canonicalize(line) for line in text.splitlines() if line.strip()]
    starts = [0]
    for line in kept[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    return replace(paper(key, " ".join(kept), language), paragraphs=tuple(starts))


def graph_of(folder: Path, *papers: Paper) -> Graph:
    graph = Graph.open(folder / "graph.sqlite3")
    graph.catch_up(papers)
    return graph


def names(graph: Graph, kind: str) -> dict[str, tuple[str, ...]]:
    """Name and roles of every entity of a kind."""
    return {one.entity.name: one.entity.roles for one in graph.entities(kind, 1000)}


def keys(graph: Graph, kind: str) -> set[str]:
    return {one.entity.key for one in graph.entities(kind, 1000)}
