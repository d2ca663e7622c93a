"""Keeps what is not in force out of what governs a rule, and remembers what was kept out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pincite.model.status import LawStatus
from pincite.scope.context import NotApplied
from pincite.status.place import ProvisionInForce


@dataclass
class InForceOnly:
    """Of a rule that is itself not in force, everything is kept: it is read for what it was."""

    rule: LawStatus
    status_of: Callable[[ProvisionInForce], LawStatus]
    _out: dict[tuple[str, str], NotApplied] = field(default_factory=dict)

    def takes(self, role: str, place: ProvisionInForce) -> bool:
        if not self.rule.may_apply:
            return True
        status = self.status_of(place)
        if not status.may_apply:
            urn = place.node.urn
            self._out.setdefault((role, urn), NotApplied(role, urn, place.locator, status))
        return status.may_apply

    @property
    def left_out(self) -> tuple[NotApplied, ...]:
        return tuple(self._out[key] for key in sorted(self._out))
