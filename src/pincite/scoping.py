"""Scope over a library: its index, kept in step with the law, and asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.citing import Citing
from pincite.corpus import CorpusStore, Stored
from pincite.model import Node

if TYPE_CHECKING:
    from pincite.scope.context import Context
    from pincite.scope.index import ScopeIndex
    from pincite.scope.resolve import Resolver

# So many dates are kept ready to be asked again.
_DATES = 8
FILE = "scope.sqlite3"
ScopeProgress = Callable[[int, str], None]


def unwatched(_done: int, _name: str) -> None: ...


@dataclass
class Scoping:
    store: CorpusStore
    folder: Path
    citing: Citing

    _index: ScopeIndex | None = None
    _revision: tuple[int, date] | None = None
    # By the date or version asked; what they remember holds until the law or the day changes.
    _resolvers: dict[tuple[date | None, str | None], Resolver] = field(default_factory=dict)

    def resolve(
        self,
        stored: Stored,
        node: Node,
        at: date | None,
        version: str | None = None,
        progress: ScopeProgress = unwatched,
    ) -> Context:
        """Everything that governs a provision on a date, or in a version."""
        from pincite.scope.resolve import Resolver

        index = self.index(progress)
        asked = (at, version)
        if asked not in self._resolvers:
            if len(self._resolvers) >= _DATES:
                self._resolvers.clear()
            self._resolvers[asked] = Resolver(self.store, index, at, version)
        return self._resolvers[asked].resolve(stored, node)

    def index(self, progress: ScopeProgress = unwatched) -> ScopeIndex:
        """Caught up with the law."""
        from pincite.scope.index import ScopeIndex

        if self._index is None:
            self._index = ScopeIndex(self.folder / FILE)
        revision = (self.store.revision(), date.today())  # noqa: DTZ011
        if revision != self._revision:
            self._resolvers.clear()
            self.citing = replace(self.citing)
            self._index.catch_up(self.store, self.citing.titles, progress)
            self._revision = revision
        return self._index

    def close(self) -> None:
        if self._index is not None:
            self._index.close()
            self._index = None
