"""Keeps a search engine in step with the corpus: one thread or process at a time brings the indexes
up to date, and every search sees one state of both."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeVar

from pincite.corpus import CorpusStore
from pincite.corpus.disk_space import needs_space
from pincite.corpus.sqlite.derived import CaughtUp
from pincite.errors import IndexUnusable, LibraryBusy, ServerUnreachable
from pincite.indexes.catalogue import IndexCatalogue
from pincite.indexes.records import IndexedDocument
from pincite.search.engine import Engine

# Whoever asks waits so long for another who brings the indexes up to date, and then asks them as
# they were before.
_MOMENT = 1.0

Progress = Callable[[int, str], None]
Result = TypeVar("Result")


@dataclass
class InStep:
    """The engine of one library. `folder` holds the indexes, `made` opens an engine on them, and
    `at_once` makes the vectors that are quick to make, before others see what was indexed. Only one
    thread may use it at a time."""

    store: CorpusStore
    folder: Path
    documents: Callable[[], Iterable[IndexedDocument]]
    made: Callable[[IndexCatalogue], Engine]
    at_once: Callable[[IndexCatalogue], None]

    _catalogue: IndexCatalogue | None = None
    _engine: Engine | None = None
    # The state of the corpus that another was indexing.
    _awaited: str = ""
    _steady: bool = False

    def steadily(self, work: Callable[[], Result], progress: Progress) -> Result:
        """What `work` gives, from one state of the corpus and an engine in step with it, whatever
        others load and index meanwhile. Where another is indexing, from the indexes as they were
        before. Indexes that prove to be behind are waited for, and damaged ones made again."""
        if self._steady:
            return work()
        seconds: float | None = _MOMENT
        for mend in (self.close, lambda: self.bring(progress, anew=True)):
            try:
                with self._in_step(progress, seconds):
                    return work()
            except IndexUnusable:
                mend()
            except ServerUnreachable:
                # A connection that was lost in the middle.
                if seconds is None:
                    raise
            seconds = None
        with self._in_step(progress, None):
            return work()

    def engine(self, progress: Progress) -> Engine:
        if not self._steady:
            with self._in_step(progress, _MOMENT):
                pass
        assert self._engine is not None
        return self._engine

    def bring(self, progress: Progress, *, anew: bool = False) -> CaughtUp:
        """Index what is new and changed, drop what is gone; if `anew`, all of it again, while
        others ask what was there before."""
        with ExitStack() as held:
            done = self._brought(progress, None, held, anew=anew)
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

    def close(self) -> None:
        self._engine = None
        if self._catalogue is not None:
            self._catalogue.close()
            self._catalogue = None

    @contextmanager
    def _in_step(self, progress: Progress, seconds: float | None) -> Generator[None]:
        """One state of the corpus, and an engine of it; of an older one after so many seconds."""
        with ExitStack() as held:
            held.enter_context(self.store.still())
            if not self._is_newest() and self._opened().revision == self._now():
                # Another has caught up already, or made more vectors: there is nothing to wait for.
                self.open()
            if not self._is_current():
                held.close()
                self._brought(progress, seconds, held)
            self._steady = True
            try:
                yield
            finally:
                self._steady = False

    @needs_space
    def _brought(
        self, progress: Progress, seconds: float | None, held: ExitStack, *, anew: bool = False
    ) -> CaughtUp | None:
        """Take our turn, look at the corpus as it is now, which `held` then holds, and catch up
        with it. None, and the last whole state, where the turn does not come in time."""
        catalogue = self._opened()
        if not catalogue.revision:
            # Nothing is there yet that could be asked instead.
            seconds = None
        elif seconds is not None and self._awaited == self._now():
            seconds = 0.0
        with ExitStack() as turn:
            try:
                turn.enter_context(catalogue.in_turn(seconds))
            except LibraryBusy:
                if seconds is None:
                    raise
                held.enter_context(self.store.still())
                self._awaited = self._now()
                if not self._is_newest():
                    self.open()
                return None
            held.enter_context(self.store.still())
            done = catalogue.follow(
                self.documents,
                self._now(),
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

    def is_behind(self) -> bool:
        """Whether what is asked now is older than the corpus, since another is indexing."""
        return self._engine is not None and not self._is_current()

    def _is_current(self) -> bool:
        """Whether what is asked is of the corpus as it is seen."""
        engine = self._engine
        return engine is not None and engine.indexed.generation.revision == self._now()

    def _is_newest(self) -> bool:
        """Whether nothing was published since the engine was opened."""
        indexed = self._engine.indexed if self._engine is not None else None
        if indexed is None or indexed.overtaken():
            return False
        return indexed.generation.number == self._opened().number

    def _now(self) -> str:
        """The state of the corpus, and the day, which decides what is in force."""
        return f"{self.store.revision()}/{date.today().isoformat()}"  # noqa: DTZ011
