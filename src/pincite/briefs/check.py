"""Checks a brief's citations and quotations against a corpus, and warns of what was overruled."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path

from pincite.briefs.compare import QuoteOutcome, SourceText, compared
from pincite.briefs.held import Held, Holding
from pincite.briefs.quotations import quotations
from pincite.citations.find import find
from pincite.citations.index import CitationIndex, CitationUse
from pincite.citations.library_index import CitationProgress, LibraryCitations, uncounted
from pincite.citations.reading import CitableText
from pincite.citations.resolve import resolve
from pincite.citations.works.titles import WorkTitles
from pincite.corpus import CorpusStore, Stored
from pincite.ingest.casefiles.single import read_single
from pincite.model import Override
from pincite.model.mention import CitedKind, Form, Resolved

# A syllabus and the names of counsel stand before the first page that is marked.
_OPENING_PAGES = 12
_LONGEST_RANGE = 50
_pages = re.compile(r"(?<![\w.(])(\d{1,5})(?:[-–—](\d{1,5}))?(?![\w.:])")
_notes = re.compile(r"(?:§+|¶+|\bnn?\.|\bnotes?) ?[\d–, -]+")
# What says that a source may no longer be relied on.
_FALLEN = frozenset({"overruled", "abrogated", "superseded", "reversed", "vacated"})


class Outcome(StrEnum):
    """What checking one citation found."""

    FOUND = "found"
    NO_SUCH_PLACE = "no such place"
    NOT_IN_CORPUS = "not in the corpus"
    UNRESOLVED = "unresolved"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class QuoteCheck:
    """`outcome` is None where the source is not in the corpus, so that nobody can tell. `page` is
    the printed page it begins on, where the source has pages; `elsewhere`: not one that is
    cited. `changes` says in plain words how an altered quotation differs."""

    start: int
    end: int
    words: str
    outcome: QuoteOutcome | None
    page: int | None = None
    elsewhere: bool = False
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """One mention and what was found out about it. `overrides` stand on the date asked about;
    `warnings` are places of the corpus that say the source was overruled, reversed and the like."""

    resolved: Resolved
    words: str
    outcome: Outcome
    targets: tuple[str, ...]
    quotes: tuple[QuoteCheck, ...]
    overrides: tuple[Override, ...]
    warnings: tuple[CitationUse, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a brief was checked. Sources count once, however often they are cited; papers of
    the case itself and places in the brief are none."""

    citations: int
    checked: int
    outside: int
    unresolved: int
    quotes: int
    quotes_checked: int
    quotes_absent: int
    quotes_altered: int = 0

    def words(self) -> str:
        text = f"{self.checked} of {self.citations} citations checked"
        text += f", {self.outside} outside the corpus"
        if self.unresolved:
            text += f", {self.unresolved} that could not be tied to a source"
        if self.quotes:
            text += f"; {self.quotes_checked} of {self.quotes} quotations checked"
            text += f", {self.quotes_absent} not in their source" if self.quotes_absent else ""
            text += f", {self.quotes_altered} altered" if self.quotes_altered else ""
        return text


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Every citation and quotation of a brief, checked."""

    citations: tuple[CitationCheck, ...]
    coverage: Coverage
    summary: str


def check_file(
    citations: LibraryCitations,
    file: Path,
    *,
    day: date | None = None,
    home: str | None = None,
    progress: CitationProgress = uncounted,
) -> CheckReport:
    """The brief in a file, against the law that these citations are looked up in. Raises NotFound,
    SourceError."""
    reading = citations.reading(read_single(file, citations.settings), home)
    law = citations.law or citations
    with law.index(progress) as asked:
        return check(reading, law.store, titles=citations.titles, index=asked.index, day=day)


def check(
    reading: CitableText,
    store: CorpusStore,
    *,
    titles: WorkTitles | None = None,
    index: CitationIndex | None = None,
    day: date | None = None,
) -> CheckReport:
    """Every citation of a text, in order. `index` is the corpus's own, for what later decisions say
    of a source."""
    resolved = resolve(reading, find(reading, titles))
    quoted: dict[int, list[tuple[int, int]]] = {}
    for quotation in quotations(reading, [each.mention for each in resolved]):
        quoted.setdefault(quotation.mention, []).append((quotation.start, quotation.end))
    checker = _Checker(reading, store, index, day)
    checks = tuple(
        checker.checked(mention, _source_kind(resolved, at), quoted.get(at, []))
        for at, mention in enumerate(resolved)
        if mention.mention.form is not Form.INTERNAL
    )
    coverage = _coverage(checks)
    return CheckReport(checks, coverage, coverage.words())


class _Checker:
    def __init__(
        self,
        reading: CitableText,
        store: CorpusStore,
        index: CitationIndex | None,
        day: date | None,
    ) -> None:
        self._reading = reading
        self._store = store
        self._index = index
        self._day = day
        self._held = Held(store)
        self._sources: dict[str, SourceText] = {}
        self._printed: dict[str, list[tuple[int, int]]] = {}

    def checked(
        self, resolved: Resolved, kind: CitedKind, quotes: list[tuple[int, int]]
    ) -> CitationCheck:
        targets = self._held.targets(resolved)
        outcome = self._outcome(resolved, kind, targets)
        held = [urn for urn in targets if self._held.holding(urn) is Holding.HELD]
        cited = pages_cited(resolved.mention.pin)
        if held and cited and not any(self._has_page(urn, cited) for urn in held):
            outcome = Outcome.NO_SUCH_PLACE
        return CitationCheck(
            resolved,
            self._words(resolved.mention.start, resolved.mention.end),
            outcome,
            targets,
            tuple(self._quoted(start, end, held, cited) for start, end in quotes),
            self._overrides(held),
            self._warnings(resolved),
        )

    def _outcome(self, resolved: Resolved, kind: CitedKind, targets: tuple[str, ...]) -> Outcome:
        if kind is CitedKind.RECORD:
            return Outcome.RECORD
        if not resolved.key:
            return Outcome.UNRESOLVED
        holdings = [self._held.holding(urn) for urn in targets]
        if Holding.NO_SUCH_PLACE in holdings:
            return Outcome.NO_SUCH_PLACE
        return Outcome.FOUND if Holding.HELD in holdings else Outcome.NOT_IN_CORPUS

    def _quoted(self, start: int, end: int, held: list[str], cited: list[int]) -> QuoteCheck:
        words = self._words(start, end)
        if not held:
            return QuoteCheck(start, end, words, None)
        order = list(QuoteOutcome)
        found = [(compared(words, self._source(urn)), urn) for urn in held]
        best, urn = min(found, key=lambda pair: order.index(pair[0].outcome))
        page = self._page_at(urn, best.at) if best.at >= 0 else None
        elsewhere = page is not None and bool(cited) and page not in cited
        return QuoteCheck(start, end, words, best.outcome, page, elsewhere, best.changes)

    def _pages(self, urn: str) -> list[tuple[int, int]]:
        """Where each printed page of a decision begins in its text, and its number."""
        if urn not in self._printed:
            stored, node = self._held.found(urn)[0]
            below = self._store.descendants(stored.key, node) if _is_decision(stored) else []
            self._printed[urn] = [
                (page.start - node.start, int(number))
                for page in below
                if page.kind == "page" and (number := page.num.strip("[*]")).isdigit()
            ]
        return self._printed[urn]

    def _has_page(self, urn: str, cited: list[int]) -> bool:
        """Whether a decision has the first page cited; one whose pages are unknown may."""
        numbers = [number for _, number in self._pages(urn)]
        # What stands before the first mark is on the page that the report begins on.
        return not numbers or min(numbers) - _OPENING_PAGES <= cited[0] <= max(numbers)

    def _page_at(self, urn: str, at: int) -> int | None:
        pages = self._pages(urn)
        before = bisect_right([start for start, _ in pages], at)
        return pages[before - 1][1] if before else None

    def _source(self, urn: str) -> SourceText:
        if urn not in self._sources:
            stored, node = self._held.found(urn)[0]
            self._sources[urn] = SourceText(self._store.text(stored.key, node.start, node.end))
        return self._sources[urn]

    def _overrides(self, held: list[str]) -> tuple[Override, ...]:
        urns = [
            above.urn
            for urn in held
            for stored, node in self._held.found(urn)[:1]
            for above in (node, *self._store.ancestors(stored.key, node))
        ]
        return tuple(self._store.overrides(urns, self._day)) if urns else ()

    def _warnings(self, resolved: Resolved) -> tuple[CitationUse, ...]:
        if self._index is None or not resolved.key:
            return ()
        return tuple(use for use in self._index.uses(resolved.key) if use.treatment in _FALLEN)

    def _words(self, start: int, end: int) -> str:
        return self._reading.text[start:end].replace("\n", " ")


def pages_cited(pin: str) -> list[int]:
    """The pages of a pinpoint, ranges filled: "593–94, 597" is 593, 594, 597; notes are none."""
    found: list[int] = []
    for match in _pages.finditer(_notes.sub("", pin)):
        first, last = match[1], match[2] or match[1]
        last = first[: len(first) - len(last)] + last
        found += range(int(first), min(int(last), int(first) + _LONGEST_RANGE) + 1)
    return found


def _is_decision(stored: Stored) -> bool:
    return stored.expression.style == "case"


def _source_kind(resolved: list[Resolved], at: int) -> CitedKind:
    """Of the mention that a chain of short forms leads back to."""
    while 0 <= resolved[at].antecedent < at:
        at = resolved[at].antecedent
    return resolved[at].mention.kind


def _coverage(checks: tuple[CitationCheck, ...]) -> Coverage:
    sources: dict[str, Outcome] = {}
    unresolved = 0
    for checked in checks:
        if checked.outcome is Outcome.UNRESOLVED:
            unresolved += 1
        elif checked.outcome is not Outcome.RECORD:
            # A source whose one pinpoint is wrong was still looked up.
            sources.setdefault(checked.resolved.key, checked.outcome)
    outside = sum(outcome is Outcome.NOT_IN_CORPUS for outcome in sources.values())
    quotes = [quote for citation in checks for quote in citation.quotes]
    return Coverage(
        citations=len(sources) + unresolved,
        checked=len(sources) - outside,
        outside=outside,
        unresolved=unresolved,
        quotes=len(quotes),
        quotes_checked=sum(quote.outcome is not None for quote in quotes),
        quotes_absent=sum(quote.outcome is QuoteOutcome.ABSENT for quote in quotes),
        quotes_altered=sum(quote.outcome is QuoteOutcome.ALTERED for quote in quotes),
    )
