"""A map between offsets of the canonical form and offsets of the raw text it came from."""

from __future__ import annotations

import functools
import re
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.text.canonical import nfc

_words = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Both texts cut into matching runs, in order.

    A run is either identical on both sides, or an indivisible cluster (letters composed by NFC, a
    collapsed space). A span that touches a cluster takes the whole of it.
    """

    canonical: str
    canonical_starts: tuple[int, ...]
    raw_starts: tuple[int, ...]
    identical: tuple[bool, ...]

    @classmethod
    def of(cls, raw: str) -> OffsetMap:
        runs = list(_runs(raw))
        pieces: list[str] = []
        canonical_starts: list[int] = []
        raw_starts: list[int] = []
        identical: list[bool] = []
        position = 0
        for raw_start, raw_end, piece in runs:
            canonical_starts.append(position)
            raw_starts.append(raw_start)
            identical.append(raw[raw_start:raw_end] == piece)
            pieces.append(piece)
            position += len(piece)
        canonical_starts.append(position)
        raw_starts.append(runs[-1][1] if runs else len(raw))
        return cls("".join(pieces), tuple(canonical_starts), tuple(raw_starts), tuple(identical))

    def to_raw(self, start: int, end: int) -> tuple[int, int]:
        """The half-open raw span that holds canonical[start:end]."""
        if not 0 <= start <= end <= len(self.canonical):
            raise IndexError(f"span {start}:{end} is outside 0:{len(self.canonical)}")
        if start == end:
            point = self._project(self.canonical_starts, self.raw_starts, start, rounding="down")
            return point, point
        return (
            self._project(self.canonical_starts, self.raw_starts, start, rounding="down"),
            self._project(self.canonical_starts, self.raw_starts, end, rounding="up"),
        )

    def to_canonical(self, start: int, end: int) -> tuple[int, int]:
        """The half-open canonical span that holds what raw[start:end] became."""
        first, last = self.raw_starts[0], self.raw_starts[-1]
        start, end = (min(max(value, first), last) for value in (start, end))
        return (
            self._project(self.raw_starts, self.canonical_starts, start, rounding="down"),
            self._project(self.raw_starts, self.canonical_starts, end, rounding="up"),
        )

    def _project(
        self, here: tuple[int, ...], there: tuple[int, ...], offset: int, *, rounding: str
    ) -> int:
        run = bisect_right(here, offset) - 1
        if run >= len(self.identical):
            # The end of the text: the last boundary that is not after it.
            return there[-1]
        if offset == here[run]:
            return there[run]
        if self.identical[run]:
            return there[run] + offset - here[run]
        return there[run] if rounding == "down" else there[run + 1]


def _runs(raw: str) -> Iterator[tuple[int, int, str]]:
    """(raw start, raw end, canonical piece); the pieces join to the canonical form."""
    normalized = raw.isascii() or nfc(raw) == raw
    previous_end: int | None = None
    for word in _words.finditer(raw):
        start, end = word.span()
        if previous_end is not None:
            yield previous_end, start, " "
        previous_end = end
        if normalized:
            yield start, end, word[0]
        else:
            yield from _clusters(word[0], start)


def _clusters(word: str, offset: int) -> Iterator[tuple[int, int, str]]:
    if word.isascii() or nfc(word) == word:
        yield offset, offset + len(word), word
        return
    start = 0
    for index in range(1, len(word) + 1):
        if index == len(word) or not _joins_backwards(word[index]):
            cluster = word[start:index]
            yield offset + start, offset + index, nfc(cluster)
            start = index


def _joins_backwards(char: str) -> bool:
    return unicodedata.combining(char) != 0 or char in _second_letters()


@functools.cache
def _second_letters() -> frozenset[str]:
    """Characters that NFC may compose with, or reorder against, the character before them."""
    seconds = set(map(chr, range(0x1161, 0x1176))) | set(map(chr, range(0x11A8, 0x11C3)))
    for point in range(sys.maxunicode + 1):
        decomposition = unicodedata.decomposition(chr(point))
        if decomposition and not decomposition.startswith("<"):
            parts = [chr(int(part, 16)) for part in decomposition.split()]
            seconds.update(parts[1:])
            if unicodedata.combining(parts[0]):
                seconds.add(chr(point))
    return frozenset(seconds)
