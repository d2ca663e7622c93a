"""Connectors: fetch law from its official publisher, one file a publisher.

Each knows its publisher's addresses, proves what came back, and says which reader and version tag
fit it. How a file travels is in download.py, and is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import httpx

from pincite.errors import InputError
from pincite.ingest.law.connectors import dc, ecfr, iceland, uscode
from pincite.ingest.law.connectors.fetch_request import GIB, Fetched, FetchRequest, Progress, silent
from pincite.ingest.law.connectors.web import Web, allowed
from pincite.settings import Settings

__all__ = ["NAMES", "USAGES", "Fetched", "Progress", "get"]

_publishers: dict[str, Callable[[Web, FetchRequest], Fetched]] = {
    "iceland": iceland.fetch,
    "dc": dc.fetch,
    "ecfr": ecfr.fetch,
    "uscode": uscode.fetch,
}
NAMES = tuple(_publishers)
USAGES = (iceland.USAGE, dc.USAGE, ecfr.USAGE, uscode.USAGE)


def get(
    name: str,
    *args: str,
    into: Path,
    settings: Settings,
    base_url: str | None = None,
    day: date | None = None,
    progress: Progress = silent,
    max_bytes: int = 4 * GIB,
) -> Fetched:
    """Fetch what the publisher of that name offers into a folder.

    Run again after an error, it continues where it stopped; run again after success, it asks the
    publisher whether anything changed. Raises InputError, FetchError or FetchMismatch.
    """
    if name not in _publishers:
        raise InputError(f"no connector {name!r}", hint=f"Connectors: {', '.join(NAMES)}.")
    request = FetchRequest(args, into, settings, day, _base(base_url), max_bytes, progress)
    with Web(settings, request.base_url) as web:
        return _publishers[name](web, request)


def _base(base_url: str | None) -> str:
    if not base_url:
        return ""
    try:
        fit = allowed(httpx.URL(base_url))
    except httpx.InvalidURL:
        fit = False
    if not fit:
        raise InputError(f"not an https address: {base_url}", hint="Give a base URL with https.")
    return base_url
