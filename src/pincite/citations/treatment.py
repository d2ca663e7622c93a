"""How the words around a mention treat what it cites, by the words of treatment.toml.

The label says of the source cited: "overruled", "distinguished" … where something is done to it;
"overrules", "distinguishes" … where it does something to another; "" where the words say nothing,
say that it was not done, or only speak of doing it.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from pincite.citations.reading import CitableText
from pincite.citations.scanning.automaton import Longest, longest
from pincite.model.mention import CitedKind, Form, Mention

_REACH_BEFORE = 70
_REACH_BEHIND = 260
_CLAUSE = 64
# So many words of a clause before the mention may say that it is not done.
_WORDS = 8
_QUOTES = "quoted"
_LINKS = (" by", " in", " nom.", "'d", "’d")
_clause_end = re.compile(r"[.;:()\[\]\n“”\"]")
_word = re.compile(r"[\w'’]+")
_opening = re.compile(
    r"(?:\A|[.:;?!”\"\n]\s?|\b(?:that|but|and|thus|hold|sum,|accordingly,|therefore,|hence,)\s)\Z",
    re.IGNORECASE,
)
_cited = re.compile(r"(?:[0-9)\]]|supra), \Z")


class _Saying(NamedTuple):
    """What one phrase of treatment.toml says: `way` is by, doing or is. `by_cases` says that a case
    can do it, not only "we" or a court."""

    way: str
    done: str
    does: str
    history: bool
    by_cases: bool


class _Said(NamedTuple):
    start: int
    end: int
    saying: _Saying


def treatment(reading: CitableText, mention: Mention) -> str:
    """Of one mention."""
    start = max(0, mention.start - _REACH_BEFORE - _CLAUSE)
    sayings = _said(reading.text[start : mention.end + _REACH_BEHIND], start)
    return _label(reading.text, mention, _Sayings(sayings))


def treatments(reading: CitableText, mentions: Sequence[Mention]) -> list[str]:
    """Of each mention, in one pass over the text."""
    sayings = _Sayings(_said(reading.text, 0))
    return [_label(reading.text, mention, sayings) for mention in mentions]


class _Sayings:
    """The phrases of a text in order."""

    def __init__(self, sayings: Iterable[_Said]) -> None:
        self._said = list(sayings)
        self._starts = [saying.start for saying in self._said]
        self._ends = [saying.end for saying in self._said]

    def before(self, at: int) -> _Said | None:
        """The last that ends before a place, near it."""
        index = bisect_right(self._ends, at) - 1
        found = self._said[index] if index >= 0 else None
        return found if found and at - found.end <= _REACH_BEFORE else None

    def behind(self, at: int) -> _Said | None:
        index = bisect_left(self._starts, at)
        found = self._said[index] if index < len(self._said) else None
        return found if found and found.start - at <= _REACH_BEHIND else None


def _said(text: str, offset: int) -> list[_Said]:
    sayings = _phrases()
    found: list[_Said] = []
    for last, phrase in _words().iter_long(text):
        start, end = last + 1 - len(phrase), last + 1
        before, after = text[start - 1 : start], text[end : end + 1]
        if not (before.isalnum() or after.isalnum() or before in ("-", "'")):
            found.append(_Said(start + offset, end + offset, sayings[phrase]))
    return found


def _label(text: str, mention: Mention, sayings: _Sayings) -> str:
    if mention.form in (Form.INTERNAL, Form.INFRA):
        return ""
    case = mention.kind is CitedKind.CASE or (
        mention.kind is CitedKind.UNKNOWN and mention.form is not Form.SHORT
    )
    behind = sayings.behind(mention.end) if case else None
    later = _done_behind(text, mention, behind) if behind is not None else ""
    if behind is not None and later and behind.saying.way != "doing":
        return later
    # "The court, applying A, affirmed": it is not A that was affirmed.
    return _earlier(text, mention, sayings, case=case) or later


def _earlier(text: str, mention: Mention, sayings: _Sayings, *, case: bool) -> str:
    before = sayings.before(mention.start)
    gap = _on_the_way().fullmatch(text, before.end, mention.start) if before is not None else None
    if before is None or gap is None or _only_thought().match(text, mention.end):
        return ""
    label = _done_before(text, before, apart="," in gap[0])
    return label if case or label == _QUOTES else ""


def _done_behind(text: str, mention: Mention, found: _Said) -> str:
    gap = _behind().fullmatch(text, mention.end, found.start)
    if gap is None:
        return ""
    saying = found.saying
    apart = gap["comma"] is not None
    after = text[found.end : found.end + 1]
    if saying.way == "is":
        # "A, 1 U.S. 1, is overruled": of A, if no other case can be what the sentence is about.
        first = _opening.search(text, max(0, mention.start - 16), mention.start)
        if (apart and not first) or _is_not_done(text, mention.start):
            return ""
        return saying.done
    if saying.way == "by":
        # "certiorari granted, A, vacated the judgment" speaks of something else.
        whole = after != " " or text.endswith(_LINKS, found.start, found.end)
        return saying.done if whole and (apart or gap["word"]) else ""
    if apart:
        return saying.done if saying.history and after in (",", ".") else ""
    # "Brown overruled Plessy"; but not "Strickland we apply today".
    active = not gap["word"] and after == " " and not gap["bracket"] and saying.by_cases
    return saying.does if active and mention.form is not Form.FULL else ""


def _done_before(text: str, found: _Said, *, apart: bool) -> str:
    """`apart` says that a comma stands between the words and the mention."""
    saying = found.saying
    if saying.way == "is":
        return ""
    if saying.way == "by":
        # "explained in A" speaks of reasons, unless it stands right behind a citation.
        if text.endswith(" in", found.start, found.end):
            behind_one = _cited.search(text, max(0, found.start - 8), found.start)
            return saying.does if behind_one else ""
        return "" if _is_not_done(text, found.start) else saying.does
    if apart:
        # "The court affirmed, A": A is where it did. "A, overruled on other grounds, B": B did.
        return saying.does if saying.history else ""
    return "" if _is_not_done(text, found.start) else saying.done


def _is_not_done(text: str, at: int) -> bool:
    """Whether a word before it in its clause says so."""
    start = max(0, at - _CLAUSE)
    for match in _clause_end.finditer(text, start, at):
        start = match.end()
    words = [match[0].casefold() for match in _word.finditer(text, start, at)][-_WORDS:]
    return any(word in _not_done() or word.endswith(("n't", "n’t")) for word in words)


@cache
def _tables() -> dict[str, Any]:
    file = resources.files("pincite.citations") / "grammars" / "treatment.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _not_done() -> frozenset[str]:
    return frozenset(_tables()["not_done"])


@cache
def _phrases() -> dict[str, _Saying]:
    """Each phrase with either apostrophe, and with a capital where a sentence may open with it."""
    found: dict[str, _Saying] = {}
    for act in _tables()["act"]:
        for way in ("doing", "is", "by"):
            for phrase in act.get(way, ()):
                history = phrase in act.get("history", ())
                by_cases = phrase.split(" ")[0] not in ("we", "Court", "court")
                saying = _Saying(way, act["done"], act["does"], history, by_cases)
                for spelling in (phrase, phrase[0].upper() + phrase[1:]):
                    found[spelling] = found[spelling.replace("'", "’")] = saying
    return found


@cache
def _words() -> Longest:
    return longest(_phrases())


@cache
def _on_the_way() -> re.Pattern[str]:
    return re.compile(rf"[,:]?\s?(?:(?:{_either('on_the_way')})[,:]?\s){{0,2}}[\[“\"(]?")


@cache
def _only_thought() -> re.Pattern[str]:
    return re.compile(rf"(?:, (?:we|I|it|(?:the|this) Court))?\s(?:{_either('only_thought')})\b")


@cache
def _behind() -> re.Pattern[str]:
    return re.compile(
        r"(?P<bracket>\s?\([^()\n]{0,200}\)){0,2}(?P<comma>[,;]|\s?\[|\s?\((?=\w))?\s?"
        rf"(?P<word>(?:{_either('behind')})\s){{0,2}}"
    )


def _either(name: str) -> str:
    options = sorted(_tables()[name], key=lambda table: (-len(table), table))
    return "|".join(re.escape(option).replace("'", "['’]") for option in options)
