"""The models that come with Pincite: they lie in the package and need no installing."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from pincite.encoders.cards import CARD


@cache
def shipped() -> dict[str, Path]:
    """Folders by the name of the model."""
    root = resources.files("pincite.encoders").joinpath("models")
    # A wheel is always unpacked, so that what is in the package is a file.
    folder = Path(str(root))
    return {card.parent.name: card.parent for card in sorted(folder.glob(f"*/{CARD}"))}
