"""Finds quoted words in the decision that they are quoted from, whatever stands between them."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from training.records import Span

page_mark = re.compile(r"\[?\*\d+\]?|\[\d+\]")
token = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class Cited:
    """A decision's words, folded, and where each stands in its text."""

    words: str
    at: list[int]
    starts: list[int]

    @classmethod
    def of(cls, text: str) -> Cited:
        words: list[str] = []
        at: list[int] = []
        starts: list[int] = []
        length = 0
        blank = page_mark.sub(lambda found: " " * len(found[0]), text)
        for found in token.finditer(blank):
            words.append(found[0].casefold())
            at.append(length)
            starts.append(found.start())
            length += len(found[0]) + 1
        return cls(" ".join(words), at, starts)

    def find(self, quoted: str) -> list[Span]:
        """Where these words stand, one after the other."""
        wanted = " ".join(one.casefold() for one in token.findall(quoted))
        count, found, at = wanted.count(" ") + 1, [], -1
        while (at := self.words.find(wanted, at + 1)) >= 0:
            first = bisect_left(self.at, at)
            whole = first < len(self.at) and self.at[first] == at
            if whole and self.words[at + len(wanted) : at + len(wanted) + 1] in ("", " "):
                last = first + count - 1
                tail = self.words[self.at[last] :].partition(" ")[0]
                found.append((self.starts[first], self.starts[last] + len(tail)))
        return found
