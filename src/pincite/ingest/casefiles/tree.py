"""Builds the nodes of a case file from its paragraphs and the parts they open."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.ingest.casefiles.opening import PartOpening
from pincite.model import Node
from pincite.model.treepath import label
from pincite.model.urn import segment

Offsets = tuple[int, int]


class _Frame:
    __slots__ = ("labels", "level", "ordinal", "path", "urn")

    def __init__(self, ordinal: int, level: int, urn: str, path: str) -> None:
        self.ordinal = ordinal
        self.level = level
        self.urn = urn
        self.path = path
        self.labels: dict[str, int] = {}


class Tree:
    """The nodes of one document under construction."""

    def __init__(self, urn: str, title: str) -> None:
        self._nodes: list[list[object]] = []
        self._urns: dict[str, int] = {urn: 1}
        self._nodes.append(
            [0, -1, 0, 0, urn, "root", "work", "", title, 0, 0, 0, "", 0, "", None]
        )  # fmt: skip
        self._stack = [_Frame(0, 0, urn, "root")]
        self._base = urn

    def add(self, span: Offsets, opening: PartOpening | None, place: str) -> None:
        """The next paragraph, which may open a part at its level; else it belongs to the last."""
        start, end = span
        if opening is not None and opening.joined:
            node = self._nodes[self._stack[-1].ordinal]
            node[8], node[11] = opening.heading, end
        elif opening is not None:
            self._open(opening, start, place)
        for frame in self._stack:
            self._nodes[frame.ordinal][10] = end

    def _open(self, opening: PartOpening, start: int, place: str) -> None:
        while self._stack[-1].level >= opening.level:
            self._stack.pop()
        above = self._stack[-1]
        ordinal = len(self._nodes)
        part = segment(opening.name or opening.num)
        stem = label(opening.kind, part)
        if not part or stem in above.labels:
            count = above.labels.get(stem, 0) + 1
            while f"{stem}_{count}" in above.labels:
                count += 1
            above.labels[stem] = count
            part = part or f"{stem}-{count}"
            stem = f"{stem}_{count}"
        above.labels[stem] = 1
        # What the document numbers through is named from the document, not from its heading.
        urn = self._unique(f"{self._base if opening.name else above.urn}:{part}")
        path = f"{above.path}.{stem}"
        self._nodes.append(
            [ordinal, above.ordinal, ordinal, len(self._stack), urn, path, opening.kind,
             opening.num, opening.heading, start, start, start + opening.body, "", 0, place,
             opening.attrs]
        )  # fmt: skip
        self._stack.append(_Frame(ordinal, opening.level, urn, path))
        for frame in self._stack:
            self._nodes[frame.ordinal][2] = ordinal

    def _unique(self, urn: str) -> str:
        count = self._urns.get(urn, 0) + 1
        self._urns[urn] = count
        return urn if count == 1 else self._unique(f"{urn}~{count}")

    def nodes(self) -> list[Node]:
        return [Node(*_bounded(fields)) for fields in self._nodes]  # pyright: ignore[reportArgumentType]


def _bounded(fields: list[object]) -> list[object]:
    """The own words of a node begin at the latest where it ends."""
    if fields[11] > fields[10]:  # pyright: ignore[reportOperatorIssue]
        fields[11] = fields[10]
    return fields


def grow(
    urn: str,
    title: str,
    spans: Sequence[Offsets],
    openings: Sequence[PartOpening | None],
    places: Sequence[str],
) -> list[Node]:
    """The nodes of a document whose paragraphs are these spans of its text."""
    tree = Tree(urn, title)
    for span, opening, place in zip(spans, openings, places, strict=True):
        tree.add(span, opening, place)
    return tree.nodes()
