"""Keeps a search engine in step with the corpus: one thread or process at a time brings the indexes
up to date, and every search sees one state of both."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeVar

from pincite.corpus.disk_space import needs_space
from pincite.corpus.read_once import ReadOnceStore
from pincite.corpus.sqlite.derived import CaughtUp
from pincite.errors import IndexUnusable, LibraryBusy, ServerUnreachable
from pincite.indexes.catalogue import IndexCatalogue
from pincite.indexes.records import IndexedDocument
from pincite.search.engine import Engine

# Whoever asks waits so long for another who brings the indexes up to date, and then asks on in the
# state that they asked before; for longer where there is none, and then the old indexes of the new
# corpus.
_MOMENT = 1.0
_PATIENCE = 20.0

Progress = Callable[[int, str], None]
Result = TypeVar("Result")


@dataclass
class InStep:
    """The engine of one library. `folder` holds the indexes, `made` opens an engine on them, and
    `at_once` makes the vectors that are quick to make, before others see what was indexed. Only one
    thread may use it at a time."""

    store: ReadOnceStore
    folder: Path
    documents: Callable[[], Iterable[IndexedDocument]]
    made: Callable[[IndexCatalogue], Engine]
    at_once: Callable[[IndexCatalogue], None]

    behind: bool = False
    """Whether the corpus had changed when the last question was asked, and another was indexing."""
    _catalogue: IndexCatalogue | None = None
    _engine: Engine | None = None
    # The state of the corpus that is held, and the one that another was indexing.
    _held: str = ""
    _awaited: str = ""
    _steady: bool = False

    def steadily(self, work: Callable[[], Result], progress: Progress) -> Result:
        """What `work` gives, from one state of the corpus and an engine in step with it, whatever
        others load and index meanwhile. Where another is indexing, from the state before that.
        Indexes that prove to be behind are waited for, and damaged ones made again."""
        if self._steady:
            return work()
        patient = False
        for mend in (self.close, lambda: self.bring(progress, anew=True)):
            try:
                with self._in_step(progress, patient=patient):
                    return work()
            except IndexUnusable:
                mend()
            except ServerUnreachable:
                # A connection that was lost in the middle.
                if patient:
                    raise
                self.close()
            patient = True
        with self._in_step(progress, patient=True):
            return work()

    def engine(self, progress: Progress) -> Engine:
        if not self._steady:
            with self._in_step(progress, patient=False):
                pass
        assert self._engine is not None
        return self._engine

    def bring(self, progress: Progress, *, anew: bool = False) -> CaughtUp:
        """Index what is new and changed, drop what is gone; if `anew`, all of it again, while
        others ask what was there before."""
        with self.store.in_use():
            done = self._brought(progress, None, anew=anew)
        assert done is not None
        return done

    def open(self) -> Engine:
        """An engine of the indexes as they are now."""
        self._engine = self.made(self._opened())
        return self._engine

    def publish(self, *, links: str = "", always: bool = False) -> None:
        """Have whoever asks from now on see the vectors and graphs that were made meanwhile, and
        these links; where none were made, only if `always`."""
        with self.in_turn():
            self._opened().publish(links=links, always=always)

    def in_turn(self) -> AbstractContextManager[None]:
        """Be the only one who brings them up to date."""
        return self._opened().in_turn()

    def is_mixed(self) -> bool:
        """Whether the indexes that are asked now are of an older state than the corpus that is."""
        return self._engine is not None and not self._is_current()

    def close(self) -> None:
        self._engine = None
        self._held = ""
        if self._catalogue is not None:
            self._catalogue.close()
            self._catalogue = None

    @contextmanager
    def _in_step(self, progress: Progress, *, patient: bool) -> Generator[None]:
        """One state of the corpus, and an engine of it."""
        with self.store.in_use():
            self._move(progress, patient=patient)
            with self.store.held():
                self._steady = True
                try:
                    yield
                finally:
                    self._steady = False

    def _move(self, progress: Progress, *, patient: bool) -> None:
        """Hold the newest state that is indexed; index the newest there is, unless another does."""
        self.behind = False
        newest, catalogue = self._now(), self._opened()
        if not self.store.holds or (self._held != newest and catalogue.revision == newest):
            # Another has indexed it already: there is nothing to wait for.
            self._hold()
        if not self._is_newest() and catalogue.revision == self._held:
            with self.store.held():
                self.open()
        if self._held == newest and self._is_current():
            return
        usable = self._is_current()
        seconds: float | None = _MOMENT if usable else _PATIENCE
        if patient or not catalogue.revision:
            # Nothing is there yet that could be asked instead.
            seconds = None
        elif self._awaited == newest:
            seconds = 0.0
        if self._brought(progress, seconds) is not None:
            return
        self.behind, self._awaited = True, newest
        if not usable:
            self._hold()
            with self.store.held():
                self.open()

    @needs_space
    def _brought(
        self, progress: Progress, seconds: float | None, *, anew: bool = False
    ) -> CaughtUp | None:
        """Take our turn, hold the corpus as it is now, and catch up with it. None where the turn
        does not come in so many seconds."""
        catalogue = self._opened()
        with ExitStack() as turn:
            try:
                turn.enter_context(catalogue.in_turn(seconds))
            except LibraryBusy:
                if seconds is None:
                    raise
                return None
            self._hold()
            with self.store.held():
                done = catalogue.follow(
                    self.documents,
                    self._held,
                    progress,
                    anew=anew,
                    first=lambda: self.at_once(catalogue),
                )
                self.open()
        return done

    def _opened(self) -> IndexCatalogue:
        if self._catalogue is not None and self._catalogue.is_replaced():
            # Another found it damaged, and began it anew.
            self._catalogue.close()
            self._catalogue = None
        if self._catalogue is None:
            self._catalogue = IndexCatalogue(self.folder)
        return self._catalogue

    def _is_current(self) -> bool:
        """Whether the engine is of the state that is held."""
        engine = self._engine
        return engine is not None and engine.indexed.generation.revision == self._held

    def _is_newest(self) -> bool:
        """Whether nothing was published since the engine was opened."""
        indexed = self._engine.indexed if self._engine is not None else None
        if indexed is None or indexed.overtaken():
            return False
        return self._catalogue is not None and indexed.generation.number == self._catalogue.number

    def _hold(self) -> None:
        self.store.hold()
        with self.store.held():
            self._held = _state(self.store.revision())

    def _now(self) -> str:
        return _state(self.store.newest_revision())


def _state(revision: int) -> str:
    """Of the corpus, and the day, which decides what is in force."""
    return f"{revision}/{date.today().isoformat()}"  # noqa: DTZ011
