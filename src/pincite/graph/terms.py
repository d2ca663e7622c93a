"""Terms that a document defines for itself, and every place where it uses them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pincite.graph.names import UPPER

_QUOTED = r"[\"“]([^\"“”\n]{1,60}?),?[\"”]"
_in_brackets = re.compile(
    r"\(([^()\"“”\n]{0,60})"
    rf"((?:(?:the |a |an |or |and |each |as |also ){{0,3}}{_QUOTED}[,;]? ?){{1,4}})"
    r"([^()\n]{0,60})\)"
)
_quoted = re.compile(_QUOTED)
_meant = re.compile(
    rf"{_QUOTED},? (?:means|shall mean|has the meaning|shall have the meaning|refers to|merkir)"
    r"(?!\w)"
)
# The first letters of a capitalised word, up to what may be a sign of case or a joint.
_word = re.compile(rf"(?<![\w&-])(?<!\w['’])[{UPPER}]\w*")
_plural = re.compile(r"(?:collectively|together|individually|jointly|each)", re.IGNORECASE)
_MOST_ALIKE = 40


class TermDefinition(NamedTuple):
    """Where a term is defined; `owned` says that the brackets may follow the name they shorten."""

    term: str
    start: int
    end: int
    brackets: int
    owned: bool


class TermUse(NamedTuple):
    """text[start:end] uses a defined term."""

    term: str
    start: int
    end: int


def definitions(text: str) -> list[TermDefinition]:
    found = [
        TermDefinition(quoted[1], *quoted.span(1), match.start(), not _plural.search(match[1]))
        for match in _in_brackets.finditer(text)
        for quoted in _quoted.finditer(text, match.start(2), match.end(2))
    ]
    found += [
        TermDefinition(match[1], *match.span(1), match.start(), False)
        for match in _meant.finditer(text)
    ]
    return [
        definition
        for definition in sorted(set(found), key=lambda definition: definition.start)
        if _is_term(definition.term)
    ]


def _is_term(term: str) -> bool:
    return bool(re.match(rf"[{UPPER}]", term)) and term[-1:].isalnum() and len(term) > 1


def uses(text: str, phrases: Iterable[str]) -> Iterator[TermUse]:
    """Every place where a capitalised phrase stands as words of its own, the longest phrase first.
    One pass over the text: phrases are looked up by their first word."""
    first: dict[str, list[str]] = {}
    for phrase in sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase)):
        word = _word.match(phrase)
        if word and len(first.setdefault(word[0], [])) < _MOST_ALIKE:
            first[word[0]].append(phrase)
    taken = 0
    for match in _word.finditer(text) if first else ():
        if match[0] not in first or match.start() < taken:
            continue
        for phrase in first[match[0]]:
            end = match.start() + len(phrase)
            if text.startswith(phrase, match.start()) and not _goes_on(text, end):
                taken = end
                yield TermUse(phrase, match.start(), end)
                break


def _goes_on(text: str, end: int) -> bool:
    following = text[end : end + 1]
    return (
        following.isalnum()
        or following == "_"
        or (following == "-" and text[end + 1 : end + 2].isalnum())
    )


def defining(places: list[int], at: int) -> int:
    """Of a term's definitions, in order, the index of the one in force at `at`: the last before
    it, or, before them all, the first."""
    return max(bisect_right(places, at) - 1, 0)
