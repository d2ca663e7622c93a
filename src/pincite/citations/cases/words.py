"""The word lists and word tests that tell a case's name from the sentence around it."""

from __future__ import annotations

import functools
import re
import tomllib
from importlib import resources
from typing import Any, NamedTuple, cast

from reporters_db import CASE_NAME_ABBREVIATIONS, STATE_ABBREVIATIONS  # pyright: ignore


class CaseNameWords(NamedTuple):
    """The word lists of us-case-names.toml, in lower case."""

    joining: frozenset[str]
    before: frozenset[str]
    inside: frozenset[str]
    common: frozenset[str]
    endings: frozenset[str]
    offices: frozenset[str]
    ministries: frozenset[str]
    bodies: frozenset[str]
    abbreviations: frozenset[str]
    procedural: tuple[tuple[str, ...], ...]
    """As words in lower case, the longest first."""


@functools.cache
def words() -> CaseNameWords:
    file = resources.files("pincite.citations") / "grammars" / "us-case-names.toml"
    data: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))

    def listed(text: str) -> frozenset[str]:
        return frozenset(text.split())

    phrases = sorted((tuple(phrase.split()) for phrase in data["procedural"]["phrases"]), key=len)
    known = cast("tuple[str, ...]", (*CASE_NAME_ABBREVIATIONS, *STATE_ABBREVIATIONS))
    return CaseNameWords(
        joining=listed(data["joining"]),
        before=listed(data["before"]),
        inside=listed(data["inside"]),
        common=listed(data["common"]),
        endings=listed(data["endings"]),
        offices=listed(data["offices"]),
        ministries=listed(data["ministries"]),
        bodies=listed(data["bodies"]),
        abbreviations=listed(data["abbreviations"]["words"]) | {bare(word) for word in known},
        procedural=tuple(reversed(phrases)),
    )


_initials = re.compile(r"[\w.&-]*[.&-][A-Z][a-z]?\.|(?:[A-Za-z]{1,2}\.)+|[A-Z][a-z]?\.|[A-Z]+\.")


def bare(word: str) -> str:
    """In lower case, without the punctuation at its ends."""
    return word.strip("()[]{}“”\"'‘’,.;:*").lower()


def ends_sentence(word: str) -> bool:
    """Whether a sentence ends with this word, as far as the word itself can tell."""
    word = word.rstrip("\"”’')]")
    if word.endswith(("?", "!")):
        return True
    if not word.endswith("."):
        return False
    stem = word.lstrip('("“‘[').rstrip(".")
    if len(stem) <= 3 and stem[:1].isupper() and not stem.isdigit():
        return stem in {"Id", "Act", "Law", "Day"}
    if _initials.fullmatch(word) or "'" in stem or "’" in stem:
        return False
    lower = stem.lower()
    known = words()
    if lower in known.endings or lower in known.joining:
        return False
    return lower not in known.abbreviations and lower.removesuffix("s") not in known.abbreviations


VERSUS = frozenset({"v.", "v", "vs.", "vs", "versus", "[v.", "[v"})
OPENING = "(\"“‘'[{*"
UNBROKEN = "\u00a0"
"""Stands for a space in a stretch in brackets that is of the name, which then is one word."""

_closing = (";", ":", ")", "]", "”", '"', "—", "–", "?", "!", "}")
_within = re.compile(r"\([A-Z][\w.&'’-]{0,20}\),?|[(\[][^()]*\u00a0[^()]*[)\]],?")


def closes(word: str) -> bool:
    """Whether something ends with this word that no name runs over; "(TOC)," is within one."""
    return word.rstrip(",").endswith(_closing) and not _within.fullmatch(word)


def opens(word: str) -> bool:
    """Whether something begins with this word that no name runs back over."""
    return word[0] in OPENING and not _within.fullmatch(word)


def may_be_of_a_name(word: str, plain: str, known: CaseNameWords) -> bool:
    """Whether a case's name may have the word in it; `plain` is the word as `bare` gives it."""
    letter = word.lstrip(OPENING)[:1]
    if letter.isupper() or letter.isdigit() or letter == "$":
        return True
    if plain in known.joining or plain in known.endings or word == "&":
        return True
    if UNBROKEN in word:
        return True
    # eBay, d'Alene, al-Kidd: a capital letter after the first few.
    return any(char.isupper() for char in word[1:4])
