"""Acts by the names that the law itself gives them: "This chapter may be cited as the “Railway
Labor Act”". They are looked for when a question names a law that no work goes by."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.citations.scanning.folding import typed
from pincite.citations.works.usual import usual_names
from pincite.indexes.lexical import Concept, FieldWeights, SearchTerm
from pincite.indexes.records import Filters
from pincite.indexes.rows import Rows
from pincite.model.kinds import CONTAINERS
from pincite.search.indexed import Indexed
from pincite.search.law_tree import LawTree
from pincite.text.languages import language
from pincite.text.words import forms

# How many passages with the words of a name are read for it.
_READ = 60
_TEXT = FieldWeights(title=0.0, heading=0.0, text=1.0)
_HEADING = FieldWeights(title=0.0, heading=1.0, text=0.0)
_year = r"(?:,? (?:of )?(?:1[6-9]|20)\d\d)?"
_named = r"(?:may|shall|can) (?:also )?be (?:cited|known|referred to)(?: for all purposes)? as"
_called = r"(?:popularly|commonly|generally|also) (?:known|cited|referred to) as"
_own = re.compile(rf"\bthis (?P<unit>[a-z]+) (?:{_named}|is {_called})", re.IGNORECASE)
_any = re.compile(rf"{_named}|is {_called}", re.IGNORECASE)
_noted = re.compile(r"\bshort title\b", re.IGNORECASE)
# From the words that name an act to the name: other names of it may stand between.
_AS_FAR = 160
_WORKS = frozenset(("title", "act", "code", "law", "ordinance"))
# An act that is only a section of another has no card.
_OF_SECTIONS = frozenset(("section", "subsection", "paragraph", "article"))
# Behind a name: what the law puts there, and no further word of it.
_END = r"(?=[\"'.,;:)\]]| ?\[| \(| or | and | as |$)"
_small = frozenset(("of", "and", "the", "for", "in", "to", "on", "or", "by", "with", "a", "an"))
_dated = re.compile(rf"{_year}$")


class ShortTitle(NamedTuple):
    """Row `row` names an act: `urn` is what it says is the act, "" where it only says where the
    act stands, as a publisher's note does."""

    row: int
    urn: str = ""


@dataclass(frozen=True, slots=True)
class ShortTitles:
    """`texts` gives the heading and the words of rows, `tree` what holds them."""

    indexed: Indexed
    texts: Callable[[Sequence[int]], list[tuple[str, str]]]
    tree: LawTree

    def find(self, names: Iterable[str], filters: Filters) -> ShortTitle | None:
        """What is called by the first of these names that the law gives to anything; None where it
        gives none, or to two things."""
        found = (self._find(name, filters) for name in names)
        return next(filter(None, found), None)

    def _find(self, name: str, filters: Filters) -> ShortTitle | None:
        rows = self._rows(name, ("cite", "know", "refer"), filters)
        wanted = re.compile(_pattern(name), re.IGNORECASE)
        own: list[ShortTitle] = []
        noted: list[ShortTitle] = []
        for row, (_, text) in zip(rows, self.texts(rows), strict=True):
            folded = _folded(text)
            noting = _noted.search(folded)
            own += (
                ShortTitle(row, self._unit(row, match["unit"].lower(), wanted))
                for match in _own.finditer(folded)
                if wanted.search(folded, match.end(), match.end() + _AS_FAR)
            )
            # A note under a section says what the act is called that the section is of.
            if noting and any(
                wanted.search(folded, match.end(), match.end() + _AS_FAR)
                for match in _any.finditer(folded, noting.end())
            ):
                noted.append(ShortTitle(row))
        named = {title.urn: title for title in own if title.urn} or self._headed(name, filters)
        if len(named) == 1:
            return next(iter(named.values()))
        return noted[0] if noted and not named else None

    def _headed(self, name: str, filters: Filters) -> dict[str, ShortTitle]:
        """The parts of a code that have the name for their heading."""
        wanted = re.compile(_pattern(name), re.IGNORECASE)
        return {
            holder.urn: ShortTitle(row, holder.urn)
            for row in self._rows(name, (), filters, _HEADING)
            for holder in self.tree.above(row)
            if holder.kind in CONTAINERS and wanted.fullmatch(_folded(holder.heading).strip(" ."))
        }

    def is_name(self, name: str, filters: Filters) -> bool:
        """Whether the law writes the words with capitals, as names are: "Clean Water Act"."""
        rows = self._rows(name, (), filters)
        words = [word for word in name.split() if word.lower() not in _small]
        written = re.compile(
            r"\b" + r"(?: \w{1,3}){0,3} ".join(re.escape(_capital(word)) for word in words) + r"\b"
        )
        return any(written.search(text) for _, text in self.texts(rows))

    def _rows(
        self, name: str, beside: Sequence[str], filters: Filters, where: FieldWeights = _TEXT
    ) -> list[int]:
        """The passages that have all words of a name, and one of those beside it."""
        rules = language(next(iter(self.indexed.languages()), ""))
        short = re.sub(rf"^(?:the )?(?:{_countries()}) ", "", _folded(name))
        told = [form for form in forms(short) if form not in _small]
        words = tuple(rules.lemmas(form) for form in told)
        if beside:
            words = (*words, tuple(lemma for form in beside for lemma in rules.lemmas(form)))
        allowed: Rows | None = self.indexed.table.allowed(filters)
        rows, _ = self.indexed.lexical.search(
            [Concept((SearchTerm(words, 1.0),))], _READ, self.indexed.table, fields=where,
            allowed=allowed,
        )  # fmt: skip
        return sorted(rows.tolist())

    def _unit(self, row: int, unit: str, name: re.Pattern[str]) -> str:
        """What "this chapter" is, around a row; "this title" and "this Act" may be the work, or
        what has the name for its heading, and "this unit" is the nearest that holds sections."""
        above = self.tree.above(row)
        for holder in above if unit in _WORKS else ():
            if holder.kind in CONTAINERS and name.fullmatch(_folded(holder.heading)):
                return holder.urn
        same = next((holder.urn for holder in above if holder.kind == unit), "")
        if same or unit in _OF_SECTIONS:
            return same
        holders = [holder.urn for holder in above if holder.kind in CONTAINERS]
        return next(iter(holders[-1:] if unit in _WORKS else holders), "")


def _pattern(name: str) -> str:
    """The name as the law may write it: with its year or without, in quotation marks or not."""
    told = re.sub(rf"^(?:the )?(?:{_countries()}) ", "", _folded(name))
    words = [re.escape(word) for word in _dated.sub("", told).split()]
    year = _dated.search(told)
    ending = re.escape(year[0].strip(", ")) if year and year[0] else ""
    more = rf",? {ending}" if ending else _year
    begin = rf"(?:(?<=[\"' ])|^)(?:(?:{_countries()}) )?"
    ends = rf"(?: of (?:the )?(?:{_countries()}))?{_END}"
    return begin + r"\s+".join(words) + more + ends


@functools.cache
def _countries() -> str:
    """What countries are called, which a name may leave out: "Home Rule Act"."""
    called = {typed(name) for names in usual_names().values() for name in names.called}
    return "|".join(re.escape(name) for name in sorted(called, key=len, reverse=True))


def _folded(text: str) -> str:
    return typed(text).replace("“", '"').replace("”", '"')


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
