from __future__ import annotations

from corpus.conftest import postgres

__all__ = ["postgres"]
