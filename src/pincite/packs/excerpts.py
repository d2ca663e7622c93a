"""Text cut for a pack: the head and the tail of a long anchor, and the words around a mention.

Offsets count code points. No cut parts a letter from the marks that are set on it.
"""

from __future__ import annotations

from typing import NamedTuple

from pincite.packs.constants import Spec

_JOINER = "\u200d"
# Marks that are set on the letter before them, variation selectors, the joiner itself. Written out,
# since the tables of each Python are of another Unicode.
_MARKS = (
    (0x0300, 0x036F), (0x0483, 0x0489), (0x0591, 0x05BD), (0x0610, 0x061A), (0x064B, 0x065F),
    (0x0900, 0x0903), (0x093A, 0x094F), (0x0951, 0x0957), (0x0981, 0x0983), (0x09BC, 0x09CD),
    (0x0E31, 0x0E31), (0x0E34, 0x0E3A), (0x0E47, 0x0E4E), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF),
    (0x200D, 0x200D), (0x20D0, 0x20FF), (0x302A, 0x302F), (0xFE00, 0xFE0F), (0xFE20, 0xFE2F),
    (0xE0100, 0xE01EF),
)  # fmt: skip


class Cut(NamedTuple):
    """text[start:end] of the whole."""

    start: int
    end: int


def trimmed(text: str, rules: Spec) -> tuple[Cut, ...]:
    """What is kept of an anchor: all of it, or its head and its tail."""
    if len(text) <= rules.anchor_limit:
        return (Cut(0, len(text)),)
    head = _whole(text, rules.anchor_head)
    tail = _whole(text, len(text) - rules.anchor_tail)
    return Cut(0, head), Cut(tail, len(text))


def snippet(text: str, start: int, end: int, rules: Spec) -> Cut:
    """A mention and so many code points on each side of it."""
    first = _whole(text, max(start - rules.snippet_window, 0))
    return Cut(first, _whole(text, min(end + rules.snippet_window, len(text))))


def _whole(text: str, at: int) -> int:
    """The first place from here on where no letter with its marks goes on."""
    while 0 < at < len(text) and _goes_on(text[at - 1], text[at]):
        at += 1
    return at


def _goes_on(before: str, char: str) -> bool:
    point = ord(char)
    return before == _JOINER or any(first <= point <= last for first, last in _MARKS)
