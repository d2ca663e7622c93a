"""A sentence taken out of a passage, to be brought back to what is left of it (inverse cloze,
Lee, Chang and Toutanova 2019)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from training.citing import BEFORE
from training.records import Pair
from training.shelf import Shelf
from training.split import share

WANTED = {
    "scotus": 16_000,
    "dc": 12_000,
    "zimbabwe": 9_000,
    "uscode": 6_000,
    "contracts": 6_000,
    "bylaws": 3_000,
    "cfpb": 1_500,
    "icelandic": 9_000,
}
_SHORTEST, _LONGEST = 8, 40
_LEFT = 40
_ends = re.compile(
    r"(?<=[^\W\d_]{3}[.;!?])[\"”’)\]]* +(?=[\"“‘(\[]?[^\W\d_a-záéíóúýþæö]|\(\w{1,4}\)\s)"
)
_mark = re.compile(r"^(?:\([\dA-Za-z]{1,4}\)\s*|\d{1,3}[.)]\s+)+|\[\*?\d+\]")
_letters = re.compile(r"[^\W\d_]{2,}")


def pairs(shelf: Shelf, kept: set[int]) -> Iterator[Pair]:
    """From passages among `kept`, the same for the same passages."""
    for corpus in shelf.stores:
        drawn: list[tuple[float, int]] = []
        for document in shelf.of([corpus]):
            if corpus == "scotus" and document.day and document.day >= BEFORE:
                continue
            drawn += [
                (share(document.work, chunk.ordinal, "cloze"), number)
                for number, chunk in zip(document.numbers(), document.chunks, strict=True)
                if number in kept and chunk.kind != "note"
            ]
        given = 0
        for place, number in sorted(drawn):
            if given >= WANTED.get(corpus, 0):
                break
            pair = _taken(shelf, number, place)
            if pair is not None:
                given += 1
                yield pair


def _taken(shelf: Shelf, number: int, place: float) -> Pair | None:
    text = shelf.passages[number].text
    top = text.find("\n") + 1
    if len(text[top:].split()) < _LEFT + _SHORTEST:
        return None
    bounds = [top, *(match.end() for match in _ends.finditer(text, top)), len(text)]
    spans = [one for one in pairwise(bounds) if _is_sentence(text[slice(*one)])]
    if not spans:
        return None
    start, end = spans[int(place * 1e6) % len(spans)]
    if len(text[top:].split()) - len(text[start:end].split()) < _LEFT:
        return None
    query = _mark.sub("", text[start:end]).strip()
    exclude = tuple(sorted(shelf.around([number])))
    if shelf.passages[number].corpus == "contracts":
        exclude = tuple(sorted(shelf.twins(number)))
    return Pair(
        query, (number,), "cloze", shelf.passages[number].corpus, exclude, (((start, end),),)
    )


def _is_sentence(text: str) -> bool:
    words = text.split()
    letters = _letters.findall(text)
    return (
        _SHORTEST <= len(words) <= _LONGEST
        and len(letters) >= 0.7 * len(words)
        and text.rstrip()[-1:] in '.;!?”"’)'
        and text.count("(") == text.count(")")
        and sum(one.isupper() for one in letters) < 0.4 * len(letters)
    )
