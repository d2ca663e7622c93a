"""Where words stand on a page: boxes, lines, pages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """What a line is to the text. Only body and footnotes are part of it."""

    BODY = "body"
    FOOTNOTE = "footnote"
    HEADER = "header"
    FOOTER = "footer"
    LINE_NUMBER = "line number"
    MARGIN = "margin"


class Box(NamedTuple):
    """A rectangle on a page, in points from the top left corner of the page as displayed."""

    page: int
    left: float
    top: float
    right: float
    bottom: float


class PlacedLine(NamedTuple):
    """One line of a page. canonical[start:end] is its text; for furniture start == end == -1 and
    `text` is what it says. `edges` are left and right of each word, `confidences` one a word."""

    start: int
    end: int
    # As printed beside it, else its count from the top of the text on its page.
    number: str
    top: float
    bottom: float
    edges: tuple[float, ...]
    confidences: tuple[int, ...] = ()
    role: Role = Role.BODY
    text: str = ""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A page as it was read; its text lines come in reading order, furniture after them."""

    number: int
    label: str
    width: float
    height: float
    method: str
    confidence: float | None
    reason: str
    lines: tuple[PlacedLine, ...]
