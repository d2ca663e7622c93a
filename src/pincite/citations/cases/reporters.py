"""What the reporters database knows: eyecite's patterns, by the letters that they need.

Four fifths of the patterns have one shape, "volume reporter page": those need no pattern of their
own, a table of reporters and one pattern for what follows do. The others keep theirs, and stand
under the letters with which their reporter begins.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from typing import Any, NamedTuple, cast

from eyecite.models import CitationToken, Edition
from eyecite.regexes import PAGE_NUMBER_REGEX, nonalphanum_boundaries_re  # pyright: ignore
from eyecite.tokenizers import EXTRACTORS  # pyright: ignore

from pincite.citations.scanning.automaton import Automaton, automaton

PAGE = PAGE_NUMBER_REGEX
OPEN, _close = nonalphanum_boundaries_re("\0").split("\0")
"""With OPEN every pattern begins: the character before the citation, which is none of it."""
_standard = OPEN + r"(?P<volume>[1-9]\d*) (?P<reporter>"
_full = rf"),? (?P<page>{PAGE}){_close}"
_short = rf"),? at\s?(p(\.|age)?)? (?P<page>{PAGE}){_close}"
_number_first = re.compile(
    r"\(\?P<(?:volume|year|issue|title|chapter)>"
    r"(?:\(?(?:\[[^\]]*\]|\\d|\d|[*+|)A]|\{[\d,]*\}))+\),?(?: |\\s\+)\(\?P<reporter>"
)
# Patterns without words of their own begin so.
_beginnings = {
    r"(?P<reporter>S\.?-? ?(?:W|w)": ("S.W", "S.w", "SW", "Sw", "S-W", "S-w", "S.-W", "S.-w"),
    r"(?P<reporter>Cal\. ": ("Cal.",),
    r"(?P<reporter>N\.Y\. ": ("N.Y.",),
    r"(?P<reporter>Tex\. ": ("Tex.",),
}
REFERRING = {
    form: word
    for word in ("id.", "ibid", "supra", "infra")
    for form in (word, word.capitalize(), word.upper())
}


class Pattern(NamedTuple):
    """One of eyecite's, with the editions that its reporter can mean."""

    regex: str
    short: bool
    exact: tuple[Edition, ...]
    variation: tuple[Edition, ...]


class Spelling(NamedTuple):
    """A reporter as one list of editions spells it; `breaks` are the places, counted in its
    letters without spaces, at which a space may stand."""

    breaks: frozenset[int]
    exact: tuple[Edition, ...]
    variation: tuple[Edition, ...]


class Reporters(NamedTuple):
    """`lengths` says, for the first two letters after a number, how long (without spaces) the
    reporters are that begin so; `spelled` and `after_number` hold what has those letters.
    `words` finds the letters of `elsewhere`, the other patterns, and the referring words."""

    lengths: dict[str, tuple[int, ...]]
    spelled: dict[str, tuple[Spelling, ...]]
    after_number: dict[str, tuple[Pattern, ...]]
    elsewhere: dict[str, tuple[Pattern, ...]]
    words: Automaton
    longest: int


@functools.cache
def compiled(regex: str) -> re.Pattern[str]:
    """Most of the patterns are never needed; those that are, are needed again."""
    return re.compile(regex)


@functools.cache
def reporters() -> Reporters:
    spelled: defaultdict[str, list[Spelling]] = defaultdict(list)
    after_number: defaultdict[str, list[Pattern]] = defaultdict(list)
    elsewhere: defaultdict[str, list[Pattern]] = defaultdict(list)
    for pattern, strings in _patterns():
        regex = pattern.regex
        if regex.startswith(_standard) and strings and regex.endswith((_full, _short)):
            if not pattern.short:  # a short form is told by what stands behind the reporter
                for string in strings:
                    spelled[_unspaced(string)].append(_spelling(string, pattern))
            continue
        body = regex[len(OPEN) :]
        strings = strings or next(
            found for beginning, found in _beginnings.items() if beginning in body
        )
        into = after_number if _number_first.match(body) else elsewhere
        for string in dict.fromkeys(map(_unspaced, strings)):
            into[string].append(pattern)
    lengths: defaultdict[str, set[int]] = defaultdict(set)
    for string in (*spelled, *after_number):
        lengths[string[:2]].add(len(string))
    return Reporters(
        {start: tuple(sorted(found)) for start, found in lengths.items()},
        {string: tuple(found) for string, found in spelled.items()},
        {string: tuple(found) for string, found in after_number.items()},
        {string: tuple(found) for string, found in elsewhere.items()},
        automaton((*elsewhere, *REFERRING)),
        max(map(len, (*spelled, *after_number))),
    )


def _patterns() -> list[tuple[Pattern, tuple[str, ...]]]:
    """Those of citations, each with the strings one of which a text must hold."""
    found: list[tuple[Pattern, tuple[str, ...]]] = []
    for extractor in cast("list[Any]", EXTRACTORS):
        if extractor.constructor == CitationToken.from_match:  # pyright: ignore
            extra = cast("dict[str, Any]", extractor.extra)
            editions = (tuple(extra["exact_editions"]), tuple(extra["variation_editions"]))
            strings = tuple(cast("list[str]", extractor.strings))
            found.append((Pattern(extractor.regex, bool(extra["short"]), *editions), strings))
    return found


def _unspaced(text: str) -> str:
    return "".join(text.split())


def _spelling(string: str, pattern: Pattern) -> Spelling:
    breaks: set[int] = set()
    letters = 0
    for char in string:
        if char.isspace():
            breaks.add(letters)
        else:
            letters += 1
            if char == ".":
                breaks.add(letters)
    return Spelling(frozenset(breaks), pattern.exact, pattern.variation)
