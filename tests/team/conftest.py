from __future__ import annotations

from contextlib import suppress

with suppress(ImportError):
    from corpus.conftest import postgres

    __all__ = ["postgres"]
