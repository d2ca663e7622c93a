"""Reads model-matter/words: plain text in blocks, each with a sign that says what it is.

Blocks are parted by a blank line. `=` is centred, `#` a heading, `|` lines as they are, `)` the
right side of a caption, `>` and `<` the left and right of a signature, `+` an indented paragraph,
`[^1]` a note and `[name]` a division. In running text `[^1]` is the mark of a note, and `~` a place
where a word may be hyphenated.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

WORDS = Path(__file__).resolve().parents[2] / "model-matter" / "words"

_sign = re.compile(r"(=|#|\||\)|>|<|\+)(?: |$)|(\[\^\d+\]) ")


class Block(NamedTuple):
    sign: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.lines)


def text(name: str) -> str:
    return (WORDS / name).read_text(encoding="utf-8")


def blocks(name: str) -> list[Block]:
    return [_block(chunk) for chunk in text(name).strip("\n").split("\n\n")]


def _block(chunk: str) -> Block:
    lines = chunk.split("\n")
    match = _sign.match(lines[0])
    if match is None:
        return Block("", tuple(lines))
    if match[2]:
        return Block(match[2], (chunk[match.end() :],))
    return Block(match[1], tuple(line[len(match[1]) :].removeprefix(" ") for line in lines))
