"""Polite words around a question: greetings, thanks, and that one asks. They say nothing of what is
asked, and the law has words like them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pincite.text.languages import language

_FILE = Path(__file__).parent / "languages" / "courtesy.txt"
_clause = re.compile(r"[^.!?:;\n]+[.!?:;\n]*\s*")
_opening = re.compile(r"[^,.!?:;\n]+,\s*")
_word = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def without_courtesy(text: str) -> str:
    """The text without the polite clauses that it begins and ends with; never nothing."""
    clauses = _clause.findall(text)
    while len(clauses) > 1 and _is_courtesy(clauses[0]):
        clauses.pop(0)
    while len(clauses) > 1 and _is_courtesy(clauses[-1]):
        clauses.pop()
    left = "".join(clauses).strip()
    while (opening := _opening.match(left)) and _is_courtesy(opening[0]):
        left = left[opening.end() :]
    return left or text.strip()


def _is_courtesy(clause: str) -> bool:
    """Whether all that a clause says is polite."""
    words = [word.lower().replace("’", "'") for word in _word.findall(clause)]
    polite = _polite()
    return any(word in polite for word in words) and all(
        word in polite or word in _little() for word in words
    )


@cache
def _polite() -> frozenset[str]:
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def _little() -> frozenset[str]:
    return language("en").stop | language("is").stop
