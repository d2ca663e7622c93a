"""A law's text with its tree: each node's own words, the nodes above it, the places it cites."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from pincite.model import CONTAINERS, NOTES, UNITS, Node
from pincite.model.mention import Resolved

_ranged = re.compile(r"\b(?:to|through|til)\b|[-–]")


class OwnWords(NamedTuple):
    """A stretch of a node's own words: text[start:end]."""

    start: int
    end: int


class LawText:
    """The text of one expression with its nodes and the mentions found in it."""

    def __init__(
        self,
        text: str,
        nodes: Sequence[Node],
        mentions: Sequence[Resolved],
        language: str,
        kind: str,
    ) -> None:
        self.text = text
        self.nodes = nodes
        self.language = language
        self.kind = kind
        self.mentions = sorted(mentions, key=lambda mention: mention.mention.start)
        self._starts = [mention.mention.start for mention in self.mentions]
        self.by_urn = {node.urn: node for node in reversed(nodes)}

    @property
    def work(self) -> Node:
        return self.nodes[0]

    @cached_property
    def children(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.nodes]
        for node in self.nodes:
            if node.ordinal and node.ordinal != node.parent:
                found[node.parent].append(node.ordinal)
        return found

    def own(self, node: Node) -> Iterator[OwnWords]:
        """A node's words without those of its children."""
        at = node.body
        for child in (self.nodes[ordinal] for ordinal in self.children[node.ordinal]):
            if at < child.start and self.text[at : child.start].strip():
                yield OwnWords(at, child.start)
            at = max(at, child.end)
        if at < node.end and self.text[at : node.end].strip():
            yield OwnWords(at, node.end)

    def enacted(self) -> Iterator[Node]:
        """Every node that is no publisher's note, in order."""
        until = -1
        for node in self.nodes:
            if node.ordinal <= until:
                continue
            if node.kind in NOTES:
                until = node.last
                continue
            yield node

    def above(self, node: Node) -> Iterator[Node]:
        """The node, and what holds it, up to the work."""
        yield node
        while node.ordinal:
            node = self.nodes[node.parent]
            yield node

    def unit(self, node: Node) -> Node | None:
        """The section that holds it."""
        return next((above for above in self.above(node) if above.kind in UNITS), None)

    def container(self, node: Node) -> Node:
        """The part, chapter or work that holds a section."""
        return next(above for above in self.above(node) if above.kind in CONTAINERS)

    def cited(self, start: int, end: int) -> Iterator[Resolved]:
        """The mentions that begin within a stretch."""
        for at in range(bisect_left(self._starts, start), len(self._starts)):
            if self._starts[at] >= end:
                return
            yield self.mentions[at]

    def places(self, start: int, end: int) -> list[str]:
        """The URNs that a stretch cites; of a range within this law, all that it spans."""
        found: list[str] = []
        for resolved in self.cited(start, end):
            found += self.spanned(resolved)
        return list(dict.fromkeys(found))

    def spanned(self, resolved: Resolved) -> list[str]:
        """The URNs that a mention names; of a range within this law, all that it spans."""
        targets = list(resolved.targets)
        words = self.text[resolved.mention.start : resolved.mention.end]
        if len(targets) == 2 and _ranged.search(words):
            first, last = (self.by_urn.get(urn) for urn in targets)
            if first and last and first.ordinal < last.ordinal:
                if first.parent == last.parent:
                    between = [self.nodes[at] for at in self.children[first.parent]]
                elif first.kind in UNITS and first.kind == last.kind:
                    # Sections are numbered on from part to part.
                    between = [node for node in self.nodes if node.kind == first.kind]
                else:
                    return targets
                return [
                    node.urn for node in between if first.ordinal <= node.ordinal <= last.ordinal
                ]
        return targets
