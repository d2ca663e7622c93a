"""Who cites what, drawn: columns of names with lines between them, the same every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_ROW = 46
_TOP = 34
_BOX = 32
_LINE = 1.2
_THICKEST = 6.0


@dataclass(frozen=True, slots=True)
class Named:
    """What is cited or cites. `address` is where it leads, "" for nowhere."""

    key: str
    name: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """`citing` cites `cited`, so many times."""

    citing: str
    cited: str
    times: int


@dataclass(frozen=True, slots=True)
class PlacedNode:
    node: Named
    x: float
    y: float
    width: float
    height: float
    label: str
    focus: bool


@dataclass(frozen=True, slots=True)
class PlacedEdge:
    path: str
    width: float
    edge: Edge


@dataclass(frozen=True, slots=True)
class Drawing:
    width: float
    height: float
    nodes: tuple[PlacedNode, ...]
    edges: tuple[PlacedEdge, ...]
    heads: tuple[tuple[str, float], ...]


def drawn(
    columns: Sequence[tuple[str, Sequence[Named]]], edges: Sequence[Edge], focus: str = ""
) -> Drawing:
    """Columns from left to right, each with what its heading is called; an edge runs from a node to
    one of the next column. `focus` is the node that the drawing is about."""
    columns = [headed for headed in columns if headed[1]]
    width, gap = (350, 130) if len(columns) == 2 else (250, 70)
    tallest = max((len(nodes) for _, nodes in columns), default=0)
    height = _TOP + max(tallest, 1) * _ROW
    placed: dict[tuple[int, str], PlacedNode] = {}
    for column, (_, nodes) in enumerate(columns):
        above = _TOP + (tallest - len(nodes)) * _ROW / 2
        for row, node in enumerate(nodes):
            x = column * (width + gap)
            y = above + row * _ROW + (_ROW - _BOX) / 2
            placed[column, node.key] = PlacedNode(
                node, x, y, width, _BOX, _short(node.name, width), node.key == focus
            )
    most = max((edge.times for edge in edges), default=1)
    lines = [
        PlacedEdge(_curve(left, right), _thickness(edge.times, most), edge)
        for edge in edges
        for column in range(len(columns) - 1)
        if (left := placed.get((column, edge.citing))) is not None
        and (right := placed.get((column + 1, edge.cited))) is not None
    ]
    heads = tuple((head, column * (width + gap)) for column, (head, _) in enumerate(columns))
    across = len(columns) * width + (len(columns) - 1) * gap
    return Drawing(across, height, tuple(placed.values()), tuple(lines), heads)


def _curve(left: PlacedNode, right: PlacedNode) -> str:
    x1, y1 = left.x + left.width, left.y + left.height / 2
    x2, y2 = right.x, right.y + right.height / 2
    bend = (x2 - x1) / 2
    return f"M{x1:g} {y1:g}C{x1 + bend:g} {y1:g} {x2 - bend:g} {y2:g} {x2:g} {y2:g}"


def _thickness(times: int, most: int) -> float:
    share = times / most if most else 0.0
    return round(_LINE + (_THICKEST - _LINE) * share**0.5, 2)


def _short(name: str, width: float) -> str:
    """As much of a name as a box has room for; the whole of it is in its title and the table."""
    room = int(width / 8)
    return name if len(name) <= room else f"{name[: room - 1].rstrip()}…"
