"""Cuts a case file into chunks by its kind: clauses, numbered paragraphs, questions with answers.

A chunk is a slice of the canonical text. It never splits a sentence, a table row or a citation,
never holds two numbered sections or paragraphs unless both are tiny, never goes on past a heading
and never ends with one; notes are in chunks of their own. Every word is in exactly one chunk.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.ingest.casefiles.sentences import cut
from pincite.ingest.casefiles.whereabouts import Whereabouts
from pincite.model import Chunk, Node
from pincite.model.address import address, within


@dataclass(frozen=True, slots=True)
class FileChunkSizes:
    """In characters. A chunk passes `limit` only for one sentence or row, and `ceiling` never."""

    target: int = 1600
    limit: int = 2000
    ceiling: int = 3000
    tiny: int = 200


SIZES = FileChunkSizes()

# What one chunk never holds two of, unless both are tiny.
_CLAUSES = frozenset({"section", "footnote"})
# Headed parts; each part below is cut on its own.
_HEADED = frozenset({"work", "group", "article", "schedule"})


# Words in the midst of a sentence: a small letter, or one changed to a capital or back.
_continued = re.compile(r"[\"“‘'(\[]*[^\W\d_A-ZÁÉÍÓÚÝÞÆÖÐ]")


class ParagraphSpan(NamedTuple):
    """A paragraph: text[start:end]. A heading is nothing but a number or title; headings, items
    and rows stand apart, and no sentence runs into them."""

    start: int
    end: int
    heading: bool
    apart: bool


class _Unit(NamedTuple):
    """A stretch that becomes one chunk, in nodes first..last; `part` is what it is named from."""

    start: int
    end: int
    first: int
    last: int
    part: int
    # Whether neighbours that are tiny too may share its chunk, and whether it is a heading alone.
    shares: bool
    heading: bool
    # Whether it holds several tiny neighbours already.
    packed: bool = False


def chunk(
    title: str,
    short: str,
    text: str,
    nodes: Sequence[Node],
    pieces: Sequence[ParagraphSpan],
    where: Whereabouts,
    sizes: FileChunkSizes = SIZES,
) -> list[Chunk]:
    """The chunks of a document in order. `short` is what its pages and lines are cited by where it
    is testimony ("Tr."), "" where it is not."""
    cutter = _Cutter(text, nodes, pieces, sizes)
    settled = _settle(list(cutter.units(0)), nodes, sizes)
    names = _Names(title, short, nodes, where)
    return [names.chunk(ordinal, unit, text) for ordinal, unit in enumerate(settled)]


class _Cutter:
    def __init__(
        self,
        text: str,
        nodes: Sequence[Node],
        pieces: Sequence[ParagraphSpan],
        sizes: FileChunkSizes,
    ) -> None:
        self.text = text
        self.nodes = nodes
        self.sizes = sizes
        self.pieces = pieces
        self.starts = [piece.start for piece in pieces]
        self.below: list[list[int]] = [[] for _ in nodes]
        for node in nodes[1:]:
            self.below[node.parent].append(node.ordinal)

    def units(self, ordinal: int) -> Iterator[_Unit]:
        node = self.nodes[ordinal]
        if node.kind not in _HEADED:
            shares = node.kind in _CLAUSES or node.attrs is not None
            yield from self._packed(self._atoms(ordinal), ordinal, shares)
            return
        yield from self._packed(self._own(ordinal), ordinal, False)
        run: list[_Unit] = []
        for child in self.below[ordinal]:
            if self.nodes[child].kind == "exchange":
                run.extend(self._atoms(child))
                continue
            yield from self._packed(run, ordinal, False)
            run = []
            yield from self.units(child)
        yield from self._packed(run, ordinal, False)

    def _own(self, ordinal: int) -> list[_Unit]:
        """A node's own paragraphs, those before its children, none longer than it may be."""
        node = self.nodes[ordinal]
        end = self.nodes[self.below[ordinal][0]].start if self.below[ordinal] else node.end + 1
        atoms: list[_Unit] = []
        first = bisect_left(self.starts, node.start)
        for span in self._paragraphs(first, bisect_left(self.starts, end)):
            start, stop, heading = span
            cuts = ((start, stop),)
            if stop - start > self.sizes.limit:
                cuts = cut(self.text, start, stop, self.sizes.target, self.sizes.ceiling)
            atoms += [_Unit(a, b, ordinal, ordinal, ordinal, False, heading) for a, b in cuts]
        return atoms

    def _paragraphs(self, first: int, last: int) -> Iterator[tuple[int, int, bool]]:
        """Paragraphs as spans; one in whose midst a sentence goes on is taken with the next."""
        held: ParagraphSpan | None = None
        for piece in self.pieces[first:last]:
            if held is not None:
                if self._goes_on(held, piece):
                    held = held._replace(end=piece.end)
                    continue
                yield held.start, held.end, held.heading
            held = piece
        if held is not None:
            yield held.start, held.end, held.heading

    def _goes_on(self, piece: ParagraphSpan, following: ParagraphSpan) -> bool:
        if piece.apart or following.apart:
            return False
        if self.text[piece.end - 1] == ",":
            return True
        match = _continued.match(self.text, following.start)
        return match is not None and self.text[piece.end - 1] not in ".?!"

    def _atoms(self, ordinal: int) -> list[_Unit]:
        """A small part whole; else its own paragraphs and then each part below it."""
        node = self.nodes[ordinal]
        if node.end - node.start <= self.sizes.target:
            return [_Unit(node.start, node.end, ordinal, node.last, ordinal, False, False)]
        atoms = self._own(ordinal)
        for child in self.below[ordinal]:
            atoms += self._atoms(child)
        return atoms

    def _packed(self, atoms: Sequence[_Unit], part: int, shares: bool) -> Iterator[_Unit]:
        """Neighbours together up to the target, or a little more to take in a tiny one."""
        held: _Unit | None = None
        for atom in atoms:
            if held is not None:
                joined = atom.end - held.start
                small = min(atom.end - atom.start, held.end - held.start) < self.sizes.tiny
                if joined <= self.sizes.target or (small and joined <= self.sizes.limit):
                    held = _join(held, atom)
                    continue
                yield held._replace(part=part, shares=shares)
            held = atom
        if held is not None:
            yield held._replace(part=part, shares=shares)


def _join(unit: _Unit, following: _Unit) -> _Unit:
    return unit._replace(
        end=following.end,
        last=max(unit.last, following.last),
        heading=unit.heading and following.heading,
    )


def _settle(units: Sequence[_Unit], nodes: Sequence[Node], sizes: FileChunkSizes) -> list[_Unit]:
    """Headings go to what follows them, and tiny neighbours of one kind under one heading share."""
    settled: list[_Unit] = []
    for unit in units:
        if settled:
            last = settled[-1]
            apart = "footnote" in (nodes[unit.first].kind, nodes[last.first].kind)
            if last.heading and not apart and unit.end - last.start <= sizes.ceiling:
                # Named by what it holds, not by the heading it begins with.
                settled[-1] = _join(last, unit)._replace(part=unit.part, shares=unit.shares)
                continue
            tiny = last.packed or last.end - last.start < sizes.tiny
            if (
                tiny
                and unit.end - unit.start < sizes.tiny
                and unit.shares
                and last.shares
                and nodes[unit.part].parent == nodes[last.part].parent
                and nodes[unit.part].kind == nodes[last.part].kind
                and unit.end - last.start <= sizes.target
            ):
                settled[-1] = _join(last, unit)._replace(packed=True)
                continue
        settled.append(unit)
    return settled


class _Names:
    """Gives chunks their locators and headers."""

    def __init__(self, title: str, short: str, nodes: Sequence[Node], where: Whereabouts) -> None:
        self.title = title
        self.short = short
        self.nodes = nodes
        self.where = where
        self.headers: dict[int, str] = {}
        self.numbered = any(node.attrs for node in nodes)

    def chunk(self, ordinal: int, unit: _Unit, text: str) -> Chunk:
        node = unit.first
        while self.nodes[node].last < unit.last:
            node = self.nodes[node].parent
        note = self.nodes[unit.part].kind == "footnote"
        return Chunk(
            ordinal=ordinal,
            node=node,
            first=unit.first,
            last=unit.last,
            start=unit.start,
            end=unit.end,
            kind="note" if note else self.nodes[unit.part].kind,
            urn=self.nodes[node].urn,
            locator=self._locator(unit, node),
            header=self._header(
                node if unit.part <= node <= self.nodes[unit.part].last else unit.part
            ),
            text=text[unit.start : unit.end],
        )

    def _locator(self, unit: _Unit, node: int) -> str:
        where = self.where
        if self.short and (lines := where.page_and_line(unit.start, unit.end)):
            return f"{self.short} {lines}"
        numbers = self._numbers(unit, node)
        if not numbers and self.numbered:
            # A count of paragraphs would be taken for the number printed beside one.
            return where.pages(unit.start, unit.end) or where.words(unit.start, unit.end)
        if not numbers:
            return where.words(unit.start, unit.end) or self.title
        return within(where.pages(unit.start, unit.end), numbers)

    def _numbers(self, unit: _Unit, node: int) -> str:
        """'§ 7.2', or of several parts '§§ 7.2-7.4', '¶¶ 24-26'."""
        above = self.nodes[unit.part].parent if unit.packed else node
        first, last = self._under(above, unit.part if unit.packed else unit.first), unit.last
        last = self._under(above, last)
        if unit.packed or (unit.first not in (node, unit.part) and first != last):
            start, end = address(self._chain(first)), address(self._chain(last))
            sign, _, number = start.partition(" ")
            if number and end.startswith(f"{sign} "):
                many = "nn." if sign == "n." else sign * 2
                return f"{many} {number}-{end[len(sign) + 1 :]}"
        inside = unit.part <= node <= self.nodes[unit.part].last
        return address(self._chain(node if inside else unit.part))

    def _under(self, above: int, ordinal: int) -> int:
        """The part directly below `above` that holds the node."""
        while ordinal > 0 and self.nodes[ordinal].parent not in (above, -1):
            ordinal = self.nodes[ordinal].parent
        return ordinal

    def _chain(self, ordinal: int) -> list[Node]:
        chain: list[Node] = []
        while ordinal > 0:
            chain.append(self.nodes[ordinal])
            ordinal = self.nodes[ordinal].parent
        return chain[::-1]

    def _header(self, part: int) -> str:
        cached = self.headers.get(part)
        if cached is None:
            steps = (
                f"{node.num} {node.heading}".strip()
                for node in self._chain(part)
                if node.attrs is None and node.kind != "footnote"
            )
            cached = " › ".join([self.title, *(step for step in steps if step)])
            self.headers[part] = cached
        return cached
