"""Cuts a long paragraph at its sentence ends, never inside a sentence or a citation."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Trained on law, so that "v.", "U.S." and "Fed. R. Civ. P." end no sentence.
from nupunkt import sent_spans

# A number that begins no item goes with the citation before it: "… L. Rev. 341".
_not_a_start = re.compile(r"[^\W\d_A-ZÁÉÍÓÚÝÞÆÖÐ]|\d(?!\d*[.)] )|[,;:)\]]|[—–-] ?[a-z]")
_citing = re.compile(r"(?:\bv|\bvs|\bNos?|\bId|\bSee|\bcf|\bArt|\bSec|\bpp?|\b[A-Z])\.$", re.I)
_clause = re.compile(r"(?<=[;:]) (?=\(?\w{1,4}[).]|and |or )|(?<=;) |(?<=:) ")
_LOOK_BACK = 300


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of text[start:end], in order, without the spaces between them."""
    first = start
    for _, stop in sent_spans(text[start:end]):
        at = start + stop
        while at > first and text[at - 1] == " ":
            at -= 1
        if at < end and not _is_end(text, first, at, end):
            continue
        if at > first:
            yield first, at
        first = at
        while first < end and text[first] == " ":
            first += 1
    if first < end:
        yield first, end


def _is_end(text: str, first: int, at: int, end: int) -> bool:
    if text[at] != " " or _not_a_start.match(text, at + 1, end):
        return False
    if _citing.search(text, max(first, at - 6), at):
        return False
    back = max(first, at - _LOOK_BACK)
    # Inside brackets: "(Tex. App.—Hous. 2012)".
    return text.count("(", back, at) <= text.count(")", back, at)


def cut(text: str, start: int, end: int, target: int, ceiling: int) -> Iterator[tuple[int, int]]:
    """text[start:end] in spans of whole sentences, each of at most `target` unless one sentence is
    longer. A sentence longer than `ceiling`, a run-on list for example, is cut at its semicolons
    and colons, and if it has none at a space: nothing could search it whole."""
    held: tuple[int, int] | None = None
    for first, last in _bounded(text, start, end, ceiling):
        if held and last - held[0] <= target:
            held = held[0], last
            continue
        if held:
            yield held
        held = first, last
    if held:
        yield held


def _bounded(text: str, start: int, end: int, ceiling: int) -> Iterator[tuple[int, int]]:
    for first, last in sentences(text, start, end):
        while last - first > ceiling:
            floor = first + ceiling // 3
            cuts = [match.start() for match in _clause.finditer(text, floor, first + ceiling)]
            at = cuts[-1] if cuts else text.rfind(" ", floor, first + ceiling)
            at = at if at > first else first + ceiling
            yield first, at
            first = at
            while first < last and text[first] == " ":
                first += 1
        if first < last:
            yield first, last
