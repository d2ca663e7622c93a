"""The names that laws go by in running text: where one begins and ends, held by a corpus or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.laws.name_starts import starts_of
from pincite.citations.laws.name_words import YEAR, LawNameWords, law_name_words
from pincite.citations.laws.values import roman
from pincite.model.mention import CitedKind

DESIGNATION = re.compile(
    rf"(?:,? (?:of )?(?P<year>{YEAR})(?![\d/-]|:\d))?"
    r"(?:,? ?[\[(] ?(?:Chapter|Chap\.?|Cap\.?|Ch\.) ?(?P<chapter>\d{1,4}[A-Z]?(?::\d{1,3})?) ?[\])]"
    r"|,? (?:Chapter|Cap\.?) (?P<bare>\d{1,2}:\d{2}))?"
    rf"(?:,? ?(?P<_open>\( ?)?(?:Act )?(?:No\.? ?)?(?P<number>\d{{1,4}}) of (?P<of>{YEAR})(?!\d)"
    r"(?(_open) ?\)))?",
    re.IGNORECASE,
)
"""What follows a law's name and belongs to it: its year, its chapter, its number."""

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
_more_words = re.compile(r",? (?:of (?:[A-Z]|\d)|(?:No\.? )?\d{1,4} of \d)")


class LawName(NamedTuple):
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


def names(text: str) -> Iterator[LawName]:
    """In order, none within another; of two that end apart, the one that holds the other."""
    waiting: LawName | None = None
    for name in _each(text):
        if waiting is not None and not _holds(name, waiting):
            yield waiting
        waiting = name
    if waiting is not None:
        yield waiting


def _holds(name: LawName, other: LawName) -> bool:
    """ "Constitution of Zimbabwe Amendment Act" is one name and no constitution."""
    first = name.starts[-1] if name.starts else name.start
    return first <= other.core[1] - len(other.head) and name.core[1] >= other.core[1]


def _each(text: str) -> Iterator[LawName]:
    words = law_name_words()
    done = 0
    for at, end, head in sorted((*_hits(text, words), *_given(text, words))):
        if (at and (text[at - 1].isalnum() or text[at - 1] in "-’'")) or at < done:
            continue
        if text[end : end + 1].isalnum() or text[end : end + 2] in ("’s", "'s"):
            continue
        name = _name(text, at, end, head, words)
        if name is not None:
            done = name.core[1]
            yield name


def _hits(text: str, words: LawNameWords) -> Iterator[tuple[int, int, str]]:
    for last, head in words.automaton.iter_long(text):
        yield last + 1 - len(head), last + 1, head


def _given(text: str, words: LawNameWords) -> Iterator[tuple[int, int, str]]:
    """Where letters stand that the text itself gives for a name: "(“PAJA”)"."""
    given = {match[1] for match in _letters.finditer(text) if not roman(match[1])} - words.letters
    if given and len(given) <= _MOST_LETTERS:
        either = re.compile(rf"(?<![\w(“\"’-])(?:{'|'.join(sorted(given))})(?![\w)”\"-])")
        for match in either.finditer(text):
            yield match.start(), match.end(), ""


def _name(text: str, at: int, end: int, head: str, words: LawNameWords) -> LawName | None:
    """The name whose last word, `head`, is text[at:end]; "" stands for letters that the text gave
    a law."""
    if head in words.letters:
        return LawName(at, end, (at, end), CitedKind.STATUTE, head, (at,))
    if not head:
        start = at - 4 if text.startswith("the ", at - 4) else at
        return LawName(start, end, (at, end), CitedKind.STATUTE, head, ())
    further = _further.match(text, end) if head in words.going_on else None
    core_end = end if further is None else further.end()
    starts = starts_of(text, at, words)
    if not starts and further is not None:
        starts = (at,)
    if not starts:
        return _pointed_at(text, at, end, head, words)
    return _designated(text, at, core_end, head, starts, words)


def _pointed_at(text: str, at: int, end: int, head: str, words: LawNameWords) -> LawName | None:
    """ "the said Act": words that point at a law known already."""
    if head in words.also_papers:
        return None
    pointing = words.pointing.search(text, max(0, at - 24), at)
    if pointing is None or _going_on(text, end):
        return None
    return LawName(pointing.start(), end, (at, end), words.kinds[head], head, ())


def _designated(
    text: str, at: int, core_end: int, head: str, starts: tuple[int, ...], words: LawNameWords
) -> LawName | None:
    """A name with the year, chapter and number that follow it."""
    more = DESIGNATION.match(text, core_end)
    stop, year, number, chapter = core_end, "", ("", ""), ""
    if more is not None and more.end() > core_end:
        stop, year = more.end(), more["year"] or ""
        number = (more["number"] or "", more["of"] or "")
        chapter = more["chapter"] or more["bare"] or ""
    if text[starts[0] : at].strip() in words.places:
        # "Richmond, Va., City Code"
        starts = starts[-1:]
    if text[starts[0] : at].strip() in words.not_names | words.places:
        return None
    if head in words.dated and not (number[0] or (year and not text.startswith(" of ", core_end))):
        return None
    core, kind = (starts[0], core_end), words.kinds[head]
    return LawName(starts[0], stop, core, kind, head, starts, year, number, chapter)


def _going_on(text: str, end: int) -> bool:
    """ "the Act of March 3, 1875", "the Code section"."""
    return _more_words.match(text, end) is not None
