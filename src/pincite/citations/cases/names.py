"""The name of a case, read backwards from its citation.

A name ends at the citation, at most a docket number, a year in brackets, a "supra" or a page
between them. It runs back over words with a capital letter and the small words between such, up
to what cannot be of it: a signal, a verb, the end of a sentence, an opened bracket. With "v." in
it, it has two sides; without, it begins with "In re" and the like, is one of the "… Cases", or is
the short name of a case, which must have a comma behind it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.citations.cases.between import between
from pincite.citations.cases.one_sided import one_sided
from pincite.citations.cases.two_sided import STAR_PAGE, two_sided
from pincite.citations.cases.words import OPENING, UNBROKEN, words

_reach = 320
_most_words = 34
# The end of a citation before, also where the next is printed close behind it: "(CA9 1971);New".
_before_this = re.compile(r"\)(?:[;,](?=\S)(?:\[?\d{1,3}\]?)? ?|\. (?=[A-Z][a-z]))")
# What is left of "[* 641]" where a page mark was printed over two words.
_broken_page = re.compile(r"\*?\d{1,5}\]")
# The mark of a note, run together with the word behind it: "97;[9]Brown v. Mississippi".
_note_mark = re.compile(r"[;:.,”\")’]\[\d{1,3}\]$")
_broken_word = re.compile(r"(?<=[a-z])- (?=[a-z])(?!and |or )")
_run_together = re.compile(r"(?<= )v\.(?=[A-Z])")
# Behind one of these a short name needs no comma.
_ENDING = frozenset({"year", "docket", "pin"})
# A stretch in brackets that is of the name: right before the "v.", or with a number.
_bracketed = re.compile(
    r"(?<=[\w.] )\([^()\d]{1,80}\)(?= v\.? )"
    r"|\((?:[Nn]o\.? ?\d{1,2}|[Aa] (?:[Cc]hild|[Mm]inor))\)|\[No\.? ?\d{1,2}\]"
)


class CaseName(NamedTuple):
    """`start` is where the name begins; of a name without "v." `whole` alone is given. `extra` is
    what stood between it and the citation: year, court, docket, pin, supra, hereinafter."""

    start: int
    whole: str
    plaintiff: str
    defendant: str
    extra: dict[str, str]


def name_before(text: str, core: int, floor: int, *, bare_allowed: bool = False) -> CaseName | None:
    """The name that ends at `core`, no part of it before `floor`. With `bare_allowed` a short name
    needs no comma behind it."""
    floor = _earliest(text, core, floor)
    end, extra = between(text, floor, core)
    pieces = _pieces(text, floor, end)
    if not pieces or not pieces[-1]:
        return None
    known = words()
    comma = bare_allowed or text[end : end + 1] == "," or not _ENDING.isdisjoint(extra)
    sides = two_sided(pieces, known, numbered=floor == 0 or text[floor - 1] == "\n")
    first = sides[0] if sides is not None else one_sided(pieces, known, comma=comma)
    if first is None:
        return None
    if _broken_page.fullmatch(pieces[first]):
        first += 1
    start = _start(text, floor, end, pieces[first:])
    whole = _broken_word.sub("", text[start:end]).rstrip(", ")
    if sides is None:
        return CaseName(start, whole, "", "", extra)
    versus = sides[1]
    plaintiff = _plain(pieces[first:versus]).lstrip(OPENING)
    defendant = _plain(pieces[versus + 1 :])
    return CaseName(start, whole, plaintiff, defendant, extra)


def _earliest(text: str, core: int, floor: int) -> int:
    """Where the name may begin at the earliest: behind a line's end, the citation before it, and
    the mark of a note."""
    floor = max(floor, core - _reach, text.rfind("\n", floor, core) + 1)
    for ended in _before_this.finditer(text, floor, core):
        floor = ended.end()
    mark = text.rfind("]", floor, core)
    if mark > 0 and text[mark + 1].isupper():
        note = _note_mark.search(text, max(floor, mark - 5), mark + 1)
        return floor if note is None else mark + 1
    return floor


def _pieces(text: str, floor: int, end: int) -> list[str]:
    """The words that the name may have, each stretch in brackets that is of a name as one."""
    words_before = _run_together.sub("v. ", text[floor:end])
    if "(" in words_before or "[No" in words_before:
        words_before = _bracketed.sub(lambda found: found[0].replace(" ", UNBROKEN), words_before)
    pieces = words_before.rsplit(" ", _most_words)
    if len(pieces) > _most_words or (floor and text[floor - 1].isalnum()):
        return pieces[1:]  # cut in the middle of a word, or of a sentence
    return pieces


def _start(text: str, floor: int, end: int, name: list[str]) -> int:
    """Where the words of the name begin, less the spaces put behind a "v." and the brackets and
    quotation marks opened before it."""
    start = end - len(" ".join(name))
    start += sum(
        floor + versus.start() >= start for versus in _run_together.finditer(text[floor:end])
    )
    while text[start] in OPENING and text[start + 2] != "]":  # but "[B]rown"
        start += 1
    return start


def _plain(pieces: list[str]) -> str:
    kept = " ".join(piece for piece in pieces if not STAR_PAGE.fullmatch(piece))
    return _broken_word.sub("", kept.replace(UNBROKEN, " ")).rstrip(", ")
