"""The matching form: a quote and its source agree in it, however extraction has spelled them.

It forgives soft hyphens, zero-width characters, typographic ligatures, the shape of quotation
marks and dashes, and a hyphen at the end of a printed line; never a letter, a number or a word.
Stored text is never changed: the form lives beside it, with a map back.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pincite.text.canonical import canonicalize
from pincite.text.edges import INVISIBLE, is_whole

LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "ſt",
    "ﬆ": "st",
}
# One shape for one sign; primes and accents are other signs and stay.
_DASHES = "‐‑‒–—―−"
SHAPES = dict.fromkeys("‘’‚‛`", "'") | dict.fromkeys(_DASHES, "-")
# Two single marks are set for one double.
DOUBLE = dict.fromkeys('“”„‟"', "''")

_shapes = str.maketrans(SHAPES)
_LETTERS = LIGATURES | DOUBLE
_special = re.compile(
    f"(?<=[^\\W\\d_])\u00ad (?=[^\\W\\d_])|[{INVISIBLE}{''.join(_LETTERS)}]"
    f"|(?<=[^\\W_])[-{_DASHES}] ?(?=[^\\W_])"
)
_FIRM, _LOOSE = "-", "- "


@dataclass(frozen=True, slots=True)
class MatchingForm:
    """`text` in the matching form; `origin[i]` is the offset that text[i] came from.

    Hyphens within words are left out of `text` and kept in `joints`, by the offset of the letter
    that follows: "-" as in "well-known", "- " where a space follows, as at the end of a line.
    """

    text: str
    origin: array[int]
    length: int
    joints: Mapping[int, str]

    @classmethod
    def of(cls, canonical: str) -> MatchingForm:
        pieces: list[str] = []
        origin: array[int] = array("L")
        joints: dict[int, str] = {}
        done = 0
        for match in _special.finditer(canonical):
            first = match.start()
            pieces.append(canonical[done:first])
            origin.extend(range(done, first))
            letters = _LETTERS.get(match[0], "")
            if letters:
                pieces.append(letters)
                origin.extend([first] * len(letters))
            elif match[0] not in INVISIBLE:
                joints[len(origin)] = _LOOSE if match[0].endswith(" ") else _FIRM
            done = match.end()
        pieces.append(canonical[done:])
        origin.extend(range(done, len(canonical)))
        return cls("".join(pieces).translate(_shapes), origin, len(canonical), joints)

    def to_canonical(self, start: int, end: int) -> tuple[int, int]:
        """The span of the canonical text that the matching span came from."""
        if start == end:
            point = self.origin[start] if start < len(self.origin) else self.length
            return point, point
        return self.origin[start], self.origin[end - 1] + 1

    def find(self, needle: MatchingForm) -> Iterator[tuple[int, int]]:
        """Every span of the canonical text that says what the needle says, left to right."""
        if not needle.text:
            return
        order = list(self.joints)
        for at in _occurrences(needle.text, self.text):
            if self._halves_a_sign(at) or self._halves_a_sign(at + len(needle.text)):
                continue
            last = bisect_left(order, at + len(needle.text))
            within = order[bisect_right(order, at) : last]
            if self._joined_alike(needle, at, {place - at for place in within}):
                yield self.to_canonical(at, at + len(needle.text))

    def _halves_a_sign(self, at: int) -> bool:
        """Whether a ligature goes on across this place."""
        return 0 < at < len(self.origin) and self.origin[at - 1] == self.origin[at]

    def _joined_alike(self, needle: MatchingForm, at: int, joints: set[int]) -> bool:
        for place in joints.union(needle.joints):
            here, there = self.joints.get(at + place), needle.joints.get(place)
            if here == there:
                continue
            if _LOOSE not in (here, there):
                return False
            # A line may end inside a word, so the hyphen may be none; between numbers it is one.
            before, after = needle.text[place - 1 : place + 1]
            if (here is None or there is None) and not (before.isalpha() and after.isalpha()):
                return False
        return True


def find_quote(quote: str, canonical: str) -> Iterator[tuple[int, int]]:
    """Every span of `canonical` that holds the quote, in canonical or in matching form, left to
    right, overlaps included. A span that is cut out of a longer word or number is none."""
    needle = canonicalize(quote)
    if not needle:
        return
    spans = {(at, at + len(needle)) for at in _occurrences(needle, canonical)}
    spans.update(MatchingForm.of(canonical).find(MatchingForm.of(needle)))
    yield from (span for span in sorted(spans) if is_whole(canonical, *span))


def _occurrences(needle: str, text: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)
