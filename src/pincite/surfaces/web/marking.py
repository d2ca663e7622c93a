"""A text in pieces, each of which is lit or not and is a term or not, for a template to write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Span = tuple[int, int]
_SNIPPET = 420


@dataclass(frozen=True, slots=True)
class Piece:
    """`first`: the first lit piece of all. `term` is the number of the definition it leads to."""

    text: str
    lit: bool = False
    first: bool = False
    term: int | None = None


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line of a provision. `here`: it is of the provision that was asked for."""

    urn: str
    kind: str
    level: int
    note: bool
    here: bool
    heading: bool
    pieces: tuple[Piece, ...]


def pieces(
    text: str, lit: Iterable[Span] = (), terms: Sequence[tuple[int, int, int]] = ()
) -> tuple[Piece, ...]:
    """Cut wherever something begins or ends; joined again they are the text. `terms` are numbers
    of definitions with their spans."""
    marks = [
        (max(start, 0), min(end, len(text))) for start, end in lit if start < len(text) and end > 0
    ]
    cuts = {0, len(text)}
    for start, end in [*marks, *((start, end) for _, start, end in terms)]:
        cuts |= {start, end}
    edges = sorted(cuts)
    found: list[Piece] = []
    for start, end in pairwise(edges):
        is_lit = any(first <= start < last for first, last in marks)
        term = next((name for name, first, last in terms if first <= start < last), None)
        seen = any(piece.lit for piece in found)
        found.append(Piece(text[start:end], is_lit, is_lit and not seen, term))
    return tuple(found)


def snippet(text: str, lit: Sequence[Span], most: int = _SNIPPET) -> tuple[Piece, ...]:
    """As much of a text as a result shows: from a little before the first lit words on."""
    first = lit[0][0] if lit else 0
    start = 0 if first < most // 2 or len(text) <= most else text.rfind(" ", 0, first - most // 4)
    end = len(text) if len(text) - start <= most else text.rfind(" ", start, start + most)
    cut = pieces(text[start:end], [(opens - start, closes - start) for opens, closes in lit])
    before = (Piece("… "),) if start else ()
    after = (Piece(" …"),) if end < len(text) else ()
    return (*before, *cut, *after)


def read_spans(text: str) -> list[Span]:
    """'12-30,40-52' as an address has it; what is no span is left out."""
    found: list[Span] = []
    for span in text.split(","):
        start, _, end = span.partition("-")
        if start.isdigit() and end.isdigit() and len(end) < 10 and int(start) < int(end):
            found.append((int(start), int(end)))
    return found
