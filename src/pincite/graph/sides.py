"""The names on one side of a caption, which may run over several short lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.graph.names import name_key
from pincite.graph.records import EntityFinding
from pincite.graph.roles import patterns
from pincite.graph.rules import folded, spellings, words

_MOST_NAMES = 40
_MOST_WORDS = 24

SMALL = frozenset({"of", "the", "and", "for", "de", "la", "van", "von", "&", "del", "in", "on"})
NOISE = re.compile(r"[\s)\]|_*.,;:§}–—-]+")

_AND = re.compile(r",? (?:and|AND) |; (?:and |AND )?|\v")
_run = re.compile(r"[ \v]+")
_token = re.compile(r"\S+")
_others = re.compile(r"(?<!\w)et al", re.IGNORECASE)
_ordinal = re.compile(r" (?:1st|2nd|3rd|\d+th|first|second|third|fourth|fifth)$", re.IGNORECASE)
_pages = re.compile(r"\d+[-–]\d+$")
_stops = ("dba ", "d/b/a ", "f/k/a ", "ex ", "et ", "obo ")
# More between two words than a line's end: the other column of the caption was printed there.
_across = re.compile(r"\v\v| \v|\v ")


class Side(NamedTuple):
    """The words of a side on one line, and where each of its characters stands."""

    text: str
    places: Sequence[int]


def side(view: str, start: int, stop: int, *, plural: bool) -> Side:
    """`view` has a vertical tab where a line ends or another column is left out. Line ends part
    names only where several are announced and neither a comma nor "and" parts them."""
    apart = plural and not re.search(r"[,;]|(?<!\w)(?:and|AND|&)(?!\w)", view[start:stop])
    chars: list[str] = []
    places: list[int] = []
    at = start
    for run in _run.finditer(view, start, stop):
        chars.append(view[at : run.start()])
        places.extend(range(at, run.start()))
        chars.append("\v" if apart and "\v" in run[0] else " ")
        places.append(run.start())
        at = run.end()
    chars.append(view[at:stop])
    places.extend(range(at, stop))
    return Side("".join(chars), places)


def parties_of(
    view: str, start: int, stop: int, rule: str, role: str, *, plural: bool, whole: bool = False
) -> Iterator[EntityFinding]:
    """The parties named in view[start:stop]; if `whole`, that is one name, commas and all. A name
    that the other column of the caption runs through is kept whole, and its mention ends where that
    column begins."""
    # "ANN LEE, ACTING DIRECTOR, et al., Petitioners": the others are not named.
    plural = plural and not _others.search(view, start, stop)
    if noise := NOISE.match(view, start, stop):
        start = noise.end()
    found = side(view, start, stop, plural=plural)
    span = _name(found.text, 0, len(found.text)) if whole else None
    for first, last in [span] if span else _names(found.text, plural=plural):
        name = found.text[first:last]
        begin, end = found.places[first], found.places[last - 1] + 1
        if cut := _across.search(view, begin, end):
            end = begin + len(view[begin : cut.start()].rstrip(" ,;"))
        yield EntityFinding("party", begin, end, name_key(name), name, rule, role)


def first_party(
    view: str, start: int, stop: int, rule: str, role: str = "party"
) -> EntityFinding | None:
    return next(parties_of(view, start, stop, rule, role, plural=False), None)


def _names(text: str, *, plural: bool) -> Iterator[tuple[int, int]]:
    """The names of one side. "and" and commas part them only where more than one is announced and
    no legal form or description shows that the words belong together."""
    parts: list[tuple[int, int]] = []
    at = 0
    for joint in _AND.finditer(text):
        lone = joint[0].strip(" ").casefold() == "and"
        if lone and not (plural and joint.start() - at < 80):
            continue
        parts.append((at, joint.start()))
        at = joint.end()
    parts.append((at, len(text)))
    for first, last in parts[:_MOST_NAMES]:
        yield from _pieces(text, first, last, plural=plural)


def _pieces(text: str, start: int, stop: int, *, plural: bool) -> Iterator[tuple[int, int]]:
    at, leading = start, True
    while at < stop:
        comma = text.find(", ", at, stop)
        end = comma if comma >= 0 else stop
        while comma >= 0 and is_form(text, comma + 2, stop):
            comma = text.find(", ", comma + 2, stop)
            end = comma if comma >= 0 else stop
        piece = text[at:end].casefold().lstrip()
        described = piece.startswith(words("parties", "descriptions"))
        counts = leading or (plural and not described and " " in piece.strip())
        if counts and (span := _name(text, at, end)):
            yield span
        at, leading = end + 2, False


def is_form(text: str, at: int, stop: int) -> bool:
    end = min(x for x in (text.find(",", at, stop), text.find(" ", at, stop), stop) if x >= 0)
    return text[at:end].casefold() in spellings("organisations", "forms")


def _name(text: str, start: int, stop: int) -> tuple[int, int] | None:
    """Trim to the words of the name itself."""
    if noise := NOISE.match(text, start, stop):
        start = noise.end()
    article = text[start : start + 4].casefold() == "the "
    start += 4 if article else 0
    end, count = start, 0
    for match in _token.finditer(text, start, stop):
        word = match[0].strip('()[],;:”“"')
        low = word.casefold()
        if match[0].startswith(("(", "[")) or f"{low} ".startswith(_stops) or _pages.match(word):
            break
        if low in SMALL and match.start() > start:
            continue
        if not (
            word[:1].isupper() or word[:1].isdigit() or low in spellings("organisations", "forms")
        ):
            break
        end = match.start() + len(match[0].rstrip(',;:)]”"'))
        count += 1
        if count > _MOST_WORDS:
            return None
    end = start + len(_without_tail(text[start:end]))
    name = text[start:end]
    first = name.split(" ", 1)[0].casefold().strip(".,")
    if (
        len(name) < 2
        or first in SMALL
        or first in folded("parties", "not_parties")
        or patterns().roles.fullmatch(name)
        or not any(map(str.isalpha, name))
        # "DIRECTOR, OFFICE OF PROGRAMS" is an office, "THE STATE" a party.
        or (not article and name.casefold() in folded("people", "not_names"))
    ):
        return None
    return start, end


def _without_tail(name: str) -> str:
    """Without "FIRST" of "FIRST RESPONDENT", and a full stop that is not the name's own."""
    if ordinal := _ordinal.search(name):
        name = name[: ordinal.start()]
    own = (
        name[-3:-2] in (" ", ".")
        or name.rpartition(" ")[2].casefold() in spellings("organisations", "forms")
        or name.casefold().endswith(("jr.", "sr."))
    )
    return name[:-1] if name.endswith(".") and not own else name
