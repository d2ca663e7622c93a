"""Libraries of law, opened to be read, and their passages, numbered as pairs name them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from pathlib import Path

from pincite.corpus import CorpusStore
from pincite.indexes.columns import passage_text
from pincite.library import Library
from pincite.matters.matter import Matter
from pincite.model import UNITS, Chunk
from pincite.settings import read_settings
from training.records import Passage

ENGLISH = ("zimbabwe", "dc", "uscode", "cfpb", "bylaws", "scotus", "contracts")
ICELANDIC = ("icelandic",)
STATUTES = ("zimbabwe", "dc", "uscode", "cfpb", "bylaws", "icelandic")
# The library that is a matter, and the folder that matters lie in.
_MATTER = "contracts"
_MATTERS = "matters"
_letters = re.compile(r"[^\W\d_]+")
_NEAR = 2
# Shorter texts are the same by chance.
_TWIN_WORDS = 6


@dataclass(slots=True)
class Document:
    """One work as it stands in a library; the passages of `chunks` are numbered from `first`."""

    corpus: str
    key: int
    name: str
    work: str
    title: str
    day: date | None
    chunks: Sequence[Chunk]
    units: Sequence[str]
    first: int = 0

    def numbers(self) -> range:
        return range(self.first, self.first + len(self.chunks))

    def overlapping(self, start: int, end: int) -> list[int]:
        """Passages that hold any of text[start:end]."""
        return [
            self.first + at
            for at, one in enumerate(self.chunks)
            if one.start < end and start < one.end
        ]

    def chunk(self, number: int) -> Chunk:
        return self.chunks[number - self.first]


class Shelf:
    """The passages of several libraries in one order."""

    def __init__(self) -> None:
        self.passages: list[Passage] = []
        self.documents: list[Document] = []
        self.stores: dict[str, CorpusStore] = {}
        self.by_unit: dict[str, list[int]] = defaultdict(list)
        self.by_work: dict[str, Document] = {}
        self._firsts: list[int] = []
        self._twins: dict[bytes, list[int]] = defaultdict(list)
        self._twin_of: list[bytes] = []
        self._families: dict[str, list[int]] = defaultdict(list)
        self._family_of: list[str] = []

    def add(self, corpus: str, library: Library | Matter) -> None:
        """What is current of every document, in the order of their names."""
        self.stores[corpus] = library.store
        found = [one for one in library.search_index.documents() if one.facets.current]
        for one in sorted(found, key=lambda one: (one.facets.work, one.key)):
            facets, indexed = one.facets, one.chunks()
            document = Document(
                corpus,
                one.key,
                one.name,
                facets.work,
                indexed[0].title if indexed else "",
                facets.start,
                list(library.store.chunks(one.key)),
                [chunk.unit for chunk in indexed],
                len(self.passages),
            )
            self.documents.append(document)
            self._firsts.append(document.first)
            self.by_work[document.work] = document
            units = {chunk.unit for chunk in indexed if chunk.kind in UNITS}
            for chunk in indexed:
                text = passage_text(chunk)
                language = facets.language or "en"
                self._number(Passage(corpus, language, chunk.unit, facets.work, text), units)

    def _number(self, passage: Passage, units: set[str]) -> None:
        number = len(self.passages)
        self.passages.append(passage)
        self.by_unit[passage.unit].append(number)
        family = _family(passage.unit, units, passage.work)
        self._family_of.append(family)
        self._families[family].append(number)
        words = _letters.findall(body(passage.text).casefold())
        twin = b""
        if len(words) >= _TWIN_WORDS:
            twin = blake2b(" ".join(words).encode(), digest_size=12).digest()
            self._twins[twin].append(number)
        self._twin_of.append(twin)

    def document(self, number: int) -> Document:
        return self.documents[bisect_right(self._firsts, number) - 1]

    def of(self, corpora: Iterable[str]) -> Iterator[Document]:
        wanted = set(corpora)
        return (one for one in self.documents if one.corpus in wanted)

    def twins(self, number: int) -> list[int]:
        """Passages of the same words, itself among them."""
        return self._twins[self._twin_of[number]] if self._twin_of[number] else [number]

    def family(self, number: int) -> list[int]:
        """The passages of its section, and of what hangs on that."""
        return self._families[self._family_of[number]]

    def around(self, numbers: Iterable[int], *, near: int = 0) -> set[int]:
        """What is no negative of these: their sections, their twins, and `near` passages before
        and after."""
        found: set[int] = set()
        for number in numbers:
            found.update(self.family(number), self.twins(number))
            document = self.document(number).numbers()
            first, last = max(document.start, number - near), min(document.stop, number + near + 1)
            found.update(range(first, last))
        return found

    def beside(self, numbers: Iterable[int]) -> set[int]:
        """As `around`, with the neighbours, which often answer the same question."""
        return self.around(numbers, near=_NEAR)

    def texts(self, document: Document) -> str:
        return self.stores[document.corpus].text(document.key)


def opened(folder: Path, corpora: Sequence[str]) -> Shelf:
    """The libraries of these names below a folder; nothing is written to them."""
    shelf = Shelf()
    settings = read_settings()
    for name in corpora:
        if name == _MATTER:
            where = folder / _MATTERS / name
            shelf.add(name, Matter(where, settings, slug=name, read_only=True))
        else:
            shelf.add(name, Library(folder / name, settings, read_only=True))
    return shelf


def body(text: str) -> str:
    """A passage without the line of headings that it begins with."""
    return text.partition("\n")[2] or text


def _family(unit: str, units: set[str], work: str) -> str:
    """The topmost unit that a unit hangs on: a comment on a section is of that section."""
    found = unit
    while ":" in unit and unit != work:
        unit = unit.rpartition(":")[0]
        if unit in units and unit != work:
            found = unit
    return found
