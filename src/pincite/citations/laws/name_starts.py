"""Where the name of a law begins, read backwards from its last word.

Only words with capitals, small words between them and stretches in brackets are of a name. It may
begin behind an article or a comma, or where the words with capitals begin.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto

from pincite.citations.laws.name_words import LawNameWords

_WINDOW = 220
_MOST_WORDS = 20
_IN_BRACKETS = 10
_word = re.compile(r"\S+")
_capital = re.compile(r"[“\"‘']?(?:[A-Z][\w’'&/.-]*|\d{1,3}(?:st|nd|rd|th))")
_initials = re.compile(r"(?:[A-Z]\.)+")
_within_brackets = re.compile(r"[\w’'&.,:/-]+")
_joined = re.compile(r" (?:and|or|&) ")


def starts_of(text: str, at: int, words: LawNameWords) -> tuple[int, ...]:
    """Where a name whose last word is at `at` may begin, the nearest to it first."""
    low = max(0, at - _WINDOW, text.rfind("\n", max(0, at - _WINDOW), at) + 1)
    before = [(low + word.start(), word[0]) for word in _word.finditer(text[low:at])]
    if low and before and not text[low - 1].isspace():
        before.pop(0)
    if not before or text[at - 1 : at] != " ":
        return ()
    return _Backwards(text, at, words).over(before[-_MOST_WORDS:])


class _Step(Enum):
    """What a rule decides of a word."""

    OVER = auto()
    """The name may run back over it."""
    STOP = auto()
    """The name runs no further back."""
    NO_NAME = auto()
    """Nor do the words that it has run over since the last start make a name."""


class _Backwards:
    """A walk over the words before `at`, the first rule that decides a word deciding it. The word
    at hand is `word`, at `offset`, and `bare` without its comma. `first` is where the words
    with capitals begin so far, and `in_brackets` how many more words a bracket may have."""

    __slots__ = ("at", "bare", "first", "in_brackets", "offset", "starts", "text", "word", "words")

    def __init__(self, text: str, at: int, words: LawNameWords) -> None:
        self.text = text
        self.at = at
        self.words = words
        self.offset, self.word, self.bare = at, "", ""
        self.first: int | None = None
        self.in_brackets = 0
        self.starts: list[int] = []

    def over(self, before: list[tuple[int, str]]) -> tuple[int, ...]:
        """The places where the name may begin."""
        step = _Step.OVER
        for self.offset, self.word in reversed(before):
            self.bare = self.word.rstrip(",")
            step = self._step()
            if step is not _Step.OVER:
                break
        if step is not _Step.NO_NAME:
            self.begin_at_first()
        return tuple(self.starts)

    def _step(self) -> _Step:
        for rule in _RULES:
            step = rule(self)
            if step is not None:
                return step
        self.first = self.offset
        return _Step.OVER

    def begin_at_first(self) -> None:
        """Note that the name may begin where the words with capitals do; none does in brackets."""
        if self.first is not None and self.text[self.first] != "(":
            self.starts.append(self.first)


def _inside_brackets(walk: _Backwards) -> _Step | None:
    """A word within brackets, or the one that opens them."""
    if not walk.in_brackets:
        return None
    walk.in_brackets -= 1
    if walk.word[0] == "(":
        walk.in_brackets, walk.first = 0, walk.offset
    elif not walk.in_brackets or not _within_brackets.fullmatch(walk.word):
        return _Step.NO_NAME
    return _Step.OVER


def _closes_brackets(walk: _Backwards) -> _Step | None:
    """The last word of brackets: "the Prevention of Corruption (Amendment) Act"."""
    if not walk.bare.endswith(")"):
        return None
    if walk.first is not None and walk.word.endswith(","):
        return _Step.NO_NAME
    if walk.bare[0] == "(":
        walk.first = walk.offset
    else:
        walk.in_brackets = _IN_BRACKETS
    return _Step.OVER


def _article(walk: _Backwards) -> _Step | None:
    """An article: the name may begin behind it, and where it has a capital begins there."""
    if walk.first is None or walk.bare not in ("the", "The"):
        return None
    walk.begin_at_first()
    return _Step.OVER if walk.bare == "the" else _Step.NO_NAME


def _small_word(walk: _Backwards) -> _Step | None:
    """A small word, which may stand between words with capitals and not last: "of", "and"."""
    if walk.bare not in walk.words.small:
        return None
    return _Step.NO_NAME if walk.first is None else _Step.OVER


def _place_of_by_law(walk: _Backwards) -> _Step | None:
    """The place that made a by-law is of its name: "City of Cape Town: Streets By-law"."""
    if walk.bare.endswith(":") and walk.text.startswith("By", walk.at):
        walk.bare = walk.word = walk.bare[:-1]
    return None


def _no_word_of_a_name(walk: _Backwards) -> _Step | None:
    """A word without a capital, one that leads to a name ("Under"), or the end of a sentence."""
    bare, words = walk.bare, walk.words
    if not _capital.fullmatch(bare) or bare in words.leading or _ends(bare, words):
        return _Step.STOP
    return None


def _comma(walk: _Backwards) -> _Step | None:
    """A comma: the name may begin behind it, and does where another law's name ends there."""
    if walk.word == walk.bare:
        return None
    if walk.first is None or walk.bare in walk.words.kinds:
        return _Step.STOP
    walk.starts.append(walk.first)
    return None


def _law_beside(walk: _Backwards) -> _Step | None:
    """The end of another law's name: "the Sherman Act and Clayton Act"."""
    if walk.bare in walk.words.kinds and _joined.match(walk.text, walk.offset + len(walk.word)):
        return _Step.STOP
    return None


_RULES: tuple[Callable[[_Backwards], _Step | None], ...] = (
    _inside_brackets,
    _closes_brackets,
    _article,
    _small_word,
    _place_of_by_law,
    _no_word_of_a_name,
    _comma,
    _law_beside,
)


def _ends(word: str, words: LawNameWords) -> bool:
    """Whether a sentence ends with the word."""
    return word.endswith(".") and word not in words.abbreviated and not _initials.fullmatch(word)
