"""Acts of a few sections as files, for tests that load many of them one by one."""

from __future__ import annotations

from pathlib import Path


def urn_of(number: int) -> str:
    return f"urn:lex:xm:act-2001-{number}"


def small_act(folder: Path, number: int, words: str, *, day: str = "2001-06-01") -> Path:
    """A file for the reader `plain`; the first section holds the words."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"act-{number}-{day}.txt"
    path.write_text(
        f"---\ntitle: Harbour Lamps Act {number}\nurn: {urn_of(number)}\nnumber: {number}\n"
        f"year: 2001\ndate: {day}\n---\n1. Lamps\n\n{words}\n\n2. Short title\n\n"
        f"This Act may be cited as the Harbour Lamps Act {number}.\n",
        encoding="utf-8",
    )
    return path
