"""From a file to an answer: what was read is indexed by its words, then what governs it is read,
its meaning encoded, and what decisions cite. Every door goes through here."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pincite.collection.core import Collection
from pincite.collection.stages import Stage, StagedProgress
from pincite.errors import JobCancelled, LibraryBusy, PinciteError

Report = TypeVar("Report")

ABOUT_A_MINUTE = 8_000
"""Passages that the model in the package encodes in about a minute, on two cores."""
_WAIT_SECONDS = 1.0
_LATER = "`pincite index` does it"
# What a run keeps for the next one: the report, and what was held before.
_READ, _BEFORE = "read", "before"


@dataclass(frozen=True, slots=True)
class Thoroughness:
    """How far to go once the words are indexed: `most` is how many passages are encoded at most,
    all where it is None; where that leaves some, scope and links are left, too. `patient` waits for
    another process that encodes here."""

    most: int | None = None
    patient: bool = True


@dataclass(frozen=True, slots=True)
class _Encoding:
    """What is encoded: the documents with the keys `first` before all others, for a profile. Where
    it fails, what was read is there and found by its words: that is told, if `leave_problems`, and
    fails nothing else."""

    first: frozenset[int] = frozenset()
    tokens: bool | None = None
    profile: str = ""
    leave_problems: bool = False


@dataclass(slots=True)
class Pipeline:
    """One run over a library or a matter. `tell` hears how far it has come, and `stop` says that it
    should end: begun again with the same `kept`, it goes on where it was."""

    held: Collection
    tell: Callable[..., None]
    stop: Callable[[], bool] = lambda: False
    kept: dict[str, Any] = field(default_factory=dict[str, Any])
    thoroughness: Thoroughness = Thoroughness()

    def read(self, read: Callable[[StagedProgress], Report]) -> Report:
        """What `read` gives, which adds to what is held, once all of that can be asked. `read` is
        called again where it was stopped, and not where it had ended."""
        watched = StagedProgress(self.tell, (Stage.READ, *self._stages))
        if _BEFORE not in self.kept:
            self.kept[_BEFORE] = self._documents()
        if _READ not in self.kept:
            watched.begin(Stage.READ)
            self.kept[_READ] = self._in_turn(watched, lambda: read(watched))
        else:
            watched.pass_over(Stage.READ)
        before: dict[int, str] = self.kept[_BEFORE]
        added = {key for key, hash in self._documents().items() if before.get(key) != hash}
        self._make_ready(watched, _Encoding(frozenset(added), leave_problems=True))
        return self.kept[_READ]

    def index(self, *, tokens: bool | None = None, anew: bool = False, profile: str = "") -> None:
        """All that is held, of which nothing new was read."""
        watched = StagedProgress(self.tell, self._stages)
        encoding = _Encoding(tokens=tokens, profile=profile)
        self._make_ready(watched, encoding, anew=anew)

    @property
    def _stages(self) -> tuple[Stage, ...]:
        law = (Stage.SCOPE,) if self.held.governs else ()
        return (Stage.WORDS, *law, Stage.LINKS, Stage.MEANING)

    def _documents(self) -> dict[int, str]:
        """What is held: the hash of each by its key."""
        return {document.key: document.hash for document in self.held.search_index.documents()}

    def _make_ready(
        self, watched: StagedProgress, encoding: _Encoding, *, anew: bool = False
    ) -> None:
        search = self.held.search_index
        watched.begin(Stage.WORDS)
        # Made anew once, it need not be again when the rest is gone on with.
        search.index(self._words(watched, encoding), anew=anew and Stage.WORDS not in self.kept)
        self.kept[Stage.WORDS] = True
        whole = not self._is_too_much(encoding)
        if self.held.governs and whole:
            watched.begin(Stage.SCOPE)
            self.held.index_scope(watched.counted)
        elif self.held.governs:
            watched.leave(Stage.SCOPE, _LATER)
        if not search.holds_opinions():
            watched.skip(Stage.LINKS, "no decisions are held")
        elif whole:
            watched.begin(Stage.LINKS)
            search.link(watched.counted)
        else:
            watched.leave(Stage.LINKS, _LATER)
        # Last: all that needs no vector server is done where that is away.
        self._encode(watched, encoding, anew=anew)
        watched.end()

    def _words(self, watched: StagedProgress, encoding: _Encoding) -> Callable[[int, str], None]:
        many = len(encoding.first)
        if not many:
            return watched.counted
        return lambda done, name: watched.of_total(done, max(done, many), name)

    def _is_too_much(self, encoding: _Encoding) -> bool:
        most = self.thoroughness.most
        if most is None:
            return False
        search = self.held.search_index
        added = sum(
            len(document.kind)
            for document in search.engine().indexed.table.documents
            if document.key in encoding.first
        )
        return added > most or search.unencoded(encoding.profile) > most

    def _encode(self, watched: StagedProgress, encoding: _Encoding, *, anew: bool) -> None:
        search = self.held.search_index
        needless = search.without_encoding(encoding.profile)
        if needless and not encoding.tokens:
            watched.skip(Stage.MEANING, needless)
            return
        if self.thoroughness.most == 0:
            watched.leave(Stage.MEANING, _left(search.unencoded(encoding.profile)))
            return
        watched.begin(Stage.MEANING)
        try:
            self._encoded(watched, encoding, anew=anew)
        except JobCancelled:
            raise
        except PinciteError as problem:
            if not encoding.leave_problems:
                raise
            watched.leave(Stage.MEANING, problem.message)
            return
        if self.stop():
            raise JobCancelled("encoding was stopped")
        if left := search.unencoded(encoding.profile):
            watched.leave(Stage.MEANING, _left(left))

    def _encoded(self, watched: StagedProgress, encoding: _Encoding, *, anew: bool) -> None:
        self._in_turn(
            watched,
            lambda: self.held.search_index.encode(
                tokens=encoding.tokens,
                anew=anew,
                first=encoding.first,
                most=self.thoroughness.most,
                profile=encoding.profile,
                progress=lambda done, total: watched.of_total(done, total, "passages"),
                stop=self.stop,
            ),
        )

    def _in_turn(self, watched: StagedProgress, work: Callable[[], Report]) -> Report:
        """What `work` gives; where another process is at the same, after that, if it is patient."""
        while True:
            try:
                return work()
            except LibraryBusy as busy:
                if not self.thoroughness.patient:
                    raise
                watched(name=busy.message)
                time.sleep(_WAIT_SECONDS)


def _left(passages: int) -> str:
    return f"{passages} passages are not encoded yet; `pincite index` encodes them"
