"""Cuts an expression into chunks along its provisions.

A chunk never crosses a section, never mixes enacted text with a publisher's notes, and is always a
slice of the canonical text. Within a section, neighbouring small provisions are packed together;
a long one is cut at its sub-provisions, and a long leaf at its sentences.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.model import CONTAINERS, NOTES, UNITS, Chunk, Expression, Node
from pincite.model.locator import locator
from pincite.text.sentences import cut


@dataclass(frozen=True, slots=True)
class LawChunkSizes:
    """In characters. A chunk may pass `target` only to take in a neighbour shorter than `tiny`."""

    target: int = 1600
    limit: int = 2000
    tiny: int = 200


SIZES = LawChunkSizes()


@dataclass(slots=True)
class _Atom:
    """A span that is kept whole, and the nodes that it begins and ends in."""

    start: int
    end: int
    first: int
    last: int


def chunk(
    expression: Expression,
    text: str,
    nodes: Sequence[Node],
    paragraphs: Sequence[int] = (),
    sizes: LawChunkSizes = SIZES,
) -> list[Chunk]:
    """`paragraphs` are the offsets at which paragraphs begin: the first choice for a cut."""
    chunks: list[Chunk] = []
    children: list[list[int]] = [[] for _ in nodes]
    for node in nodes[1:]:
        children[node.parent].append(node.ordinal)
    cutter = _Cutter(expression, text, nodes, children, paragraphs, sizes)
    for unit, atoms in cutter.units(0):
        for group in _pack(atoms, sizes):
            chunks.append(cutter.make(len(chunks), unit, group))
    return chunks


class _Cutter:
    def __init__(
        self,
        expression: Expression,
        text: str,
        nodes: Sequence[Node],
        children: list[list[int]],
        paragraphs: Sequence[int],
        sizes: LawChunkSizes,
    ) -> None:
        self.expression = expression
        self.text = text
        self.nodes = nodes
        self.children = children
        self.paragraphs = paragraphs
        self.sizes = sizes
        self.headers: dict[int, str] = {}

    def units(self, ordinal: int) -> Iterator[tuple[int, list[_Atom]]]:
        """Each stretch that may be packed: a section's body, its notes, a container's own words."""
        node = self.nodes[ordinal]
        if node.kind in UNITS or node.kind in NOTES or not self._holds_units(ordinal):
            body: list[_Atom] = []
            apart: list[int] = []
            self._explode(ordinal, body, apart)
            if body:
                yield ordinal, body
            notes: list[_Atom] = []
            for note in apart:
                self._explode(note, notes, [])
            if notes:
                yield ordinal, notes
            return
        below = self.children[ordinal]
        lead_end = self.nodes[below[0]].start - 1 if below else node.end
        if lead_end > node.body:
            yield ordinal, list(self._cut(node.start, lead_end, ordinal))
        for child in below:
            yield from self.units(child)

    def _holds_units(self, ordinal: int) -> bool:
        kind = self.nodes[ordinal].kind
        return kind in CONTAINERS and any(
            self.nodes[child].kind in CONTAINERS or self.nodes[child].kind in UNITS
            or self.nodes[child].kind in NOTES
            for child in self.children[ordinal]
        )  # fmt: skip

    def _explode(self, ordinal: int, atoms: list[_Atom], apart: list[int]) -> None:
        """Append the spans of a subtree in order; notes below it go to `apart`."""
        node = self.nodes[ordinal]
        below = self.children[ordinal]
        own_note = node.kind in NOTES
        if not own_note and any(self.nodes[child].kind in NOTES for child in below):
            kept = [child for child in below if self.nodes[child].kind not in NOTES]
            apart.extend(child for child in below if self.nodes[child].kind in NOTES)
        else:
            kept = below
            if node.end - node.start <= self.sizes.target and not self._notes_below(ordinal):
                if node.end > node.start:
                    atoms.append(_Atom(node.start, node.end, ordinal, node.last))
                return
        lead_end = self.nodes[below[0]].start - 1 if below else node.end
        if below and self.nodes[below[0]].start == self.nodes[below[0]].end:
            lead_end = min(lead_end + 1, node.end)
        if lead_end > node.start:
            atoms.extend(self._cut(node.start, lead_end, ordinal))
        for child in kept:
            self._explode(child, atoms, apart)

    def _notes_below(self, ordinal: int) -> bool:
        node = self.nodes[ordinal]
        if node.kind in NOTES:
            return False
        return any(self.nodes[i].kind in NOTES for i in range(ordinal + 1, node.last + 1))

    def _cut(self, start: int, end: int, ordinal: int) -> Iterator[_Atom]:
        while end > start and self.text[end - 1] == " ":
            end -= 1
        if end - start <= self.sizes.limit:
            if end > start:
                yield _Atom(start, end, ordinal, ordinal)
            return
        while end - start > self.sizes.target:
            at = self._paragraph_before(start + self.sizes.target, start + self.sizes.target // 3)
            if at < 0:
                # No paragraph ends in reach: the sentences of this one, up to where it ends.
                at = self._paragraph_before(end, start + 1, first=True)
                at = at if at > 0 else end + 1
                for first, last in cut(self.text, start, at - 1, self.sizes.target):
                    yield _Atom(first, last, ordinal, ordinal)
            else:
                yield _Atom(start, at - 1, ordinal, ordinal)
            start = at
        if end > start:
            yield _Atom(start, end, ordinal, ordinal)

    def _paragraph_before(self, limit: int, floor: int, *, first: bool = False) -> int:
        """Where the last (or first) paragraph begins after `floor` and not after `limit`; or -1."""
        at = (
            bisect_left(self.paragraphs, floor)
            if first
            else bisect_right(self.paragraphs, limit) - 1
        )
        start = self.paragraphs[at] if 0 <= at < len(self.paragraphs) else -1
        return start if floor <= start <= limit else -1

    def make(self, ordinal: int, unit: int, group: list[_Atom]) -> Chunk:
        first, last = group[0].first, max(atom.last for atom in group)
        node = self._smallest(first, last)
        start, end = group[0].start, group[-1].end
        return Chunk(
            ordinal=ordinal,
            node=node,
            first=first,
            last=last,
            start=start,
            end=end,
            kind=self.nodes[unit].kind if self.nodes[first].kind not in NOTES else "note",
            urn=self.nodes[node].urn,
            locator=locator(self.expression, self.chain(node)),
            header=self.header(unit),
            text=self.text[start:end],
        )

    def _smallest(self, first: int, last: int) -> int:
        node = first
        while self.nodes[node].last < last and self.nodes[node].parent >= 0:
            node = self.nodes[node].parent
        return node

    def chain(self, ordinal: int) -> list[Node]:
        nodes: list[Node] = []
        while ordinal > 0:
            nodes.append(self.nodes[ordinal])
            ordinal = self.nodes[ordinal].parent
        return nodes[::-1]

    def header(self, unit: int) -> str:
        cached = self.headers.get(unit)
        if cached is None:
            steps = (f"{node.num} {node.heading}".strip() for node in self.chain(unit))
            cached = " › ".join([self.expression.title, *(step for step in steps if step)])
            self.headers[unit] = cached
        return cached


def _pack(atoms: list[_Atom], sizes: LawChunkSizes) -> Iterator[list[_Atom]]:
    group: list[_Atom] = []
    for atom in atoms:
        if group:
            joined = atom.end - group[0].start
            tiny = atom.end - atom.start < sizes.tiny or group[-1].end - group[0].start < sizes.tiny
            gap = atom.start - group[-1].end
            fits = joined <= sizes.target or (tiny and joined <= sizes.limit)
            # A gap means that something else stands between: a note, or another section.
            if fits and 0 <= gap <= 1:
                group.append(atom)
                continue
            yield group
        group = [atom]
    if group:
        yield group
