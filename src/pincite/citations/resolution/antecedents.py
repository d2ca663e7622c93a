"""Remembers the sources that a text has cited so far, by every name it may use for them later."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from pincite.citations.cases.wording import Words, called_of, forms, names, parties, words_of
from pincite.citations.resolution.pins import Measure, MeasuredPin
from pincite.model.mention import CitedKind, Form, Mention, Unresolved

Volume = tuple[str, str]
"""A volume and its reporter, spelled alike however it is written: ("509", "us")."""

LAWS = frozenset({CitedKind.STATUTE, CitedKind.REGULATION, CitedKind.RULE, CitedKind.CONSTITUTION})
# The longest opinions of the official reports fill some three hundred pages.
LONGEST = 300
# A word that more sources share than this says nothing; looking at all of them would take time.
_MOST_SHARED = 48
_MOST_NAMES = 24
_unspaced = re.compile(r"[\s.]+")
_yearly = re.compile(r"\[?(?:1[5-9]|20)[0-9]{2}\]?(?: .{1,5})?")
_place = re.compile(r"(\S{1,8}) (\D.{0,60}) ([0-9]{1,7}|_+)(?: \(.*\))?")
_number = re.compile(r"[0-9]{1,7}")
_stem = re.compile(r"[0-9]{2,5}(?=[a-zA-Z-]|\Z)")


@dataclass(slots=True, eq=False)
class CitedSource:
    """A source that the text cites. `first` is the mention that named it first; `pages` are where
    it begins, by volume."""

    key: str
    kind: CitedKind
    first: int
    targets: tuple[str, ...] = ()
    pages: dict[Volume, int] = field(default_factory=dict[Volume, int])
    names: list[Words] = field(default_factory=list[Words])
    measures: set[Measure] = field(default_factory=set[Measure])
    merged: CitedSource | None = None

    def root(self) -> CitedSource:
        """The source that this was found to be the same as, or itself."""
        found = self
        while found.merged is not None:
            found = found.merged
        return found


class Meaning:
    """What a mention was tied to: a source or a key, or the reason why to nothing."""

    __slots__ = ("antecedent", "key", "reason", "source", "targets")

    def __init__(
        self,
        source: CitedSource | None = None,
        antecedent: int = -1,
        targets: tuple[str, ...] = (),
        *,
        key: str = "",
        reason: Unresolved | None = None,
    ) -> None:
        self.source = source
        self.antecedent = antecedent
        self.targets = targets
        self.key = key
        self.reason = reason


def work_and_section(key: str) -> tuple[str, str]:
    """The code or act, and the number of the section, "" for the whole."""
    if not key.startswith("urn:"):
        work, _, section = key.partition(", § ")
        return work, section
    pieces = key.split(":")
    return ":".join(pieces[:4]), "".join(pieces[4:5])


def volume_of(volume: str, reporter: str) -> Volume:
    return volume.strip(), _unspaced.sub("", reporter).casefold()


def cited_volumes(mention: Mention) -> list[tuple[Volume, int]]:
    """Where a case or an article begins: volume and first page, -1 where the page is blank. An old
    case has two: 21 How. 582 is 62 U.S. 582."""
    parts = mention.parts
    found = [(parts.get("volume", ""), parts.get("reporter", ""), parts.get("page", ""))]
    if match := _place.fullmatch(mention.key):
        found.insert(0, (match[1], match[2], match[3]))
    places = {
        volume_of(volume, reporter): int(page) if _number.fullmatch(page) else -1
        for volume, reporter, page in reversed(found)
        if volume and reporter
    }
    return list(reversed(places.items()))


def party_names(mention: Mention) -> list[Words]:
    """Each party's name and both with the "v." between them."""
    parts = mention.parts
    sides = [words_of(parts.get(side, "")) for side in ("plaintiff", "defendant")]
    found = [words for words in sides if words]
    if len(found) > 1:
        found.append((*sides[0], "v", *sides[1]))
    found += [
        words
        for part in ("name", "author", "hereinafter")
        if (words := words_of(parts.get(part, "")))
    ]
    return found


class Antecedents:
    """The sources cited so far. A look-up takes no longer when there are more of them."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self.sources: list[CitedSource] = []
        self._by_key: dict[str, CitedSource] = {}
        self._by_volume: dict[Volume, list[CitedSource]] = {}
        self._by_word: dict[str, list[CitedSource]] = {}
        self._by_section: dict[str, list[CitedSource]] = {}
        self._defined: dict[Words, list[CitedSource]] = {}
        self.works: dict[str, CitedSource] = {}
        self._last: dict[str, int] = {}
        self._cited = 0
        self._by_stem: dict[str, dict[str, CitedSource]] = {}
        self._by_start: dict[tuple[Volume, int], CitedSource] = {}
        self._unpaged: dict[tuple[Volume, Words], CitedSource] = {}
        self._starts = _first_pages(mentions)

    def add(self, index: int, mention: Mention, beside: CitedSource | None = None) -> CitedSource:
        """The source of a mention that says it all; `beside` is the one it is a parallel of."""
        places = cited_volumes(mention) if mention.kind in _PAGED else []
        # "585 U. S. ___" is the name of no one case.
        blank = bool(places) and places[0][1] < 0 and mention.form is Form.FULL
        source = None if blank else self._by_key.get(mention.key)
        source = source.root() if source else None
        beside = beside.root() if beside else None
        if beside is not None and not _together(beside, source, places):
            beside = None
        if source is None:
            source = beside or (self._same_names(mention, places[0][0]) if blank else None)
        elif beside is not None and beside is not source:
            _merge(beside, source)
            source = beside
        if source is None:
            source = CitedSource(mention.key, mention.kind, index, mention.targets)
            self.sources.append(source)
        if not blank:
            self._by_key.setdefault(mention.key, source)
        self._learn(source, mention, places)
        return source

    def define(self, term: str, source: CitedSource) -> None:
        """A name that the text gives a source: "[hereinafter Report]"."""
        held = self._defined.setdefault(words_of(term), [])
        if source not in held:
            held.append(source)

    def given(self, term: str) -> list[CitedSource]:
        """The sources that the text gave this name."""
        return _distinct(self._defined.get(words_of(term), ()))

    def in_volume(self, volume: Volume) -> list[CitedSource]:
        """The cases cited from a volume; of very many, the first."""
        return _distinct(self._by_volume.get(volume, [])[:_MOST_SHARED])

    def on_page(self, volume: Volume, page: int) -> CitedSource | None:
        """The case that the page is in, if any of those cited: the last that begins before it."""
        starts = self._starts.get(volume, [])
        at = bisect_right(starts, page)
        first = starts[at - 1] if at else -1
        source = self._by_start.get((volume, first))
        return source.root() if source and page - first <= LONGEST else None

    def named(self, name: str) -> list[CitedSource]:
        """The sources that go by this name, at best one; a name given to a source goes first."""
        words = words_of(name)
        for wanted in (words, called_of(words)):
            if given := self._defined.get(wanted):
                return _distinct(given)
            if not wanted:
                continue
            shared = min(self._sharing(wanted), key=len, default=list[CitedSource]())
            if len(shared) > _MOST_SHARED:
                return _distinct(shared[:_MOST_SHARED])
            found = [
                source for source in shared if any(names(wanted, name) for name in source.names)
            ]
            if found:
                exactly = [source for source in found if "v" in wanted and wanted in source.names]
                return _distinct(exactly or found)
        sides = parties(words)
        if sides is None:
            return []
        shared = self._by_word.get(sides[1][0].rstrip("."), [])[:_MOST_SHARED]
        return _distinct(
            source for source in shared if any(names(words, own) for own in source.names)
        )

    def _sharing(self, words: Words) -> Iterator[list[CitedSource]]:
        """For each of the words the sources that have it; a word that some write out and others cut
        short may be in none."""
        for word in words:
            if held := self._by_word.get(word.rstrip(".")):
                yield held

    def with_section(self, section: str) -> list[CitedSource]:
        """The laws cited whose section has this number."""
        return _distinct(self._by_section.get(section.casefold(), [])[:_MOST_SHARED])

    def with_stem(self, section: str) -> list[CitedSource]:
        """Of each law with a section of that number and perhaps another letter, one: 78j is in the
        same law as 78t."""
        stem = _stem.match(section)
        if stem is None or stem[0] == section:
            return []
        return list(islice(self._by_stem.get(stem[0], {}).values(), _MOST_SHARED))

    def since(self, work: str) -> int:
        """How late the law was cited last; later ones are greater."""
        return self._last.get(work, 0)

    def holds(self, source: CitedSource, pin: MeasuredPin) -> bool:
        """Whether the source can have such a place: nothing known speaks against it."""
        measure = pin.measure
        if measure is Measure.NONE or source.kind in (CitedKind.RECORD, CitedKind.UNKNOWN):
            return True
        if source.kind in LAWS:
            if measure in (Measure.SECTION, Measure.BELOW, Measure.OTHER):
                return True
            # A law may be kept by its page: "84 Stat. 1236".
            return measure is Measure.PAGE and source.key[0].isdigit()
        match measure:
            case Measure.PAGE:
                pages = source.pages.items()
                return not pages or any(self._within(*place, pin.number) for place in pages)
            case Measure.PARAGRAPH:
                return measure in source.measures or any(
                    _yearly.fullmatch(volume) for volume, _ in source.pages
                )
            case Measure.STAR:
                return measure in source.measures or any(
                    reporter in ("wl", "westlaw") or "lexis" in reporter
                    for _, reporter in source.pages
                )
            case Measure.NOTE | Measure.OTHER:
                return True
            case _:
                return False

    def _within(self, volume: Volume, first: int, page: int) -> bool:
        """Whether a page of a case that begins on `first`: the next case cited from the volume
        begins on its last page or behind."""
        if first < 0 or _yearly.fullmatch(volume[0]):
            return True
        starts = self._starts.get(volume, [])
        after = bisect_right(starts, first)
        end = starts[after] if after < len(starts) else first + LONGEST
        return first <= page <= min(end, first + LONGEST)

    def _same_names(self, mention: Mention, volume: Volume) -> CitedSource | None:
        """A case whose page is not known yet is the same if its parties are."""
        own = party_names(mention)
        found = self._unpaged.get((volume, own[-1])) if own else None
        return found.root() if found else None

    def _learn(
        self, source: CitedSource, mention: Mention, places: Sequence[tuple[Volume, int]]
    ) -> None:
        for volume, page in places:
            if volume not in source.pages:
                source.pages[volume] = page
                self._by_volume.setdefault(volume, []).append(source)
                self._by_start.setdefault((volume, page), source)
        if mention.kind in LAWS and (mention.key.startswith("urn:") or ", § " in mention.key):
            work, section = work_and_section(mention.key)
            # The last cited goes last, and of very many the first are forgotten.
            self.works[work] = self.works.pop(work, source)
            if len(self.works) > _MOST_SHARED:
                del self.works[next(iter(self.works))]
            self._cited += 1
            self._last[work] = self._cited
            if section:
                stem = _stem.match(section)
                if stem is not None:
                    self._by_stem.setdefault(stem[0], {})[work] = source
                held = self._by_section.setdefault(section.casefold(), [])
                if not held or held[-1] is not source:
                    held.append(source)
        own = party_names(mention)
        if places and places[0][1] < 0 and own:
            self._unpaged.setdefault((places[0][0], own[-1]), source)
        for name in own:
            self.name(source, name)

    def name(self, source: CitedSource, name: Words) -> None:
        """A name that the source has by itself: a party's, an author's."""
        if name in source.names or len(source.names) > _MOST_NAMES:
            return
        source.names.append(name)
        for word in {form for part in name for form in forms(part)}:
            held = self._by_word.setdefault(word, [])
            if not held or held[-1] is not source:
                held.append(source)


_PAGED = frozenset({CitedKind.CASE, CitedKind.JOURNAL})


def _first_pages(mentions: Iterable[Mention]) -> dict[Volume, list[int]]:
    pages: dict[Volume, set[int]] = {}
    for mention in mentions:
        if mention.kind in _PAGED and mention.form is Form.FULL:
            for volume, page in cited_volumes(mention):
                if page >= 0:
                    pages.setdefault(volume, set()).add(page)
    return {volume: sorted(found) for volume, found in pages.items()}


def _together(
    beside: CitedSource, other: CitedSource | None, places: Sequence[tuple[Volume, int]]
) -> bool:
    """Whether two can be one case: a case is on one page of one reporter only."""
    reporters = {reporter: (volume, page) for (volume, reporter), page in beside.pages.items()}
    more = [*(other.pages.items() if other else ()), *places]
    return beside.kind is CitedKind.CASE and all(
        reporters.get(reporter, (volume, page)) == (volume, page)
        for (volume, reporter), page in more
    )


def _merge(kept: CitedSource, other: CitedSource) -> None:
    if other.first < kept.first:
        kept.key, kept.first, kept.targets = other.key, other.first, other.targets
    other.merged = kept
    kept.names += [name for name in other.names if name not in kept.names]
    kept.pages = other.pages | kept.pages
    kept.measures |= other.measures


def _distinct(sources: Iterable[CitedSource]) -> list[CitedSource]:
    found: dict[int, CitedSource] = {}
    for source in sources:
        root = source.root()
        found[id(root)] = root
    return list(found.values())
