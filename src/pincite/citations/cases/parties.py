"""The short names that a case goes by: which part of a party's name says which case is meant."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple

from pincite.model.mention import Mention

_LONGEST = 120
_lead = re.compile(
    r"(?:In re|In the Matter of|Matter of|Ex parte|Ex rel\.|Estate of|The|Application of|"
    r"Petition of) ",
    re.IGNORECASE,
)
_et_al = re.compile(r",? et al\.?\Z|,? (?:ex rel|a/k/a|d/b/a)\b.*\Z", re.DOTALL)
_least_letters = 3
_CONNECTING = frozenset({"of", "&", "and", "for"})
_DIRECTIONS = {"N.": "North", "S.": "South", "E.": "East", "W.": "West"}


class ShortNames(NamedTuple):
    """`likely` are the names that a case is called by, `unlikely` those that more often mean the
    party itself; `pairs` have both parties."""

    likely: tuple[str, ...]
    unlikely: tuple[str, ...]
    pairs: tuple[str, ...]


@cache
def lists() -> dict[str, Any]:
    file = resources.files("pincite.citations") / "grammars" / "parties.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def words(name: str) -> frozenset[str]:
    """One of the lists of parties.toml."""
    return frozenset(lists()[name])


@cache
def _written_out() -> dict[str, str]:
    return lists()["written_out"]


def short_names(mention: Mention) -> ShortNames:
    parts = mention.parts
    sides = [parts.get("plaintiff", ""), parts.get("defendant", "")]
    if not any(sides):
        return ShortNames(_of_party(parts.get("name", "")), (), ())
    plaintiff, defendant = (_of_party(side) for side in sides)
    pairs = tuple(
        f"{first} v. {other}"
        for first in _with_whole(sides[0], plaintiff)
        for other in _with_whole(sides[1], defendant)
    )
    if plaintiff:
        return ShortNames(plaintiff, defendant, pairs)
    return ShortNames(defendant, (), pairs)


def _with_whole(side: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Beside "v." a party's whole name may stand, be it as common as "United States"."""
    whole = _et_al.sub("", side).strip(" ,")
    return tuple(dict.fromkeys(name for name in (whole, *names) if 1 < len(name) <= _LONGEST))


@lru_cache(maxsize=4096)
def _of_party(party: str) -> tuple[str, ...]:
    """From long to short: "Western Union Tel. Co." is also Western Union; "Chevron U.S.A. Inc."
    Chevron. None of a party that sues and is sued too often."""
    if len(party) > _LONGEST:
        return ()
    name = _et_al.sub("", party).strip(" ,")
    while match := _lead.match(name):
        name = name[match.end() :]
    pieces = name.replace(",", "").split(" ")
    while len(pieces) > 1 and pieces[-1].strip(".,") in words("endings"):
        pieces.pop()
    if _is_generic(name) or _is_generic(" ".join(pieces)):
        return ()
    found = [name]
    for spelled in _spellings(pieces):
        # "Board of Regents" is short for "Board of Regents of State Colleges".
        joined = len(spelled) > 2 and spelled[1] in _CONNECTING
        least = 2 if spelled[0] in words("shared_first") else 1
        lengths = (len(spelled), *((3,) if joined else ()), 2, 1)
        found += [
            " ".join(spelled[:length]) for length in lengths if least <= length <= len(spelled)
        ]
    return tuple(dict.fromkeys(name for name in found if _is_name(name) and not _is_generic(name)))


def _spellings(pieces: list[str]) -> Iterator[list[str]]:
    """As it is cited and as it is written out: "Burlington N." is Burlington Northern, or North."""
    yield pieces
    out = [_written_out().get(piece.replace("’", "'"), piece) for piece in pieces]
    if out != pieces:
        yield out
        if any(piece in _DIRECTIONS for piece in pieces[:2]):
            yield [
                _DIRECTIONS.get(piece, written_out)
                for piece, written_out in zip(pieces, out, strict=True)
            ]


def _is_generic(name: str) -> bool:
    return name in words("generic") or name in words("places")


def _is_name(name: str) -> bool:
    """Whether it begins with a capital and ends with a word, no "of" or "&"."""
    last = name.rpartition(" ")[2]
    return (
        name[:1].isupper()
        and sum(map(str.isalpha, name)) >= _least_letters
        and (last[:1].isupper() or last[:1].isdigit() or len(last) > _least_letters)
        and (" " in name or name[-1] != ".")
        and last not in ("of", "&", "and", "the", "for", "v.")
    )
