"""The beginning of a part of a document, as its first paragraph shows it."""

from __future__ import annotations

from typing import NamedTuple


class PartOpening(NamedTuple):
    """A part that begins with a paragraph. Its level counts from 1; text[:body] of the paragraph
    is its number and heading, the rest its own words. `name` is its URN segment where that is not
    its number, and `joined` says that it belongs to the heading of the paragraph before it."""

    level: int
    kind: str
    num: str = ""
    heading: str = ""
    body: int = 0
    name: str = ""
    attrs: dict[str, str] | None = None
    joined: bool = False
