"""Where a long passage may be cut: after a sentence or clause, never inside a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

# An abbreviation's full stop ("nr. 33", "v. Wade", "U.S. 113") is followed by a small letter or
# a digit, or preceded by a short word; those are not cuts.
_strong = re.compile(r"(?<=[^\W\d_]{3}[.!?])[\"”’)\]]* (?=[\"“‘(\[]?[^\W\d_a-z])|(?<=…) ")
_CLOSERS = '"”’)]'
_ends = re.compile(r"[.!?…\"”’)\]] ")
_weak = re.compile(r"(?<=[;:—]) |(?<=, )(?:)")


def cut(text: str, start: int, end: int, limit: int) -> Iterator[tuple[int, int]]:
    """Cut text[start:end] into spans of at most `limit`, at sentence ends where there are any.

    The spans are in order, none begins or ends with a space, and only spaces lie between them.
    """
    while end - start > limit:
        window_end = start + limit
        at = _last_cut(text, start, window_end)
        yield start, at
        start = at
        while start < end and text[start] == " ":
            start += 1
    if start < end:
        yield start, end


def _last_cut(text: str, start: int, window_end: int) -> int:
    floor = start + (window_end - start) // 3
    for find in (_last_strong, _last_weak):
        at = find(text, floor, window_end)
        if at > start:
            return _trim(text, start, at, window_end)
    space = text.rfind(" ", start + 1, window_end + 1)
    return space if space > start else window_end


def _last_strong(text: str, floor: int, end: int) -> int:
    """The last match of `_strong`. It is looked for from the end, where a sentence can end at all:
    trying the pattern everywhere costs more than all else that is done to a long opinion."""
    for match in reversed(list(_ends.finditer(text, max(floor - 1, 0), end))):
        at = match.start() + 1
        while at > floor and text[at - 1] in _CLOSERS:
            at -= 1
        if at >= floor and _strong.match(text, at, end):
            return at
    return -1


def _last_weak(text: str, floor: int, end: int) -> int:
    last = -1
    for match in _weak.finditer(text, floor, end):
        last = match.start()
    return last


def _trim(text: str, start: int, at: int, window_end: int) -> int:
    """Keep closing quotes and brackets with their sentence; drop the space before the cut."""
    while at < window_end and text[at] != " " and text[at] in '"”’)]':
        at += 1
    while at > start + 1 and text[at - 1] == " ":
        at -= 1
    return at
