"""The provisions of a corpus on one day, or in one version, each with what is above it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from pincite.corpus import CorpusStore, Stored
from pincite.model import Node
from pincite.model.locator import locator

_REMEMBERED = 4096


@dataclass(frozen=True)
class ProvisionInForce:
    """A provision in the expression that counts on the day."""

    stored: Stored
    node: Node
    above: tuple[Node, ...]
    """Nearest first."""

    @cached_property
    def urns(self) -> tuple[str, ...]:
        return (self.node.urn, *(node.urn for node in self.above))

    @property
    def work(self) -> str:
        return self.stored.expression.urn

    @property
    def locator(self) -> str:
        chain = [*self.above[-2::-1], self.node] if self.above else []
        return locator(self.stored.expression, chain)


@dataclass
class LawOnADay:
    """`at` is the date asked, None for what is in force today or has no date. With a version, what
    that version states comes first."""

    store: CorpusStore
    at: date | None
    version: str | None = None
    _found: dict[str, ProvisionInForce | None] = field(default_factory=dict)
    _keys: dict[str, int | None] = field(default_factory=dict[str, int | None])

    @property
    def day(self) -> date:
        return self.at or date.today()  # noqa: DTZ011

    def find(self, urn: str) -> ProvisionInForce | None:
        """A provision of any work."""
        if urn not in self._found:
            if len(self._found) >= _REMEMBERED:
                self._found.clear()
            self._found[urn] = self._looked_up(urn)
        return self._found[urn]

    def _looked_up(self, urn: str) -> ProvisionInForce | None:
        found = self.store.find(urn, at=self.at, tag=self.version)
        if not found and self.version:
            found = self.store.find(urn, at=None, tag=None)
        return self.place(*found[0]) if found else None

    def place(self, stored: Stored, node: Node) -> ProvisionInForce:
        return ProvisionInForce(stored, node, tuple(self.store.ancestors(stored.key, node)))

    def is_text_of(self, key: int, work: str) -> bool:
        """Whether an expression is the one that counts of its work."""
        if work not in self._keys:
            found = self.find(work)
            self._keys[work] = found.stored.key if found else None
        return self._keys[work] == key
