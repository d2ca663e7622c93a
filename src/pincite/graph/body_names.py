"""Where the name of a body begins, read backwards from the legal form that ends it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.graph.names import UPPER
from pincite.graph.person_names import INITIAL, OVER, STOP, Decision, Span, first_decision
from pincite.graph.rules import folded

_REACH = 160
_MOST_WORDS = 12
_token = re.compile(r"[^\s]+")
_body_word = re.compile(rf"(?:[{UPPER}\d]|[ei](?=[{UPPER}]))[\w.'’&+/!‐-]*|&|\([{UPPER}][\w. ]*\)")
_number = re.compile(r"[\d.,/:‐-]+")


@dataclass(slots=True)
class _Backwards:
    """A name that ends at `end` and begins at `start` so far, -1 while it has no word. The word at
    hand is `raw`, `tokens[index]` as it stands. `ampersand` says that "&" was read, and since then
    only words with a comma."""

    text: str
    end: int
    floor: int
    tokens: list[re.Match[str]]
    index: int = 0
    raw: str = ""
    start: int = -1
    ampersand: bool = False


def body_before(text: str, end: int, floor: int = 0) -> Span | None:
    """The run of capitalised words that ends at `end`, read backwards to the first word that no
    name holds, and not before `floor`. Commas end it, but for a list that "&" closes ("Keefe,
    Bruyette & Woods")."""
    floor = max(floor, end - _REACH)
    tokens = list(_token.finditer(text, floor, end))
    name = _Backwards(text, end, floor, tokens)
    for name.index in range(len(tokens) - 1, max(0, len(tokens) - _MOST_WORDS) - 1, -1):
        name.raw = tokens[name.index][0]
        if first_decision(_RULES, name) is STOP:
            break
    return (name.start, end) if name.start >= 0 else None


def _cut_off(name: _Backwards) -> Decision:
    """A word on the line before, or one that the floor may cut, is not of the name."""
    match = name.tokens[name.index]
    cut = name.floor and match.start() == name.floor
    return STOP if cut or "\n" in name.text[match.end() : name.end] else None


def _punctuated(name: _Backwards) -> Decision:
    """Punctuation ends what stands before the name, but for a comma of its last word or in a list
    that "&" closes."""
    if name.index == len(name.tokens) - 1:
        name.raw = name.raw.rstrip(",")
    elif name.raw[-1] in ',;:)”"':
        if name.raw[-1] != "," or not name.ampersand:
            return STOP
        name.raw = name.raw[:-1]
    return None


def _sentence_before(name: _Backwards) -> Decision:
    """A sentence ends before the name."""
    return STOP if name.raw.endswith(".") and not _inner_stop(name.raw) else None


def _small_word(name: _Backwards) -> Decision:
    """A small word is of the name where it joins two words of it: "Bank of America"."""
    if _low(name) not in ("of", "for", "the", "and", "de"):
        return None
    return OVER if _joins(name.tokens, name.index) else STOP


def _stop_word(name: _Backwards) -> Decision:
    """A word with a capital that stands before names: "See", "Between"."""
    stops = _low(name).rstrip(".,") in folded("organisations", "stop_words")
    return STOP if stops and not name.raw[:1].isdigit() else None


def _word(name: _Backwards) -> Decision:
    """A word of the name; an opened bracket or quotation before it begins the name."""
    word = name.raw.lstrip('(“"[‘')
    if not _body_word.fullmatch(word) or _number.fullmatch(word):
        return STOP
    match = name.tokens[name.index]
    name.ampersand = word == "&" or (name.ampersand and name.raw != match[0])
    name.start = match.start() + len(name.raw) - len(word)
    return OVER if word == name.raw else STOP


_RULES = (_cut_off, _punctuated, _sentence_before, _small_word, _stop_word, _word)


def _low(name: _Backwards) -> str:
    """The word as it stands, in small letters."""
    return name.tokens[name.index][0].casefold()


def _inner_stop(raw: str) -> bool:
    """Whether a full stop inside a name: an initial, or a short abbreviation such as "St."."""
    return (
        bool(INITIAL.fullmatch(raw))
        or len(raw) <= 4
        or raw.casefold() in ("bros.", "assn.", "intl.")
    )


def _joins(tokens: list[re.Match[str]], at: int) -> bool:
    """Whether the small word at `at` stands inside a name rather than before it."""
    if at == 0:
        return False
    word, left = tokens[at][0].casefold(), tokens[at - 1][0]
    if word == "and":
        return False
    if word == "the":
        return at > 1 and tokens[at - 1][0].casefold() == "of" and _joins(tokens, at - 1)
    return left.casefold() in folded("organisations", "may_take_of") and left[:1].isupper()
