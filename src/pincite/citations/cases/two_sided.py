"""Where a case's name with "v." begins, and where its "v." stands: "Brown v. Board"."""

from __future__ import annotations

import re
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

STAR_PAGE = re.compile(r"\[\*\d{1,5}\]")
"""The mark of a page within a text: "[*641]"."""

_signals = frozenset(
    {"see", "also", "e.g", "eg", "cf", "accord", "but", "compare", "contra", "contrast"}
) | {"citing", "cited", "quoting", "quoted", "generally", "with"}
# With these a surname may begin.
_particles = frozenset(
    {"de", "du", "van", "von", "der", "den", "le", "la", "las", "los", "ter", "ten"}
)


class _Word(NamedTuple):
    """The word `pieces[at]`, `right` the one behind it, "" for the last; `versus` is the index of
    the "v." behind it, if there is one."""

    pieces: list[str]
    at: int
    piece: str
    right: str
    versus: int | None
    known: CaseNameWords


def two_sided(pieces: list[str], known: CaseNameWords, *, numbered: bool) -> tuple[int, int] | None:
    """The indexes of its first word and of its "v.", None where the words are no such name.
    `numbered` says that a number before them is that of a note or a paragraph."""
    first, versus, strong = _walk(pieces, known)
    if versus is None:
        return None
    if first == 0 and numbered and pieces[0].isdigit():
        first = 1
    edge = _left_edge(pieces, first, versus, strong, known)
    return None if edge is None else (edge, versus)


def _walk(pieces: list[str], known: CaseNameWords) -> tuple[int, int | None, bool]:
    """Backwards as far as the words can be of one name: where it stops, where its "v." is, and
    whether what stopped it parts sentences or citations rather than words of a sentence."""
    versus: int | None = None
    for at in range(len(pieces) - 1, -1, -1):
        piece = pieces[at]
        right = pieces[at + 1] if at + 1 < len(pieces) else ""
        if _is_versus(pieces, at):
            if versus is not None or at + 1 == len(pieces):
                return at + 1, versus, False
            versus = at
            continue
        if STAR_PAGE.fullmatch(piece):
            continue
        word = _Word(pieces, at, piece, right, versus, known)
        for stops in _STOPS:
            strong = stops(word)
            if strong is not None:
                return at + 1, versus, strong
        if opens(piece):
            return at, versus, True
    return 0, versus, True


def _is_versus(pieces: list[str], at: int) -> bool:
    return pieces[at] in VERSUS or (pieces[at] == "V." and _capitals(pieces, at))


def _closed(word: _Word) -> bool | None:
    """A bracket or a quotation ends before the name."""
    return True if closes(word.piece) else None


def _sentence_before(word: _Word) -> bool | None:
    """A sentence ends before the name."""
    return True if word.right and ends_sentence(word.piece) else None


def _page_before(word: _Word) -> bool | None:
    """A page of another citation stands before the name."""
    page = word.versus is not None and word.piece.endswith(",") and _counts(word.pieces, word.at)
    return True if page else None


def _word_before(word: _Word) -> bool | None:
    """A signal or another word of the sentence stands before the name."""
    plain = bare(word.piece)
    if plain in word.known.before and not _acronym(word.piece, word.right):
        inside = _belongs(word.pieces, word.at, plain, word.versus, word.known)
        return None if inside else plain in _signals
    inside = may_be_of_a_name(word.piece, plain, word.known) or _broken_off(word.pieces, word.at)
    return None if inside else False


# Each says, of a word that cannot be of the name, whether it parts sentences or citations.
_STOPS = (_closed, _sentence_before, _page_before, _word_before)


def _acronym(piece: str, right: str) -> bool:
    """Whether a word that mostly stands before names is letters of one: "Hizmetleri AS v MTN"."""
    return len(piece) > 1 and piece.isupper() and not right.isupper()


def _counts(pieces: list[str], at: int) -> bool:
    """Whether a number with a comma behind it is a page, rather than of "Local 174,"."""
    number = pieces[at][:-1]
    return (
        number[:1].isdigit()
        and number[-1:].isdigit()
        and not (at and pieces[at - 1] in {"Local", "No.", "Lodge", "Dist.", "District"})
    )


def _capitals(pieces: list[str], at: int) -> bool:
    """Whether the words on both sides are in capitals, as in a caption: "ROE V. WADE"."""
    return 0 < at < len(pieces) - 1 and pieces[at - 1].isupper() and pieces[at + 1].isupper()


def _belongs(
    pieces: list[str], at: int, plain: str, versus: int | None, known: CaseNameWords
) -> bool:
    """Whether a word that mostly stands before names is within this one."""
    piece = pieces[at]
    right = pieces[at + 1].lower() if at + 1 < len(pieces) else ""
    if plain == "in" and right in {"re", "the"}:
        return right == "re" or piece == "In"
    if piece == "in" and at and (bare(pieces[at - 1]) in known.bodies or pieces[at - 1][0] == "$"):
        return True  # Women's University in Africa, $124,700 in U.S. Currency
    if versus is None:  # in the second side, where no sentence begins
        return plain in known.joining or (plain in known.inside and piece[:1].isupper())
    if piece[:1].islower() and plain in known.joining:
        # Citizens for a Better Environment, Wisconsin Right to Life
        return at > 0 and pieces[at - 1][:1].isupper() and not pieces[at - 1].endswith(",")
    return False


def _broken_off(pieces: list[str], at: int) -> bool:
    """Whether the word is the rest of one that a line's end broke: "Mar- bury"."""
    before = pieces[at - 1] if at else ""
    return len(before) > 2 and before[0].isupper() and before[-1] == "-" and before[-2].isalpha()


def _left_edge(
    pieces: list[str], first: int, versus: int, strong: bool, known: CaseNameWords
) -> int | None:
    """Where the first side begins, of the words that can be of it."""
    other = first > 0 and (pieces[first - 1] in VERSUS)
    doubtful: int | None = None
    for at in range(versus - 1, first, -1):
        left, right = pieces[at - 1], bare(pieces[at])
        if left.endswith(",") and not _same_party(pieces, at, first, versus, known):
            doubtful = at
            if right in {"and", "the", "or"} or bare(left) in known.before | known.common:
                strong = False
                break
        elif other and right in {"and", "or", "&"}:
            doubtful = at + 1
    if doubtful is not None and (not strong or other or bare(pieces[doubtful]) in {"and", "the"}):
        first = doubtful
    if other and doubtful is None:
        return None
    while first < versus and _no_beginning(pieces, first, versus, strong, known):
        first += 1
    return first if first < versus else None


def _same_party(pieces: list[str], at: int, first: int, versus: int, known: CaseNameWords) -> bool:
    """Whether the comma before word `at` is inside a party's name."""
    right = bare(pieces[at])
    if right in known.endings or right in known.offices or bare(pieces[at - 1]) in known.endings:
        return True
    if _office_before(pieces, at, first, known):
        return True
    rest = pieces[at:versus]
    return "&" in rest or (pieces[at - 1][:-1].isdigit() and at > 1 and pieces[at - 2] == "Local")


def _office_before(pieces: list[str], at: int, first: int, known: CaseNameWords) -> bool:
    """Whether the name begins with an office: "Minister of Health, Western Cape v Goliath"."""
    for place in range(first, at):
        word = pieces[place]
        if word[:1].isupper() and bare(word) in known.ministries:
            led = place > first and pieces[place - 1] == "the"
            return not led and (word.endswith(",") or pieces[place + 1] in {"of", "for", "in"})
    return False


def _no_beginning(
    pieces: list[str], first: int, versus: int, strong: bool, known: CaseNameWords
) -> bool:
    piece = pieces[first].lstrip(OPENING)
    if not piece or piece == "&":
        return True
    if tuple(word.lower() for word in pieces[first : first + 2]) in {("in", "re"), ("ex", "parte")}:
        return False
    if piece[0].islower():
        if piece in _particles:
            behind = [word for word in pieces[first + 1 : first + 3] if word not in _particles]
            return not behind or not behind[0][:1].isupper()
        return not any(char.isupper() for char in piece[1:4])
    if piece[0].isdigit():
        return not strong
    return piece.rstrip(".,") in {"In", "See", "And", "But", "Under", "As", "So", "Nor", "If"}
