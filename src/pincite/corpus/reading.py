"""Shows a stored node as people read it: with its locator, line by line, and the tree below it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.corpus.store import CorpusStore, Stored
from pincite.model import NOTES, Line, Node, Provision
from pincite.model.locator import locator
from pincite.model.provision import PICTURES


@dataclass(frozen=True, slots=True)
class Branch:
    """A node and what is below it."""

    node: Node
    locator: str
    children: list[Branch]
    status: str = ""
    """Where it is known and is not simply "in force"."""

    def every(self) -> Iterator[Branch]:
        """This one, and all below it, in the order of the text."""
        yield self
        for child in self.children:
            yield from child.every()


def provision(store: CorpusStore, stored: Stored, node: Node) -> Provision:
    text = store.text(stored.key, node.start, node.end)
    nodes = [node, *store.descendants(stored.key, node)]
    return Provision(
        expression=stored.expression,
        node=node,
        text=text,
        lines=tuple(_lines(store.paragraphs(stored.key), nodes, text)),
        locator=locator(stored.expression, _chain(store, stored, node)),
        version=stored.version,
        validity=stored.validity,
        source=store.source(stored.key, node.source),
        content_hash=stored.hash,
        pictures=sum(int(member.attrs.get(PICTURES, 0)) for member in nodes if member.attrs),
    )


def branch(
    store: CorpusStore,
    stored: Stored,
    node: Node,
    depth: int | None,
    *,
    within: tuple[int, int] | None = None,
) -> Branch:
    """The node and `depth` levels below it (all where None); of those below, the ones alone that
    have something of the text `within` these offsets, where they are given."""
    start, end = within or (0, node.end)
    chains = {node.ordinal: _chain(store, stored, node)}
    top = Branch(node, locator(stored.expression, chains[node.ordinal]), [])
    branches = {node.ordinal: top}
    for descendant in store.descendants(stored.key, node, depth=depth):
        if within and (
            descendant.start >= end or descendant.end <= start or descendant.parent not in chains
        ):
            continue
        chains[descendant.ordinal] = [*chains[descendant.parent], descendant]
        child = Branch(descendant, locator(stored.expression, chains[descendant.ordinal]), [])
        branches[descendant.ordinal] = child
        branches[descendant.parent].children.append(child)
    return top


def parts(
    tree: Branch, start: int, end: int, depth: int = 0
) -> Iterator[tuple[int, int, int, str, str, int, bool]]:
    """What text[start:end] of an expression is made of, those that hold others first: start, where
    its own words begin, and end, by offsets into that text; URN, locator, depth, and whether it is
    a note."""
    node = tree.node
    first, last = max(node.start, start), min(node.end, end)
    if first >= last:
        return
    body = min(max(node.body, first), last)
    offsets = (first - start, body - start, last - start)
    yield (*offsets, node.urn, tree.locator, depth, node.kind in NOTES)
    for child in tree.children:
        yield from parts(child, start, end, depth + 1)


def _chain(store: CorpusStore, stored: Stored, node: Node) -> list[Node]:
    """From the child of the root down to the node; empty for the root itself."""
    above = store.ancestors(stored.key, node)
    return [*above[-2::-1], node] if above else []


def _lines(paragraphs: Sequence[int], nodes: Sequence[Node], text: str) -> Iterator[Line]:
    """Of the words of the first node and of those below it."""
    node = nodes[0]
    notes: set[int] = set()
    for member, following in zip(nodes, [*nodes[1:], None], strict=True):
        if member.kind in NOTES or member.parent in notes:
            notes.add(member.ordinal)
        below = following is not None and following.parent == member.ordinal
        end = following.start if below and following is not None else member.end
        # A heading stands on a line of its own; a number stays with the words it numbers.
        after = member.start if member.heading else member.body
        breaks = paragraphs[bisect_right(paragraphs, after) : bisect_left(paragraphs, end)]
        for first, last in pairwise([member.start, *breaks, end]):
            if words := text[first - node.start : last - node.start].strip():
                level = member.depth - node.depth + (first > member.start and bool(member.heading))
                yield Line(level, member.urn, member.kind, words, member.ordinal in notes)
