"""Looks for many words in one pass over a text (Aho and Corasick 1975)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, cast

import ahocorasick


class Automaton(Protocol):
    """`iter` gives, for each place where a word stands, the offset of its last character and the
    word; overlaps included, in the order of the ends."""

    def iter(self, text: str, /) -> Iterator[tuple[int, str]]: ...


def automaton(words: Iterable[str]) -> Automaton:
    made = ahocorasick.Automaton()  # pyright: ignore
    empty = True
    for word in words:
        made.add_word(word, word)  # pyright: ignore
        empty = False
    if empty:
        # An automaton without words cannot be searched; no text holds this one.
        made.add_word("\0", "\0")  # pyright: ignore
    made.make_automaton()  # pyright: ignore
    return cast("Automaton", made)


class Longest(Protocol):
    """`iter_long` gives the same, but of the words at one place only the longest, and none that
    overlaps the one before."""

    def iter_long(self, text: str, /) -> Iterator[tuple[int, str]]: ...


def longest(words: Iterable[str]) -> Longest:
    """An automaton to be asked for the longest words only."""
    return cast("Longest", automaton(words))
