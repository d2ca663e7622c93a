"""Where a case's name without "v." begins: "In re Gault", "the Slaughter-House Cases"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pincite.citations.cases.words import (
    OPENING,
    VERSUS,
    CaseNameWords,
    bare,
    closes,
    ends_sentence,
    may_be_of_a_name,
    opens,
)

_MOST_WORDS = 16
_MOST_SHORT = 8
_roman = re.compile(r"[ivxlc]+|[IVXLC]+")
_of_a_court = frozenset({"court", "supreme", "mr", "justice", "judge", "chief"})


class _Word(NamedTuple):
    """A word, `plain` as `bare` gives it, and the word to its right, "" for the last."""

    word: str
    plain: str
    right: str
    known: CaseNameWords


def one_sided(pieces: list[str], known: CaseNameWords, *, comma: bool) -> int | None:
    """The index of its first word, None where the words are no name. `comma` says that a short
    name may be meant, as a comma or the like stands behind it."""
    first = _furthest(pieces, known)
    at = _procedural(pieces, first, known)
    if at is None and comma:
        at = _short_name(pieces, first, known)
    return at


def _furthest(pieces: list[str], known: CaseNameWords) -> int:
    """How far back the words can be of one name."""
    first = len(pieces)
    right = ""
    while first > max(0, len(pieces) - _MOST_WORDS):
        piece = pieces[first - 1]
        word = _Word(piece, bare(piece), right, known)
        if any(stops(word) for stops in _STOPS):
            break
        first -= 1
        right = piece
        if opens(piece):
            break
    return first


def _other_name(word: _Word) -> bool:
    """A "v." is of another name."""
    return word.word in VERSUS


def _closed(word: _Word) -> bool:
    """A bracket or a quotation ends there."""
    return closes(word.word)


def _sentence_before(word: _Word) -> bool:
    """A sentence ends there."""
    return bool(word.right) and ends_sentence(word.word)


def _parted_by_comma(word: _Word) -> bool:
    """A comma parts them, which is not that of "Smith, Inc.," """
    return (
        bool(word.right)
        and word.word.endswith(",")
        and word.plain not in word.known.endings
        and bare(word.right) not in word.known.endings
    )


def _of_the_sentence(word: _Word) -> bool:
    """The word has no capital and is none that joins the words of a name."""
    return not may_be_of_a_name(word.word, word.plain, word.known)


def _leads_in(word: _Word) -> bool:
    """The word stands before names, such as "See"; but "In re" is of one."""
    return (
        word.plain in word.known.before
        and word.plain not in word.known.joining
        and not (word.plain == "in" and word.right.lower() in {"re", "the"})
    )


_STOPS: tuple[Callable[[_Word], bool], ...] = (
    _other_name,
    _closed,
    _sentence_before,
    _parted_by_comma,
    _of_the_sentence,
    _leads_in,
)


def _procedural(pieces: list[str], first: int, known: CaseNameWords) -> int | None:
    """Where "In re", "Ex parte", "State ex rel." stands, with a word behind it."""
    for at in range(first, len(pieces)):
        lowered = tuple(
            bare(word) if "rel" not in word else word.lower() for word in pieces[at : at + 4]
        )
        for phrase in known.procedural:
            if lowered[: len(phrase)] == phrase and at + len(phrase) < len(pieces):
                return at
    return None


def _short_name(pieces: list[str], first: int, known: CaseNameWords) -> int | None:
    """Where the short name of a case begins, which ends with the last word."""
    while first < len(pieces):
        piece = pieces[first].lstrip(OPENING)
        if piece[:1].isupper() and bare(piece) not in known.before:
            break
        first += 1
    words = pieces[first:]
    name = [bare(word) for word in words]
    if not name or any(refuses(words, name, known) for refuses in _NO_NAMES):
        return None
    return first


def _too_long(words: list[str], name: list[str], known: CaseNameWords) -> bool:
    """A short name has few words."""
    return len(name) > _MOST_SHORT


def _only_common_words(words: list[str], name: list[str], known: CaseNameWords) -> bool:
    """No word of it is a name's: "Act", "Section"."""
    return all(word in known.common for word in name)


def _ends_with_number(words: list[str], name: list[str], known: CaseNameWords) -> bool:
    """It is a number or a date: "Part 12"."""
    return words[-1].rstrip(",.").isdigit()


def _only_roman(words: list[str], name: list[str], known: CaseNameWords) -> bool:
    """It is the number of a part: "IV"."""
    return all(_roman.fullmatch(word.strip(OPENING + ",.")) for word in words)


def _names_a_court(words: list[str], name: list[str], known: CaseNameWords) -> bool:
    """A court or a judge is named: "Supreme Court", "Justice Holmes"."""
    return name[0] in _of_a_court


def _only_abbreviations(words: list[str], name: list[str], known: CaseNameWords) -> bool:
    """It is the end of a name alone: "Co., Inc."."""
    return all(word in known.endings or word in known.abbreviations for word in name)


def _ends_with_common_word(words: list[str], name: list[str], known: CaseNameWords) -> bool:
    """It is the name of something else: "Sherman Act"."""
    return len(name) > 1 and name[-1] in known.common and name[-1] not in known.endings


_NO_NAMES: tuple[Callable[[list[str], list[str], CaseNameWords], bool], ...] = (
    _too_long,
    _only_common_words,
    _ends_with_number,
    _only_roman,
    _names_a_court,
    _only_abbreviations,
    _ends_with_common_word,
)
