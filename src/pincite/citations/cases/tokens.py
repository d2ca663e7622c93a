"""The cores of citations in a text, as eyecite's patterns recognise them, in one pass.

Two searches find where a pattern can match at all: numbers with a reporter's first letters behind
them, and the words that the remaining patterns need, looked for in the text without its spaces.
A pattern is then matched there and nowhere else, so the time is linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from typing import NamedTuple

from eyecite.models import Edition
from eyecite.tokenizers import NOMINATIVE_REPORTER_NAMES

from pincite.citations.cases.reporters import (
    OPEN,
    PAGE,
    REFERRING,
    Pattern,
    Reporters,
    compiled,
    reporters,
)

_number = re.compile(r"(?<![0-9A-Za-z])[0-9]{1,6}+A?+,? (?=[A-Za-z(])")
_tail = re.compile(
    rf",? (?P<at>at ?(?:pp?(?:\.|ages?)?)? )?(?P<page>{PAGE}(?(at)[a-j]?)|[—–-]{{2,8}})"
    r"(?![a-zA-Z0-9])"
)
_page_mark = re.compile(r" \[\*{1,2}\d{1,5}\](?= [\dA-Z])")
_digit_near = re.compile(r"[^\n]{0,60}?(?:\d|[ivxlc]+\b|_)")
_reporter_first = OPEN + "(?P<reporter>"
_reach_back = 24
_reach = 160


class Token(NamedTuple):
    """A core: `word` is "cite", "id.", "ibid", "supra" or "infra"; for a cite, `groups` are the
    pattern's and the editions are those that the reporter's letters can mean."""

    start: int
    end: int
    word: str
    short: bool = False
    groups: Mapping[str, str] = {}
    exact: tuple[Edition, ...] = ()
    variation: tuple[Edition, ...] = ()

    @property
    def editions(self) -> tuple[Edition, ...]:
        return self.exact or self.variation

    @property
    def of_a_case(self) -> bool:
        return any(edition.reporter.source == "reporters" for edition in self.editions)


def tokens(text: str) -> list[Token]:
    """In the order of the text, none over another. A page mark between the words of a core is read
    over: "509 U.S. [*2] 579"."""
    marks = [
        mark.span() for mark in _page_mark.finditer(text) if text[mark.start() - 1] in ".0123456789"
    ]
    if not marks:
        return _tokens(text)
    edges = [0, *(edge for mark in marks for edge in mark), len(text)]
    kept = "".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    lengths = [end - start for start, end in marks]
    gone = [0, *accumulate(lengths)]
    stood = [start - before for (start, _), before in zip(marks, gone, strict=False)]
    return [
        token._replace(
            start=token.start + gone[bisect_right(stood, token.start)],
            end=token.end + gone[bisect_right(stood, token.end - 1)],
        )
        for token in _tokens(kept)
    ]


def _tokens(text: str) -> list[Token]:
    known = reporters()
    found = _after_numbers(text, known)
    _elsewhere(text, known, found)
    return _apart(found)


def _after_numbers(text: str, known: Reporters) -> list[Token]:
    found: list[Token] = []
    lengths_of = known.lengths.get
    for number in _number.finditer(text):
        at = number.end()
        head = text[at : at + 3]
        lengths = lengths_of(head[0] + head[1:].lstrip()[:1])
        if lengths is None:
            continue
        words = text[at : at + known.longest + 24].split()
        letters = "".join(words)
        ends = list(accumulate(map(len, words)))
        for length in lengths:
            key = letters[:length]
            if key in known.spelled:
                token = _standard(text, number.start(), at, key, ends, known)
                if token is not None:
                    found.append(token)
            for pattern in known.after_number.get(key, ()):
                token = _matched(pattern, text, number.start())
                if token is not None:
                    found.append(token)
    return found


def _standard(
    text: str, start: int, at: int, key: str, ends: list[int], known: Reporters
) -> Token | None:
    """volume reporter page, the volume at `start`, the reporter at `at`."""
    length = len(key)
    inside = bisect_right(ends, length - 1)
    end = at + length + inside
    tail = _tail.match(text, end)
    if tail is None or text[start] == "0" or not text[start : at - 1].isdigit():
        return None
    breaks = ends[:inside]
    exact: dict[Edition, None] = {}
    variation: dict[Edition, None] = {}
    for spelling in known.spelled[key]:
        if spelling.breaks.issuperset(breaks):
            exact.update(dict.fromkeys(spelling.exact))
            variation.update(dict.fromkeys(spelling.variation))
    if not exact and not variation:
        return None
    groups = {
        "volume": text[start : at - 1],
        "reporter": text[at:end],
        "page": tail["page"],
    }
    return Token(
        start,
        tail.end(),
        "cite",
        tail["at"] is not None,
        groups,
        tuple(exact),
        tuple(edition for edition in variation if edition not in exact),
    )


def _matched(pattern: Pattern, text: str, start: int) -> Token | None:
    """What the pattern matches with its first character at `start`."""
    # The pattern takes the character before it too; a cut end would count as the text's end.
    match = compiled(pattern.regex).match(text, max(start - 1, 0), start + _reach)
    if match is None or match.start(1) != start:
        return None
    return _token(match, pattern, text)


def _token(match: re.Match[str], pattern: Pattern, text: str) -> Token | None:
    start, end = match.span(1)
    groups = match.groupdict()
    if groups.get("section") and _begins_another(match):
        end = match.end("title")
        del groups["section"]
    if end < len(text) and text[end].isalnum() and text[end].isascii():
        return None
    while text[start] == " ":
        start += 1
    while text[end - 1] in ", .":
        end -= 1
    return Token(
        start,
        end,
        "cite",
        pattern.short,
        {name: value.strip(", ") for name, value in groups.items() if value is not None},
        pattern.exact,
        pattern.variation,
    )


def _begins_another(match: re.Match[str]) -> bool:
    """Whether the section of a law by number has no sign: "Pub. L. No. 104-67, 109 Stat. 737"."""
    title = match.end("title") if match.groupdict().get("title") else -1
    return match.end("reporter") < title and not match.string[title : match.start("section")].strip(
        ", "
    )


def _elsewhere(text: str, known: Reporters, found: list[Token]) -> None:
    words = text.split()
    letters = "".join(words)
    ends = list(accumulate(map(len, words)))
    starts = None
    if len(letters) + len(words) - 1 != len(text):  # not canonical: spaces are not all single
        starts = [word.start() for word in re.finditer(r"\S+", text)]

    def place(letter: int) -> int:
        word = bisect_right(ends, letter)
        if starts is None:
            return letter + word
        return starts[word] + letter - (ends[word] - len(words[word]))

    for last, string in known.words.iter(letters):
        start, end = place(last - len(string) + 1), place(last) + 1
        if (start and text[start - 1].isalnum()) or (end < len(text) and text[end].isalpha()):
            continue
        if string in REFERRING:
            if text[start:end] == string:
                found.append(Token(start, end, REFERRING[string]))
        elif _digit_near.match(text, end):
            for pattern in known.elsewhere[string]:
                token = _around(pattern, text, start, end)
                if token is not None:
                    found.append(token)


def _around(pattern: Pattern, text: str, start: int, end: int) -> Token | None:
    """What the pattern matches over its reporter's letters at start:end."""
    if pattern.regex.startswith(_reporter_first):
        return _matched(pattern, text, start)
    regex = compiled(pattern.regex)
    match = regex.search(text, max(0, start - _reach_back), end + _reach)
    while match is not None and match.end(1) <= start:
        match = regex.search(text, match.end(1), end + _reach)
    if match is None or match.start(1) > start or match.end(1) < end:
        return None
    if match.start(1) and text[match.start(1) - 1].isalnum():
        return None
    return _token(match, pattern, text)


def _apart(found: list[Token]) -> list[Token]:
    """Equal ones made one, and of two that overlap the first and longer kept; but a reporter named
    after a man gives way, for he may be a party of the case."""
    kept: list[Token] = []
    end = 0
    for token in sorted(found, key=lambda token: (token.start, -token.end)):
        last = kept[-1] if kept else None
        if last is not None and last[:5] == token[:5]:
            kept[-1] = _merged(last, token)
            continue
        if last is not None and token.start < end:
            if token.word != "cite" or not _nominative(last):
                continue
            kept.pop()
        kept.append(token)
        end = token.end
    return kept


def _merged(token: Token, other: Token) -> Token:
    exact = tuple(dict.fromkeys((*token.exact, *other.exact)))
    either = dict.fromkeys((*token.variation, *other.variation))
    return token._replace(
        exact=exact, variation=tuple(edition for edition in either if edition not in exact)
    )


def _nominative(token: Token) -> bool:
    return (
        token.word == "cite" and token.editions[0].reporter.short_name in NOMINATIVE_REPORTER_NAMES
    )
