"""What each case file goes by: the words of its file name, and those that open it."""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from urllib.parse import unquote

from pincite.text.languages import language
from pincite.text.words import WordToken, words

# So much of a document says what it is and whom it is between; its title stands in the first part.
OPENING = 1000
_TITLE = 400
_BEGINNING = 12
_TYPE = 6
_GLUED = 5
_MOST_INITIALS = 6
_camel = re.compile(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=\d)(?=[A-Za-z]{3})|(?<=[A-Za-z]{2})(?=\d)")
_parting = re.compile(r"[_/\\|]+|\.(?=\S)")
# Before the name of a place, and not before that of a party.
_of_place = re.compile(r"\b(?:an?|of|in|at)[\s(]+$")
_dot = re.compile(r"\.\w")
_between = re.compile(r"[\s\-]*")
# Behind the name of a party: its legal form, or what it is called from here on.
_of_party = re.compile(
    r"(?:[\s&'’.,-]+(?:[A-ZÀ-Þ][\w'’.&-]*|of|and|for|the)){0,6}?"
    r"(?:[\s,]+(?:Inc|INC|Corp|CORP|Corporation|CORPORATION|LLC|L\.L\.C|Ltd|LTD|Limited|LIMITED|L\.P|LP"
    r"|plc|PLC|GmbH|GMBH|AG|S\.A|SA|SE|N\.V|Co|Company|COMPANY)\b|[,\s]*\(|[”\"]\s*\))"
)


class NamedFile(NamedTuple):
    """A document by its id, the name of its file, and the words that it begins with."""

    id: str
    name: str
    opening: str


@dataclass(frozen=True, slots=True)
class DocumentCard:
    """Lemmas, by where they stand: `filed` in the name of the file, `capital` in the opening with a
    capital letter, `parties` there in what looks like the name of a party, `small` without one.
    `glued` are runs of letters of the file's name that may be several words; `initials` are of the
    words of either; `titles` are the words of the file's name and of the title, in order."""

    id: str
    filed: frozenset[str]
    capital: frozenset[str]
    parties: frozenset[str]
    small: frozenset[str]
    glued: frozenset[str]
    initials: frozenset[str]
    titles: tuple[tuple[str, ...], ...]

    def goes_by(self, lemma: str) -> bool:
        return lemma in self.filed or lemma in self.capital or lemma in self.initials

    def titled(self, phrase: Sequence[frozenset[str]]) -> bool:
        """Whether the file's name, or the title at its beginning, has a phrase; each word may be
        any of some."""
        size = len(phrase)
        return any(
            all(word in wanted for word, wanted in zip(title[at : at + size], phrase, strict=True))
            for title in self.titles
            for at in range(min(len(title) - size + 1, _BEGINNING))
        )


@dataclass(frozen=True)
class DocumentCards:
    """Of all the documents of a matter, in one language."""

    cards: tuple[DocumentCard, ...]

    @classmethod
    def of(cls, files: Iterable[NamedFile], code: str) -> DocumentCards:
        return cls(tuple(_card(file, code) for file in files))

    def worth(self, lemma: str) -> float:
        """How much a word tells documents apart: 1 where one goes by it or none, 0 where all do."""
        count = len(self.cards)
        often = self._count.get(lemma, 0)
        return math.log(count / often) / math.log(count) if often and count > 1 else 1.0

    def is_known(self, lemma: str) -> bool:
        return lemma in self._names

    def is_ordinary(self, lemma: str) -> bool:
        """Whether an opening has it without a capital."""
        return lemma in self._small

    def filed_as(self, run: str, longer: int) -> frozenset[int]:
        """The places of the documents whose file's name has a run of letters that begins so, and
        is `longer` by as many letters at least."""
        found: set[int] = set()
        for at in range(bisect_left(self._runs, (run, -1)), len(self._runs)):
            word, place = self._runs[at]
            if not word.startswith(run):
                break
            if len(word) >= len(run) + longer:
                found.add(place)
        return frozenset(found)

    @cached_property
    def _runs(self) -> list[tuple[str, int]]:
        return sorted((word, at) for at, card in enumerate(self.cards) for word in card.glued)

    @cached_property
    def _count(self) -> Counter[str]:
        every = (card.filed | card.capital | card.small | card.initials for card in self.cards)
        return Counter(lemma for lemmas in every for lemma in lemmas)

    @cached_property
    def _names(self) -> frozenset[str]:
        every = (card.filed | card.capital | card.initials for card in self.cards)
        return frozenset[str]().union(*every)

    @cached_property
    def _small(self) -> frozenset[str]:
        return frozenset[str]().union(*(card.small for card in self.cards))


def lemma_of(form: str, code: str) -> str:
    """One lemma a word is enough to compare names by."""
    return language(code).lemmas(form.removesuffix("'s").removesuffix("'"))[0]


def _card(file: NamedFile, code: str) -> DocumentCard:
    stop = language(code).stop
    name = unicodedata.normalize("NFC", unquote(file.name)).rpartition("/")[2]
    stem, _, suffix = name.rpartition(".")
    if not stem or len(suffix) > _TYPE or not suffix.isalnum():
        stem = name
    plain = _parting.sub(" ", stem)
    apart = _camel.sub(" ", plain)
    filed = [lemma_of(word.form, code) for word in words(apart) if word.form not in stop]
    opening = file.opening[:OPENING]
    found = [word for word in words(opening) if word.form not in stop]
    capital = {
        lemma_of(word.form, code)
        for word in found
        if opening[word.start].isupper() and not _of_place.search(opening, 0, word.start)
    }
    parties = {
        lemma_of(word.form, code)
        for word in found
        if opening[word.start].isupper() and _of_party.match(opening, word.end)
    }
    small = {
        lemma_of(word.form, code)
        for word in found
        if opening[word.start].islower() and not _in_address(opening, word)
    }
    title = tuple(
        lemma_of(word.form, code) for word in words(opening[:_TITLE]) if word.form not in stop
    )
    glued = {
        "".join(char for char in part if char.isalnum()).casefold()
        for part in plain.split()
        if not _camel.search(part)
    }
    return DocumentCard(
        file.id,
        frozenset(filed),
        frozenset(capital),
        frozenset(parties & capital),
        frozenset(small),
        frozenset(word for word in glued if len(word) >= _GLUED),
        frozenset((*_initials(apart), *_initials(opening[:_TITLE]))),
        (tuple(filed), title),
    )


def _in_address(text: str, word: WordToken) -> bool:
    """Whether a word is part of an address of the internet, which has no capitals."""
    before, after = text[word.start - 1 : word.start], text[word.end : word.end + 2]
    return before in tuple("./@") or after[:1] in tuple("/@") or bool(_dot.match(after))


def _initials(text: str) -> Iterator[str]:
    """Of words with capitals that stand side by side: "NDA", "IP"."""
    run: list[WordToken] = []
    for word in words(text):
        if run and not _between.fullmatch(text[run[-1].end : word.start]):
            run = []
        if not text[word.start].isupper():
            run = []
            continue
        run.append(word)
        for size in range(2, min(len(run), _MOST_INITIALS) + 1):
            yield "".join(one.form[0] for one in run[-size:])
