"""Folds text so that names can be compared: case, quotation marks, hyphens, accents."""

from __future__ import annotations

import unicodedata

_signs = str.maketrans("‘’‛ʼ“”‐‑–—\u00a0", "''''\"\"---- ")
_SPELLED = {"þ": "th", "ð": "d", "æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "đ": "d", "ł": "l",
            "&": "and"}  # fmt: skip


def lowered(text: str) -> str:
    """In lower case with plain quotes and hyphens; of the same length, so offsets stay."""
    low = text.lower()
    if text.isascii():
        return low
    if len(low) != len(text):
        low = "".join(small if len(small := char.lower()) == 1 else char for char in text)
    return low.translate(_signs)


def typed(text: str) -> str:
    """As typed without accents: "Þinglýsingalög" → "thinglysingalog"."""
    return typed_with_origin(text)[0]


def typed_with_origin(text: str) -> tuple[str, list[int]]:
    """`typed`, and for each of its characters the offset that it came from, and one past
    the end."""
    out: list[str] = []
    origin: list[int] = []
    for at, char in enumerate(lowered(text)):
        spelled = _SPELLED.get(char)
        if spelled is None:
            spelled = char if char.isascii() else _bare(char)
        out.append(spelled)
        origin.extend([at] * len(spelled))
    origin.append(len(text))
    return "".join(out), origin


def _bare(char: str) -> str:
    return "".join(
        mark for mark in unicodedata.normalize("NFKD", char) if not unicodedata.combining(mark)
    )
