"""Answers who cites a source, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pincite.citations.find import find
from pincite.citations.index import CitationIndex, CitationUse, CitedAuthority
from pincite.citations.reading import Locale, raw_reading
from pincite.citations.understand import understand
from pincite.citations.works.titles import WorkTitles
from pincite.corpus import CorpusStore
from pincite.model.mention import Form

_AROUND = 160
# How near a name is that has every word asked for, and more.
_WORDS = 0.999


@dataclass(frozen=True, slots=True)
class CitedAt:
    """A mention with the place it stands at and the words around it."""

    use: CitationUse
    citation: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class MayBe:
    """A source that a question may mean: what it is called, how near that is (1: to the letter)."""

    source: str
    name: str
    score: float


@dataclass(frozen=True, slots=True)
class Uses:
    """What a question found. `sources` are what it was taken to mean; where that could not be told,
    there are none, and `candidates` are what it may mean, nearest first. `total` counts those that
    the limit left out too."""

    question: str
    sources: tuple[str, ...]
    found: tuple[CitedAt, ...]
    total: int = 0
    candidates: tuple[MayBe, ...] = ()


class Citations:
    """An index and the corpus it was made from. `where` gives the citation of a place in it."""

    def __init__(
        self,
        index: CitationIndex,
        store: CorpusStore,
        titles: WorkTitles | None,
        where: Callable[[CitationUse], str],
        locale: Locale,
    ) -> None:
        self.index = index
        self.store = store
        self.titles = titles
        self._where = where
        self._locale = locale
        self._texts: dict[int, str] = {}

    def uses(self, question: str, *, limit: int = 1000) -> Uses:
        """Every place that cites what the question names: a reporter citation, a section, a URN, or
        a case or law by its name."""
        direct = self._direct(question)
        if direct:
            found: dict[tuple[int, int], CitationUse] = {}
            for source in direct:
                for use in self._of(source):
                    found.setdefault((use.key, use.ordinal), use)
            ordered = sorted(found.values(), key=lambda use: (use.name, use.document, use.ordinal))
            return Uses(question, direct, self.placed(ordered[:limit]), len(ordered))
        near = self.index.named(question)
        # Every source of that very name; or the only one that has all the words.
        meant = [authority.source for authority, score in near if score == 1.0]
        if not meant and [score for _, score in near].count(_WORDS) == 1:
            meant = [near[0][0].source]
        if meant:
            uses = [use for source in meant for use in self.index.uses(source)]
            return Uses(question, tuple(meant), self.placed(uses[:limit]), len(uses))
        cases = (
            MayBe(authority.source, next(iter(authority.names), ""), score)
            for authority, score in near
        )
        return Uses(question, (), (), 0, (*cases, *self._works(question)))

    def authorities(
        self, kind: str | None = None, limit: int = 100, document: str | None = None
    ) -> list[CitedAuthority]:
        return self.index.authorities(kind, limit, document=document)

    def placed(self, uses: Sequence[CitationUse]) -> tuple[CitedAt, ...]:
        return tuple(self._placed(use) for use in uses)

    def _direct(self, question: str) -> tuple[str, ...]:
        """The keys and URNs that the question spells out."""
        reading = raw_reading(question, locale=self._locale)
        keys = [
            key
            for mention in find(reading, self.titles)
            if mention.form is Form.FULL or mention.targets
            for key in (mention.targets or (mention.key,))
            if key
        ]
        if not keys and self.titles is not None:
            understood = understand(question, self.titles, self._locale)
            keys = [urn for reference in understood.references for urn in reference.answer]
        return tuple(dict.fromkeys(keys))

    def _of(self, source: str) -> list[CitationUse]:
        if source.startswith("urn:"):
            return [*self.index.uses_of(source), *self.index.uses(source)]
        return self.index.uses(source)

    def _works(self, question: str) -> Iterator[MayBe]:
        if self.titles is None:
            return
        for reference in understand(question, self.titles, self._locale).references:
            for candidate in reference.candidates:
                for urn in candidate.targets[:1]:
                    yield MayBe(urn, candidate.title, candidate.score)

    def _placed(self, use: CitationUse) -> CitedAt:
        text = self._text(use.key)
        before = text[max(use.start - _AROUND, 0) : use.start]
        after = text[use.end : use.end + _AROUND]
        if use.start > _AROUND:
            before = before.partition(" ")[2]
        if use.end + _AROUND < len(text):
            after = after.rpartition(" ")[0]
        return CitedAt(use, self._where(use), before, after)

    def _text(self, key: int) -> str:
        if key not in self._texts:
            if len(self._texts) > 64:
                self._texts.clear()
            self._texts[key] = self.store.text(key)
        return self._texts[key]
