"""Where the name of a person begins and ends, read from the word that announces it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from pincite.graph.names import UPPER
from pincite.graph.rules import folded, words

_REACH = 160
_MOST_WORDS = 6
_token = re.compile(r"[^\s]+")
INITIAL = re.compile(rf"[{UPPER}]\.(?:-?[{UPPER}]\.)*")
_person_word = re.compile(rf"[{UPPER}][^\W\d_]*(?:['’‐-][^\W\d_]+)*")
_possessive = re.compile(r"['’][sS]?$")
_noise = re.compile(r"[^\w&]+")
_suffix_after = re.compile(r",? (Jr|Sr|JR|SR)\b\.?")

Span = tuple[int, int]
Decision = bool | None
"""Of a word: the name runs over it, stops at it, or the next rule decides."""
OVER, STOP = True, False

Walk = TypeVar("Walk")


def first_decision(rules: Iterable[Callable[[Walk], Decision]], walk: Walk) -> Decision:
    """What the first rule that decides the word at hand says."""
    for rule in rules:
        decision = rule(walk)
        if decision is not None:
            return decision
    return None


@dataclass(slots=True)
class _Forwards:
    """A name that begins at `start` and ends at `end` so far, -1 while it has no word. The word at
    hand is `raw` as it stands, `word` without what follows it, `low` in small letters."""

    text: str
    start: int
    at: int = 0
    raw: str = ""
    word: str = ""
    low: str = ""
    end: int = -1
    count: int = 0
    style: str = ""

    def take_up(self, match: re.Match[str]) -> None:
        self.at, self.raw = match.start(), match[0]
        initial = INITIAL.match(self.raw)
        core = self.raw if initial else self.raw.rstrip(',;:)]}”"*').rstrip(".")
        self.word = _possessive.sub("", core)
        self.low = self.word.casefold().rstrip(".")


def person_after(text: str, start: int) -> Span | None:
    """The person's name that begins at `start`: one to six words of one style of capitals."""
    name = _Forwards(text, start)
    for match in _token.finditer(text, start, start + _REACH):
        name.take_up(match)
        if first_decision(_AFTER, name) is STOP:
            break
    return (start, name.end) if name.end > start else None


def _line_ended(name: _Forwards) -> Decision:
    """A word on the next line is not of the name."""
    return STOP if "\n" in name.text[name.start : name.at] else None


def _suffix(name: _Forwards) -> Decision:
    """A suffix ends the name: "John Smith Jr."."""
    if name.end < 0 or _plain(name.raw) not in folded("people", "suffixes"):
        return None
    stop = name.raw[len(name.word) : len(name.word) + 1]
    name.end = name.at + len(name.word) + (stop == "." and name.low in ("jr", "sr"))
    return STOP


def _comma_before(name: _Forwards) -> Decision:
    """A word behind a comma is not of the name."""
    return STOP if name.end >= 0 and name.text.startswith(",", name.end, name.at) else None


def _initial_first(name: _Forwards) -> Decision:
    """An initial is of the name only if a word follows it."""
    initial = INITIAL.match(name.raw)
    if initial is None:
        return None
    name.count += 1
    return OVER if initial[0] == name.raw else STOP


def _particle(name: _Forwards) -> Decision:
    """A small word within the name: "van", "St."."""
    small = name.word.islower() or name.low == "st"
    return OVER if name.count and small and name.low in folded("people", "particles") else None


def _no_name(name: _Forwards) -> Decision:
    """A word that no person is called, or that says that a judge was named."""
    if not _person_word.fullmatch(name.word) or name.low in folded("people", "not_names"):
        return STOP
    return STOP if name.word in words("judges", "letters") else None


def _word(name: _Forwards) -> Decision:
    """A word of the name, if its capitals are of the same style. Punctuation behind it ends it."""
    style = _style(name.word)
    if name.style and style and style != name.style:
        return STOP
    name.style = name.style or style
    name.end, name.count = name.at + len(name.word), name.count + 1
    if name.word == name.raw and name.count < _MOST_WORDS:
        return OVER
    if name.raw.startswith(",", len(name.word)):
        name.end = _with_suffix(name.text, name.end)
    return STOP


_AFTER = (_line_ended, _suffix, _comma_before, _initial_first, _particle, _no_name, _word)


def _with_suffix(text: str, end: int) -> int:
    """Take in ", Jr." where it follows."""
    match = _suffix_after.match(text, end)
    return match.end() if match else end


@dataclass(slots=True)
class _Backwards:
    """A name that ends at `end` and begins at `start` so far, -1 while it has no word. The word at
    hand is `raw`, its `position` counted from the end."""

    text: str
    end: int
    floor: int
    at: int = 0
    after: int = 0
    raw: str = ""
    position: int = 0
    start: int = -1
    taken: int = 0
    style: str = ""

    def take(self) -> None:
        self.start, self.taken = self.at, self.taken + 1


def person_before(text: str, end: int) -> Span | None:
    """The person's name that ends at `end`."""
    name = _Backwards(text, end, max(0, end - _REACH))
    tokens = list(_token.finditer(text, name.floor, end))
    for name.position, match in enumerate(reversed(tokens)):
        name.at, name.after, name.raw = match.start(), match.end(), match[0]
        if first_decision(_BEFORE, name) is STOP:
            break
    if name.start < 0 or _low_only(text[name.start : end]):
        return None
    return name.start, end


def _cut_off(name: _Backwards) -> Decision:
    """A word on the line before, or one that the window may cut, is not of the name."""
    cut = name.floor and name.at == name.floor
    return STOP if cut or "\n" in name.text[name.after : name.end] else None


def _suffix_last(name: _Backwards) -> Decision:
    """The name ends with a suffix."""
    last = name.position == 0 and _plain(name.raw) in folded("people", "suffixes")
    return OVER if last else None


def _punctuated(name: _Backwards) -> Decision:
    """Punctuation ends what stands before the name, but for the comma before a suffix."""
    if not name.position or name.raw[-1] not in ',;:)”"':
        return None
    if name.start >= 0 or not name.raw.endswith(","):
        return STOP
    name.raw = name.raw[:-1]
    return None


def _initial_word(name: _Backwards) -> Decision:
    """An initial is of the name."""
    if not INITIAL.fullmatch(name.raw):
        return None
    name.take()
    return OVER


def _particle_or_word(name: _Backwards) -> Decision:
    """A small word within the name; any other must be one that people are called."""
    if name.taken and name.raw.casefold() in folded("people", "particles"):
        return OVER if name.raw.islower() else None
    called = _person_word.fullmatch(name.raw) and _plain(name.raw) not in folded(
        "people", "not_names"
    )
    return None if called else STOP


def _word_before(name: _Backwards) -> Decision:
    """A word of the name, if its capitals are of the same style."""
    style = _style(name.raw)
    if name.style and style and style != name.style:
        return STOP
    name.style = name.style or style
    name.take()
    return STOP if name.taken == _MOST_WORDS else OVER


_BEFORE = (_cut_off, _suffix_last, _punctuated, _initial_word, _particle_or_word, _word_before)


def _low_only(name: str) -> bool:
    """Whether nothing but initials and small words stands there."""
    return not any(len(_noise.sub("", word)) > 1 and word[:1].isupper() for word in name.split(" "))


def _style(word: str) -> str:
    letters = word.replace("’", "").replace("'", "").replace("-", "")
    if len(letters) < 2:
        return ""
    # "McDONALD" and "O’Hagan" are of their style all the same.
    return "capitals" if letters.isupper() or letters[2:].isupper() else "title"


def _plain(raw: str) -> str:
    return raw.casefold().rstrip(".,")
