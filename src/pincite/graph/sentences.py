"""The sentence around a place in a text, never longer than a reader takes in at a glance."""

from __future__ import annotations

import re

_REACH = 400
# A full stop after a short word is an abbreviation's ("No. 5", "Mr. Lee").
_end = re.compile(
    r"(?<=[^\W\d_]{3}[.!?])[\"”’)\]]* (?=[\"“‘(\[]?[^\W\d_a-z])"
    r"|(?<=\d[.!?]) (?=[A-ZÀ-Þ][a-zß-ÿ])|\n"
)


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence that holds text[start:end]; where none ends in reach, whole words."""
    floor, roof = max(0, start - _REACH), min(len(text), end + _REACH)
    first = -1
    for match in _end.finditer(text, floor, start):
        first = match.end()
    if first < 0:
        first = floor if floor == 0 else text.find(" ", floor, start) + 1 or start
    match = _end.search(text, max(end - 1, 0), roof)
    if match and match.start() >= end:
        last = match.start()
        while text[last : last + 1] in ('"', "”", "’", ")", "]"):
            last += 1
    elif roof == len(text):
        last = roof
    else:
        space = text.rfind(" ", end, roof)
        last = space if space > 0 else end
    while first < start and text[first] in " \n":
        first += 1
    while last > end and text[last - 1] in " \n":
        last -= 1
    return first, last
