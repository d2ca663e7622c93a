"""The card that a matter's folder carries: what it is called and whether it is open."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from pincite.corpus.clock import now
from pincite.model.urn import segment

CARD = "matter.json"


class MatterState(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    ARCHIVED = "archived"
    # Its card cannot be read: it can be looked at by hand, or deleted.
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class MatterCard:
    """What a matter is called. `slug` names its folder and its documents, and never changes."""

    slug: str
    name: str
    number: str
    state: MatterState
    created_at: str


def new_card(name: str, number: str) -> MatterCard:
    return MatterCard(slug(name), name.strip(), number.strip(), MatterState.OPEN, now())


def slug(name: str) -> str:
    """'Smith v. Jones' → 'smith-v-jones'; "" where no letter or digit is left."""
    return segment(name.strip().replace(".", "").replace("_", "-")).lower()[:60].strip("-~.")


def read_card(folder: Path) -> MatterCard:
    """What the folder says of itself; DAMAGED where it cannot be read."""
    try:
        return card_of(json.loads((folder / CARD).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError):
        return damaged(folder.name)


def damaged(slug: str) -> MatterCard:
    return MatterCard(slug, slug, "", MatterState.DAMAGED, "")


def card_of(values: dict[str, str]) -> MatterCard:
    return MatterCard(**{**values, "state": MatterState(values["state"])})  # pyright: ignore[reportArgumentType]


def write_card(folder: Path, card: MatterCard) -> None:
    making = folder / f".{CARD}"
    with making.open("w", encoding="utf-8") as stream:
        json.dump(asdict(card), stream, ensure_ascii=False, indent=2)
        stream.flush()
        os.fsync(stream.fileno())
    making.replace(folder / CARD)
