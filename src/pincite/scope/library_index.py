"""Scope over a library: its index, kept in step with the law, and asked."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pincite.citations.library_index import LibraryCitations
from pincite.corpus import CorpusStore, Stored
from pincite.errors import IndexUnusable, LibraryBusy
from pincite.model import Node
from pincite.model.status import IN_FORCE, LawStatus

if TYPE_CHECKING:
    from pincite.citations.works.titles import WorkTitles
    from pincite.scope.context import Context
    from pincite.scope.index import ScopeIndex
    from pincite.scope.resolve import Resolver

# So many dates are kept ready to be asked again.
_DATES = 8
# Who asks waits so long for another who is reading the law, and then asks what was read before.
_PATIENCE = 20.0
# So often a state of the law is looked for that the index is of, before it is brought back to one.
_TRIES = 3
FILE = "scope.sqlite3"
ScopeProgress = Callable[[int, str], None]


def unwatched(_done: int, _name: str) -> None: ...


class FoundPlace(NamedTuple):
    """A provision and its work, by their URNs; `undated` where its source gives no dates."""

    urn: str
    work: str
    undated: bool


@dataclass
class LibraryScope:
    store: CorpusStore
    folder: Path
    citations: LibraryCitations

    _index: ScopeIndex | None = None
    _revision: tuple[int, date] | None = None
    # By the date or version asked; what they remember holds until the law or the day changes.
    _resolvers: dict[tuple[date | None, str | None], Resolver] = field(default_factory=dict)
    _resolved: tuple[int, date] | None = None
    # While one question is answered: what it holds, and the index once it was asked for.
    _question: ExitStack | None = None
    _asked: ScopeIndex | None = None

    @contextmanager
    def one_state(self) -> Generator[None]:
        """All that is resolved inside is of one state of the index, whatever others read."""
        with ExitStack() as held:
            self._question, self._asked = held, None
            try:
                yield
            finally:
                self._question = None

    def is_behind(self) -> bool:
        """Whether what was asked last is older than the law, since another is reading that."""
        return self._asked is not None and self._revision != self._now()

    def resolve(
        self,
        stored: Stored,
        node: Node,
        at: date | None,
        version: str | None = None,
        progress: ScopeProgress = unwatched,
    ) -> Context:
        """Everything that governs a provision on a date, or in a version."""
        try:
            with self._holding(stored, progress) as index:
                return self._resolver(index, at, version).resolve(stored, node)
        except IndexUnusable:
            # Opened again, it is found to be damaged, and begun anew.
            if self._question is not None:
                self._question.close()
            self.close()
            with self._holding(stored, progress) as index:
                return self._resolver(index, at, version).resolve(stored, node)

    def statuses(
        self, places: Sequence[FoundPlace], at: date | None, version: str | None = None
    ) -> dict[str, LawStatus]:
        """Of provisions, the status of those that are not plainly in force, by URN. By what was
        read last: nobody waits for law to be read. Where all of it never was, by what publishers
        mark and courts decided alone."""
        index = self._opened()
        with index.still():
            status_of = self._status_of(index, at, version)
            suspects = self._suspected(index, at) if index.whole else None
            return {
                place.urn: status
                for place in (filter(suspects, places) if suspects else places)
                if not (status := status_of(place.urn)).is_plain
            }

    def _status_of(
        self, index: ScopeIndex, at: date | None, version: str | None
    ) -> Callable[[str], LawStatus]:
        if index.whole:
            resolver = self._resolver(index, at, version)
            find, status = resolver.find, resolver.status
        else:
            from pincite.status.at_date import NoReadings, StatusAt
            from pincite.status.place import LawOnADay

            law = LawOnADay(self.store, at, version)
            find, status = law.find, StatusAt(law, NoReadings()).of

        def status_of(urn: str) -> LawStatus:
            place = find(urn)
            return status(place) if place else IN_FORCE

        return status_of

    @property
    def was_read(self) -> bool:
        """Whether all law was ever read for what it says of other law."""
        return self._opened().whole

    def _suspected(self, index: ScopeIndex, at: date | None) -> Callable[[FoundPlace], bool]:
        from pincite.status.suspects import Suspects

        day = at or date.today()  # noqa: DTZ011
        read = index.suspects(day)
        halted = Suspects.of(override.urn for override in self.store.overrides(None, day))
        return lambda place: (
            (at is not None and place.undated)
            or read.take_in(place.urn, place.work)
            or halted.take_in(place.urn, place.work)
        )

    def resolve_found(
        self,
        find: Callable[[], tuple[Stored, Node]],
        at: date | None,
        version: str | None = None,
        progress: ScopeProgress = unwatched,
    ) -> Context:
        """The same of the provision that `find` gives. It is found, and what governs it is read, in
        one state of the law, whatever others change meanwhile."""
        try:
            return self._resolve_found(find, at, version, progress)
        except IndexUnusable:
            # Opened again, it is found to be damaged, and begun anew.
            self.close()
            return self._resolve_found(find, at, version, progress)

    def _resolve_found(
        self,
        find: Callable[[], tuple[Stored, Node]],
        at: date | None,
        version: str | None,
        progress: ScopeProgress,
    ) -> Context:
        for _ in range(_TRIES):
            with self.store.still():
                stored, node = find()
                index = self.index(progress, seconds=_PATIENCE)
                with index.still():
                    # Else another has read a later state of the law, which is then looked at.
                    if index.revision <= self.store.revision() and index.holds(stored):
                        return self._resolver(index, at, version).resolve(stored, node)
        with self.store.still():
            stored, node = find()
            index = self._opened()
            with index.caught_up(self.store, self._titles(), progress):
                return self._resolver(index, at, version).resolve(stored, node)

    def index(
        self, progress: ScopeProgress = unwatched, *, seconds: float | None = None
    ) -> ScopeIndex:
        """Caught up with the law; after so many seconds, where another reads the law all the while,
        as it was when all of it had been read last."""
        index = self._opened()
        revision = self._now()
        if revision == self._revision:
            return index
        titles = self._titles()
        if not index.is_of(revision[0], titles):
            if not index.whole:
                seconds = None
            try:
                index.catch_up(self.store, titles, progress, seconds=seconds)
            except IndexUnusable:
                raise
            except LibraryBusy:
                if seconds is None:
                    raise
                return index
        self._revision = revision
        return index

    @contextmanager
    def _holding(self, stored: Stored, progress: ScopeProgress) -> Generator[ScopeIndex]:
        """The index, with that text in it."""
        with ExitStack() as alone:
            held = self._question or alone
            index = self._asked if self._question is not None else None
            if index is None:
                index = self.index(progress, seconds=_PATIENCE)
                held.enter_context(index.still())
            if not index.holds(stored):
                # It is of other law than is asked about.
                held.close()
                held.enter_context(index.caught_up(self.store, self._titles(), progress))
                self._revision = self._now()
            self._asked = index
            yield index

    def _opened(self) -> ScopeIndex:
        from pincite.scope.index import ScopeIndex

        if self._index is None:
            self._index = ScopeIndex(self.folder / FILE)
        return self._index

    def _resolver(self, index: ScopeIndex, at: date | None, version: str | None) -> Resolver:
        from pincite.scope.resolve import Resolver

        if self._resolved != self._now():
            self._resolvers.clear()
            self._resolved = self._now()
        asked = (at, version)
        if asked not in self._resolvers:
            if len(self._resolvers) >= _DATES:
                self._resolvers.clear()
            self._resolvers[asked] = Resolver(self.store, index, at, version)
        return self._resolvers[asked]

    def _titles(self) -> WorkTitles:
        """Without the names of the works that were held before."""
        self.citations = replace(self.citations)
        return self.citations.titles

    def _now(self) -> tuple[int, date]:
        return self.store.revision(), date.today()  # noqa: DTZ011

    def close(self) -> None:
        self._resolvers.clear()
        self._revision = self._asked = None
        if self._index is not None:
            self._index.close()
            self._index = None
