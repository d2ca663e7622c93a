"""What an anchor is made of: its provisions, or its opinions and pages, each with its citation."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.corpus.reading import Branch
from pincite.model import NOTES
from pincite.packs.records import Place


def places(found: Branch, start: int, end: int, depth: int = 0) -> Iterator[Place]:
    """Of text[start:end] of an expression, by offsets into that; those that hold others first."""
    node = found.node
    first, last = max(node.start, start), min(node.end, end)
    if first < last:
        body = min(max(node.body, first), last)
        offsets = (first - start, body - start, last - start)
        yield Place(*offsets, node.urn, found.locator, depth, node.kind in NOTES)
        for child in found.children:
            yield from places(child, start, end, depth + 1)
