"""A provision of the law in force, with what is above it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pincite.corpus import Stored
from pincite.model import Node


@dataclass(frozen=True)
class ProvisionInForce:
    """A provision in the expression that is in force."""

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
