"""Turns page layouts into the rows that an engine stores, and back."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pincite.model.layout import PageLayout, PlacedLine, Role

# The key of an expression's meta that holds the hash of its pages.
LAYOUT = "layout"
# Lengths are kept in tenths of a point: finer than any eye, and short.
_UNIT = 10.0


class PageRow(NamedTuple):
    """A page as it is kept; `lines` are its lines, deflated."""

    number: int
    label: str
    width: float
    height: float
    method: str
    confidence: float | None
    reason: str
    body_start: int
    body_end: int
    note_start: int
    note_end: int
    lines: bytes


def pack_page(page: PageLayout) -> PageRow:
    rows = [
        [
            line.start,
            line.end,
            line.number,
            round(line.top * _UNIT),
            round(line.bottom * _UNIT),
            _steps(line.edges),
            line.confidences,
            "" if line.role is Role.BODY else line.role.value,
            line.text,
        ]
        for line in page.lines
    ]
    body = _extent(page.lines, Role.BODY)
    notes = _extent(page.lines, Role.FOOTNOTE)
    blob = zlib.compress(json.dumps(rows, separators=(",", ":"), ensure_ascii=False).encode(), 1)
    return PageRow(
        page.number, page.label, round(page.width, 2), round(page.height, 2), page.method,
        page.confidence, page.reason, *body, *notes, blob,
    )  # fmt: skip


def unpack_page(row: PageRow) -> PageLayout:
    rows: list[list[Any]] = json.loads(zlib.decompress(row.lines))
    lines = tuple(
        PlacedLine(
            start, end, number, top / _UNIT, bottom / _UNIT, _edges(steps), tuple(confidences),
            Role(role) if role else Role.BODY, text,
        )
        for start, end, number, top, bottom, steps, confidences, role, text in rows
    )  # fmt: skip
    return PageLayout(
        row.number, row.label, row.width, row.height, row.method, row.confidence, row.reason, lines
    )


def layout_hash(rows: Iterable[PageRow]) -> str:
    """A hash of where everything stands; the deflated bytes may differ between machines."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(json.dumps(row[:-1], separators=(",", ":")).encode())
        digest.update(zlib.decompress(row.lines))
    return digest.hexdigest()


def _extent(lines: Sequence[PlacedLine], role: Role) -> tuple[int, int]:
    spans = [(line.start, line.end) for line in lines if line.role is role]
    return (min(spans)[0], max(end for _, end in spans)) if spans else (-1, -1)


def _steps(edges: Sequence[float]) -> list[int]:
    at = 0
    steps: list[int] = []
    for edge in edges:
        tenths = round(edge * _UNIT)
        steps.append(tenths - at)
        at = tenths
    return steps


def _edges(steps: Sequence[int]) -> tuple[float, ...]:
    at = 0
    edges: list[float] = []
    for step in steps:
        at += step
        edges.append(at / _UNIT)
    return tuple(edges)
