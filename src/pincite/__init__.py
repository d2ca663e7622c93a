"""Legal answers from a corpus you hold: checked word for word, with pinpoint citations.

import pincite

with pincite.open("law") as library:
    reply = library.ask("May the owner enter my home without notice?", at="2024-06-01")

with pincite.Matters().open("smith-v-jones") as matter:
    print(matter.search("notice of the defect").results[0].citation)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.errors import PinciteError
    from pincite.library import Library, create, open
    from pincite.matters import Matters
    from pincite.matters.matter import Matter
    from pincite.settings import Settings

__version__ = "0.1.0"
__all__ = [
    "Library",
    "Matter",
    "Matters",
    "PinciteError",
    "Settings",
    "__version__",
    "create",
    "open",
]
_MODULES = {
    "Library": "pincite.library",
    "create": "pincite.library",
    "open": "pincite.library",
    "Matters": "pincite.matters",
    "Matter": "pincite.matters.matter",
    "PinciteError": "pincite.errors",
    "Settings": "pincite.settings",
}


def __getattr__(name: str) -> object:
    # Looked up on first use, so that reading processes do not load the whole house.
    if name in _MODULES:
        from importlib import import_module

        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'pincite' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
