"""Every constant that decides what is in a pack (frozen-context.md). None may change within a
version: another value is another version, and both can be built side by side.

Numbers are decimals, written out: no machine's floating point shows in a pack.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

from pincite.errors import NotFound


@dataclass(frozen=True, slots=True)
class Spec:
    """`treatment` is what each label of the citing words is worth; one that is not named is worth
    nothing. `holding` are the words whose density around a mention counts."""

    version: str
    anchor_limit: int
    anchor_head: int
    anchor_tail: int
    snippet_window: int
    top: int
    edge: Decimal
    treatment: tuple[tuple[str, Decimal], ...]
    frequency: Decimal
    """Times the natural logarithm of the number of mentions: a single one adds nothing."""
    intro_share: Decimal
    """A first mention within this share of the anchor stands in its introduction."""
    intro: Decimal
    body: Decimal
    density: Decimal
    """Times the words of holding in every hundred words around the mentions."""
    density_most: Decimal
    holding: tuple[str, ...]
    overruled: Decimal
    overruling: tuple[str, ...]
    """The labels that put a source aside."""
    decimals: int
    """Scores are rounded to so many, half to even."""

    def as_dict(self) -> dict[str, Any]:
        """As the manifest has it: decimals as they are written."""
        fields = {name: _plain(value) for name, value in asdict(self).items()}
        fields["treatment"] = {label: str(weight) for label, weight in self.treatment}
        return fields

    @property
    def digest(self) -> str:
        written = json.dumps(self.as_dict(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(written.encode()).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, Decimal):
        return str(value)
    return list(value) if isinstance(value, tuple) else value  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


V1_1 = Spec(
    version="1.1",
    anchor_limit=80_000,
    anchor_head=40_000,
    anchor_tail=40_000,
    snippet_window=80,
    top=12,
    edge=Decimal("1.0"),
    treatment=(
        ("followed", Decimal("1.0")),
        ("applied", Decimal("0.9")),
        ("reaffirmed", Decimal("0.9")),
        ("affirmed", Decimal("0.8")),
        ("quoted", Decimal("0.6")),
        ("explained", Decimal("0.5")),
        ("distinguished", Decimal("0.4")),
        ("limited", Decimal("0.4")),
        ("questioned", Decimal("0.3")),
        ("criticised", Decimal("0.3")),
        ("disapproved", Decimal("0.2")),
        ("declined", Decimal("0.2")),
    ),
    frequency=Decimal("0.2"),
    intro_share=Decimal("0.15"),
    intro=Decimal("0.3"),
    body=Decimal("0.0"),
    density=Decimal("0.1"),
    density_most=Decimal("0.5"),
    holding=(
        "affirm", "affirmed", "conclude", "concluded", "held", "hold", "holding", "holds",
        "judgment", "reverse", "reversed", "rule", "ruled", "ruling",
    ),
    overruled=Decimal("0.5"),
    overruling=("abrogated", "overruled"),
    decimals=6,
)  # fmt: skip

SPECS = {specification.version: specification for specification in (V1_1,)}


def spec(version: str) -> Spec:
    if version not in SPECS:
        raise NotFound(f"no spec {version!r}", hint=f"One of {', '.join(SPECS)}.")
    return SPECS[version]
