"""Finds defined terms in a text, in any form; the longest first, none inside another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pincite.text.languages import language
from pincite.text.words import WordToken, words

_IRREGULAR = {
    "children": "child", "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth",
    "geese": "goose", "mice": "mouse", "oxen": "ox", "wives": "wife", "lives": "life",
    "knives": "knife", "halves": "half", "calves": "calf", "leaves": "leaf", "wolves": "wolf",
    "loaves": "loaf", "shelves": "shelf", "thieves": "thief", "indices": "index",
    "appendices": "appendix", "criteria": "criterion", "premises": "premises", "data": "data",
}  # fmt: skip
_KEPT = ("ss", "us", "is", "series", "species", "means", "news")
_ARTICLES = frozenset(("a", "an", "the"))
_between = re.compile(r"[\s‑–/-]*(?:(?:an?|the)[\s‑–/-]+)?", re.IGNORECASE)
_SIBILANT = ("sses", "shes", "ches", "xes", "zes")


class TermSpan(NamedTuple):
    """The term number `term` stands in a text from start to end."""

    term: int
    start: int
    end: int


@lru_cache(1 << 16)
def shapes(form: str, code: str) -> frozenset[str]:
    """What a form may be a form of: its singular, or in Icelandic its lemmas."""
    if code == "is":
        return frozenset((form, *language(code).lemmas(form)))
    base = form.removesuffix("'s").removesuffix("'")
    if base in _IRREGULAR:
        return frozenset((_IRREGULAR[base],))
    if len(base) < 4 or not base.endswith("s") or base.endswith(_KEPT):
        return frozenset((base,))
    if base.endswith("ies") and len(base) > 4:
        return frozenset((f"{base[:-3]}y",))
    if base.endswith(_SIBILANT):
        return frozenset((base[:-2],))
    return frozenset((base[:-1],))


class Terms:
    """Terms that are looked for together."""

    def __init__(self, terms: Sequence[str], code: str) -> None:
        self._code = code
        self._by_first: dict[str, list[tuple[int, tuple[frozenset[str], ...]]]] = {}
        for number, term in enumerate(terms):
            key = _shaped(term, code)
            for first in key[0] if key else ():
                self._by_first.setdefault(first, []).append((number, key))
        for found in self._by_first.values():
            found.sort(key=lambda entry: (-len(entry[1]), entry[0]))

    def standing(self, text: str) -> list[TermSpan]:
        """Every term that stands in the text; where several names are one place's, each."""
        read = _telling(text, self._code)
        keys = [shapes(word.form, self._code) for word in read]
        found: list[TermSpan] = []
        at = 0
        while at < len(read):
            if self._by_first.keys().isdisjoint(keys[at]):
                at += 1
                continue
            here = list(self._at(text, read, keys, at))
            found += [TermSpan(number, read[at].start, read[at + size - 1].end)
                      for number, size in here]  # fmt: skip
            at += max((size for _, size in here), default=1)
        return found

    def _at(
        self, text: str, read: Sequence[WordToken], keys: Sequence[frozenset[str]], at: int
    ) -> Iterator[tuple[int, int]]:
        """The longest terms that begin at a word, with their length in words."""
        longest = 0
        seen: set[int] = set()
        candidates = [term for shape in sorted(keys[at]) for term in self._by_first.get(shape, ())]
        for number, key in sorted(
            candidates, key=lambda candidate: (-len(candidate[1]), candidate[0])
        ):
            size = len(key)
            if size < longest or number in seen or at + size > len(read):
                continue
            if all(keys[at + i] & key[i] for i in range(size)) and _unbroken(text, read, at, size):
                longest = size
                seen.add(number)
                yield number, size


def _unbroken(text: str, read: Sequence[WordToken], at: int, size: int) -> bool:
    """Whether nothing but spaces, hyphens and an article stands between the words."""
    return all(
        _between.fullmatch(text, read[i].end, read[i + 1].start) for i in range(at, at + size - 1)
    )


def _telling(text: str, code: str) -> list[WordToken]:
    """The words that tell a term from another: all but articles."""
    every = list(words(text))
    kept = [word for word in every if code != "en" or word.form not in _ARTICLES]
    return kept or every


@lru_cache(1 << 14)
def _shaped(term: str, code: str) -> tuple[frozenset[str], ...]:
    return tuple(shapes(word.form, code) for word in _telling(term, code))


@lru_cache(1 << 14)
def key_of(term: str, code: str) -> str:
    """What the forms of a term share, for grouping."""
    return " ".join(min(forms) for forms in _shaped(term, code))
