"""What a mention was tied to."""

from __future__ import annotations

from pincite.citations.resolution.antecedents import CitedSource
from pincite.model.mention import Unresolved


class Meaning:
    """A source or a key, or the reason why nothing."""

    __slots__ = ("antecedent", "key", "reason", "source", "targets")

    def __init__(
        self,
        source: CitedSource | None = None,
        antecedent: int = -1,
        targets: tuple[str, ...] = (),
        *,
        key: str = "",
        reason: Unresolved | None = None,
    ) -> None:
        self.source = source
        self.antecedent = antecedent
        self.targets = targets
        self.key = key
        self.reason = reason
