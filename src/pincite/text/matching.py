"""The matching form: what a quote and its source share although extraction spelled them apart.

It forgives soft hyphens, zero-width characters and typographic ligatures; never a letter, a
number or a word. Stored text is never changed: the form lives beside it, with a map back.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.text.canonical import canonicalize

LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "ſt",
    "ﬆ": "st",
}
INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"

_special = re.compile(f"[{INVISIBLE}{''.join(LIGATURES)}]")


@dataclass(frozen=True, slots=True)
class MatchingForm:
    """`text` in the matching form; `origin[i]` is the offset that text[i] came from."""

    text: str
    origin: array[int]
    length: int

    @classmethod
    def of(cls, canonical: str) -> MatchingForm:
        pieces: list[str] = []
        origin: array[int] = array("L")
        done = 0
        for match in _special.finditer(canonical):
            pieces.append(canonical[done : match.start()])
            origin.extend(range(done, match.start()))
            letters = LIGATURES.get(match[0], "")
            pieces.append(letters)
            origin.extend([match.start()] * len(letters))
            done = match.end()
        pieces.append(canonical[done:])
        origin.extend(range(done, len(canonical)))
        return cls("".join(pieces), origin, len(canonical))

    def to_canonical(self, start: int, end: int) -> tuple[int, int]:
        """The span of the canonical text that the matching span came from."""
        if start == end:
            point = self.origin[start] if start < len(self.origin) else self.length
            return point, point
        return self.origin[start], self.origin[end - 1] + 1


def find_quote(quote: str, canonical: str) -> Iterator[tuple[int, int]]:
    """Every span of `canonical` that holds the quote, left to right, overlaps included.

    The quote is taken in its canonical form first; only where that is nowhere found, in the
    matching form.
    """
    needle = canonicalize(quote)
    if not needle:
        return
    exact = list(_occurrences(needle, canonical))
    if exact:
        yield from ((at, at + len(needle)) for at in exact)
        return
    form = MatchingForm.of(canonical)
    folded = MatchingForm.of(needle).text
    if folded:
        for at in _occurrences(folded, form.text):
            yield form.to_canonical(at, at + len(folded))


def _occurrences(needle: str, text: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)
