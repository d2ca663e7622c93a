"""The page: the verbs in a browser, rendered here; it works with script and without."""

from __future__ import annotations

from pincite.surfaces.web.app import mount, router

__all__ = ["mount", "router"]
