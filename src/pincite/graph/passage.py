"""Joins a document's chunks into one text, in which a line end marks where a name must stop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.graph.records import GraphChunk

# A caption, and a list of a contract's parties, are made of paragraphs no longer than this.
_SHORT = 100

_line = re.compile(r"[^\n]+")
_runs_on = re.compile(
    r"(?:(?<=[,;:])|(?<= and)|(?<= AND))\n(?!\n)"
    r"|(?<!\n)\n(?=(?:[–—-] ?)?(?:and|AND|And|og)(?!\w)|\()"
)


class GraphText(NamedTuple):
    """Chunks as one text, of which `base` is the offset. The space before a paragraph is a line
    end; where words are missing between two chunks, as many line ends stand in for them."""

    text: str
    base: int

    def words(self, start: int, end: int) -> str:
        """The canonical words between two offsets, over a paragraph's beginning too."""
        return self.text[start - self.base : end - self.base].replace("\n", " ")


def passage(chunks: Sequence[GraphChunk], paragraphs: Sequence[int] = ()) -> GraphText:
    if not chunks:
        return GraphText("", 0)
    base = at = chunks[0].start
    parts: list[str] = []
    for piece in chunks:
        if piece.end <= at:
            continue
        gap = piece.start - at
        parts.append(" " if gap == 1 else "\n" * gap)
        parts.append(piece.text[max(0, -gap) :])
        at = piece.end
    return GraphText(_parted("".join(parts), [start - base for start in paragraphs]), base)


def _parted(text: str, paragraphs: Sequence[int]) -> str:
    parts: list[str] = []
    at = 0
    for start in sorted(set(paragraphs)):
        if at < start <= len(text) and text[start - 1] == " ":
            parts += (text[at : start - 1], "\n")
            at = start
    parts.append(text[at:])
    return "".join(parts)


def captioned(text: str) -> str:
    """The text with the ends of short lines read as spaces, for what a caption's head prints over
    two of them: "UNITED STATES BANKRUPTCY COURT" and, below it, "DISTRICT OF DELAWARE"."""
    chars: list[str] = []
    at, last, was_short = 0, 0, False
    for line in _line.finditer(text):
        short = line.end() - line.start() <= _SHORT
        if short and was_short and line.start() == last + 1:
            chars += (text[at:last], " ")
            at = line.start()
        last, was_short = line.end(), short
    chars.append(text[at:])
    return "".join(chars)


def running_on(text: str) -> str:
    """The text with a line end read as a space where the paragraph before it announces the next:
    it ends with a comma, a colon or "and", or the next begins with "and" or a bracket."""
    return _runs_on.sub(" ", text)


def near(
    pattern: re.Pattern[str], text: str, stretches: Sequence[tuple[int, int]]
) -> Iterator[re.Match[str]]:
    """What the pattern matches within stretches of the text, as if it had searched only those."""
    for start, end in stretches:
        yield from pattern.finditer(text, start, end)


def stretches(
    anchors: re.Pattern[str], text: str, before: int, after: int
) -> list[tuple[int, int]]:
    """The stretches of a text around its anchors, in order, none over another. A costly pattern
    that cannot match without an anchor in reach need search no more than these."""
    found: list[tuple[int, int]] = []
    for match in anchors.finditer(text):
        start, end = max(match.start() - before, 0), min(match.end() + after, len(text))
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found
