"""Numbers with a year of two digits behind a slash: 131/12."""

from __future__ import annotations

from collections.abc import Iterator


def slashes(text: str) -> Iterator[int]:
    """Where each such slash is. Few texts have many: looking for them costs next to nothing."""
    at = text.find("/")
    while at >= 0:
        year = text[at + 1 : at + 4]
        ended = len(year) == len("12") or not (year[-1:].isdigit() or year.endswith("/"))
        if ended and text[at - 1 : at].isdigit() and year[:2].isdigit():
            yield at
        at = text.find("/", at + 1)
