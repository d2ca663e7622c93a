"""An engine that remembers what it was asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pincite.corpus import CorpusStore


class CountedStore:
    """The engine's own, but for the list of its calls."""

    def __init__(self, engine: CorpusStore) -> None:
        self._engine = engine
        self.calls: list[tuple[str, str]] = []
        """The method and what it was asked."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._engine, name)
        if not callable(found):
            return found

        def counted(*arguments: Any, **named: Any) -> Any:
            # What is asked for in an iterator is asked for once.
            given = [list(one) if hasattr(one, "__next__") else one for one in arguments]
            self.calls.append((name, repr((given, named))))
            return found(*given, **named)

        return counted

    def of(self, name: str) -> int:
        return sum(called == name for called, _ in self.calls)

    def repeated(self) -> list[tuple[str, str]]:
        return [call for call, times in Counter(self.calls).items() if times > 1]
