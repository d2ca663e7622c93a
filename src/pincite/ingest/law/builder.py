"""Builds a draft from open / text / close calls, in the order a reader meets the source.

The builder alone decides offsets, URNs, tree paths and spans, so every reader gets them right the
same way: pieces of text are canonicalised one by one and joined by single spaces, and each node's
span is a slice of that.
"""

from __future__ import annotations

import functools
import operator
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.errors import SourceMalformed
from pincite.ingest.law.chunking import chunk
from pincite.model import Citation, Draft, Expression, Node, Source
from pincite.model.kinds import KINDS, NOTES
from pincite.model.treepath import label
from pincite.model.urn import Urn, segment
from pincite.text import OffsetMap, canonicalize

MAX_DEPTH = 64
# The same few numbers, "(a)" and "1. gr.", stand at most nodes.
_number = functools.lru_cache(maxsize=65536)(canonicalize)


@dataclass(frozen=True, slots=True)
class SourceLink:
    """A span of a raw text piece that the source marks as a link."""

    start: int
    end: int
    target: str
    urn: str = ""


@dataclass(slots=True, eq=False)
class _UnfinishedNode:
    """The fields of a Node, by the same names, while they may still change."""

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
    attrs: dict[str, str] | None


_node_fields = operator.attrgetter(*Node._fields)


class _Frame:
    """An open node, with what is needed only until it is closed."""

    __slots__ = ("first_piece", "has_children", "labels", "node", "note", "tail")

    def __init__(self, node: _UnfinishedNode, first_piece: int, note: bool) -> None:
        self.node = node
        self.first_piece = first_piece
        self.note = note
        self.has_children = False
        self.tail = -1
        self.labels: dict[str, int] = {}


class DraftBuilder:
    """One expression under construction.

    `base` is the URN that anchored nodes (sections, articles) are named from; it is the work's own
    unless the corpus numbers sections across works, as the CFR does across parts.
    """

    def __init__(
        self, expression: Expression, sources: Sequence[Source], *, base: str = ""
    ) -> None:
        Urn.parse(expression.urn)
        self.expression = expression
        self._base = base or expression.urn
        self._sources = list(sources)
        self._positions = {source: at for at, source in enumerate(self._sources)}
        self._source = 0
        self._pieces: list[str] = []
        self._length = 0
        self._nodes: list[_UnfinishedNode] = []
        self._stack: list[_Frame] = []
        self._urns: dict[str, int] = {}
        self._citations: list[Citation] = []
        self._paragraphs: array[int] = array("L")
        self._law_pieces: list[int] = []
        self._notes_open = 0
        self._tails: dict[int, _Frame] = {}
        self.open("work", heading=expression.title, hidden=True)

    @property
    def depth(self) -> int:
        return len(self._stack)

    @property
    def words(self) -> int:
        """How many characters of text there are so far."""
        return self._length

    def own_words(self) -> str:
        """What the open node says so far, itself and below, without its number, heading or any
        note."""
        first = self._stack[-1].first_piece
        return " ".join(self._pieces[at] for at in self._law_pieces[first:])

    def says_only(self, marks: str) -> bool:
        """Whether all that the open node says, itself and below, is such marks, or nothing. Its
        number, its heading and notes do not count."""
        for at in range(self._stack[-1].first_piece, len(self._law_pieces)):
            if self._pieces[self._law_pieces[at]].strip(marks):
                return False
        return True

    def add_source(self, source: Source) -> None:
        """Nodes opened from now on come from this file, which may have been named before."""
        self._source = self._positions.setdefault(source, len(self._sources))
        if self._source == len(self._sources):
            self._sources.append(source)

    def open(
        self,
        kind: str,
        *,
        num: str = "",
        name: str | None = None,
        urn: str = "",
        heading: str = "",
        anchored: bool = False,
        hidden: bool = False,
        place: str = "",
        status: str = "",
        attrs: dict[str, str] | None = None,
    ) -> None:
        """Begin a node. `num` and `heading` become text unless hidden; `name` is the URN segment
        where it differs from the number; `anchored` names the node from the base of the work
        rather than from its parent. An unnumbered node is named by its kind and place. `urn` is
        the whole name, where the source's own label decides it."""
        if kind not in KINDS:
            raise ValueError(f"unknown kind of node: {kind}")
        nodes, stack = self._nodes, self._stack
        ordinal = len(nodes)
        if num:
            num = _number(num)
        if heading:
            heading = canonicalize(heading)
        if not stack:
            urn, path, parent = self.expression.urn, "root", -1
        else:
            if len(stack) > MAX_DEPTH:
                raise SourceMalformed(
                    f"nested deeper than {MAX_DEPTH} levels",
                    file=self._sources[self._source].name,
                    place=place,
                )
            frame = stack[-1]
            frame.has_children = True
            above = frame.node
            parent = above.ordinal
            part = segment(num if name is None else name)
            stem = label(kind, part)
            labels = frame.labels
            if part and stem not in labels:
                labels[stem] = 1
            else:
                plain, count = stem, labels.get(stem, 0) + 1
                while (stem := f"{plain}_{count}") in labels:
                    count += 1
                labels[plain], labels[stem] = count, 1
                part = part or f"{plain}-{count}"
            path = f"{above.path}.{stem}"
            urn = urn or f"{self._base if anchored else above.urn}:{part}"
            if urn in self._urns:
                urn = self._unique(urn)
            else:
                self._urns[urn] = 1
        start = self._length + 1 if self._length else 0
        node = _UnfinishedNode(
            ordinal, parent, ordinal, len(stack), urn, path, kind, num, heading,
            start, start, start, status, self._source, place, attrs,
        )  # fmt: skip
        nodes.append(node)
        note = kind in NOTES
        self._notes_open += note
        stack.append(_Frame(node, len(self._law_pieces), note))
        if not hidden and (num or heading):
            if num:
                self._write(num)
            if heading:
                self._write(heading)
            node.body = self._length + 1

    def text(self, raw: str, links: Sequence[SourceLink] = (), *, goes_on: bool = False) -> None:
        """Words of the open node, one paragraph a call unless it goes on with the last. After a
        child has been closed they become a continuation of their own, so that a node's own words
        are always one slice."""
        if not raw or raw.isspace():
            return
        piece = canonicalize(raw)
        frame = self._stack[-1]
        if frame.has_children:
            if frame.tail == len(self._nodes) - 1:
                # More of the same continuation: take it up again.
                self._stack.append(self._tails[frame.tail])
            else:
                self.open("continuation", place=self._nodes[-1].place)
                frame.tail = len(self._nodes) - 1
                self._tails = {frame.tail: self._stack[-1]}
            self.text(raw, links, goes_on=goes_on)
            self.close()
            return
        start = self._length + 1 if self._length else 0
        if not goes_on:
            self._paragraphs.append(start)
        if not self._notes_open:
            self._law_pieces.append(len(self._pieces))
        self._write(piece)
        if links:
            node = self._stack[-1].node.ordinal
            for link in links:
                first, last = _trim(piece, *_canonical_span(raw, piece, link))
                if first < last:
                    self._citations.append(
                        Citation(node, start + first, start + last, link.target, link.urn)
                    )

    def paragraphs(self, raws: Sequence[str]) -> None:
        """The same as text() for each, at once: what makes long opinions quick to read."""
        if self._stack[-1].has_children:
            for raw in raws:
                self.text(raw)
            return
        pieces = [piece for raw in raws if (piece := canonicalize(raw))]
        at = self._length + 1 if self._length else 0
        for piece in pieces:
            self._paragraphs.append(at)
            at += len(piece) + 1
        if pieces:
            self._length = at - 1
        if not self._notes_open:
            self._law_pieces.extend(range(len(self._pieces), len(self._pieces) + len(pieces)))
        self._pieces += pieces

    def mark(self, *, status: str = "", attrs: dict[str, str] | None = None) -> None:
        """Set what became known of the open node only after it was opened."""
        node = self._stack[-1].node
        if status:
            node.status = status
        if attrs:
            node.attrs = {**(node.attrs or {}), **attrs}

    def close(self) -> None:
        frame = self._stack.pop()
        self._notes_open -= frame.note
        node = frame.node
        node.last = len(self._nodes) - 1
        end = self._length
        if node.start > end:
            # Nothing was written: an empty span at the end of what came before.
            node.start = node.body = end
        node.end = end
        if node.body > end:
            node.body = end

    def leaf(self, kind: str, text: str, links: Sequence[SourceLink] = (), **what: object) -> None:
        self.open(kind, **what)  # pyright: ignore[reportArgumentType]
        self.text(text, links)
        self.close()

    def finish(self, **changes: object) -> Draft:
        """Close what is open, cut the chunks and return the draft."""
        while self._stack:
            self.close()
        expression = replace(self.expression, **changes) if changes else self.expression  # pyright: ignore[reportArgumentType]
        text = " ".join(self._pieces)
        nodes = list(map(Node._make, map(_node_fields, self._nodes)))
        chunks = chunk(expression, text, nodes, self._paragraphs)
        return Draft(
            expression, text, nodes, chunks, self._citations, self._paragraphs, self._sources
        )

    def _write(self, piece: str) -> None:
        self._length += len(piece) + (1 if self._pieces else 0)
        self._pieces.append(piece)

    def _unique(self, urn: str) -> str:
        """The same label twice in one place: the second is '~2', reported by the gates' lint."""
        count = self._urns.get(urn, 0) + 1
        self._urns[urn] = count
        if count == 1:
            return urn
        return self._unique(f"{urn}~{count}")


def _canonical_span(raw: str, piece: str, link: SourceLink) -> tuple[int, int]:
    if piece == raw:
        return link.start, link.end
    words = canonicalize(raw[link.start : link.end])
    # One letter more keeps a space before the link from being stripped.
    first = len(canonicalize(raw[: link.start] + "x")) - 1
    if words and piece.startswith(words, first):
        return first, first + len(words)
    return OffsetMap.of(raw).to_canonical(link.start, link.end)


def _trim(piece: str, start: int, end: int) -> tuple[int, int]:
    while start < end and piece[start] == " ":
        start += 1
    while end > start and piece[end - 1] == " ":
        end -= 1
    return start, end
