"""The laws that a text names as a whole, and what it calls them from then on: "the Act", "PAJA"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pincite.citations.laws import laws
from pincite.citations.laws.acts import called
from pincite.citations.laws.naming import LawName, names
from pincite.citations.reading import CitableText, Locale
from pincite.citations.resolution.antecedents import LAWS
from pincite.model.mention import CitedKind, Form, Mention, Unresolved
from pincite.model.urn import segment


class NamedLaw(NamedTuple):
    """A law as a whole, named by the words that end at `at`. `key` is what the keys of its sections
    begin with, `head` what it is ("Act"), `mention` the index of the one that cites it, else -1."""

    at: int
    key: str
    head: str
    kind: CitedKind
    mention: int = -1


_HEADS = {
    CitedKind.CONSTITUTION: "constitution",
    CitedKind.RULE: "rules",
    CitedKind.REGULATION: "regulations",
}
_head = re.compile(
    r"\b(?:Act|Code|Ordinance|Statute|Constitution|Convention|Treaty|Covenant|Charter|Regulations?|"
    r"Rules|Decree|Proclamation|Directive)\b"
)
_place = re.compile(
    r"(?:, (?:§|sched\.|schedule|part|chapter|title|division|article|art\.) [^,]{1,24})+\Z"
)
_pointing = re.compile(
    r"(?:(?P<said>the said|the same|the aforesaid|said|that|such|this)|the|our|its)\s+",
    re.IGNORECASE,
)
_dated = re.compile(r"(?P<year>(?:1[6-9]|20)[0-9]{2}) (?P<head>\w+)")
_year = re.compile(r"(?:,? of|,)? (?:1[6-9]|20)[0-9]{2}\Z")
_numbered = re.compile(r" [0-9]{1,4}(?= of (?:1[6-9]|20)[0-9]{2}\Z)")
# Titles of codes, in which acts have other numbers than their own.
_code = re.compile(r"urn:lex:us:(?:[0-9]{1,2}(?:usc|cfr)|const)\b")
_act = re.compile(r"urn:lex:(?!is\b)[\w-]+:(?:act|ord|si)\b")
_MOST = 64
_UNITS = {"Code": "section", "Convention": "Article", "Treaty": "Article", "Covenant": "Article"}
# What holds laws and is none itself: "part 575 of Title 12 of the Code of Federal Regulations".
_COLLECTIONS = frozenset({"code of federal regulations", "united states code", "u.s. code"})


def work_of(key: str) -> str:
    """The part of a law's key that names the whole."""
    if key.startswith("urn:"):
        return ":".join(key.split(":", 4)[:4])
    return _place.sub("", key)


def is_act(work: str) -> bool:
    """Whether its sections are numbered from one, as an act's are and a code's are not."""
    return bool(_act.match(work)) if work.startswith("urn:") else not work[:1].isdigit()


def named_works(reading: CitableText, mentions: Sequence[Mention]) -> list[NamedLaw]:
    """In order: those that mentions cite, and those that are only named."""
    text = reading.text
    found = [
        NamedLaw(mention.end, work_of(mention.key), _head_of(text, mention), mention.kind, index)
        for index, mention in enumerate(mentions)
        if mention.kind in LAWS and mention.key and mention.form in (Form.FULL, Form.NAME)
    ]
    for name, _ in names_apart(text, mentions):
        key = whole_of(reading, name)
        found.append(NamedLaw(name.end, key, name.head.casefold(), name.kind))
    return sorted(found, key=lambda law: law.at)


def whole_of(reading: CitableText, name: LawName) -> str:
    """The key of a law that is named as a whole; a code's as it has when a section is cited."""
    if unit := _UNITS.get(name.head):
        words = reading.text[name.start : name.end].replace("\n", " ")
        if urn := _coded(f"{unit} 101 of the {words}", reading.locale.jurisdiction):
            return urn
    return called(reading.text, name, name.start)


@lru_cache(maxsize=512)
def _coded(section: str, jurisdiction: str) -> str:
    found = laws(CitableText(f"It is {section}.", Locale(jurisdiction)))
    key = found[0].key if len(found) == 1 else ""
    return work_of(key) if key.startswith("urn:") else ""


def names_apart(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[LawName, int]]:
    """Names of laws that are in no mention, each with the index of the mention that follows."""
    starts = [mention.start for mention in mentions]
    for name in _names(text):
        at = bisect_right(starts, name.core[0])
        inside = at and mentions[at - 1].end > name.core[0]
        whole = text[name.core[0] : name.core[1]].casefold()
        if not name.known and not inside and whole not in _COLLECTIONS:
            yield name, at


@lru_cache(maxsize=1)
def _names(text: str) -> tuple[LawName, ...]:
    """Finding and resolving both ask for those of the text at hand."""
    return tuple(names(text))


def _head_of(text: str, mention: Mention) -> str:
    heads = _head.findall(text, mention.start, mention.end)
    return heads[-1].casefold() if heads else _HEADS.get(mention.kind, "")


class Works:
    """The laws that a text has named so far, by the names it calls them."""

    def __init__(self) -> None:
        self._by_name: dict[str, NamedLaw] = {}
        self._by_head: dict[str, dict[str, NamedLaw]] = {}
        self._given: dict[str, list[NamedLaw]] = {}
        self._renamed: set[str] = set()

    def name(self, work: NamedLaw) -> None:
        for spelling in _spellings(work.key):
            self._by_name.setdefault(spelling, work)
        held = self._by_head.setdefault(work.head, {})
        # The last named goes last, and of very many the first are forgotten.
        held[work.key] = held.pop(work.key, work)
        if len(held) > _MOST:
            del held[next(iter(held))]

    def define(self, term: str, work: NamedLaw) -> None:
        """A name that the text gives a work: "(the “Act”)"."""
        held = self._given.setdefault(_plain(term), [])
        if all(law.key != work.key for law in held):
            held.append(work)
        self._renamed.add(work.key)

    def same(self, key: str) -> str:
        """The key of the work that a name was given to or that has it with a year, else itself."""
        given = self._given.get(key, ())
        if len(given) == 1:
            return given[0].key
        held = self._by_name.get(key)
        return held.key if held is not None and not given else key

    def called(self, words: str) -> NamedLaw | Unresolved:
        """What "the Act", "the said Code", "the 1996 Act" or a given name means."""
        pointing = _pointing.match(words)
        term = _plain(words[pointing.end() :] if pointing else words)
        if given := self._given.get(term) or self._given.get(_plain(words)):
            return given[0] if len(given) == 1 else Unresolved.AMBIGUOUS
        if held := self._by_name.get(term):
            return held
        dated = _dated.fullmatch(term)
        head = dated["head"] if dated else term.rpartition(" ")[2]
        works = list(self._by_head.get(head, {}).values())
        # One that has a name of its own ("the LRA") is not called "the Act".
        nameless = [work for work in works if work.key not in self._renamed]
        if len(nameless) == 1 and term == head:
            return nameless[0]
        if dated:
            works = [work for work in works if work.key.endswith(dated["year"])]
        elif term != head:
            return Unresolved.AMBIGUOUS if len(works) > 1 else _only(works)
        if pointing and pointing["said"] and works:
            return works[-1]
        return _only(works)


def placed(
    work: NamedLaw, mention: Mention, pins: Iterable[str]
) -> tuple[str, tuple[str, ...]] | None:
    """The key and the targets of a place of the work; None where the work has other numbers."""
    parts = mention.parts
    number = parts.get("section") or parts.get("number") or ""
    other = [f"{kind} {parts[part]}" for part, kind in _OTHERS if part in parts]
    if not work.key.startswith("urn:"):
        place = [*other, *([f"§ {number}"] if number else [])]
        return (", ".join((work.key, *place)), ()) if place else None
    if other or not number or (_code.match(work.key) and work.head != "code"):
        return None
    key = f"{work.key}:{segment(number)}"
    return key, (":".join((key, *map(segment, pins))),)


_OTHERS = (("container", ""), ("schedule", "sched."))


def _only(works: list[NamedLaw]) -> NamedLaw | Unresolved:
    if not works:
        return Unresolved.NOTHING_BEFORE
    return works[0] if len(works) == 1 else Unresolved.AMBIGUOUS


def _plain(words: str) -> str:
    return " ".join(words.casefold().replace("’", "'").split()).removeprefix("the ")


def _spellings(key: str) -> Iterator[str]:
    """The name with and without its year and number; of a URN none."""
    if key.startswith("urn:"):
        return
    yield key
    undated = _year.sub("", _numbered.sub("", key))
    if undated != key:
        yield undated
