"""What can be asked about citations: of a file, of a text, and of all that a library holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.citations.reading import CitableText, Locale
from pincite.corpus import CorpusStore
from pincite.errors import IndexUnusable, PinciteError
from pincite.ingest.casefiles.single import SingleFile, read_single
from pincite.model.mention import Resolved
from pincite.model.provenance import cited
from pincite.model.urn import Urn
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.citations.index import (
        CitationIndex,
        CitationUse,
        CitedAuthority,
        CitingDocument,
        WorkLink,
    )
    from pincite.citations.understand import Understanding
    from pincite.citations.uses import Citations, Uses
    from pincite.citations.works.decisions import HeldDecisions
    from pincite.citations.works.titles import WorkTitles

FILE = "citations.sqlite3"
# As each file was when this process last saw that it is whole.
_whole: dict[Path, tuple[int, ...]] = {}

CitationProgress = Callable[[int, str], None]


def uncounted(_done: int, _name: str) -> None: ...


# A law of Iceland is cited as such wherever one is.
_icelandic = re.compile(r"\b\d{1,3}/(?:1[89]|20)\d\d\b|\bm?gr\.")


@dataclass(frozen=True, slots=True)
class FoundCitation:
    """A mention in a file: its words, where they stand, and what they were tied to."""

    words: str
    place: str
    resolved: Resolved


@dataclass(frozen=True)
class LibraryCitations:
    """The citations of one library. `documents` are what its index is made of, `where` gives the
    citation of a place in one of them, `law` is asked about what they cite, where that is another
    library. `of_files`: the documents are case files, and no law."""

    store: CorpusStore
    folder: Path
    settings: Settings
    documents: Callable[[], Iterable[CitingDocument]]
    where: Callable[[CitationUse], str]
    law: LibraryCitations | None = None
    of_files: bool = False

    # Files and texts of the moment; nothing of them is kept.

    def find(self, file: Path, *, home: str | None = None) -> list[FoundCitation]:
        """Every citation of a file, in its order. Raises NotFound, SourceError."""
        read = read_single(file, self.settings)
        return [
            FoundCitation(_words(read.text, one), _place(read, one), one)
            for one in self._resolved(self.reading(read, home))
        ]

    def resolve(
        self, text: str, *, context: Path | None = None, home: str | None = None
    ) -> list[FoundCitation]:
        """The citations of a text, read as if it stood at the end of the context."""
        from pincite.citations.reading import raw_reading

        said = raw_reading(text, locale=self._locale(home))
        if context is None:
            return [FoundCitation(_words(said.text, one), "", one) for one in self._resolved(said)]
        before = self.reading(read_single(context, self.settings), home)
        at = len(before.text) + 1
        whole = CitableText(f"{before.text} {said.text}", before.locale, before.notes)
        return [
            FoundCitation(_words(whole.text, one), "", one)
            for one in self._resolved(whole)
            if one.mention.end > at
        ]

    def understand(self, question: str, *, home: str | None = None) -> Understanding:
        """The references that a question makes, with what they point at or may point at."""
        from pincite.citations.understand import understand

        # Files have no dates of law.
        starts = None if self.of_files else self._starts
        return understand(
            question, self.titles, self._asked_at(question, home), self.decisions, starts=starts
        )

    def _starts(self, work: str) -> list[date]:
        """The days on which the texts of a work begin."""
        return [text.validity.start for text in self.store.timeline(work) if text.validity]

    def _asked_at(self, question: str, home: str | None) -> Locale:
        """Where a question is at home: where nobody said, where all law that is held is."""
        said = self._locale(home)
        if said.jurisdiction or home is not None or _icelandic.search(question):
            return said
        held = sorted(self.titles.jurisdictions, key=len, reverse=True)
        # A state and its country are one home; two states are none.
        one = held and all(other in Locale(held[0]).jurisdictions() for other in held)
        return Locale(held[0]) if one else said

    def place(self, what: str, *, otherwise: PinciteError) -> Urn:
        """The one place that words cite, in any of the ways people write it; else raises, with what
        may have been meant as the hint."""
        understood = self.understand(what)
        if len(understood.references) == 1 and not understood.rest:
            [reference] = understood.references
            if len(reference.answer) == 1:
                return Urn.parse(reference.answer[0])
        near = dict.fromkeys(
            candidate.title
            for reference in understood.references
            for candidate in reference.candidates
        )
        if near:
            otherwise.hint = f"Did you mean {' or '.join(list(near)[:3])}?"
        raise otherwise

    def cited_alone(self, what: str) -> list[tuple[str, ...]]:
        """The places that words cite, the ends of each range; none where they say anything else, or
        one of the places is not certain."""
        understood = self.understand(what)
        answers = [reference.answer for reference in understood.references]
        return answers if all(answers) and not understood.rest and not understood.laws else []

    # All that the library holds.

    def uses(
        self, question: str, *, limit: int = 1000, progress: CitationProgress = uncounted
    ) -> Uses:
        """Every place that cites what the question names."""
        with self.index(progress) as asked:
            return asked.uses(question, limit=limit)

    def authorities(
        self,
        kind: str | None = None,
        *,
        document: str | None = None,
        limit: int = 100,
        progress: CitationProgress = uncounted,
    ) -> list[CitedAuthority]:
        """What is cited, most often first."""
        with self.index(progress) as asked:
            return asked.authorities(kind, limit, document)

    def work_links(self, progress: CitationProgress = uncounted) -> list[WorkLink]:
        """How often each document cites each work of law."""
        with self.index(progress) as asked:
            return asked.index.work_links()

    @contextmanager
    def index(self, progress: CitationProgress = uncounted) -> Generator[Citations]:
        """The index, caught up with the documents."""
        # Loaded when first asked: the rules and their libraries take longer to load than most
        # commands.
        from pincite.citations.uses import Citations

        with (
            self._opened() as index,
            index.caught_up(self.documents, self.titles, progress),
        ):
            yield Citations(index, self.store, self.titles, self.where, self._locale(None))

    def unread(self) -> int:
        """How many documents the index has yet to read before it can be asked. Quick: it neither
        waits for who writes the index nor sees whether that is whole."""
        from pincite.citations.index import CitationIndex

        path = self.folder / FILE
        if path.is_file():
            with suppress(IndexUnusable), CitationIndex.open(path, checked=True) as index:
                return index.unread(self.documents(), self.titles)
        return sum(1 for _ in self.documents())

    def _opened(self) -> CitationIndex:
        """To see that it is whole takes as long as to read it: once is enough, until it changes."""
        from pincite.citations.index import CitationIndex

        path = self.folder / FILE
        stamp = _stamp(path)
        opened = CitationIndex.open(path, checked=stamp is not None and _whole.get(path) == stamp)
        if stamp is not None:
            _whole[path] = stamp
        return opened

    @property
    def locale(self) -> Locale:
        """Where what is held is at home."""
        return self._locale(None)

    @cached_property
    def titles(self) -> WorkTitles:
        """The names of the works that the law holds."""
        from pincite.citations.works.aliases import aliases_from
        from pincite.citations.works.titles import WorkTitles

        given = aliases_from(self.settings.aliases) if self.settings.aliases else []
        return WorkTitles.of((self.law or self).store, given)

    @cached_property
    def decisions(self) -> HeldDecisions:
        """The decisions that the law holds."""
        from pincite.citations.works.decisions import HeldDecisions

        return HeldDecisions.of((self.law or self).store)

    def _resolved(self, reading: CitableText) -> list[Resolved]:
        from pincite.citations.find import find
        from pincite.citations.resolve import resolve

        return resolve(reading, find(reading, self.titles))

    def _locale(self, home: str | None) -> Locale:
        return Locale(self.settings.jurisdiction if home is None else home)

    def reading(self, read: SingleFile, home: str | None) -> CitableText:
        from pincite.citations.documents import read_as

        locale = Locale(self._locale(home).jurisdiction, read.expression.language)
        return read_as(read.text, read.paragraphs, read.nodes, locale)


def _stamp(path: Path) -> tuple[int, ...] | None:
    """Of a file and of what was written to it since; None where there is none."""
    found: list[int] = []
    for file in (path, path.with_name(f"{path.name}-wal")):
        with suppress(FileNotFoundError):
            state = file.stat()
            # An empty log comes and goes with whoever has the file open.
            if file == path or state.st_size:
                found += (state.st_ino, state.st_size, state.st_mtime_ns)
    return tuple(found) or None


def _words(text: str, one: Resolved) -> str:
    return text[one.mention.start : one.mention.end].replace("\n", " ")


def _place(read: SingleFile, one: Resolved) -> str:
    return cited(read.name, read.kind, read.place(one.mention.start, one.mention.end))
