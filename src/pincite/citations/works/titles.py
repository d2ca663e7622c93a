"""The names of the works that a corpus holds, and the works that a name means."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import cast

from pincite.citations.icelandic.declension import (
    inflected,
    law_nouns,
    standing_alone,
    subject,
)
from pincite.citations.reading import Locale
from pincite.citations.scanning.automaton import Automaton, automaton
from pincite.citations.scanning.folding import lowered, typed, typed_with_origin
from pincite.citations.works import title_forms
from pincite.citations.works.near import Near
from pincite.citations.works.titled import (
    PART,
    FoundTitle,
    NamedWork,
    NameSort,
    TitledWork,
    WorkCandidate,
    here,
)
from pincite.citations.works.usual import UsualWork, usual_names
from pincite.corpus import CorpusStore
from pincite.model import Expression

_STYLES = frozenset(("is", "act", "usc", "cfr", "dc"))
_SCHEDULE = "sched-1"
_STEM = 6
_MADE_UNDER = frozenset(("regulation", "instrument", "by-law"))


class WorkTitles:
    """Names are compared without regard to case, the year apart: `NamedWork.work.year` tells it."""

    def __init__(
        self, works: Iterable[TitledWork] = (), aliases: Iterable[tuple[str, str]] = ()
    ) -> None:
        self.works: Mapping[str, TitledWork] = {work.urn: work for work in works}
        self._names: dict[str, list[NamedWork]] = defaultdict(list)
        for work in self.works.values():
            self._name(work)
        self._name_as_usual()
        self._name_by_rule()
        self._name_what_is_not_held()
        for alias, target in aliases:
            for named in self._meant(target):
                self._add(NamedWork(named.work, title_forms.plain(alias).name, NameSort.GIVEN))

    @classmethod
    def of(cls, store: CorpusStore, aliases: Iterable[tuple[str, str]] = ()) -> WorkTitles:
        """Of every law that the store holds; no text is read. `aliases` are (name, URN or
        title)."""
        works = [_work(header, store) for header in store.headers() if header.style in _STYLES]
        return cls(works, aliases)

    @cached_property
    def digest(self) -> str:
        """A hash of the works and their names: what was found with other names may differ."""
        works = sorted(self.works.values())
        names = sorted(
            (name, named_work.work.urn)
            for name, named in self._names.items()
            for named_work in named
            # What is found in texts does not depend on usual names: only questions have them.
            if named_work.sort is not NameSort.USUAL
        )
        # A set is written in another order by every process. Packs name this hash, so that a work
        # is written as "Work(…)", whatever its class is called.
        shown = [repr(work._replace(own=frozenset())).partition("(")[2] for work in works]
        written = ", ".join(f"Work({fields}" for fields in shown)
        known = f"([{written}], {[sorted(work.own) for work in works]!r}, {names!r})"
        return hashlib.sha256(known.encode()).hexdigest()

    def exact(self, text: str, locale: Locale = Locale()) -> list[NamedWork]:  # noqa: B008 (frozen)
        """The works of that name, of the surest sort that any has; typed without accents or not.
        A year in `text` must be the work's."""
        name, year = title_forms.plain(text)
        name = lowered(name).removeprefix("the ")
        found = self._names.get(name) or self._typed.get(typed(name)) or []
        found = [named for named in found if here(named.work, locale)]
        if year:
            found = [named for named in found if named.work.year == year]
        surest = min((named.sort for named in found), default=None)
        return _once(named for named in found if named.sort == surest)

    def close(self, text: str, locale: Locale = Locale(), limit: int = 5) -> list[WorkCandidate]:  # noqa: B008
        """Works whose names are near to `text`, the nearest first; a year in it counts."""
        name, year = title_forms.plain(text)
        pool = [work.urn for work in self.works.values() if here(work, locale)]
        scored = self._near.scored(typed(name).removeprefix("the "), year, frozenset(pool))
        return [
            WorkCandidate(self.works[urn], called, score) for urn, called, score in scored[:limit]
        ]

    def chapter(self, number: str, locale: Locale = Locale()) -> list[TitledWork]:  # noqa: B008
        """The acts of that chapter; what is made under them shares it and is left out."""
        found = [work for work in self._chapters.get(number, ()) if here(work, locale)]
        acts = [work for work in found if work.kind != "instrument"]
        return acts or found

    def spans(self, text: str, locale: Locale = Locale()) -> list[FoundTitle]:  # noqa: B008
        """Where names stand in a text, the longest of those that overlap."""
        low = lowered(text)
        return _longest(
            FoundTitle(start, end, works)
            for start, end, name in _standing(low, self._automaton)
            if (works := _here(self._names.get(name, ()), locale, texts=True))
        )

    def asked(self, query: str, locale: Locale = Locale()) -> list[FoundTitle]:  # noqa: B008
        """Where names of any sort stand in a question, typed without accents or not; a title of
        elsewhere counts where no work here has the name."""
        low, origin = typed_with_origin(query)
        return _longest(
            FoundTitle(origin[start], origin[end - 1] + 1, works)
            for start, end, name in _standing(low, self._typed_automaton)
            if (named := self._typed.get(name, ()))
            and (works := _here(named, locale, texts=False) or _titled(named))
        )

    def _add(self, named: NamedWork) -> None:
        names = self._names[lowered(named.name)]
        known = [name.sort.in_texts for name in names if name.work.urn == named.work.urn]
        # A usual name may also be one that texts are searched for.
        if not known or (named.sort.in_texts and not any(known)):
            names.append(named)

    def _name(self, work: TitledWork) -> None:
        if work.language == "is":
            for name in inflected(work.title, work.cases):
                self._add(NamedWork(work, name, NameSort.TITLE))
            return
        name = title_forms.plain(work.title).name
        for spelling in title_forms.spellings(name):
            self._add(NamedWork(work, spelling, NameSort.TITLE))
        for other in title_forms.other_names(name):
            self._add(NamedWork(work, other, NameSort.GIVEN))

    @cached_property
    def jurisdictions(self) -> frozenset[str]:
        """Of the works that are held."""
        return frozenset(work.jurisdiction for work in self.works.values())

    @cached_property
    def has_statutes(self) -> bool:
        """Whether any work is an act or a code, and not made under one."""
        return any(work.kind not in _MADE_UNDER for work in self.works.values())

    @cached_property
    def _icelandic_subjects(self) -> frozenset[str]:
        """The beginnings of the words that Icelandic laws are about."""
        titles = (work.title for work in self.works.values() if work.language == "is")
        return frozenset(_stems(about) for title in titles for about in subject(title).split())

    def speaks_of(self, about: str) -> bool:
        """Whether an Icelandic law that is held is about something of the sort."""
        return any(
            stem in self._icelandic_subjects
            for word in about.split()
            if len(stem := _stems(word)) >= _STEM
        )

    def _name_as_usual(self) -> None:
        for usual, work in self._usual_works():
            if work.urn in self.works or work.kind == PART:
                for name in usual.names:
                    self._add(NamedWork(work, name, NameSort.USUAL))

    def _name_what_is_not_held(self) -> None:
        """What has a usual name and is not held is told apart from what is, unless that has the
        same name."""
        for usual, work in self._usual_works() if self.has_statutes else ():
            if work.urn not in self.works and work.kind != PART:
                for name in usual.names:
                    if not self._names.get(lowered(name)):
                        self._add(NamedWork(work, name, NameSort.USUAL))

    def _usual_works(self) -> Iterator[tuple[UsualWork, TitledWork]]:
        """Of the jurisdictions whose works are held."""
        for place in sorted(self.jurisdictions & usual_names().keys()):
            known = usual_names()[place]
            for usual in known.works:
                if usual.urn in self.works:
                    yield usual, self.works[usual.urn]
                    continue
                holder = usual.urn.rpartition(":")[0]
                part = any(f"{holder}:".startswith(f"{urn}:") for urn in self.works)
                kind = PART if part else ""
                yield usual, TitledWork(usual.urn, usual.title, place, known.language, kind)

    def _name_by_rule(self) -> None:
        """Names that hold only where no other work of the jurisdiction could be meant."""
        by_place: dict[str, list[TitledWork]] = defaultdict(list)
        for work in self.works.values():
            by_place[work.jurisdiction].append(work)
        for works in by_place.values():
            self._constitution(works)
            self._compounds(work for work in works if work.language == "is")
            alone: dict[str, list[NamedWork]] = defaultdict(list)
            ends: dict[str, set[str]] = defaultdict(set)
            for work in works:
                if work.language == "is":
                    for name in standing_alone(work.title):
                        alone[name].append(NamedWork(work, name, NameSort.ALONE))
                    continue
                name = title_forms.plain(work.title).name
                for ending in title_forms.endings(name):
                    ends[lowered(ending)].add(work.urn)
                for tail in title_forms.tails(name):
                    alone[lowered(tail)].append(NamedWork(work, tail, NameSort.TAIL))
                for acronym in title_forms.acronyms(name):
                    alone[lowered(acronym)].append(NamedWork(work, acronym, NameSort.ACRONYM))
            for name, named in alone.items():
                if len(named) == 1 and len(ends[name]) <= 1:
                    self._add(named[0])

    def _compounds(self, works: Iterable[TitledWork]) -> None:
        """Those that one work alone goes by."""
        from pincite.citations.icelandic.compounds import compounds

        found: dict[str, list[TitledWork]] = defaultdict(list)
        for work in works:
            for name in compounds(work.title):
                found[name].append(work)
        for name, meant in found.items():
            if len(meant) == 1:
                for form in inflected(name):
                    self._add(NamedWork(meant[0], form, NameSort.USUAL))

    def _constitution(self, works: list[TitledWork]) -> None:
        """The newest that is not written as an amendment of another; else the newest there is."""
        constitutions = [
            (constitution, work)
            for work in works
            if (constitution := title_forms.constitution(work.title))
        ]
        whole = [pair for pair in constitutions if not pair[0].amends] or constitutions
        newest = max((work.year for _, work in whole), default="")
        for constitution, work in whole:
            if work.year == newest:
                inner = work._replace(own=frozenset())
                for name in ("Constitution", constitution.name):
                    self._add(NamedWork(inner, name, NameSort.ALONE))

    def _meant(self, target: str) -> list[NamedWork]:
        if target in self.works:
            return [NamedWork(self.works[target], target, NameSort.GIVEN)]
        return self.exact(target)

    @cached_property
    def _typed(self) -> dict[str, list[NamedWork]]:
        found: dict[str, list[NamedWork]] = defaultdict(list)
        for name, named in self._names.items():
            for spelled in {typed(name), typed(name.replace(",", ""))}:
                found[spelled] += named
        return dict(found)

    @cached_property
    def _chapters(self) -> dict[str, list[TitledWork]]:
        found: dict[str, list[TitledWork]] = defaultdict(list)
        for work in self.works.values():
            if work.chapter:
                found[work.chapter].append(work)
        return dict(found)

    @cached_property
    def _automaton(self) -> Automaton:
        return automaton(
            name
            for name, named in self._names.items()
            if any(named_work.sort.in_texts for named_work in named)
        )

    @cached_property
    def _typed_automaton(self) -> Automaton:
        return automaton(self._typed)

    @cached_property
    def _near(self) -> Near:
        return Near(
            (
                (named_work.work.urn, named_work.work.year, typed(name), named_work.sort.sure)
                for name, named in self._names.items()
                for named_work in named
                if named_work.sort == min(other.sort for other in named)
                and not _is_letters(named_work)
            ),
            (
                (work.urn, work.year, typed(about))
                for work in self.works.values()
                if work.language == "is" and (about := subject(work.title))
            ),
            [typed(noun) for noun in law_nouns()],
        )


def _work(expression: Expression, store: CorpusStore) -> TitledWork:
    cases = expression.meta.get("names", ())
    stated = title_forms.plain(expression.title).year
    work = TitledWork(
        urn=expression.urn,
        title=expression.title,
        jurisdiction=expression.urn.split(":")[2],
        language=expression.language,
        kind=expression.kind,
        number=expression.number,
        year=stated or expression.year,
        chapter=expression.chapter,
        cases=tuple(map(str, cast("Iterable[object]", cases))),
    )
    if title_forms.constitution(expression.title) is None:
        return work
    return _with_schedule(work, store)


def _with_schedule(work: TitledWork, store: CorpusStore) -> TitledWork:
    """A constitution may be the schedule of the act that enacts it."""
    inner = f"{work.urn}:{_SCHEDULE}"
    if not store.find(inner, at=None, tag=None) or not store.find(f"{inner}:1", at=None, tag=None):
        return work
    [(stored, root)] = store.find(work.urn, at=None, tag=None)[:1]
    own = frozenset(
        node.urn.rpartition(":")[2]
        for node in store.descendants(stored.key, root, depth=2)
        if node.kind == "section" and _SCHEDULE not in node.urn
    )
    [(_, schedule)] = store.find(inner, at=None, tag=None)[:1]
    below = store.descendants(stored.key, schedule)
    # One that has more sections of its own than its schedule enacts nothing by it.
    if len(own) > sum(node.kind == "section" for node in below):
        return work
    return work._replace(within=inner, own=own)


def _standing(low: str, names: Automaton) -> Iterator[tuple[int, int, str]]:
    """Each whole-word occurrence of a name: start, end, the name."""
    length = len(low)
    for last, name in names.iter(low):
        start, end = last + 1 - len(name), last + 1
        if start and low[start - 1].isalnum() and low[start].isalnum():
            continue
        if end < length and low[end].isalnum() and low[last].isalnum():
            continue
        yield start, end, name


def _longest(hits: Iterable[FoundTitle]) -> list[FoundTitle]:
    """None over another; of two that overlap the longer."""
    kept: list[FoundTitle] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
        elif hit.end - hit.start > kept[-1].end - kept[-1].start:
            kept[-1] = hit
    return kept


def _here(named: Iterable[NamedWork], locale: Locale, *, texts: bool) -> tuple[NamedWork, ...]:
    """Those of the locale, of the surest sort there is."""
    found = [
        named_work
        for named_work in named
        if here(named_work.work, locale) and (named_work.sort.in_texts or not texts)
    ]
    surest = min((named_work.sort for named_work in found), default=None)
    return tuple(_once(named_work for named_work in found if named_work.sort == surest))


def _stems(word: str) -> str:
    """What is left of a word whatever its ending."""
    return typed(word.strip(",.()"))[:_STEM]


def _is_letters(named: NamedWork) -> bool:
    """Letters are a name in capitals alone, so that nothing is nearly one."""
    return named.sort is NameSort.ACRONYM or named.name.isupper()


def _titled(named: Iterable[NamedWork]) -> tuple[NamedWork, ...]:
    return tuple(_once(one for one in named if one.sort is NameSort.TITLE))


def _once(named: Iterable[NamedWork]) -> list[NamedWork]:
    return list({named_work.work.urn: named_work for named_work in named}.values())
