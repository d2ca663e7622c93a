"""Legal answers from a corpus you hold: checked word for word, with pinpoint citations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pincite.library import Library, create, open

__version__ = "0.1.0"
__all__ = ["Library", "__version__", "create", "open"]


def __getattr__(name: str) -> Any:
    # Looked up on first use, so that reading processes do not load the whole house.
    if name in ("Library", "create", "open"):
        from pincite import library

        return getattr(library, name)
    raise AttributeError(name)
