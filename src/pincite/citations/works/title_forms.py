"""The names that a title gives a work by rule: without its year, its acronym, its tail alone."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

_year = re.compile(r",? (?:of )?((?:1[6-9]|20)\d\d)$")
_chapter = re.compile(r",? ?\[Chapter \d{1,2}:\d{1,3}\]$", re.I)
_amended = re.compile(r",? as amended$", re.I)
_bracketed = re.compile(r"\s?\([^()]{1,200}\)")
_other_name = re.compile(r"\(([A-Z][^()]{2,60})\)$")
_constitution = re.compile(
    r"(?P<name>Constitution of (?:the )?(?P<country>[A-Z]\w+(?: (?:of )?[A-Z]\w+){0,4}?))"
    r"(?P<amends> Amendment \(No\. ?\d{1,3}\))?(?P<act> Act)?"
)
_HEADS = (
    "Act",
    "Code",
    "Ordinance",
    "Regulations",
    "Rules",
    "Order",
    "Notice",
    "By-law",
    "By-laws",
)
_SMALL = frozenset(("and", "of", "the", "for", "to", "in", "on", "or", "by", "with", "from", "a"))
_by_law = re.compile(r"\bBy-(law)", re.I)
_ACRONYM = 3


class PlainTitle(NamedTuple):
    """A title without what is told apart from it: year, chapter, "as amended"."""

    name: str
    year: str


class Constitution(NamedTuple):
    """What a title says of a constitution: "Constitution of Zimbabwe", and whether it is written
    as an act that amends, whose schedule may be the constitution itself."""

    name: str
    country: str
    amends: bool


def plain(title: str) -> PlainTitle:
    name = " ".join(html.unescape(title).split())
    year = ""
    for _ in range(3):
        name = _amended.sub("", _chapter.sub("", name))
        if match := _year.search(name):
            name, year = name[: match.start()], match[1]
    return PlainTitle(name.strip(" ,"), year)


def constitution(title: str) -> Constitution | None:
    match = _constitution.fullmatch(plain(title).name)
    return Constitution(match["name"], match["country"], bool(match["amends"])) if match else None


def spellings(name: str) -> list[str]:
    """The name, and how it is also written: brackets left out, "Bylaw", "City of X: " left out."""
    found = [name]
    if ": " in name:
        found.append(name.partition(": ")[2])
    found += [form.replace("(", "").replace(")", "") for form in found]
    found += [_by_law.sub(r"By\1", form) for form in found]
    return list(dict.fromkeys(found))


def other_names(name: str) -> list[str]:
    """What a title gives in brackets at its end: "Truth in Lending (Regulation Z)"."""
    match = _other_name.search(name)
    return [match[1]] if match else []


def acronyms(name: str) -> list[str]:
    """Of the words with a capital: "Consumer Protection Act" gives CPA and "CP Act"."""
    words = re.findall(r"[A-Za-z][\w'’-]*", _bracketed.sub("", name))
    if len(words) < 2 or words[-1] not in _HEADS:
        return []
    capitals = "".join(word[0] for word in words[:-1] if word[0].isupper())
    every = "".join(word[0].upper() for word in words[:-1])
    found: list[str] = []
    for letters in dict.fromkeys((capitals, every)):
        if len(letters) + 1 >= _ACRONYM:
            found += (letters + words[-1][0], f"{letters} {words[-1]}")
        if len(letters) >= _ACRONYM:
            found.append(letters)
    return found


def tails(name: str) -> list[str]:
    """What is left when "X and", "X or" is dropped from the front: "Data Protection Act" of "Cyber
    and Data Protection Act". At least two words with a capital."""
    words = name.split(" ")
    found: list[str] = []
    for at, word in enumerate(words[:-2]):
        if word in ("and", "or", "&") and words[at + 1][:1].isupper():
            found.append(" ".join(words[at + 1 :]))
    return [tail for tail in found if "(" not in tail]


def endings(name: str) -> list[str]:
    """Every tail of a name, whatever is dropped: what a tail must be told apart from."""
    words = name.split(" ")
    return [" ".join(words[at:]) for at in range(len(words) - 1)]
