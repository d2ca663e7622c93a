"""The names that laws go by in running text: where one begins and ends, held by a corpus or not."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple, cast

from pincite.citations.laws.values import roman
from pincite.citations.scanning.longest import Longest, longest
from pincite.model.mention import CitedKind

_year = r"(?:1[6-9]|20)\d\d"
DESIGNATION = re.compile(
    rf"(?:,? (?:of )?(?P<year>{_year})(?![\d/-]|:\d))?"
    r"(?:,? ?[\[(] ?(?:Chapter|Chap\.?|Cap\.?|Ch\.) ?(?P<chapter>\d{1,4}[A-Z]?(?::\d{1,3})?) ?[\])]"
    r"|,? (?:Chapter|Cap\.?) (?P<bare>\d{1,2}:\d{2}))?"
    rf"(?:,? ?(?P<_open>\( ?)?(?:Act )?(?:No\.? ?)?(?P<number>\d{{1,4}}) of (?P<of>{_year})(?!\d)"
    r"(?(_open) ?\)))?",
    re.IGNORECASE,
)
"""What follows a law's name and belongs to it: its year, its chapter, its number."""

_WINDOW = 220
_MOST_WORDS = 20
_IN_BRACKETS = 10
_word = re.compile(r"\S+")
_capital = re.compile(r"[“\"‘']?(?:[A-Z][\w’'&/.-]*|\d{1,3}(?:st|nd|rd|th))")
_initials = re.compile(r"(?:[A-Z]\.)+")
_unit = r"(?!(?:Sections?|Articles?|Rules?|Regulations?|Parts?|Chapters?|Titles?|Schedules?)\b)"
_further = re.compile(
    r" (?:of|on|for|against|concerning|relating to|to)(?: (?:the|a|an|certain))?"
    rf" {_unit}[A-Z][\w’'-]{{1,20}}"
    r"(?:(?:, (?=(?:[A-Z][\w’'-]{1,20}, ){0,3}[A-Z][\w’'-]{1,20},? and [A-Z])| )"
    r"(?:(?:and|of|the|on|in|for|to|against|or|with|its|their|other) ){0,3}"
    rf"{_unit}[A-Z][\w’'-]{{1,20}}){{0,9}}"
)
_letters = re.compile(r"\((?:the )?[“\"‘']?([A-Z][A-Za-z]{0,2}[A-Z]{1,6})[”\"’']?\)")
_MOST_LETTERS = 40
_joined = re.compile(r" (?:and|or|&) ")
_more_words = re.compile(r",? (?:of (?:[A-Z]|\d)|(?:No\.? )?\d{1,4} of \d)")


class Name(NamedTuple):
    """text[start:end] names a law, year and chapter included; text[core] is the name alone.
    `starts` are the places where it may begin, the nearest to its end first: only what stands
    before tells "Violation of the Clayton Act" from "Protection of the Sea Act". None where the
    words only point at a law known already ("the said Act"), which `start` then begins."""

    start: int
    end: int
    core: tuple[int, int]
    kind: CitedKind
    head: str
    starts: tuple[int, ...]
    year: str = ""
    number: tuple[str, str] = ("", "")
    chapter: str = ""

    @property
    def known(self) -> bool:
        return not self.starts


class _Words(NamedTuple):
    kinds: Mapping[str, CitedKind]
    letters: frozenset[str]
    going_on: frozenset[str]
    also_papers: frozenset[str]
    dated: frozenset[str]
    small: frozenset[str]
    abbreviated: frozenset[str]
    leading: frozenset[str]
    not_names: frozenset[str]
    places: frozenset[str]
    pointing: re.Pattern[str]
    automaton: Longest


@cache
def _words() -> _Words:
    file = resources.files("pincite.citations") / "grammars" / "acts.toml"
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    heads = told["heads"]
    kinds = {
        word: CitedKind.STATUTE if kind == "treaty" else CitedKind(kind)
        for kind in ("statute", "regulation", "rule", "constitution", "treaty")
        for word in heads[kind]
    }
    known = "|".join(heads["known_as"])
    words = {name: frozenset(cast("list[str]", held)) for name, held in heads.items()}
    return _Words(
        kinds=kinds,
        letters=words["letters"],
        going_on=words["going_on"],
        also_papers=words["also_papers"],
        dated=words["dated"],
        small=words["small"],
        abbreviated=words["abbreviated"],
        leading=words["leading"],
        not_names=words["not_names"],
        places=words["places"],
        pointing=re.compile(
            rf"(?<!\w)(?:the|that|said|such)(?: (?:{known}|{_year}))? $", re.IGNORECASE
        ),
        automaton=longest((*kinds, *words["letters"])),
    )


def names(text: str) -> Iterator[Name]:
    """In order, none within another; of two that end apart, the one that holds the other."""
    waiting: Name | None = None
    for name in _each(text):
        if waiting is not None and not _holds(name, waiting):
            yield waiting
        waiting = name
    if waiting is not None:
        yield waiting


def _holds(name: Name, other: Name) -> bool:
    """ "Constitution of Zimbabwe Amendment Act" is one name and no constitution."""
    first = name.starts[-1] if name.starts else name.start
    return first <= other.core[1] - len(other.head) and name.core[1] >= other.core[1]


def _each(text: str) -> Iterator[Name]:
    told = _words()
    done = 0
    for at, end, head in sorted((*_hits(text, told), *_given(text, told))):
        if (at and (text[at - 1].isalnum() or text[at - 1] in "-’'")) or at < done:
            continue
        if text[end : end + 1].isalnum() or text[end : end + 2] in ("’s", "'s"):
            continue
        name = _name(text, at, end, head, told)
        if name is not None:
            done = name.core[1]
            yield name


def _hits(text: str, told: _Words) -> Iterator[tuple[int, int, str]]:
    for last, head in told.automaton.iter_long(text):
        yield last + 1 - len(head), last + 1, head


def _given(text: str, told: _Words) -> Iterator[tuple[int, int, str]]:
    """Where letters stand that the text itself gives for a name: "(“PAJA”)"."""
    given = {match[1] for match in _letters.finditer(text) if not roman(match[1])} - told.letters
    if given and len(given) <= _MOST_LETTERS:
        either = re.compile(rf"(?<![\w(“\"’-])(?:{'|'.join(sorted(given))})(?![\w)”\"-])")
        for match in either.finditer(text):
            yield match.start(), match.end(), ""


def _name(text: str, at: int, end: int, head: str, told: _Words) -> Name | None:
    if head in told.letters:
        return Name(at, end, (at, end), CitedKind.STATUTE, head, (at,))
    if not head:
        start = at - 4 if text.startswith("the ", at - 4) else at
        return Name(start, end, (at, end), CitedKind.STATUTE, head, ())
    core_end = end
    further = _further.match(text, end) if head in told.going_on else None
    if further is not None:
        core_end = further.end()
    starts = tuple(_starts(text, at, told))
    kind = told.kinds[head]
    if not starts:
        pointing = told.pointing.search(text, max(0, at - 24), at)
        if further is not None:
            starts = (at,)
        elif pointing is None or head in told.also_papers:
            return None
        else:
            if _going_on(text, end):
                return None
            return Name(pointing.start(), end, (at, end), kind, head, ())
    more = DESIGNATION.match(text, core_end)
    stop, year, number, chapter = core_end, "", ("", ""), ""
    if more is not None and more.end() > core_end:
        stop, year = more.end(), more["year"] or ""
        number = (more["number"] or "", more["of"] or "")
        chapter = more["chapter"] or more["bare"] or ""
    if text[starts[0] : at].strip() in told.places:
        # "Richmond, Va., City Code"
        starts = starts[-1:]
    if text[starts[0] : at].strip() in told.not_names | told.places:
        return None
    if head in told.dated and not (number[0] or (year and not text.startswith(" of ", core_end))):
        return None
    return Name(starts[0], stop, (starts[0], core_end), kind, head, starts, year, number, chapter)


def _going_on(text: str, end: int) -> bool:
    """ "the Act of March 3, 1875", "the Code section"."""
    return _more_words.match(text, end) is not None


def _starts(text: str, at: int, told: _Words) -> Iterator[int]:
    """Where a name that ends with the word at `at` may begin, the nearest first: behind an article,
    and where the words with capitals begin."""
    low = max(0, at - _WINDOW, text.rfind("\n", max(0, at - _WINDOW), at) + 1)
    words = [(low + one.start(), one[0]) for one in _word.finditer(text[low:at])]
    if low and words and not text[low - 1].isspace():
        words.pop(0)
    if not words or text[at - 1 : at] != " ":
        return
    first: int | None = None
    bracket = 0
    for offset, word in reversed(words[-_MOST_WORDS:]):
        if bracket:
            bracket -= 1
            if word[0] == "(":
                bracket, first = 0, offset
            elif not bracket or not re.fullmatch(r"[\w’'&.,:/-]+", word):
                return
            continue
        bare = word.rstrip(",")
        if bare.endswith(")"):
            if first is not None and word.endswith(","):
                return
            if bare[0] == "(":
                first = offset
            else:
                bracket = _IN_BRACKETS
            continue
        if first is not None and bare in ("the", "The"):
            if text[first] != "(":
                yield first
            if bare == "The":
                return
            continue
        if bare in told.small:
            if first is None:
                return
            continue
        if bare.endswith(":") and text.startswith("By", at):
            # "City of Cape Town: Streets By-law"
            bare = word = bare[:-1]
        if not _capital.fullmatch(bare) or bare in told.leading or _ends(bare, told):
            break
        if word != bare:
            if first is None or bare in told.kinds:
                break
            yield first
        if bare in told.kinds and _joined.match(text, offset + len(word)):
            break
        first = offset
    if first is not None and text[first] != "(":
        yield first


def _ends(word: str, told: _Words) -> bool:
    """Whether a sentence ends with the word."""
    return word.endswith(".") and word not in told.abbreviated and not _initials.fullmatch(word)
