"""Places that an Icelandic law names in itself: "1. mgr.", "5. gr.", "II. kafla"."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from pincite.citations.icelandic.places import path
from pincite.model import NOTES, Node

_ABOVE = ("article", "paragraph", "chapter")


class Home:
    """The law that a text is, for looking up its places."""

    def __init__(self, urn: str, nodes: Sequence[Node]) -> None:
        self.urn = urn
        self._nodes = nodes
        self._by_urn = {node.urn: node for node in nodes}
        self._starts = [node.start for node in nodes]

    def placed(self, at: int, units: tuple[tuple[str, str], ...]) -> str:
        """The URN of the place that words at offset `at` name; "" where the law has none such, or
        more than one."""
        named = dict(units)
        if "article" in named or "chapter" in named or "part" in named:
            segments, whole = path(units)
            urn = ":".join((self.urn, *segments))
            if urn not in self._by_urn:
                return ""
            return urn if whole else self._within(urn, units)
        around = self._around(at)
        article = around.get("article")
        if article is None:
            return ""
        if "paragraph" in named:
            segments, _ = path((*units, ("article", article.rpartition(":")[2])))
            urn = ":".join((self.urn, *segments))
            return urn if urn in self._by_urn else ""
        if units and not any(unit in ("item", "letter") for unit, _ in units):
            # A sentence is of the paragraph that says it.
            return around.get("paragraph", "")
        paragraph = around.get("paragraph")
        inside = self._within(paragraph, units, direct=True) if paragraph else ""
        return inside or self._within(article, units)

    def this(self, at: int, unit: str) -> str:
        """The URN of the unit around an offset; "" where there is none."""
        return self._around(at).get(unit, "")

    def _within(self, urn: str, units: tuple[tuple[str, str], ...], *, direct: bool = False) -> str:
        """The one item of these numbers within an article or, where `direct`, a paragraph."""
        inner = [number for unit, number in reversed(units) if unit in ("item", "letter")]
        tail = ":" + ":".join(inner)
        if direct:
            return urn + tail if urn + tail in self._by_urn else ""
        holder = self._by_urn[urn]
        depth = urn.count(":") + 1 + len(inner)
        found = [
            node.urn
            for node in self._nodes[holder.ordinal : holder.last + 1]
            if node.urn.endswith(tail) and node.urn.count(":") in (depth, depth - 1)
        ]
        return found[0] if len(found) == 1 else ""

    def noted(self, at: int) -> bool:
        """Whether words stand in a publisher's note, which tells of other laws, and of places long
        gone."""
        index = bisect_right(self._starts, at) - 1
        return index >= 0 and self._nodes[index].kind in NOTES and self._nodes[index].end > at

    def _around(self, at: int) -> dict[str, str]:
        """The nearest article, paragraph and chapter at an offset."""
        index = bisect_right(self._starts, at) - 1
        found: dict[str, str] = {}
        while index >= 0:
            node = self._nodes[index]
            if node.end > at and node.kind in _ABOVE:
                found.setdefault(node.kind, node.urn)
            if node.parent == index:
                break
            index = node.parent
        return found
