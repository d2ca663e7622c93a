"""Compares the names of cases word by word, whatever their case, full stops and abbreviations."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources

from rapidfuzz.distance import DamerauLevenshtein

Words = tuple[str, ...]

_MOST_WORDS = 24
_LEAST_LETTERS = 6
_DIRECTIONS = {"n": "north", "s": "south", "e": "east", "w": "west"}
_ENDINGS = frozenset({"co", "inc", "corp", "ltd", "the", "of", "and"})
_MOST_LETTERS = 400
# The page marks of a reporter fall into names: "Lassiter [*243] v. Northampton".
_mark = re.compile(r"\[?\*?[0-9]{1,5}\]")
# A word that the end of a line parted: "Hold- er", "Carachuri- Rosendo".
_parted = re.compile(r"(?<=\w)[-\xad] (?=(\w))")
_glued = re.compile(r"\bv\.(?=\w)")
_word = re.compile(r"[^\W_]+(?:['’.&\-][^\W_]+)*\.?")
# Words that lead up to a name and may have been read as the first of it.
_LEADS = frozenset(
    re.findall(
        r"\S+",
        "in see thus but and under as the our of accord cf also unlike like after before since "
        "because while although whether both either than with by from eg compare contra ex re "
        "prior parte matter on for to that this when where however moreover indeed here again",
    )
)


@cache
def _table() -> dict[str, str]:
    file = resources.files("pincite.citations") / "grammars" / "parties.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))["written_out"]
    return {cut.casefold(): full.casefold() for cut, full in table.items()}


@cache
def written_out() -> dict[str, str]:
    """Words that citations cut down, without case, and what they are written out."""
    # "E." may be the initial of a person, "Tel." a telegraph, "Pac." a part of a longer word: what
    # can be read as the beginning of its word is compared as such.
    return {cut: full for cut, full in _table().items() if not full.startswith(cut.rstrip("."))}


def forms(word: str) -> tuple[str, ...]:
    """A word of a name as it is kept, and as it may be written out."""
    direction = _DIRECTIONS.get(word.rstrip("."))
    if direction and word.endswith("."):
        return (word[:-1], direction, f"{direction}ern")
    full = _table().get(word)
    return (word.rstrip("."), full) if full else (word.rstrip("."),)


@lru_cache(maxsize=8192)
def words_of(name: str) -> Words:
    """A name as it is compared: no case, no stops, no possessive; an abbreviation keeps a mark."""
    found: list[str] = []
    name = _parted.sub(_joined, _mark.sub(" ", name[:_MOST_LETTERS]))
    name = name.casefold().replace("’", "'")
    for match in _word.finditer(_glued.sub("v. ", name)):
        word = match[0].removesuffix("'s")
        word = written_out().get(word, word)
        bare = word.replace(".", "")
        cut = word.endswith(".") and (len(bare) > 1 or bare in _DIRECTIONS)
        found.append(f"{bare}." if cut else bare)
    return tuple(found[:_MOST_WORDS])


def _joined(parted: re.Match[str]) -> str:
    return "-" if parted[1].isupper() else ""


def called_of(words: Words) -> Words:
    """A name without the words that lead up to it: "see in Daubert" calls Daubert."""
    at = 0
    while at < len(words) - 1 and words[at].rstrip(".") in _LEADS:
        at += 1
    return words[at:]


def alike(word: str, other: str) -> bool:
    """Whether two words are one, one of them perhaps cut short: "tel." and "telegraph", "ass'n" and
    "association", "n." and "northern"."""
    if word == other:
        return True
    short, long = sorted((word.rstrip("."), other.rstrip(".")), key=len)
    if short == long:
        return True
    if short in _DIRECTIONS:
        return f"{short}." in (word, other) and long.startswith(_DIRECTIONS[short])
    head, mark, tail = short.partition("'")
    if mark:
        return len(head) > 1 and long.startswith(head) and long.endswith(tail)
    cut = word.endswith(".") if len(word.rstrip(".")) == len(short) else other.endswith(".")
    return cut and len(short) > 1 and long.startswith(short.removesuffix("s"))


def names(words: Words, name: Words) -> bool:
    """Whether the words, whole and side by side, are in the name; or, of a name with "v." in it,
    whether both parties are those of the name, one of them perhaps with a word more or less."""
    if not words:
        return False
    last = len(name) - len(words)
    return any(
        all(alike(word, other) for word, other in zip(words, name[at:], strict=False))
        for at in range(last + 1)
    ) or _same_parties(words, name)


def parties(words: Words) -> tuple[Words, Words] | None:
    """The two sides of a "v."."""
    for at in range(1, len(words) - 1):
        if words[at] in ("v", "v.", "vs", "vs."):
            return words[:at], words[at + 1 :]
    return None


def _same_parties(words: Words, name: Words) -> bool:
    sides, own = parties(words), parties(name)
    if sides is None or own is None:
        return False
    # Words that lead up to the name may have been taken for its first.
    return alike(sides[1][0], own[1][0]) and any(alike(word, own[0][0]) for word in sides[0])


def nearly(words: Words, name: Words) -> bool:
    """Whether the words are the name's with a letter or two amiss, or some of it left out:
    "Ruckleshaus", "Goldsmith-Grant Co." for "J. W. Goldsmith, Jr.-Grant Co."."""
    sides, own = parties(words), parties(name)
    if sides is None and len(pieces := _pieces(words)) > 1 and pieces <= _pieces(name):
        return True
    if sides is not None and own is not None:
        return _close(sides[0][-1], own[0]) and _close(sides[1][0], own[1])
    return sides is None and own is None and len(words) == 1 and _close(words[0], name)


def _pieces(words: Words) -> set[str]:
    return {piece.rstrip(".") for word in words for piece in word.split("-")} - _ENDINGS


def _close(word: str, name: Words) -> bool:
    least = 1 - 2.0 / max(len(word), 1)
    return len(word) >= _LEAST_LETTERS and any(
        DamerauLevenshtein.normalized_similarity(word, other) >= least for other in name
    )
