"""One state of a corpus, seen through a connection of its own and kept for the next question.

While somebody indexes what was just loaded, others go on asking the state before that: the corpus
and its indexes of one moment, never the one with the other. SQLite cannot shorten its log, and
PostgreSQL cannot clean up, behind a state that is held: so it is let go when nobody asks for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from weakref import WeakSet

from pincite.corpus.store import CorpusStore

_IDLE_SECONDS = 2.0
_LOOK_SECONDS = 0.5


class HeldState:
    """`opened` opens the corpus once more; that is done when a state is first taken."""

    def __init__(self, opened: Callable[[], CorpusStore]) -> None:
        self._opened = opened
        self._store: CorpusStore | None = None
        self._transaction: ExitStack | None = None
        self._using = threading.Lock()
        self._used = 0.0

    @contextmanager
    def in_use(self) -> Generator[None]:
        """It is not let go meanwhile. One thread at a time."""
        with self._using:
            try:
                yield
            finally:
                self._used = time.monotonic()
                if self._transaction is not None:
                    _IDLE.watch(self)

    @property
    def store(self) -> CorpusStore | None:
        """The corpus as it was; None where no state is held."""
        return self._store if self._transaction is not None else None

    def take(self) -> None:
        """See the corpus as it is now, from now on."""
        self.let_go()
        if self._store is None:
            self._store = self._opened()
        with ExitStack() as begun:
            begun.enter_context(self._store.still())
            # What SQLite sees is settled by the first read.
            self._store.revision()
            self._transaction = begun.pop_all()

    def let_go(self) -> None:
        transaction, self._transaction = self._transaction, None
        if transaction is not None:
            transaction.close()

    def let_go_if_idle(self) -> bool:
        """Whether nothing is held any more."""
        if not self._using.acquire(blocking=False):
            return False
        try:
            if time.monotonic() < self._used + _IDLE_SECONDS:
                return False
            self.let_go()
        finally:
            self._using.release()
        return True

    def close(self) -> None:
        self.let_go()
        store, self._store = self._store, None
        if store is not None:
            store.close()


class _Idle:
    """A thread that lets go of what nobody uses; it ends when there is none."""

    def __init__(self) -> None:
        self._watched: WeakSet[HeldState] = WeakSet()
        self._lock = threading.Lock()
        self._running = False

    def watch(self, state: HeldState) -> None:
        with self._lock:
            self._watched.add(state)
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, name="held states", daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(_LOOK_SECONDS)
            with self._lock:
                states = list(self._watched)
            done = [state for state in states if state.let_go_if_idle()]
            with self._lock:
                self._watched.difference_update(done)
                if not self._watched:
                    self._running = False
                    return


_IDLE = _Idle()
