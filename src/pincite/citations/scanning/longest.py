"""Many words looked for in one pass, the longest at each place and none over another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, cast

from pincite.citations.scanning.automaton import automaton


class Longest(Protocol):
    """`iter_long` gives, for each word, the offset of its last character and the word."""

    def iter_long(self, text: str, /) -> Iterator[tuple[int, str]]: ...


def longest(words: Iterable[str]) -> Longest:
    return cast("Longest", automaton(words))
